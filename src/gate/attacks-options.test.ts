/** Deny and ask rules hold for every spelling of the options they name; allow rules mean what they say. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsFrom } from "../app/settings/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

async function by(rule: string, command: string, list: "deny" | "ask" | "allow" = "deny"): Promise<string> {
  const loaded = settingsFrom({ mode: "bypassPermissions", permissions: { [list]: [rule] } });
  if (!loaded.ok) throw new Error(loaded.error);
  return (await here.gate({ settings: loaded.value.settings, restore: null }).check(bash(command))).by;
}

describe.each<[string, readonly string[], readonly string[]]>([
  [
    "Bash(rm -rf:*)",
    [
      ...[
        "rm -fr x",
        "rm -r -f x",
        "rm --recursive --force x",
        "rm -R --force x",
        "rm -rfv x",
        "rm x -rf",
        "rm -vrf x",
      ],
      ...["rm --recurs --forc x", "rm -f x -r", "sudo rm -fr x", "find . -exec rm -fr {} +", "ls | xargs rm -fr"],
      ...["/bin/rm -fr x", "bash -c 'rm -r -f x'", "rm -f --rec -- x", "nice rm -Rf x", "unknown-tool rm -fr x"],
    ],
    ["rm x", "rm -f x", "rm -r x", "rm -- -rf", "ls -rf"],
  ],
  [
    "Bash(git push --force:*)",
    [
      ...[
        "git push -f",
        "git push origin +main",
        "git push --mirror",
        "git -C . push --force",
        "git push origin main -f",
      ],
      ...[
        "git push -uf origin x",
        "git push origin --forc",
        "git --no-pager push -f",
        "git push origin +a:b",
        "git push -q --force",
      ],
    ],
    [
      "git push",
      "git push origin main",
      "git push --force-with-lease",
      "git push -u origin x",
      "git commit -m 'push -f'",
    ],
  ],
  ["Bash(git push -f)", ["git push --force", "git -C x push -f"], ["git push", "git push --force-with-lease"]],
  [
    "Bash(git branch -D:*)",
    ["git branch --delete --force x", "git branch -d -f x", "git branch -df x"],
    ["git branch x"],
  ],
  [
    "Bash(git commit --no-verify:*)",
    ["git commit -nm x", "git commit -m x -n", "git commit -a --no-ver -m x"],
    ["git commit -m x"],
  ],
  ["Bash(git reset --hard:*)", ["git reset HEAD~1 --hard", "git reset -q --har"], ["git reset --soft", "git reset"]],
  ["Bash(git clean -fd *)", ["git clean -d -f", "git clean --force -d x", "git clean -xdf"], ["git clean -n"]],
  ["Bash(curl -k:*)", ["curl --insecure http://x.example", "curl -sk http://x.example"], ["curl -s http://x.example"]],
  ["Bash(* --force)", ["npm install x --force", "git push -f"], ["npm install x"]],
  ["Bash(git push * --force)", ["git push --force origin main", "git push -f origin x"], ["git push origin main"]],
  [
    "Bash(git push origin main:*)",
    ["git push -q origin main", "git push --force-with-lease origin main"],
    ["git push origin x"],
  ],
  ["Bash(chmod -R 777:*)", ["chmod --recursive 777 x", "chmod 777 -R x"], ["chmod 777 x", "chmod -R 755 x"]],
  ["Bash(sed -i:*)", ["sed --in-place s/a/b/ x", "sed -ni s/a/b/p x", "sed -n -i s/a/b/p x"], ["sed -n 1p x"]],
])("%s", (rule, held, free) => {
  test.each(held)("holds %s", async (command) => {
    expect(await by(rule, command)).toBe("denyRule");
    expect(await by(rule, command, "ask")).toBe("askRule");
  });
  test.each(free)("does not hold %s", async (command) => {
    expect(await by(rule, command)).not.toBe("denyRule");
  });
});

test.each([
  ["Bash(rm -rf:*)", 'rm x "$Y"'],
  ["Bash(git push --force:*)", "git push origin $X"],
  ["Bash(git push --force:*)", "git push origin main $X"],
])("%s may be what %s means: no allow rule covers it", async (rule, command) => {
  const loaded = settingsFrom({
    mode: "default",
    permissions: { deny: [rule], allow: ["Bash(rm:*)", "Bash(git push:*)"] },
  });
  if (!loaded.ok) throw new Error(loaded.error);
  const decision = await here.gate({ settings: loaded.value.settings, restore: null }).check(bash(command));
  expect(decision.behavior).not.toBe("allow");
});

test.each([
  ["Bash(git push --force-with-lease:*)", "git push -q --force-with-lease"],
  ["Bash(docker run -d:*)", "docker run --detach x"],
  ["Bash(curl -s http://x.example)", "curl --silent http://x.example"],
])("%s allows nothing but what it spells out: not %s", async (rule, command) => {
  const loaded = settingsFrom({ mode: "default", permissions: { allow: [rule] } });
  if (!loaded.ok) throw new Error(loaded.error);
  const decision = await here.gate({ settings: loaded.value.settings, restore: null }).check(bash(command));
  expect(decision.by).not.toBe("allowRule");
});
