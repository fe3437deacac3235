/** A gate the service keeps, for checks or for hooks, decides as one that is opened now, whatever of what it was opened from is changed. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AppContext, keepHookGates, openGate, openStore, pauseUntil } from "../app/index.ts";
import { selfTestPath } from "../contain/index.ts";
import { findTools, keepResult } from "../contain/standing/standing.ts";
import type { Action } from "../contract/action.ts";
import { stateLayout } from "../contract/state-dir.ts";
import { memoryStore, type SessionStore } from "../memory/index.ts";
import { parseRule } from "../rules/index.ts";
import { scratchFolder } from "../testing/folder.ts";
import { openGates, type ServiceGates } from "./gates.ts";

let box: ReturnType<typeof scratchFolder>;
let context: AppContext;
let gates: ServiceGates;
let openHook: ReturnType<typeof keepHookGates>;
let hookStore: ReturnType<typeof openStore>;
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
  openHook = keepHookGates();
  hookStore = openStore(context);
});
afterEach(async () => {
  await gates.close();
  await hookStore.close();
  box.remove();
});

const bash = (command: string, more: Partial<Action> = {}): Action => ({ tool: "Bash", input: { command }, ...more });
const write = (path: string): Action => ({ tool: "Write", input: { file_path: path, content: "x" } });

type Door = "check" | "hook";
type Opening = Parameters<typeof openHook>[1];

const openAt: Readonly<Record<Door, (action: Action) => Promise<ReturnType<typeof openHook>>>> = {
  check: (action) => gates.gateFor({ ...action, cwd: context.cwd }),
  hook: async () => openHook(context, { projectRoot: context.cwd, hook: true, store: hookStore }),
};

/** What the service says, and a gate of its own that knows nothing yet. */
async function ask(action: Action, door: Door): Promise<readonly [string, string]> {
  gates.refresh();
  // Whoever asks again does so in a later turn.
  await new Promise(setImmediate);
  const kept = await openAt[door](action);
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
  ["a program for git to start", () => bash("git status", { process: { variables: [] } }), () => startedByGit()],
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

describe.each<Door>(["check", "hook"])("for a %s", (door) => {
  test.each(ROWS)("%s", async (_what, action, change) => {
    const [before] = await ask(action(), door);
    for (let n = 0; n < 2; n += 1) expect((await ask(action(), door))[0]).toBe(before);
    change();
    const [kept, fresh] = await ask(action(), door);
    expect(kept).toBe(fresh);
    expect(kept).not.toBe(before);
  });
});

const settingsOf = (opening: Opening): unknown => {
  const opened = openHook(context, opening);
  return opened.ok ? opened.value.settings : opened.error;
};

test("hooks of a session get the gate that was opened, until one of them says otherwise", () => {
  const rule = parseRule("Bash(ls:*)", "deny", "the host");
  const opening: Opening = { projectRoot: context.cwd, hook: true, agentEnv: {}, rules: [], variables: [] };
  const first = settingsOf(opening);
  expect(settingsOf({ ...opening, store: memoryStore() })).toBe(first);
  const others: readonly Opening[] = [
    { ...opening, projectRoot: at("home") },
    { ...opening, agentEnv: { CLAUDE_CONFIG_DIR: at("home/app/own") } },
    { ...opening, variables: ["GIT_DIR"] },
    { ...opening, rules: rule.ok ? [rule.value] : [] },
    { ...opening, settings: "{}" },
    { ...opening, classifier: null },
  ];
  for (const other of others) expect(settingsOf(other)).not.toBe(first);
  context = { ...context, env: { ...context.env, PATH: at("bin") } };
  expect(settingsOf(opening)).not.toBe(first);
});

test("a gate that is kept records where the call of the moment says, and no more are kept than there is room for", async () => {
  const one = keepHookGates({ most: 1 });
  const open = (store: SessionStore, projectRoot = context.cwd) => one(context, { projectRoot, hook: true, store });
  const stores = [memoryStore(), memoryStore()] as const;
  for (const store of stores) {
    const opened = open(store);
    if (opened.ok) await opened.value.gate.check(bash("ls", { session: "one", toolUseId: "t" }));
  }
  for (const store of stores) {
    const session = await store.open("one", { projectRoot: context.cwd, host: null });
    expect((await session.memory()).recent).toHaveLength(1);
  }
  const settings = (projectRoot: string): unknown => {
    const opened = open(stores[0], projectRoot);
    return opened.ok ? opened.value.settings : opened.error;
  };
  const [first, other] = [settings(context.cwd), settings(at("home"))];
  expect(settings(at("home"))).toBe(other);
  expect(settings(context.cwd)).not.toBe(first);
});

test.skipIf(!("tools" in tools) || process.platform !== "linux")(
  "walls that were tried with other programs",
  async () => {
    tried("tools" in tools ? tools.tools.key : "")();
    const action = bash("npm test", { walls: true });
    const [before] = await ask(action, "check");
    tried("another bubblewrap")();
    const [kept, fresh] = await ask(action, "check");
    expect([kept, kept === before]).toEqual([fresh, false]);
    rmSync(selfTestPath(at("state")));
    const [gone, alone] = await ask(action, "check");
    expect(gone).toBe(alone);
  },
);
