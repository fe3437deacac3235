import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { COMMANDS } from "../main.ts";
import { runCommand } from "../testing.ts";

const script = async (shell: string): Promise<string> => {
  const command = await COMMANDS.completion?.();
  if (command === undefined) throw new Error("there is no completion");
  return (await runCommand(command, [shell])).out;
};

test.each([
  [["uni"], ["uninstall"]],
  [["install", "cla"], ["claude-code"]],
  [["check", "--st"], ["--stream"]],
  [["init", "--se"], ["--service"]],
  [["help", "comp"], ["completion"]],
  [["nobody", "x"], []],
])("bash completes %j to %j", async (words, completed) => {
  const line = `${await script("bash")}
COMP_WORDS=(sallyport ${words.join(" ")}); COMP_CWORD=${words.length}; _sallyport; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-u", "-c", line], { encoding: "utf8" });
  expect([stdout.split("\n").filter((word) => word !== ""), stderr]).toEqual([completed, ""]);
});

const has = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

test.skipIf(!has("zsh"))("zsh reads its script (where zsh is installed)", async () => {
  const line = `autoload -U compinit; compinit -D; ${await script("zsh")}; print $_comps[sallyport]`;
  const { stdout, stderr } = spawnSync("zsh", ["-f", "-c", line], { encoding: "utf8" });
  expect([stdout.trim(), stderr]).toEqual(["_sallyport", ""]);
});

test.skipIf(!has("fish"))("fish completes (where fish is installed)", async () => {
  const line = `${await script("fish")}\ncomplete -C 'sallyport install cla'`;
  const { stdout } = spawnSync("fish", ["-c", line], { encoding: "utf8" });
  expect(stdout.trim()).toBe("claude-code");
});

test.each(["", "tcsh"])("%j is no shell it knows", async (shell) => {
  const command = await COMMANDS.completion?.();
  if (command === undefined) throw new Error("there is no completion");
  expect(await runCommand(command, shell === "" ? [] : [shell])).toMatchObject({
    code: 1,
    err: expect.stringContaining("bash, zsh, fish"),
  });
});
