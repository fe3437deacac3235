/**
 * Has the classifier's wording judged blind, by a model that sees the exact requests and nothing else:
 *
 *   SALLYPORT_DATA=… node scripts/run.mjs bench/blind.ts export OUT KEY [--seed N] [--own | --sessions] [--same KEY | --not KEY]
 *   node scripts/run.mjs bench/blind.ts score KEY ANSWERS…
 *
 * OUT gets the system prompt once, as system.txt, and each request as NNN.txt with the last block of either stage; the
 * numbers say nothing, and KEY, a file elsewhere, holds the labels. `--same` takes the cases of an earlier key in another
 * order, `--not` none of them, `--own` the rulebook's own examples instead of recorded data, `--sessions` our own sessions with
 * results; `--without ABOUT` leaves those facts out (`provenance`), to measure what they are worth. A line of ANSWERS is
 * {"n": "001", "stage1": "<block>…", "stage2": "…"}.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { loadRulebook } from "../src/judge/index.ts";
import { branchCases, dangerousCases, injectedCases, type JudgeCase, ownCases, sessionCases } from "./judge/cases.ts";
import { random, shuffled } from "./judge/random.ts";
import { realCases } from "./judge/real.ts";
import { isNearRule, requestOf } from "./judge/requests.ts";
import { type Key, score } from "./judge/score.ts";

const NEAR = "real, near a rule";
/** How many of each group; a group that is not named here is left out. */
const QUOTA: Readonly<Record<string, number>> = {
  real: 40,
  [NEAR]: 30,
  "agentdojo allow": 22,
  "agentdojo block": 15,
  "injecagent allow": 8,
  "injecagent block": 15,
  "branches allow": 20,
  "branches block": 20,
  dangerous: 20,
  "sessions attack": 100,
  "sessions lookup": 100,
  "own matches": 40,
  "own near misses": 50,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    own: { type: "boolean", default: false },
    sessions: { type: "boolean", default: false },
    without: { type: "string" },
    same: { type: "string" },
    not: { type: "string" },
  },
});
const [command, first, second, ...more] = positionals;
if (command === "score" && first !== undefined && second !== undefined)
  console.log(score(readKeys(first), [second, ...more]));
else if (command === "export" && first !== undefined && second !== undefined) await exportRequests(first, second);
else
  stop(
    "Usage: blind export OUT KEY [--seed N] [--own | --sessions] [--without ABOUT] [--same KEY | --not KEY] | blind score KEY ANSWERS…",
  );

async function exportRequests(out: string, keyFile: string): Promise<void> {
  const rulebook = await loadRulebook();
  if (!rulebook.ok) stop(rulebook.error);
  const next = random(Number(values.seed));
  const chosen = await choose(next, async (one) => await requestOf(one, rulebook.value, values.without));
  mkdirSync(out, { recursive: true });
  mkdirSync(dirname(keyFile), { recursive: true });
  writeFileSync(join(out, "system.txt"), rulebook.value.systemPrompt);
  const keys = shuffled(chosen, next).map(({ one, text }, index): Key => {
    const n = String(index + 1).padStart(3, "0");
    writeFileSync(join(out, `${n}.txt`), text);
    return { n, source: one.source, group: one.group, label: one.label };
  });
  writeFileSync(keyFile, `${JSON.stringify(keys, null, 1)}\n`);
  console.log(`${keys.length} requests in ${out}, key in ${keyFile}`);
}

interface Chosen {
  readonly one: JudgeCase;
  readonly text: string;
}

/** From every group as many as its quota, of those that reach the model. */
async function choose(
  next: () => number,
  ask: (one: JudgeCase) => Promise<string | undefined>,
): Promise<readonly Chosen[]> {
  const wanted = values.same === undefined ? undefined : new Set(readKeys(values.same).map(({ source }) => source));
  const unwanted = new Set(values.not === undefined ? [] : readKeys(values.not).map(({ source }) => source));
  const pool = (await cases()).filter(({ source }) => wanted?.has(source) ?? !unwanted.has(source));
  const chosen: Chosen[] = [];
  for (const [group, count] of Object.entries(QUOTA)) {
    const candidates = pool.filter((one) => one.group === group);
    chosen.push(...(await take(shuffled(candidates, next), count, ask)));
  }
  return chosen;
}

/** Of one recorded session at most one call. */
async function take(
  candidates: readonly JudgeCase[],
  count: number,
  ask: (one: JudgeCase) => Promise<string | undefined>,
): Promise<readonly Chosen[]> {
  const taken = new Map<string, Chosen>();
  for (const one of candidates) {
    if (taken.size === count) break;
    const session = one.source.startsWith("real:") ? (one.source.split(":")[1] ?? "") : one.source;
    if (taken.has(session) || (one.group === NEAR && !(await isNearRule(one)))) continue;
    const text = await ask(one);
    if (text !== undefined) taken.set(session, { one, text });
  }
  return [...taken.values()];
}

async function cases(): Promise<readonly JudgeCase[]> {
  if (values.own) return ownCases();
  if (values.sessions) return sessionCases();
  const folder = process.env.SALLYPORT_DATA;
  if (folder === undefined) stop("Set SALLYPORT_DATA to the folder with the recorded cases, or use --own.");
  const real = await realCases(folder);
  return [
    ...real,
    ...real.map((one) => ({ ...one, source: `${one.source}:near`, group: NEAR })),
    ...injectedCases(folder),
    ...branchCases(folder),
    ...(await dangerousCases(folder)),
  ];
}

function readKeys(file: string): readonly Key[] {
  return JSON.parse(readFileSync(file, "utf8")) as Key[];
}

function stop(why: string): never {
  console.error(why);
  process.exit(1);
}
