/** A command that is tried here would run in the environment of whoever asks: what that bends is not proven. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Project, project } from "../testing/index.ts";
import { check } from "./commands/check.ts";
import { explain } from "./commands/explain.ts";
import { hook } from "./commands/hook.ts";
import { runCommand } from "./testing.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("README.md", "hello\n");
  execFileSync("git", ["init", "-q"], { cwd: here.root });
});
afterAll(() => here.remove());

const environment = (set: Record<string, string>) => ({ HOME: here.home, PATH: "/usr/bin:/bin", ...set });
const at = (): readonly string[] => ["--cwd", here.root];

const doors: readonly [string, (command: string, set: Record<string, string>) => Promise<unknown>][] = [
  [
    "check",
    async (command, set) =>
      JSON.parse((await runCommand(check, ["--json", ...at(), "--command", command], { env: environment(set) })).out)
        .by,
  ],
  [
    "check --stream",
    async (command, set) =>
      JSON.parse(
        (
          await runCommand(check, ["--stream", ...at()], {
            env: environment(set),
            typed: `${JSON.stringify({ tool: "Bash", input: { command } })}\n`,
          })
        ).out,
      ).by,
  ],
  [
    "explain",
    async (command, set) =>
      JSON.parse((await runCommand(explain, ["--json", ...at(), command], { env: environment(set) })).out).step,
  ],
];

describe.each(doors)("%s", (_, step) => {
  test.each<[string, string, string]>([
    ["git diff", "GIT_EXTERNAL_DIFF", "./x"],
    ["git status", "GIT_CONFIG_GLOBAL", "./x"],
    ["git status", "GIT_DIR", "./x"],
    ["rg hello", "RIPGREP_CONFIG_PATH", "./x"],
    ["cat README.md", "LD_PRELOAD", "./x.so"],
    ["ls", "BASH_ENV", "./x"],
    ["ls", "BASH_FUNC_ls%%", "() { x; }"],
    ["cd src && ls", "CDPATH", "/x"],
  ])("%s with %s", async (command, variable, value) => {
    expect(await step(command, { [variable]: value })).not.toMatch(/^(?:readOnly|contained|error)$/);
  });
  test.each<[string, Record<string, string>]>([
    ["git diff", {}],
    ["git diff", { EDITOR: "vi", GIT_EXTERNAL_DIFF: "" }],
    ["cat README.md", { GIT_EXTERNAL_DIFF: "./x" }],
  ])("%s with %j is proven", async (command, set) => {
    expect(await step(command, set)).toBe("readOnly");
  });
});

describe("a hook that no installed line has told anything", () => {
  const answer = async (set: Record<string, string>, ...more: readonly string[]): Promise<string> => {
    const event = {
      ...{ session_id: `s-${Object.keys(set).join()}${more.join()}`, transcript_path: "", cwd: here.root },
      ...{ permission_mode: "default", hook_event_name: "PreToolUse" },
      ...{ tool_name: "Bash", tool_input: { command: "git diff" } },
    };
    const { out } = await runCommand(hook, ["claude-code", ...more], {
      env: environment(set),
      typed: JSON.stringify(event),
    });
    return JSON.parse(out).hookSpecificOutput.permissionDecision;
  };
  test("takes them from its own environment", async () => {
    expect(await answer({})).toBe("allow");
    expect(await answer({ GIT_EXTERNAL_DIFF: "./x" })).not.toBe("allow");
    expect(await answer({ GIT_EXTERNAL_DIFF: "./x" }, "--set", "")).toBe("allow");
  });
});
