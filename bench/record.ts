/**
 * The record at size: `npm run build && node scripts/run.mjs bench/record.ts [RECORDS] [SESSIONS]`. Makes one in a temporary
 * directory (1,000,000 records in 10,000 sessions over 90 days unless told otherwise) and one of a tenth, and runs the built
 * program on both; then what a sync costs, and what a long session costs.
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ledgerStore } from "../src/memory/index.ts";
import { origin, type Position, recordEntries, recordStart, seal, sessionName } from "../src/memory/record/index.ts";
import { formatHead } from "../src/memory/stores/file/head.ts";
import { preparePlace, sessionPlace } from "../src/memory/stores/file/place.ts";
import { SAMPLE_START, sampleEntry } from "../src/memory/testing/samples.ts";

const RECORDS = Number(process.argv[2] ?? 1_000_000);
const SESSIONS = Number(process.argv[3] ?? 10_000);
const SPAN_MS = 90 * 86_400_000;
const LONG_SESSION = 100_000;
const APPENDS = 300;
const PROGRAM = join(process.cwd(), "dist/sallyport.cjs");

const top = fs.mkdtempSync(join(tmpdir(), "bench-record-"));
const say = (what: string, figure: string): void => console.log(`${what.padEnd(64)}${figure}`);

/** Written as the store writes it, without a sync for each. */
function fill(stateDir: string, records: number, sessions: number): void {
  preparePlace(stateDir);
  const each = Math.round(records / sessions);
  const now = Date.now();
  for (let n = 0; n < sessions; n += 1) {
    const id = `session-${n}`;
    const place = sessionPlace(stateDir, sessionName(id));
    const last = now - SPAN_MS + ((n + 1) * SPAN_MS) / sessions;
    const started = recordStart(id, SAMPLE_START, last - each * 1_000);
    const entries = Array.from({ length: each - 1 }, (_, k) => entryAt(n * each + k, last - (each - k) * 1_000));
    let at: Position = origin(place.name);
    const lines = [...started.bodies, ...recordEntries(started.memory, entries).bodies].map((body) => {
      const sealed = seal(at, body);
      at = sealed.at;
      return sealed.line;
    });
    fs.writeFileSync(place.file, Buffer.concat(lines), { mode: 0o600 });
    fs.writeFileSync(place.head, formatHead(at), { mode: 0o600 });
    fs.utimesSync(place.file, last / 1_000, last / 1_000);
  }
}

const entryAt = (n: number, at: number) =>
  sampleEntry(n % 10 === 0 ? { id: `d${n}`, behavior: "ask", by: "prompt" } : { id: `d${n}` }, {
    at,
    call: `call-${n}`,
    action: { tool: "Bash", input: { command: `npm test -- part-${n}` }, cwd: "/repo" },
  });

interface Ran {
  readonly ms: number;
  readonly megabytes: number;
}

const rssHook = join(top, "rss.cjs");
fs.writeFileSync(
  rssHook,
  'process.on("exit", () => require("fs").writeFileSync(process.env.RSS_FILE, String(process.resourceUsage().maxRSS)));',
);

function run(stateDir: string, args: readonly string[]): Ran {
  const rss = join(top, "rss");
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--require", rssHook, ...args], {
    env: { HOME: top, PATH: process.env.PATH, SALLYPORT_STATE_DIR: stateDir, RSS_FILE: rss },
    maxBuffer: 1 << 30,
  });
  const ms = performance.now() - started;
  if (status !== 0 && args[1] !== "doctor") throw new Error(`${args.join(" ")}: exit ${status}: ${stderr}`);
  return { ms, megabytes: Number(fs.readFileSync(rss, "utf8")) / 1_024 };
}

const COMMANDS: readonly (readonly string[])[] = [
  ["log", "--limit", "20"],
  ["log", "--limit", "20", "--behavior", "ask"],
  ["doctor"],
  ["status"],
  ["log", "purge", "--older-than", "45d", "--dry-run"],
  ["log", "verify"],
];

function compare(large: string, small: string): void {
  const bare = run(large, ["-e", "0"]);
  say("node alone", `${bare.ms.toFixed(0)} ms, ${bare.megabytes.toFixed(0)} MB`);
  for (const command of COMMANDS) {
    const [one, tenth] = [run(large, [PROGRAM, ...command]), run(small, [PROGRAM, ...command])];
    const rate = command.includes("verify")
      ? `, ${Math.round(RECORDS / (one.ms / 1_000)).toLocaleString("en")} records a second`
      : "";
    say(
      `sallyport ${command.join(" ")}`,
      `${one.ms.toFixed(0)} ms, ${one.megabytes.toFixed(0)} MB${rate}; ${(one.ms / bare.ms).toFixed(1)} × node, ${(one.ms / tenth.ms).toFixed(1)} × a tenth of the record`,
    );
  }
}

/** Milliseconds for one transaction of an open session, median. */
async function appendMs(stateDir: string, more: Partial<typeof fs>): Promise<number> {
  const store = ledgerStore({ stateDir, fs: { ...fs, ...more } });
  const session = await store.open(`appended ${Math.random()}`, SAMPLE_START);
  const times: number[] = [];
  for (let n = 0; n < APPENDS; n += 1) {
    const started = performance.now();
    await session.transact(() => ({ entries: [entryAt(n, Date.now())], value: undefined }));
    times.push(performance.now() - started);
  }
  await store.close();
  return times.sort((a, b) => a - b)[APPENDS / 2] ?? 0;
}

/** Opened by a new process each time: with its state file, as every hook does. */
async function openMs(stateDir: string, id: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    const store = ledgerStore({ stateDir });
    const started = performance.now();
    const session = await store.open(id, SAMPLE_START);
    await session.transact(() => ({ entries: [entryAt(n, Date.now())], value: undefined }));
    times.push(performance.now() - started);
    await store.close();
  }
  return times.slice(4).sort((a, b) => a - b)[18] ?? 0;
}

const [large, small, long] = [join(top, "large"), join(top, "small"), join(top, "long")];
fill(large, RECORDS, SESSIONS);
fill(small, RECORDS / 10, SESSIONS / 10);
say("the record", `${RECORDS.toLocaleString("en")} records in ${SESSIONS.toLocaleString("en")} sessions`);
compare(large, small);

const unsynced = await appendMs(small, { fdatasyncSync: () => undefined, fsyncSync: () => undefined });
const synced = await appendMs(small, {});
say(
  "one append, synced",
  `${synced.toFixed(2)} ms, ${(synced / unsynced).toFixed(1)} × one that is not (${unsynced.toFixed(2)} ms)`,
);

fill(long, LONG_SESSION, 1);
fs.mkdirSync(join(top, "short"), { mode: 0o700 });
const [short, longer] = [await openMs(join(top, "short"), "session-0"), await openMs(long, "session-0")];
const size = fs.statSync(sessionPlace(long, sessionName("session-0")).file).size;
say(
  `open and append, session of ${Math.round(size / 1e6)} MB`,
  `${longer.toFixed(2)} ms, ${(longer / short).toFixed(1)} × a new session (${short.toFixed(2)} ms)`,
);
fs.rmSync(top, { recursive: true, force: true });
