/** An open rule for a program, and what is fed to it in its own language; settings and lists that name a file to be shown. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsFrom } from "../app/settings/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  for (const file of [".env", "README.md", "x", "old.sql", "Dockerfile"]) here.write(file, "a\n");
});
afterAll(() => here.remove());

async function by(rule: string, command: string): Promise<string> {
  const loaded = settingsFrom({ permissions: { allow: [`Bash(${rule})`] } });
  if (!loaded.ok) throw new Error(loaded.error);
  const options = { settings: loaded.value.settings, restore: null, classifier: null, walls: null };
  return (await here.gate(options).check(bash(command, { mode: "default" }))).by;
}

describe("not covered", () => {
  test.each<[string, string]>([
    ["terraform *", `terraform console <<< 'file(".env")'`],
    ["terraform *", `echo 'file(".env")' | terraform console`],
    ["terraform *", "terraform console < x"],
    ["terraform *", `terraform -chdir=. console <<EOF\nfile(".env")\nEOF`],
    ["gdb *", `gdb <<< "shell touch pwn"`],
    ["gdb *", "gdb -q ./a.out < x"],
    ["lldb *", `lldb <<< "platform shell touch pwn"`],
    ["tmux *", `tmux -C new <<< "run-shell 'touch x'"`],
    ["jshell *", `jshell <<< 'Runtime.getRuntime().exec("touch x")'`],
    ["jshell *", "cat x | jshell"],
    ["ed *", `ed x <<< "!touch pwn"`],
    ["dc *", `dc <<< "!touch pwn"`],
    ["dc *", "dc < x"],
    ["duckdb *", `duckdb <<< ".shell touch pwn"`],
    ["sqlite3 *", `sqlite3 a.db <<< ".shell touch pwn"`],
    ["lftp *", `lftp <<< "!touch pwn"`],
    ["mysql *", `mysql db <<< '\\! touch pwn'`],
    ["mysql *", `mysql db <<< 'system touch pwn'`],
    ["gnuplot *", `gnuplot <<< 'system "touch pwn"'`],
    ["ip *", "ip -b .env"],
    ["ip *", "ip -batch .env"],
    ["ip *", "ip -b - <<< 'link del eth0'"],
    ["git *", "git -c blame.ignoreRevsFile=.env blame README.md"],
    ["git *", "git -c Blame.IgnoreRevsFile=.env blame README.md"],
    ["git *", "git -c core.excludesFile=.env status --ignored"],
    ["git *", "git -c core.attributesFile=.env check-attr -a README.md"],
    ["git *", "git -c mailmap.file=.env shortlog"],
    ["git *", "git -c commit.template=.env commit"],
    ["git *", "git config blame.ignoreRevsFile .env"],
  ])("%s: %s", async (rule, command) => {
    expect(await by(rule, command)).not.toBe("allowRule");
  });
});

describe("everyday", () => {
  test.each<[string, string]>([
    ["terraform *", "terraform plan"],
    ["terraform console:*", `terraform console <<< "1 + 1"`],
    ["tmux *", "tmux ls"],
    ["dc *", `dc <<< "2 3 + p"`],
    ["sqlite3 *", `sqlite3 a.db <<< "select 1;"`],
    ["kubectl apply:*", "kubectl apply -f - <<EOF\nkind: Pod\nEOF"],
    ["git commit:*", "git commit -F - <<EOF\nmessage\nEOF"],
    ["git *", "git -c blame.coloring=none blame README.md"],
    ["git *", "git -c blame.ignoreRevsFile=.git-blame-ignore-revs blame README.md"],
    ["git *", "git config blame.ignoreRevsFile .git-blame-ignore-revs"],
    ["git *", "git -c color.ui=never log"],
    ["ip *", "ip -br addr"],
    ["ip *", "ip addr show"],
  ])("%s: %s", async (rule, command) => {
    expect(["allowRule", "readOnly", "plain"]).toContain(await by(rule, command));
  });
});
