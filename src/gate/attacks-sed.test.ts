/** sed: one script out of many parts, commands without a space, copies that are paths; by rules, by deny rules and by the floor. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["F", ".env", "src/main.py", "d/F", "a.txt"]) here.write(file, "a\n");
  here.write("w.sed", "1{w src/main.py\n");
  here.write("e.sed", "1{e git push origin x\n");
});
afterAll(() => here.remove());

const by = async (command: string, permissions: { readonly [list in "allow" | "deny" | "ask"]?: readonly string[] }) =>
  (
    await here
      .gate({
        settings: { mode: permissions.allow === undefined ? "bypassPermissions" : "default", permissions },
        restore: null,
        classifier: null,
        walls: null,
      })
      .check(bash(command))
  ).by;

describe("Bash(sed *) does not cover", () => {
  test.each([
    "sed --expression='1{e touch m' -e '}' F",
    "sed -e '}' --expression '1{e touch m' F",
    "sed --expr='1{e touch m' -e '}' F",
    "sed --expression='1e touch m' -e '$a\\' F",
    "sed '1etouch mm' F",
    "sed -e '1{etouch mm' -e '}' F",
    "sed 's/a/b/e' F",
    "sed -n '1wout' F",
    "sed '1r/etc/hosts' F",
    "sed '1R.env' F",
    "sed -f w.sed F",
    "sed -fw.sed F",
    "sed --file=w.sed F",
    "sed -i'.git/hooks/pre-*' p F",
    "sed --in-place='src/*' p F",
    "sed -i'../.*' p F",
    "sed -n -i'*.x' p F",
    "sed --in-p=x/y p F",
    "sed -i p ../other",
    "sed -i p ~/x",
    'sed "$X" F',
    'sed -i p "$X"',
    "sed -i p $X",
    "sed -l 5 w F",
    "sed 's/[/]/;s,a,b/e;#,' F",
    "sed --frob p -i F",
  ])("%s", async (command) => {
    expect(await by(command, { allow: ["Bash(sed *)"] })).not.toBe("allowRule");
    expect(await by(command, { allow: ["Bash(sed:*)"] })).not.toBe("allowRule");
  });
});

describe("Bash(sed *) covers", () => {
  test.each([
    "sed -i 's/a/b/g' F",
    "sed -i -e 's/a/b/' -e '/^$/d' F src/main.py",
    "sed -i.bak 's|a|b|' d/F",
    "sed -i '' 's/a/b/' F",
    "sed -Ei 's/(a)/\\1b/' F",
    "sed -i '1i # head' F",
    "sed -i '/a/a more' F",
    "sed -i '/a/,/b/{s/a/b/;d}' F",
    "sed -i 's/a/b/' src/*.py",
    "sed -i 's/[^/]*$//' a.txt",
    "sed --in-place=.orig --expression='s/a/b/' F",
    "sed -n '1,20p' F",
    "sed 's/a/b/' < F",
    "sed -i 's/e/w/;s/w/e/' F",
  ])("%s", async (command) => {
    expect(["allowRule", "readOnly"]).toContain(await by(command, { allow: ["Bash(sed *)"] }));
  });

  test("what a longer rule spells out", async () => {
    expect(await by("sed -i p F", { allow: ["Bash(sed -i *)"] })).toBe("allowRule");
    expect(await by("sed -i -n 1w F", { allow: ["Bash(sed -i *)"] })).not.toBe("allowRule");
  });
});

describe("deny", () => {
  test.each([
    ["Read(.env)", "sed --expression='1{r .env' -e '}' F"],
    ["Read(.env)", "sed --expression='1{R.env' -e '}' F"],
    ["Read(.env)", "sed '1r.env' F"],
    ["Edit(src/**)", "sed --expression='1{w src/main.py' -e '}' F"],
    ["Edit(src/**)", "sed --expr='1{w src/main.py' --exp '}' F"],
    ["Edit(src/**)", "sed '1wsrc/main.py' F"],
    ["Edit(src/**)", "sed '1Wsrc/main.py' F"],
    ["Edit(src/**)", "sed 's/a/b/wsrc/main.py' F"],
    ["Edit(src/**)", "sed -f w.sed -e '}' F"],
    ["Edit(src/**)", "sed --expression='1w src/main.py' -e '$a\\' F"],
    ["Edit(src/**)", "sed -l 5 '1w src/main.py' F"],
    ["Edit(src/**)", "printf '1w src/main.py' | sed -f - F"],
    ["Edit(src/**)", "sed --in-place='src/*' p F"],
    ["Edit(src/**)", "sed -i'../src/*' p d/F"],
    ["Edit(src/**)", "sed '}; 1w src/main.py' F"],
    ["Bash(git push:*)", "sed '1egit push origin x' F"],
    ["Edit(src/**)", 'sed "${N}wsrc/main.py" F'],
    ["Bash(git push:*)", "sed -e '1{egit push origin x' -e '}' F"],
    ["Bash(git push:*)", "sed --expression='1{e git push' -e '}' F"],
    ["Bash(git push:*)", "sed 's/.*/git push/e' F"],
    ["Bash(git push:*)", "sed -f e.sed -e '}' F"],
  ])("%s: %s", async (rule, command) => {
    expect(await by(command, { deny: [rule] })).toBe("denyRule");
    expect(await by(command, { ask: [rule] })).toBe("askRule");
  });

  test.each([
    ["Edit(src/**)", "sed -i.src p F"],
    ["Edit(src/**)", "sed '1r src/main.py' F"],
    ["Bash(git push:*)", "sed 's/egit push/x/' F"],
    ["Bash(git push:*)", "sed '1i git push' F"],
  ])("%s does not bind %s", async (rule, command) => {
    expect(await by(command, { deny: [rule] })).not.toBe("denyRule");
  });
});

describe("the floor", () => {
  test.each([
    "sed --expression='1{w /dev/sda' -e '}' F",
    "sed '1w/dev/sda' F",
    "sed '1erm -rf ~' F",
    "sed -ne '1{erm -rf ~' -e '}' F",
    "sed --expression='1{e rm -rf ~' -e '}' F",
    "sed 's/.*/rm -rf ~/e' F",
    'sed "${N}erm -rf ~" F',
  ])("%s", async (command) => {
    expect(await by(command, {})).toBe("floor");
  });
});
