/** What is broken or gone, met at the installed lines as a host meets it: no call runs, typing goes on, and one line says what to do. */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeTree } from "../src/testing/remove-tree.ts";

const dist = join(import.meta.dirname, "../dist");
let top = "";
let home = "";
let n = 0;
beforeAll(() => {
  if (!existsSync(join(dist, "hook.cjs"))) throw new Error("dist/hook.cjs is not there: run npm run build first");
  top = realpathSync(mkdtempSync(join(tmpdir(), "e2e-kindly-")));
  cpSync(dist, join(top, "dist"), { recursive: true });
});
afterAll(() => removeTree(top));
beforeEach(() => {
  home = join(top, String(n++));
  mkdirSync(join(home, "app"), { recursive: true });
});

function run(program: string, args: readonly string[], input = "") {
  const env = { HOME: home, PATH: "/usr/bin:/bin" };
  const done = spawnSync(program, args, { cwd: join(home, "app"), input, encoding: "utf8", env, timeout: 60_000 });
  return { code: done.status, out: done.stdout, err: done.stderr };
}
/** Its own copy of the program and of Node, so that both can go. */
function install(host: string, ...more: readonly string[]): void {
  cpSync(join(top, "dist"), join(home, "pkg/dist"), { recursive: true });
  writeFileSync(join(home, "node"), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  const done = run(process.execPath, [
    join(home, "pkg/dist/sallyport.cjs"),
    "install",
    host,
    "--yes",
    "--no-service",
    ...more,
  ]);
  if (done.code !== 0) throw new Error(done.err);
  const file = join(home, FILES[host] ?? "");
  if (!existsSync(file)) return;
  const text = readFileSync(file, "utf8");
  const [path = "", letters = ""] = /\/[^"' ;]*\/hooks\/hook-(\w+)\.sh/.exec(text) ?? [];
  const own = readFileSync(path, "utf8").replaceAll(process.execPath, join(home, "node"));
  const others = createHash("sha256").update(own).digest("hex").slice(0, letters.length);
  writeFileSync(path.replace(letters, others), own);
  writeFileSync(file, text.replaceAll(letters, others));
}
const doctor = (host: string) => run(process.execPath, [join(top, "dist/sallyport.cjs"), "doctor", host, "--json"]).out;

const FILES: Readonly<Record<string, string>> = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/hooks.json",
  gemini: ".gemini/settings.json",
};
const PROMPTS: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["UserPromptSubmit", "PostToolUse", "SubagentStop"],
  codex: ["UserPromptSubmit", "SessionStart"],
  gemini: ["BeforeAgent"],
};
const CALLS: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["PreToolUse", "PermissionRequest"],
  codex: ["PreToolUse", "PermissionRequest"],
  gemini: ["BeforeTool"],
};

function send(host: string, event: string) {
  const { hooks } = JSON.parse(readFileSync(join(home, FILES[host] ?? ""), "utf8"));
  const input = {
    ...{ session_id: "s", cwd: join(home, "app"), hook_event_name: event, prompt: "do not push", tool_use_id: "t1" },
    ...{ tool_name: host === "gemini" ? "run_shell_command" : "Bash", tool_input: { command: "git status" } },
    tool_response: {},
  };
  return run("/bin/sh", ["-c", hooks[event][0].hooks[0].command], JSON.stringify(input));
}

/** Each with what the doctor says of it. */
const BREAKS: Readonly<Record<string, readonly [() => void, RegExp]>> = {
  "the package is removed": [
    () => rmSync(join(home, "pkg"), { recursive: true }),
    /hook.cjs, which it starts, is gone/,
  ],
  "node is gone": [() => rmSync(join(home, "node")), /node, which it starts, is gone/],
  "half the package is gone": [
    () => rmSync(join(home, "pkg/dist/program"), { recursive: true }),
    /not as this sallyport would install it now/,
  ],
  "the settings are mistyped": [
    () => {
      mkdirSync(join(home, ".config/sallyport"), { recursive: true });
      writeFileSync(join(home, ".config/sallyport/settings.json"), '{"mode":"auot"}');
    },
    /settings.json: mode: must be one of/,
  ],
  "the state cannot be written": [
    () => {
      rmSync(join(home, ".local/state/sallyport"), { recursive: true });
      writeFileSync(join(home, ".local/state/sallyport"), "");
    },
    /is no directory/,
  ],
};

const ROWS = [
  ...Object.keys(BREAKS).map((what) => ["claude-code", what] as const),
  ...["codex", "gemini"].map((host) => [host, "the package is removed"] as const),
];

describe("no call runs, typing goes on, the doctor finds it", () => {
  test.each(ROWS)("%s: %s", (host, what) => {
    install(host);
    const [spoil, finding] = BREAKS[what] ?? [() => undefined, /^/];
    spoil();
    for (const event of CALLS[host] ?? []) {
      const { code, out, err } = send(host, event);
      const said = out === "" ? {} : JSON.parse(out);
      const own = said.hookSpecificOutput ?? said;
      const denied = [own.permissionDecision, own.decision?.behavior, own.decision].includes("deny");
      expect(code === 2 || denied).toBe(true);
      expect(out + err).toMatch(/Install it again|Put its folder back|sallyport doctor/);
    }
    for (const event of PROMPTS[host] ?? []) {
      const { code, out } = send(host, event);
      expect(code).toBe(0);
      if (out === "") continue;
      const said = JSON.parse(out);
      expect(said.continue ?? true).toBe(true);
      expect(said.decision).toBeUndefined();
      expect(said.systemMessage).toMatch(/Install it again|Put its folder back|sallyport doctor/);
    }
    const found = JSON.parse(doctor(host)) as { state: string; says: string; fix?: string }[];
    expect(found.filter(({ state, says, fix }) => state === "bad" && finding.test(says) && fix)).toHaveLength(1);
  });
});

test("mistyped settings: what the person says is on record all the same", () => {
  install("claude-code");
  BREAKS["the settings are mistyped"]?.[0]();
  send("claude-code", "UserPromptSubmit");
  rmSync(join(home, ".config"), { recursive: true });
  expect(run(process.execPath, [join(top, "dist/sallyport.cjs"), "log", "--json"]).out).toContain("do not push");
});

test("a state directory that cannot be made: install leaves nothing behind", () => {
  mkdirSync(join(home, ".local"), { recursive: true });
  writeFileSync(join(home, ".local/state"), "");
  expect(() => install("claude-code")).toThrow("cannot be written");
  expect(existsSync(join(home, ".claude"))).toBe(false);
});

test("the plugin's line, with the package gone", () => {
  install("claude-code", "--plugin");
  rmSync(join(home, "pkg"), { recursive: true });
  const line = join(home, ".config/sallyport/hooks/claude-code.sh");
  expect(run("/bin/sh", [line])).toMatchObject({ code: 2, out: "" });
  expect(run("/bin/sh", [line, "tell"])).toMatchObject({ code: 0, err: "" });
});
