/** What the classifier was shown before a decision, and what it answered: where exchanges were written down (`sallyport dump on`). */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Fact } from "../../contract/fact.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { redact } from "../../machine/secrets/index.ts";
import type { SeenAnswer, SeenTurn } from "../api.ts";
import type { FoundDecision } from "../index-store/index.ts";
import { formatFacts } from "./facts.ts";

const NOT_KEPT: SeenAnswer = { kept: false, how: "sallyport dump on" };
/** Clocks are read one after the other. */
const SLACK_MS = 100;
/** So much of a field has to stand in the request: longer ones are shortened there. */
const TELLING_CHARACTERS = 100;
/** What stands there as it is, in every form of the transcript. */
const PLAIN_RUN = /[\w ./-]+/g;
const MAX_FILE_BYTES = 8 << 20;
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-\d+-\d+\.json$/;
/** One a stage. */
const MAX_SHOWN = 2;
const factLine = z.object({ fact: z.string(), says: z.string() });

interface KeptExchange {
  readonly at: number;
  readonly request: unknown;
  readonly response: unknown;
}

export function findSeen(found: FoundDecision, stateDir: string): SeenAnswer {
  const exchanges = exchangesOf(found, stateDir);
  const [first] = exchanges;
  if (first === undefined) return NOT_KEPT;
  const { system, lines } = shownIn(first.request);
  return {
    kept: true,
    system,
    transcript: lines.slice(0, -1).map(turnOf),
    action: turnOf(lines.at(-1) ?? ""),
    stages: exchanges.map(({ at, request, response }, i) => ({
      stage: (i === exchanges.length - 1 ? found.entry.decision.stage : null) ?? "fast",
      model: fieldOf(request, "model"),
      answer: answerIn(response),
      at,
    })),
  };
}

/** What the classifier was told that the gate's own code established; null where that is not kept, or there was nothing. */
export function findFacts(found: FoundDecision, stateDir: string): string | null {
  const [first] = exchangesOf(found, stateDir);
  const [, lines = ""] = /[\s\S]*<facts>\n([\s\S]*?)\n<\/facts>/.exec(textsIn(first?.request).join("")) ?? [];
  return formatFacts(lines.split("\n").flatMap(parseFact));
}

function parseFact(line: string): readonly Fact[] {
  try {
    const { fact: about, says } = z.parse(factLine, JSON.parse(line));
    return [{ about, says }];
  } catch {
    return [];
  }
}

/** The exchanges of this decision, the first stage first: made while it was judged, and about its call. */
function exchangesOf({ row, entry }: FoundDecision, stateDir: string): readonly KeptExchange[] {
  const { ms, usage, unavailable } = entry.decision;
  if (usage === null && unavailable === null) return [];
  const judged = { from: row.at - ms - SLACK_MS, to: row.at + SLACK_MS };
  return exchangesIn(stateLayout(stateDir).dump, judged)
    .filter(({ request }) => isAbout(request, entry.action.input))
    .slice(-MAX_SHOWN);
}

/** Its last line holds a field of the call. Other agents are judged at the same time, each in exchanges of its own. */
function isAbout(request: unknown, input: FoundDecision["entry"]["action"]["input"]): boolean {
  const { text } = turnOf(shownIn(request).lines.at(-1) ?? "");
  const runs = Object.values(input).flatMap((value) => (typeof value === "string" ? longestRun(value) : []));
  return runs.length === 0 || runs.some((run) => text.includes(run));
}

function longestRun(text: string): readonly string[] {
  const [longest] = (text.slice(0, TELLING_CHARACTERS).match(PLAIN_RUN) ?? []).sort((a, b) => b.length - a.length);
  return longest === undefined ? [] : [longest];
}

/** A line of the transcript in either of its forms: who, and what. A tool cannot be called `user` there. */
function turnOf(line: string): SeenTurn {
  const [[role, value] = []] = Object.entries(parseLine(line));
  if (role !== undefined) return { role, text: typeof value === "string" ? value : JSON.stringify(value, null, 2) };
  const [, name = "", text = line] = /^(User:|\S+) ([\s\S]*)$/.exec(line) ?? [];
  return { role: name === "User:" ? "user" : name, text };
}

function parseLine(line: string): object {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

function exchangesIn(directory: string, { from, to }: TimeSpan): readonly KeptExchange[] {
  return listNames(directory)
    .map((name) => ({ name, at: timeOf(name) }))
    .filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => a.at - b.at)
    .flatMap(({ name, at }) => {
      const value = readJson(join(directory, name));
      return typeof value === "object" && value !== null && "request" in value
        ? [{ at, request: value.request, response: "response" in value ? value.response : null }]
        : [];
    });
}

function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function timeOf(name: string): number {
  const [, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
  return day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
}

function readJson(file: string): unknown {
  try {
    return statSync(file).size > MAX_FILE_BYTES ? undefined : JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Words of an answer, thinking included, in whatever form a provider gives them. */
const ANSWERING = new Set(["text", "thinking", "content", "reasoning", "arguments", "input", "output"]);

/** A model that is a command answers with text alone. */
const answerIn = (response: unknown): string | null =>
  (typeof response === "string" ? redact(response) : textsIn(response, ANSWERING).join("\n")).trim() || null;

/** Every text of a value; with `under`, only those below such a field. */
function textsIn(value: unknown, under?: ReadonlySet<string>, inside = under === undefined): readonly string[] {
  if (typeof value === "string") return inside ? [redact(value)] : [];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, under, inside));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    textsIn(one, under, under === undefined || (under.has(name) && name !== "type")),
  );
}

function fieldOf(value: unknown, name: string): string | null {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
  const found: unknown = Reflect.get(value, name);
  return typeof found === "string" ? found : null;
}

/** The system prompt, and the lines of the conversation between their marks. */
function shownIn(request: unknown): { readonly system: string; readonly lines: readonly string[] } {
  const all = textsIn(request);
  const whole = all.join("");
  const [, between = ""] = /[\s\S]*<transcript>\n([\s\S]*?)<\/transcript>/.exec(whole) ?? [];
  const system = [...all].sort((a, b) => b.length - a.length)[0] ?? "";
  return { system, lines: between.split("\n").filter((line) => line !== "") };
}
