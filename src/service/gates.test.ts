/** A gate the service keeps decides as one that is opened now, whatever of what it was opened from is changed. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AppContext, openGate, openStore, pauseUntil } from "../app/index.ts";
import { selfTestPath } from "../contain/index.ts";
import { findTools, keepResult } from "../contain/standing.ts";
import type { Action } from "../contract/action.ts";
import { stateLayout } from "../contract/state-dir.ts";
import { memoryStore } from "../memory/index.ts";
import { scratchFolder } from "../testing/folder.ts";
import { openGates, type ServiceGates } from "./gates.ts";

let box: ReturnType<typeof scratchFolder>;
let context: AppContext;
let gates: ServiceGates;
const at = (...path: readonly string[]): string => join(box.folder, ...path);
const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text);
};
beforeEach(() => {
  box = scratchFolder();
  mkdirSync(at("home/app"), { recursive: true });
  mkdirSync(at("state"), { mode: 0o700 });
  const env = { HOME: at("home"), SALLYPORT_STATE_DIR: at("state"), PATH: "/usr/bin:/bin" };
  context = { env, cwd: at("home/app"), now: Date.now };
  gates = openGates(context, openStore(context));
});
afterEach(async () => {
  await gates.close();
  box.remove();
});

const bash = (command: string, more: Partial<Action> = {}): Action => ({ tool: "Bash", input: { command }, ...more });
const write = (path: string): Action => ({ tool: "Write", input: { file_path: path, content: "x" } });

/** What the service says, and a gate of its own that knows nothing yet. */
async function ask(action: Action): Promise<readonly [string, string]> {
  gates.refresh();
  // Whoever asks again does so in a later turn.
  await new Promise(setImmediate);
  const kept = await gates.gateFor({ ...action, cwd: context.cwd });
  const fresh = openGate(context, { projectRoot: context.cwd, store: memoryStore() });
  const by = async (opened: typeof fresh): Promise<string> => {
    if (!opened.ok) return "error";
    const { behavior, by, walls } = await opened.value.gate.check({ ...action, cwd: context.cwd });
    return `${behavior} ${by} ${walls ?? "bare"}`;
  };
  return [await by(kept), await by(fresh)];
}

const USER = () => at("home/.config/sallyport/settings.json");
const PROJECT = () => at("home/app/.sallyport/settings.json");
const tried = (key: string) => () => keepResult(at("state"), { key, failed: null });
const [tools] = [findTools()];
const startedByGit = (): void => {
  execFileSync("git", ["init", "-q"], { cwd: at("home/app") });
  execFileSync("git", ["config", "core.fsmonitor", "./x"], { cwd: at("home/app") });
};

const ROWS: readonly (readonly [string, () => Action, () => void])[] = [
  ["the person's settings", () => bash("ls"), () => put(USER(), '{"permissions":{"deny":["Bash(ls:*)"]}}')],
  ["settings that cannot be read", () => bash("ls"), () => put(USER(), "{")],
  ["the project's settings", () => bash("ls"), () => put(PROJECT(), '{"permissions":{"ask":["Bash(ls:*)"]}}')],
  [
    "a link in the place of a file",
    () => bash("cat notes.txt"),
    () => symlinkSync("/etc/shadow", at("home/app/notes.txt")),
  ],
  ["a program for git to start", () => bash("git status"), () => startedByGit()],
  [
    "the same for a tool",
    () => ({ tool: "Read", input: { file_path: "a.md" } }),
    () => symlinkSync("/etc/shadow", at("home/app/a.md")),
  ],
  [
    "settings further up in the repository",
    () => bash("ls"),
    () => {
      mkdirSync(at("home/.git"));
      put(at("home/.sallyport/settings.json"), '{"permissions":{"ask":["Bash(ls:*)"]}}');
    },
  ],
  ["a pause", () => bash("npm publish"), () => pauseUntil(at("state"), Date.now() + 600_000)],
  [
    "a program that a host's line names",
    () => write(at("home/app/tools/hook.cjs")),
    () => put(join(stateLayout(at("state")).receipts, "a.json"), JSON.stringify({ pinned: [at("home/app/tools")] })),
  ],
  ["what was left behind cannot be swept", () => bash("ls"), () => put(at("state/walls/live"), "")],
  ...("tools" in tools && process.platform === "linux"
    ? ([["walls that were tried", () => bash("npm test", { walls: true }), tried(tools.tools.key)]] as const)
    : []),
];

test.each(ROWS)("%s", async (_what, action, change) => {
  const [before] = await ask(action());
  for (let n = 0; n < 2; n += 1) expect((await ask(action()))[0]).toBe(before);
  change();
  const [kept, fresh] = await ask(action());
  expect(kept).toBe(fresh);
  expect(kept).not.toBe(before);
});

test.skipIf(!("tools" in tools) || process.platform !== "linux")(
  "walls that were tried with other programs",
  async () => {
    tried("tools" in tools ? tools.tools.key : "")();
    const action = bash("npm test", { walls: true });
    const [before] = await ask(action);
    tried("another bubblewrap")();
    const [kept, fresh] = await ask(action);
    expect([kept, kept === before]).toEqual([fresh, false]);
    rmSync(selfTestPath(at("state")));
    const [gone, alone] = await ask(action);
    expect(gone).toBe(alone);
  },
);
