/**
 * Two built versions of the gate, side by side: every decision that differs.
 *
 *   SALLYPORT_DATA=FOLDER node scripts/run.mjs bench/compare.ts BEFORE AFTER [--actions FILE] [--rows N] [--wording]
 *
 * BEFORE and AFTER are checkouts with a built `dist/`. Judged are all examples of the tables, the actions of FILE (one
 * JSON object a line: `tool`, `input`) and, with SALLYPORT_DATA, recorded commands, documented commands, dangerous
 * commands and whole sessions. Mode auto, no model, PowerShell read; a throw-away home and project; every command alone,
 * every session in order. Compared are behaviour, step, rule, hardness and what clears it; with `--wording` the reason too.
 * Prints each kind of difference with its count and up to N rows (5). Exit 0: none; 2: some.
 */
import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Action, JsonObject } from "../src/contract/action.ts";
import type { Decision } from "../src/contract/decision.ts";
import type { GateOptions } from "../src/index.ts";
import { exampleActions } from "./measure/examples.ts";

interface Version {
  readonly createGate: (options: GateOptions) => { check(action: Action): Promise<Decision> };
}
interface RecordedSession {
  readonly agent: string;
  readonly session: string;
  readonly turns: readonly { readonly tool?: string; readonly input?: JsonObject; readonly cwd?: string | null }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { actions: { type: "string" }, rows: { type: "string", default: "5" }, wording: { type: "boolean" } },
});
const [before, after] = positionals;
if (before === undefined || after === undefined) {
  console.error("usage: node scripts/run.mjs bench/compare.ts BEFORE AFTER [--actions FILE] [--rows N] [--wording]");
  process.exit(1);
}
const home = mkdtempSync(join(tmpdir(), "sallyport-compare-"));
process.env.HOME = home;
const root = join(home, "project");
mkdirSync(join(root, "src"), { recursive: true });
for (const [name, text] of [
  ["README.md", "# x\n"],
  ["a.txt", "a\n"],
  ["src/a.ts", "export const a = 1;\n"],
  ["package.json", '{"name":"x","scripts":{"test":"vitest run","build":"tsc"}}\n'],
] as const)
  writeFileSync(join(root, name), text);

const load = async (folder: string): Promise<Version> => import(pathToFileURL(resolve(folder, "dist/index.js")).href);
const versions = await Promise.all([load(before), load(after)]);
const CMD = {
  name: "Cmd",
  fields: { command: "executed" },
  encode: (input: JsonObject) => String(input.command),
  shell: { dialect: "cmd", command: (input: JsonObject) => String(input.command) },
} as const;
const gates = (projectRoot: string) =>
  versions.map(({ createGate }) =>
    createGate({
      settings: { mode: "auto", powershell: true, classifier: { provider: "offline" } },
      classifier: null,
      projectRoot,
      tools: [CMD],
    }),
  );

const kinds = new Map<string, { count: number; rows: string[] }>();
const judged = new Map<string, number>();

const same = (decision: Decision) => [
  decision.behavior,
  decision.by,
  decision.rule ?? "-",
  decision.hard ? "hard" : "",
  values.wording === true ? decision.reason : "",
  decision.clearsWhen === null ? "" : "clears",
];

async function judge(set: string, action: Action, pair: ReturnType<typeof gates>): Promise<void> {
  const [old, now] = (await Promise.all(pair.map((gate) => gate.check(action)))).map((decision) =>
    same(decision).filter(Boolean).join(" "),
  );
  judged.set(set, (judged.get(set) ?? 0) + 1);
  if (old === now) return;
  const kind = `${set}: ${old} -> ${now}`;
  const found = kinds.get(kind) ?? { count: 0, rows: [] };
  kinds.set(kind, found);
  found.count++;
  if (found.rows.length < Number(values.rows)) found.rows.push(JSON.stringify(action.input).slice(0, 200));
}

async function* linesOf<T>(file: string): AsyncGenerator<T> {
  for await (const line of createInterface({ input: createReadStream(file) }))
    if (line !== "") yield JSON.parse(line) as T;
}

const alone = gates(root);
let serial = 0;
const judgeAlone = (set: string, tool: string, input: JsonObject): Promise<void> =>
  judge(set, { tool, input, cwd: root, session: `alone-${serial++}` }, alone);

for (const { tool, input } of exampleActions()) await judgeAlone("examples", tool, input);
if (values.actions !== undefined)
  for await (const { tool, input } of linesOf<Action>(values.actions)) await judgeAlone("actions", tool, input);

const folder = process.env.SALLYPORT_DATA;
if (folder === undefined) console.error("SALLYPORT_DATA is not set: recorded data is not compared.");
else {
  const TOOLS: Readonly<Record<string, string>> = { bash: "Bash", powershell: "PowerShell", cmd: "Cmd" };
  for (const name of ["commands", "benign", "dangerous"]) {
    const file = join(folder, `${name}.jsonl`);
    if (!existsSync(file)) continue;
    for await (const row of linesOf<{ kind?: string; shell?: string; command?: string }>(file)) {
      const tool = TOOLS[row.kind ?? row.shell ?? "bash"];
      if (tool !== undefined && row.command !== undefined) await judgeAlone(name, tool, { command: row.command });
    }
  }
  for await (const { agent, session, turns } of linesOf<RecordedSession>(join(folder, "sessions.jsonl"))) {
    const host = agent.split(" ")[0] ?? "";
    const pair = gates(turns.find((turn) => turn.cwd)?.cwd ?? "/nowhere/project");
    for (const { tool, input, cwd } of turns)
      if (tool !== undefined)
        await judge(
          "sessions",
          {
            tool,
            input: input ?? {},
            session,
            ...(["claude-code", "codex", "gemini", "opencode", "copilot"].includes(host) ? { host } : {}),
            ...(cwd ? { cwd } : {}),
          },
          pair,
        );
  }
}

const sorted = [...kinds].sort(([, a], [, b]) => b.count - a.count);
for (const [kind, { count, rows }] of sorted)
  console.log(`${count} ${kind}\n${rows.map((row) => `    ${row}`).join("\n")}`);
const total = sorted.reduce((sum, [, { count }]) => sum + count, 0);
console.log(`${total} of ${[...judged].map(([set, count]) => `${count} ${set}`).join(", ")} differ`);
rmSync(home, { recursive: true, force: true });
process.exitCode = total === 0 ? 0 : 2;
