/** What the classifier was shown before a decision, and what it answered: where exchanges were written down (`sallyport dump on`). */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { stateLayout } from "../../contract/state-dir.ts";
import { redact } from "../../machine/secrets/index.ts";
import type { SeenAnswer } from "../api.ts";
import type { FoundDecision } from "../index-store/index.ts";

const NOT_KEPT: SeenAnswer = { kept: false, how: "sallyport dump on" };
/** Between an exchange and the record of what came of it. */
const WINDOW_MS = 2_000;
const MAX_FILE_BYTES = 8 << 20;
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-\d+-\d+\.json$/;
const STAGES = ["fast", "thinking"] as const;

interface KeptExchange {
  readonly at: number;
  readonly request: unknown;
  readonly response: unknown;
}

export function findSeen({ row, entry }: FoundDecision, stateDir: string): SeenAnswer {
  const { ms, usage } = entry.decision;
  if (usage === null && entry.decision.unavailable === null) return NOT_KEPT;
  const told = tellingText(row.call);
  const exchanges = exchangesIn(stateLayout(stateDir).dump, { from: row.at - ms - WINDOW_MS, to: row.at + WINDOW_MS })
    .filter(({ request }) => textsIn(request).some((text) => text.includes(told)))
    .slice(0, STAGES.length);
  const [first] = exchanges;
  if (first === undefined) return NOT_KEPT;
  const { system, lines } = shownIn(first.request);
  return {
    kept: true,
    system,
    transcript: lines.slice(0, -1).map((text) => ({ role: /^\{"user":|^User:/.test(text) ? "user" : "tool", text })),
    action: lines.at(-1) ?? "",
    stages: exchanges.map(({ at, request, response }, i) => ({
      stage: STAGES[i] ?? "thinking",
      model: fieldOf(request, "model"),
      answer: answerIn(response),
      at,
    })),
  };
}

/** A piece of the call that stands in the request as it does in the record. */
const tellingText = (call: string): string => {
  const [, ...words] = call.split(" ");
  const [longest = call] = words.filter((word) => /^[\w./-]+$/.test(word)).sort((a, b) => b.length - a.length);
  return longest;
};

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
  const [, between = ""] = /<transcript>\n([\s\S]*?)<\/transcript>/.exec(whole) ?? [];
  const system = [...all].sort((a, b) => b.length - a.length)[0] ?? "";
  return { system, lines: between.split("\n").filter((line) => line !== "") };
}
