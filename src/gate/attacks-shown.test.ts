/** Secrets shown, packed or handed on under open allow rules: by what has no program, by a tree, by a word. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsFrom } from "../app/settings/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  for (const file of ["src/a.ts", "docs/a.md", ".env"]) here.write(file, "A=1\n");
  here.write("package.json", JSON.stringify({ scripts: { test: "vitest run" } }));
  for (const file of [".ssh/id_ed25519", ".aws/credentials", ".config/gh/hosts.yml", ".kube/config", "notes/a.txt"]) {
    mkdirSync(dirname(join(here.home, file)), { recursive: true });
    writeFileSync(join(here.home, file), "x\n");
  }
});
afterAll(() => here.remove());

async function by(rules: readonly string[], command: string): Promise<string> {
  const loaded = settingsFrom({ permissions: { allow: rules } });
  if (!loaded.ok) throw new Error(loaded.error);
  return (await here.gate({ settings: loaded.value.settings, restore: null }).check(bash(command))).by;
}

describe.each<[string, readonly string[], readonly string[]]>([
  [
    "Bash(echo:*)",
    [
      ...['echo "$(<~/.ssh/id_ed25519)"', "echo `<.env`", 'K="$(<.env)"; echo "$K"', "echo a${x:-$(<.env)}"],
      ...["for l in $(<.env); do echo $l; done", 'echo a <<< "$(<.env)"', "echo $(( $(<.env) ))", "echo $(<$F)"],
      ...['case "$(<.env)" in A*) echo a;; esac', "{ read x; echo $x; } < .env", "mapfile x < .env; echo ${x[@]}"],
      ...["[[ $(<.env) ]] && echo a", "exec 3<.env; read -u 3 x; echo $x", "while read x; do echo $x; done < .env"],
    ],
    ['echo "$(<src/a.ts)"', "for l in $(<docs/a.md); do echo $l; done", "while read x; do echo $x; done < src/a.ts"],
  ],
  [
    "Bash(cat:*)",
    ['cat <<< "$(<.env)"', "cat <<E\n$(<.env)\nE", "{ cat; } < .env", "cat <(<.env)", "cat ~/.aws/$X"],
    ["{ cat; } < src/a.ts", "cat < docs/a.md"],
  ],
  ["Bash(npm test:*)", ['npm test -- "$(<~/.aws/credentials)"'], ["npm test", 'npm test -- "$(<docs/a.md)"']],
  ["Bash(git commit:*)", ['git commit -m "$(<.env)"'], ['git commit -m "$(<docs/a.md)"', "git commit -m .env"]],
  ["Bash(ping:*)", ['ping "$(<.env)"'], []],
  [
    "Bash(diff:*)",
    [
      ...["diff -rN ~/.aws src", "diff -ruN ~/.config/gh src", "diff -rN ~/.kube src", "diff -r ~ src"],
      ...["diff -ra --from-file=$HOME/.aws src", "diff -rN src ~/.config", "cd ~ && diff -rN .aws code"],
    ],
    ["diff -r src docs", "diff -u src/a.ts docs/a.md", "diff -r src ~/notes"],
  ],
  ["Bash(colordiff:*)", ["colordiff -rN ~/.aws src"], ["colordiff -r src docs"]],
  [
    "Bash(zip:*)",
    ["zip -r x.zip ~/.ssh", "zip -r x.zip ~", "zip -r x.zip ~/.config", "cd ~ && zip -r code/x.zip .kube"],
    ["zip -r x.zip src docs", "zip -r x.zip .", "zip x.zip ~/notes/a.txt"],
  ],
  [
    "Bash(tar:*)",
    [
      ...["tar cf x.tar -C ~ .ssh", "tar cf x.tar -C ~ .", "tar -cf x.tar --directory=$HOME .aws"],
      ...["tar cf x.tar ~/.config", "tar -C ~ -C .config -cf x.tar gh", "tar -C ~ -cf x.tar $X"],
    ],
    ["tar czf x.tgz src", "tar czf x.tgz .", "tar czf x.tgz -C src .", "tar czf x.tgz -C ~ notes"],
  ],
  [
    "Bash(sqlite3:*)",
    [
      ...["sqlite3 x.db -Ac ~/.aws", "sqlite3 x.db -A -c -C ~ .aws", "sqlite3 x.db --Ac ~/.ssh"],
      ...["attach '.envrc' as y; create table y.t(a)", "vacuum into '.envrc'", ".backup .envrc", ".once .envrc"].map(
        (order) => `sqlite3 x.db "${order}"`,
      ),
      ...[".save .git/hooks/pre-commit", ".output .envrc", "attach 'file:.envrc?mode=rwc' as y"].map(
        (order) => `sqlite3 x.db "${order}"`,
      ),
    ],
    ["sqlite3 x.db .tables", "sqlite3 x.db 'insert into t values(1)'", "sqlite3 x.db \"attach 'y.db' as y; select 1\""],
  ],
  [
    "Bash(yq:*)",
    [
      `yq 'load("~/.aws/credentials")'`,
      `yq -n 'load_str("/etc/shadow")'`,
      `yq '.a = load("'$HOME'/.kube/config")' a.yml`,
    ],
    ["yq .a src/a.yml", `yq '.a = "b"' a.yml`],
  ],
  [
    "Bash(mytool:*)",
    [
      ...["mytool ~/.aws", "mytool --from ~", "mytool --from=$HOME/.config", "mytool -C ~ .aws", "mytool /etc"],
      ...["cd ~ && mytool .ssh", "mytool src=$HOME/.kube", "mytool ../.."],
    ],
    ["mytool ~/notes/a.txt", "mytool --base / src", "mytool -C src a.ts", "mytool ."],
  ],
  ["Bash(ls:*)", [], ["ls -la ~/.ssh", "ls ~"]],
  ["Bash(du:*)", [], ["du -sh ~"]],
  ["Bash(mkdir:*)", [], ["mkdir -p out/a"]],
  ["Bash(kubectl get:*)", [], ["kubectl get pods"]],
])("%s", (rule, held, free) => {
  test.each(held)("does not cover %s", async (command) => {
    expect(await by([rule], command)).not.toBe("allowRule");
  });
  test.each(free)("covers %s", async (command) => {
    expect(["allowRule", "readOnly"]).toContain(await by([rule], command));
  });
});

test.each(["diff -r", "mytool", "tar cf x.tar"])("a rule for %s that names the store covers it", async (words) => {
  expect(await by([`Bash(${words} ${here.home}/.aws:*)`], `${words} ~/.aws`)).toBe("allowRule");
});

test("what has no program needs the rule its reading by cat would need", async () => {
  expect(await by(["Bash(echo:*)", "Bash(cat .env:*)"], "echo $(<.env)")).toBe("allowRule");
  expect(await by(["Bash(echo:*)", "Bash(cat:*)"], "echo $(<.env)")).not.toBe("allowRule");
  expect(await by(["Bash(echo:*)", "Bash(rm .env:*)"], "echo $(<.env)")).not.toBe("allowRule");
});
