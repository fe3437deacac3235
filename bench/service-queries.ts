/**
 * The index of the record at size: `node scripts/run.mjs bench/service-queries.ts [DECISIONS] [SESSIONS]`. Makes a record in a temporary
 * directory (1,000,000 decisions in 10,000 sessions over 90 days unless told otherwise), indexes it, opens it again, and asks what the page
 * asks, from the other thread as the service does. Each figure is the slowest of several runs, the first one included; beside it what
 * the processors spent on it, which other programs on the machine do not change.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openIndex, type RecordIndex } from "../src/service/index-store/index.ts";
import { indexThread } from "../src/service/testing/index-thread.ts";
import { generateRecord } from "../src/service/testing/record-generator.ts";

const DECISIONS = Number(process.argv[2] ?? 1_000_000);
const SESSIONS = Number(process.argv[3] ?? 10_000);
const RUNS = 5;
const DAY_MS = 86_400_000;
const TARGET_MS = 300;

const stateDir = mkdtempSync(join(tmpdir(), "bench-index-"));
const count = (n: number): string => Math.round(n).toLocaleString("en");
const say = (what: string, figure: string): void => console.log(`${what.padEnd(62)}${figure}`);
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

interface Timed {
  readonly ms: number;
  readonly fastestMs: number;
  readonly cpuMs: number;
}

async function slowest(ask: () => Promise<unknown>): Promise<Timed> {
  let [ms, cpuMs, fastestMs] = [0, 0, Number.POSITIVE_INFINITY];
  for (let run = 0; run < RUNS; run += 1) {
    const [started, before] = [performance.now(), spent()];
    await ask();
    cpuMs = Math.max(cpuMs, spent() - before);
    const took = performance.now() - started;
    ms = Math.max(ms, took);
    fastestMs = Math.min(fastestMs, took);
  }
  return { ms, cpuMs, fastestMs };
}

async function open(what: string): Promise<RecordIndex> {
  const [started, before] = [performance.now(), spent()];
  const index = await openIndex({ stateDir, thread: await indexThread(), report: (sentence) => say("", sentence) });
  await index.catchUp();
  const [ms, cpuMs] = [performance.now() - started, spent() - before];
  const rate = `${count(DECISIONS / (ms / 1_000))} decisions a second`;
  say(what, `${(ms / 1_000).toFixed(1)} s (${(cpuMs / 1_000).toFixed(1)} s of processor), ${rate}`);
  return index;
}

/** What the page asks, and worse: words that stand nowhere, and filters that meet nothing, look at everything. */
async function questions(index: RecordIndex): Promise<readonly (readonly [string, () => Promise<unknown>])[]> {
  const { decisions, next } = await index.decisions({ limit: 100 });
  const some = decisions[50];
  const page = { limit: 200 };
  const project = ["/home/me/work/project-7"];
  return [
    ["the newest decisions", () => index.decisions(page)],
    ["the next page", () => index.decisions({ ...page, before: next ?? "" })],
    ["a page of long ago", () => index.decisions({ ...page, to: Date.now() - 80 * DAY_MS })],
    ["what was denied", () => index.decisions({ ...page, behavior: ["deny"] })],
    ["one topic in one project", () => index.decisions({ ...page, topic: ["Git Destructive"], project })],
    ["inside walls, one agent", () => index.decisions({ ...page, walls: ["any"], host: ["codex"] })],
    ["a filter that meets nothing", () => index.decisions({ ...page, behavior: ["abort"], by: ["readOnly"] })],
    ["search: a common word", () => index.decisions({ ...page, q: "src" })],
    ["search: one call", () => index.decisions({ ...page, q: "part-4711" })],
    ["search: a word that stands nowhere", () => index.decisions({ ...page, q: "zyzzyva" })],
    ["search: one letter among what was denied", () => index.decisions({ ...page, q: "x", behavior: ["deny"] })],
    ["search: two common words that never meet", () => index.decisions({ ...page, q: "proven rule" })],
    ["one decision", () => index.decision(some?.id ?? "")],
    ["a decision that is not there", () => index.decision("not there")],
    ["sessions", () => index.sessions({ limit: 100 })],
    ["sessions by words", () => index.sessions({ limit: 100, q: "session-77 project-7" })],
    ["one session's timeline", () => index.session(some?.session ?? "", { limit: 200 })],
    ["statistics of everything, by the hour", () => index.stats({ bucket: "hour" })],
    ["statistics of a week of one project", () => index.stats({ from: Date.now() - 7 * DAY_MS, project })],
    ["what there is to filter by", () => index.values()],
    ["counters", () => index.counters()],
    ["what is new", () => index.tail({ limit: 100 })],
    ["the newest 1,000 with their input, to try a rule on", () => index.newest({ limit: 1_000 })],
    ["the newest 1,000 of one project, the same", () => index.newest({ limit: 1_000, project })],
  ];
}

try {
  generateRecord({ stateDir, decisions: DECISIONS, sessions: SESSIONS, now: Date.now(), quick: true });
  say("the record", `${count(DECISIONS)} decisions in ${count(SESSIONS)} sessions`);
  const index = await open("indexed from nothing");
  const timed: Timed[] = [];
  for (const [what, ask] of await questions(index)) {
    const one = await slowest(ask);
    timed.push(one);
    const more = `${one.cpuMs.toFixed(0)} ms of processor, the fastest ${one.fastestMs.toFixed(0)} ms`;
    say(what, `${one.ms.toFixed(0).padStart(5)} ms (${more})`);
  }
  const worst = Math.max(...timed.map(({ ms }) => ms));
  const least = Math.max(...timed.map(({ cpuMs }) => cpuMs));
  say("the slowest", `${worst.toFixed(0)} ms, ${least.toFixed(0)} ms of processor; the target is ${TARGET_MS} ms`);
  say("looking at every session for changes", `${(await slowest(() => index.catchUp())).ms.toFixed(0)} ms`);
  const { rss } = process.memoryUsage();
  say("memory of the process", `${count(rss / 1e6)} MB`);
  await index.close();
} finally {
  rmSync(stateDir, { recursive: true, force: true });
}
