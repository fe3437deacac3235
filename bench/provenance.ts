/**
 * Provenance on a long record: how long one action takes on a session file of MB megabytes, beside reading the file's bytes, and
 * how much memory is held. The file is made here, with results as agents have them: listings, sources, logs, pages.
 *
 *   node scripts/run.mjs bench/provenance.ts [MB]
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Action } from "../src/contract/action.ts";
import { hostNamed } from "../src/hosts/index.ts";
import { pastBefore } from "../src/hosts/records/past.ts";
import { provenanceFacts } from "../src/judge/provenance/index.ts";
import { toolBox } from "../src/policy/tools/index.ts";

const MEGABYTE = 1_000_000;
const CHUNK_BYTES = MEGABYTE;
const ROUNDS = 3;
const size = Number(process.argv[2] ?? 100) * MEGABYTE;

const folder = mkdtempSync(join(tmpdir(), "sallyport-provenance-"));
try {
  const path = join(folder, "session.jsonl");
  writeRecord(path, size);
  const reading = best(() => readWhole(path));
  const names = Array.from({ length: 16 }, (_, i) => `job-none-${i}-z`).join(" ");
  for (const [what, command] of [
    ["one value, found at the end", "kubectl delete job job-last-1-z"],
    ["one value, nowhere", "kubectl delete job job-none-1-z"],
    ["16 values, nowhere", `kubectl delete job ${names}`],
    [
      "hosts, an account and numbers, nowhere",
      "pay DE89370400440532013000 48271.50 https://none.example/a b@none.example",
    ],
  ] as const) {
    const before = process.memoryUsage().rss;
    const times: number[] = [];
    let last = "";
    for (let i = 0; i < ROUNDS; i++) {
      const start = performance.now();
      last = (await factsFor(path, command)).at(0)?.says ?? "";
      times.push(performance.now() - start);
    }
    const least = Math.min(...times);
    const grown = Math.max(0, process.memoryUsage().rss - before) / MEGABYTE;
    console.log(
      `${what.padEnd(40)} ${least.toFixed(0).padStart(6)} ms  ${(least / reading).toFixed(1).padStart(6)} × reading  +${grown.toFixed(0)} MB  ${last}`,
    );
  }
  console.log(`${"reading the bytes".padEnd(40)} ${reading.toFixed(0).padStart(6)} ms, ${size / MEGABYTE} MB`);
} finally {
  rmSync(folder, { recursive: true });
}

async function factsFor(record: string, command: string) {
  const host = hostNamed("claude-code");
  if (host === undefined) throw new Error("the host is not there");
  const action: Action = { tool: "Bash", input: { command }, toolUseId: "now" };
  const past = () =>
    pastBefore(host, { kind: "call", event: "", session: "s", cwd: "/p", record, action }, { prompts: [] });
  return await provenanceFacts({
    ...{ tool: "Bash", input: action.input, action: { ...action, past }, tools: toolBox() },
    ...{ effects: [], remotes: [], projectRoot: "/p", home: "/home/ana" },
  });
}

function best(run: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

function readWhole(path: string): void {
  const fd = openSync(path, "r");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  while (readSync(fd, chunk) > 0);
  closeSync(fd);
}

function writeRecord(path: string, bytes: number): void {
  const fd = openSync(path, "w");
  const put = (entry: object): number => writeSync(fd, `${JSON.stringify(entry)}\n`);
  let written = put({ type: "user", uuid: "1", message: { content: "tidy up my stale jobs" } });
  let i = 0;
  for (; written < bytes; i++) {
    const command = `kubectl get jobs -n lane-${i}`;
    written += put({
      type: "assistant",
      message: { content: [{ type: "tool_use", id: `c${i}`, name: "Bash", input: { command } }] },
    });
    const content = resultOf(i);
    written += put({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: `c${i}`, content }] } });
  }
  put({
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: `c${i - 1}`, content: "job-last-1-z" }] },
  });
  closeSync(fd);
}

/** Listings, code, and now and then a page in another script with escapes. */
function resultOf(i: number): string {
  const listing = Array.from(
    { length: 60 },
    (_, n) => `job-lane-${i}-${n} 0/1 ${n}d https://ci.acme.example/${i}/${n}`,
  );
  const code = "export const read = (path: string): Result => parse(readFile(path), { strict: true });\n".repeat(40);
  const page = i % 10 === 0 ? "<p>Größe – 1.250,00 € %E2%9C%93 данные</p>".repeat(100) : "";
  return `${listing.join("\n")}\n${code}${page}`;
}
