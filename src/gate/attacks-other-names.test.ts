/** Deny rules in bypassPermissions: the same command by another name, the same file by words that no record reads. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["secrets/k.yml", "README.md", "src/a.py"]) here.write(file, "x\n");
});
afterAll(() => here.remove());

const by = async (rule: string, command: string): Promise<string> => {
  const settings = { mode: "bypassPermissions", permissions: { deny: [rule] } } as const;
  return (await here.gate({ settings, restore: null }).check(bash(command))).by;
};

describe.each<[string, readonly string[], readonly string[]]>([
  [
    "Bash(git push:*)",
    [
      ...["git-push", "/usr/lib/git-core/git-push origin", "git send-pack origin main", "git http-push x"],
      ...["git subtree push --prefix=a origin b", "git ${Z}push", "git $Z push", "git ${Z}push origin main"],
    ],
    ["git subtree pull --prefix=a origin b", "git pull", "git-lfs ls-files"],
  ],
  ["Bash(pip install:*)", ["pip3 install x", "pip3.11 install x", "/usr/bin/pip3 install x"], ["pip3 list"]],
  ["Bash(python evil.py:*)", ["python3 evil.py", "python3.11 evil.py"], ["python3 src/a.py"]],
  ["Bash(node evil.js:*)", ["nodejs evil.js", "node20 evil.js"], []],
  ["Bash(docker compose down -v:*)", ["docker-compose down -v"], ["docker-compose up"]],
  [
    "Read(./secrets/**)",
    [
      ...[". secrets/k.yml", "source secrets/k.yml", "bash -v secrets/k.yml", "sh -x secrets/k.yml"],
      ...["ed -s secrets/k.yml", "view secrets/k.yml", "nano secrets/k.yml", "sort --files0-from=secrets/k.yml"],
      ...["git interpret-trailers secrets/k.yml", "git notes add -F secrets/k.yml", "git read-tree HEAD:secrets/k.yml"],
      "python3 -c \"print(open('secrets/k.yml').read())\"",
      "node -e \"console.log(require('fs').readFileSync('secrets/k.yml','utf8'))\"",
      "ruby -e 'puts File.read(\"secrets/k.yml\")'",
      "perl -ne print secrets/k.yml",
      "make -f secrets/k.yml",
    ],
    ["python3 src/a.py", "python3 -c \"print(open('README.md').read())\"", "sort README.md", "vim README.md"],
  ],
])("%s", (rule, bound, free) => {
  test.each(bound)("binds %s", async (command) => {
    expect(await by(rule, command)).toBe("denyRule");
  });
  test.each(free)("leaves %s", async (command) => {
    expect(await by(rule, command)).not.toBe("denyRule");
  });
});
