/** The built program in a repository whose remotes carry credentials: none of them reaches the record, or what shows it. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeTree } from "../src/testing/remove-tree.ts";

const PROGRAM = resolve("dist/sallyport.cjs");
const TOKEN = `ghp_${"a1".repeat(18)}`;
const PASSWORD = "correct-horse-battery";
const MODEL = { classifier: { provider: "command", command: [process.execPath, "-e", "0"] } };

test("credentials of remotes are in no file of the record and not in the log", () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "ledger-secrets-")));
  onTestFinished(() => removeTree(home));
  const [state, cwd] = [join(home, "state"), join(home, "app")];
  mkdirSync(cwd);
  const env = { PATH: process.env.PATH, HOME: home, SALLYPORT_STATE_DIR: state, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd, env });
  git("init", "-q");
  git("remote", "add", "origin", `https://alice:${TOKEN}@example.org/a/app.git`);
  git("remote", "set-url", "--add", "--push", "origin", `https://alice:${PASSWORD}@example.org/a/app.git`);
  git("remote", "add", "token", `https://${TOKEN}@example.org/a/app.git`);
  const sallyport = (...args: readonly string[]) =>
    spawnSync(process.execPath, [PROGRAM, ...args], { cwd, env, encoding: "utf8" });
  const settings = ["--settings", JSON.stringify(MODEL)];
  sallyport("check", "--session", "s1", "--mode", "auto", ...settings, "--command", "deploy now");
  const log = sallyport("log", "--json");
  const files = readdirSync(state, { recursive: true, encoding: "utf8" }).filter((name) => /\.jsonl$/.test(name));
  expect(files).toHaveLength(1);
  const record = readFileSync(join(state, files[0] ?? ""), "utf8");
  for (const text of [record, log.stdout]) {
    expect(text).toContain("https://example.org/a/app.git");
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain("alice");
  }
  expect(sallyport("log", "verify").status).toBe(0);
});
