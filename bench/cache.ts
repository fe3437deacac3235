/**
 * How much of a classifier request its predecessor in the session has already put into the provider's cache:
 *
 *   SALLYPORT_DATA=FOLDER node scripts/run.mjs bench/cache.ts [--json]
 *
 * Recorded sessions are replayed through the real gate in mode auto; a request is built for every call that reaches the
 * classifier. The provider is modelled by its rules: an entry is written at each mark, a mark finds an entry at most 20
 * blocks before it, block boundaries included, and a prefix below the model's minimum is not cached. The recordings
 * have no times for their turns, so every request is taken to come within the 5 minutes an entry lives. The system
 * prompt is left out of the share, and in the cost.
 */
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGate } from "../src/app/create-gate.ts";
import type { JsonObject, Turn } from "../src/contract/action.ts";
import {
  buildPrompt,
  CHARACTERS_PER_TOKEN,
  type Classifier,
  loadRulebook,
  type Mark,
  withSuffix,
} from "../src/judge/index.ts";
import { abilitiesOf, costUsd, defaultModel, NO_USAGE, type TextPart } from "../src/judge/providers/index.ts";

const LOOK_BACK_BLOCKS = 20;
const MINIMUM_TOKENS = 4096;
const GOAL = 0.96;

interface Recorded {
  readonly agent: string;
  readonly turns: readonly {
    readonly role?: string;
    readonly text?: string;
    readonly tool?: string;
    readonly input?: JsonObject;
    readonly cwd?: string | null;
  }[];
}

const folder = process.env.SALLYPORT_DATA;
const file = join(folder ?? "", "sessions.jsonl");
if (folder === undefined || !existsSync(file)) {
  console.error("Set SALLYPORT_DATA to the folder that holds sessions.jsonl.");
  process.exit(1);
}
const loaded = await loadRulebook();
if (!loaded.ok) throw new Error(loaded.error);
const rulebook = loaded.value;
const tokens = (characters: number): number => Math.round(characters / CHARACTERS_PER_TOKEN);

/** The provider's cache for one session, as its documentation states it. */
const cache = () => {
  let entries = new Set<string>();
  return {
    /** How many characters of the parts are read from the cache and how many written; then the entries are those of this request. */
    send: (parts: readonly TextPart[]): { readonly read: number; readonly written: number } => {
      const hash = createHash("sha256");
      let length = 0;
      const prefixes = parts.map(({ text, cache: marked }) => {
        length += text.length;
        hash.update(`${text.length}:`).update(text);
        return { key: hash.copy().digest("hex"), length, marked: marked === true };
      });
      const marks = prefixes.flatMap(({ marked }, index) => (marked ? [index] : []));
      const found = marks.flatMap((mark) =>
        prefixes.slice(Math.max(0, mark - LOOK_BACK_BLOCKS + 1), mark + 1).filter(({ key }) => entries.has(key)),
      );
      const read = Math.max(0, ...found.map((prefix) => prefix.length));
      const longest = prefixes[marks.at(-1) ?? -1]?.length ?? 0;
      const kept = marks
        .flatMap((mark) => prefixes[mark] ?? [])
        .filter((prefix) => tokens(prefix.length) >= MINIMUM_TOKENS);
      entries = new Set(kept.map(({ key }) => key));
      return { read, written: Math.max(0, longest - read) };
    },
  };
};

const shares: number[] = [];
const sizes: number[] = [];
const cost = { with: 0, without: 0 };
const spent = { read: 0, written: 0, total: 0 };
let sessions = 0;
let requests = 0;
let apart = 0;
const price = abilitiesOf(defaultModel("anthropic") ?? "").price;

for await (const text of createInterface({ input: createReadStream(file) })) {
  if (text === "") continue;
  const { agent, turns } = JSON.parse(text) as Recorded;
  const provider = cache();
  const marks: Mark[] = [];
  let before = false;
  let lastLength = 0;
  const classifier: Classifier = {
    classify: async (question) => {
      const prompt = buildPrompt(question, { rulebook, format: "jsonl", window: "full", marks });
      marks.push(prompt.mark);
      const { system, messages } = withSuffix(prompt, rulebook.suffixes.fast);
      const parts = [...system, ...messages.flat()];
      const { read, written } = provider.send(parts);
      const outside = system.reduce((sum, part) => sum + part.text.length, 0);
      const total = parts.reduce((sum, part) => sum + part.text.length, 0);
      const marked = parts.findLastIndex((part) => part.cache);
      if (before) {
        shares.push(Math.max(0, read - outside) / (total - outside));
        apart = Math.max(apart, marked - lastLength);
      }
      lastLength = marked;
      before = true;
      requests++;
      sizes.push(tokens(total - outside));
      spent.read += read;
      spent.written += written;
      spent.total += total;
      const usage = {
        ...NO_USAGE,
        input: tokens(total - read - written),
        cacheRead: tokens(read),
        cacheWrite: tokens(written),
      };
      cost.with += costUsd(usage, price) ?? 0;
      cost.without += costUsd({ ...NO_USAGE, input: tokens(total) }, price) ?? 0;
      return { block: "no", model: null, usage: null, costUsd: null, stage: "fast" };
    },
  };
  const gate = createGate({
    settings: { mode: "auto" },
    classifier,
    projectRoot: turns.find((turn) => turn.cwd)?.cwd ?? "/nowhere/project",
  });
  const transcript: Turn[] = [];
  for (const turn of turns) {
    if (turn.role === "user") {
      await gate.personSaid(turn.text ?? "");
      transcript.push({ user: turn.text ?? "" });
    } else if (turn.tool !== undefined) {
      const { tool, input = {} } = turn;
      const host = agent.startsWith("claude-code") ? "claude-code" : agent === "codex" ? "codex" : undefined;
      await gate.check({
        tool,
        input,
        transcript: [...transcript],
        ...(turn.cwd ? { cwd: turn.cwd } : {}),
        ...(host === undefined ? {} : { host }),
      });
      transcript.push({ tool, input });
    }
  }
  sessions++;
}

const sorted = [...shares].sort((a, b) => a - b);
const quantile = (q: number): number => sorted[Math.floor(q * (sorted.length - 1))] ?? 0;
const bySize = [...sizes].sort((a, b) => a - b);
const report = {
  sessions,
  requests,
  "with a predecessor": shares.length,
  "median tokens, system prompt left out": bySize[Math.floor(bySize.length / 2)],
  "system prompt, tokens": tokens(rulebook.systemPrompt.length),
  "cached share, p10": quantile(0.1),
  "cached share, p25": quantile(0.25),
  "cached share, median": quantile(0.5),
  "cached share, p75": quantile(0.75),
  "not found at all": shares.filter((share) => share === 0).length,
  "marks apart, most blocks": apart,
  "input tokens": tokens(spent.total),
  "of them read from the cache": tokens(spent.read),
  "a request, mean tokens": Math.round(tokens(spent.total) / requests),
  "a request, read from the cache": Math.round(tokens(spent.read) / requests),
  "a request, written to it": Math.round(tokens(spent.written) / requests),
  "cost without a cache, $": cost.without,
  "cost with it, $": cost.with,
  saved: 1 - cost.with / cost.without,
};
if (process.argv.includes("--json")) console.log(JSON.stringify(report));
else
  for (const [name, value] of Object.entries(report))
    console.log(
      `${name.padEnd(40)} ${typeof value === "number" && !Number.isInteger(value) ? value.toFixed(4) : value}`,
    );
console.log(
  `median share ${(quantile(0.5) * 100).toFixed(1)} %, goal ${GOAL * 100} %: ${quantile(0.5) >= GOAL ? "reached" : "MISSED"}`,
);
process.exitCode = quantile(0.5) >= GOAL ? 0 : 1;
