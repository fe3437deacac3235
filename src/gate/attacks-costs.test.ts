/**
 * Commands and inputs whose reading costs more the longer they are: work is counted, and what is beyond the count is not taken for
 * harmless. None of these is timed: what cost the square of its length, or doubled with each part, hangs here.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Effect, exact } from "../contract/effect.ts";
import { specExpression } from "../machine/git/index.ts";
import { callPattern, diskWorld } from "../machine/index.ts";
import { secretsIn } from "../machine/secrets/index.ts";
import { deletedByCode } from "../policy/floor/languages.ts";
import { changedPaths } from "../policy/rules/changed-paths.ts";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
let bypassing: BypassingProject;
beforeAll(() => {
  here = project();
  bypassing = bypassingProject();
});
afterAll(() => {
  here.remove();
  bypassing.remove();
});

const rows = (count: number, row: (i: number) => string, between = "; "): string =>
  Array.from({ length: count }, (_, i) => row(i)).join(between);

const DEEP: readonly (readonly [what: string, command: string])[] = [
  ["shells that start shells", `${"sh -c sh -c ".repeat(200)}ls`],
  ["searches that start searches", `${"find . -exec ".repeat(500)}ls \\;`],
  ["containers that start containers", `${"docker run x ".repeat(700)}ls`],
  ["launchers of many kinds", `${"sudo env xargs nice find . -exec ssh h ".repeat(240)}ls`],
  ["builtins that start builtins", `${"eval ".repeat(100)}touch a`],
];

describe("what starts another, over and over", () => {
  test.each(DEEP)("%s: asked", async (_, command) => {
    expect((await here.gate().check(bash(command))).behavior).not.toBe("allow");
  });
  test.each(DEEP)("%s: no rule says that nothing of it is forbidden", async (_, command) =>
    expect(await bypassing.by(command, ["Bash(git push:*)"])).toBe("askRule"),
  );
});

describe("what stands behind more than is looked through", () => {
  const PADDED = [
    `${"ls; ".repeat(900)}rm -rf ~`,
    `${"ls; ".repeat(900)}nice env git push --force`,
    `echo ${"a ".repeat(14_000)}; rm -rf ~`,
    `${"eval ".repeat(100)}rm -rf ~`,
    `${"docker run x ".repeat(100)}git push --force`,
    `${"true\n".repeat(2_000)}dd if=/dev/zero of=/dev/sda`,
    `echo "${"( ".repeat(600)} ${"x".repeat(10_000)}"; rm -rf ~`,
    `echo '${"([{(".repeat(700)}${"x".repeat(10_000)}'; rm -rf ~`,
    `cat > a <<'E'\n${"f(a[{`x`}])\n".repeat(1_500)}E\nrm -rf ~`,
    `echo ${"{a,$[".repeat(2_000)} ${"x".repeat(10_000)}; rm -rf ~`,
    `python3 -c '${"x = 1\n".repeat(2_900)}import shutil, os\nshutil.rmtree(os.path.expanduser("~"))'`,
    `python3 - <<'E'\n${"x = 1\n".repeat(4_000)}import shutil, os\nshutil.rmtree(os.path.expanduser("~"))\nE`,
  ];
  test.each(PADDED)("row %# is not let through where no question is asked", async (command) => {
    const decision = await here.gate().check({ ...bash(command), mode: "bypassPermissions" });
    expect(decision.behavior).not.toBe("allow");
    expect(decision.reason).toMatch(/more than is looked through|delete|write over/);
  });
  test.each(PADDED)("row %# where a rule forbids something", async (command) =>
    expect(await bypassing.by(command, ["Bash(git push --force:*)"])).toMatch(/^(?:askRule|denyRule|floor)$/),
  );
});

describe("patterns of a call that could be tried for ever", () => {
  const A = "a".repeat(60);
  test.each([
    `sed -n 's/${"\\(a*\\)*".repeat(30)}b/x/p' README.md; git push`,
    `echo ${A} | sed 's/${"\\".repeat(80)}'; git push`,
    `X=$(echo ${A} | sed -E 's/(a|a)(a?){60}b/x/'); git push`,
    `X=$(echo ${A} | grep '${"a?".repeat(39)}b'); git push`,
    `[[ ${A} =~ ^(a|a)*b$ ]]; git push`,
    `[[ ${A} =~ ^(a?){60}b$ ]]; git push`,
    `[[ ${A} =~ ${"a*".repeat(40)}b ]]; git push`,
    `find ~ | grep '${".*".repeat(60)}b' | xargs cat; git push`,
    `awk '{ gsub(/${"\\a".repeat(60)}, "x") }' README.md; git push`,
  ])("row %#", async (command) => expect(await bypassing.by(command, ["Bash(git push:*)"])).toBe("denyRule"));

  test.each([
    ["*a*a*a*a*a*a*a*a*a*a*a*a*a*b", false],
    ["*a*a*a*a*a*a*a*a*a*a*a*a*a*", true],
    ["a*c", false],
    ["*", true],
    ["aa*aa", true],
  ])("a pathspec of many stars: %s", (spec, fits) =>
    expect(specExpression(spec, { from: "/p", top: "/p" }).test(`/p/${A}`)).toBe(fits),
  );
  test.each([
    ["a+", true],
    ["^(a|b)c.*d$|x", true],
    ["[)]*.*", true],
    ["(a|a)*", false],
    ["(a?){9}", false],
    ["a*a*a*a*a*a*b", false],
    ["a?".repeat(40), false],
    ["(", false],
  ])("%s is tried: %s", (source, tried) => expect(callPattern(source, "", 60) !== undefined).toBe(tried));
});

describe("a command that is longer than one proof takes", () => {
  test.each([
    `echo ${"'a'\"b\"".repeat(20_000)}; git push`,
    `echo '${"a; b ".repeat(20_000)}'; git push`,
    `echo "${"it's ".repeat(15_000)}"; git push`,
    `cat > notes.txt <<'EOF'\n${"it's a line\n".repeat(6_000)}EOF\ngit push`,
  ])("row %#: what it does at its end is found", async (command) =>
    expect(await bypassing.by(command, ["Bash(git push:*)"])).toBe("denyRule"),
  );
  test.each([
    `sh -c 'echo ${'"a"b'.repeat(12_000)}; git push'`,
    `eval "echo ${"'a'b".repeat(12_000)}; git push"`,
    `echo ${"{a,$['b'".repeat(10_000)}; git push`,
    `echo ${"'a'\"b\"".repeat(50_000)}; git push`,
    `echo ${"{a,$[".repeat(2_000)} $(( $(ls) )) ${"x".repeat(10_000)}; git push`,
  ])("row %#: or it is asked", async (command) =>
    expect(await bypassing.by(command, ["Bash(git push:*)"])).toMatch(/^(?:askRule|denyRule)$/),
  );
});

describe("stays as it was", () => {
  test.each([
    rows(60, (i) => `touch f${i}`),
    `sudo rm ${rows(700, (i) => `f${i}`, " ")}`,
    `sudo env nice nohup timeout 5 make`,
    "sh -c 'sh -c \"touch a\"'",
    `cat > notes.md <<'EOF'\n${"a line; with (signs) and `code` in it\n".repeat(700)}EOF`,
    `python3 - <<'EOF'\nimport os\n${"print(os.path.join('a', 'b'))\n".repeat(700)}EOF`,
    `git commit -m '${"a line about it\n".repeat(400)}'`,
    `cat > notes.txt <<'EOF'\n${"a line that says nothing of importance\n".repeat(1_500)}EOF`,
    `cat > data.json <<'EOF'\n${'{"a": {"b": [1, 2]}, "c": "it is"}\n'.repeat(2_500)}EOF`,
    `echo '${"a text of some length\n".repeat(3_000)}' > notes.txt`,
    "ls src | grep -E '^(a|b).*ts$' | sed 's/\\.ts$//'",
    rows(12, (i) => `mv a${i} b${i}`, " && "),
    `for f in *.txt; do mv "$f" "$f.bak"; done`,
  ])("row %#", async (command) => expect(await bypassing.by(command, ["Bash(git push:*)"])).toBe("bypassMode"));
});

test("a tree that is moved on and on does not double without end", async () => {
  const moves = rows(60, (i) => `mv a${i} a${i + 1}`);
  expect((await here.gate().check(bash(`${moves}; sh a60`))).behavior).not.toBe("allow");
  expect((await here.gate().check(bash(moves))).behavior).not.toBe("allow");
  const guarded = await here.gate().check({ ...bash(`${moves}; mv a60 .claude`), mode: "bypassPermissions" });
  expect(guarded.by).toBe("safetyCheck");
});

describe("hundreds of commands that each leave something behind", () => {
  test.each([
    ["moved", rows(700, (i) => `mv d${i} d${i + 1}`)],
    ["linked", rows(600, (i) => `ln -s d${i} d${i + 1}`)],
    ["copied", rows(700, (i) => `cp d${i} d${i + 1}`)],
  ])("%s", async (_, command) => {
    const settings = { permissions: { deny: ["Bash(git push:*)", "Read(//etc/x)"] } };
    expect((await here.gate({ settings }).check(bash(command))).behavior).not.toBe("allow");
  });

  test("what the others set is looked for once for all of them", () => {
    let looks = 0;
    const counted = new Proxy<Effect[]>([{ do: "environment", name: "A", value: "1", matters: false }], {
      get: (target, name) => {
        if (name === "length") looks += 1;
        return Reflect.get(target, name);
      },
    });
    const commands = Array.from({ length: 700 }, () => ({ words: [], effects: counted }));
    const view = { commands, cwd: "/a", world: diskWorld({ home: "/h", path: "" }) } as never;
    for (const command of commands) deletedByCode(command as never, view);
    expect(looks).toBeLessThan(10 * 700);
  });

  test("what they wrote is put together once for all of them", () => {
    let looks = 0;
    const effects = Array.from(
      { length: 700 },
      (_, i): Effect => ({
        ...{ do: "write", recursive: false },
        get target() {
          looks += 1;
          return exact(`/a/${i}`);
        },
      }),
    );
    const call = {
      effects,
      memory: { written: new Set(["/a/x"]) },
      world: diskWorld({ home: "/h", path: "" }),
    } as never;
    for (const [i, effect] of effects.entries()) {
      const changed = changedPaths(call, { effects: [effect] } as never);
      expect([changed.has(`/a/${i}`), changed.has(`/a/${(i + 1) % 700}`), changed.has("/a/x")]).toEqual([
        false,
        true,
        true,
      ]);
    }
    expect(looks).toBeLessThan(20 * 700);
  });
});

describe("a tool's input of thousands of fields", () => {
  const fields = (value: (i: number) => unknown): Record<string, never> =>
    Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`k${i}`, value(i) as never]));
  test.each([
    ["texts", fields((i) => `v${i}`)],
    ["places", fields((i) => `/a/b${i}`)],
    ["commands", fields(() => ({ command: "ls" }))],
    ["variables", { env: fields((i) => `v${i}`) }],
  ])("%s", async (_, input) => expect((await here.gate().check(call("mcp__a__b", input))).behavior).not.toBe("allow"));

  test("what stands beside a field is looked at once for all of them", () => {
    let looks = 0;
    const input = fields((i) => `v${i}`);
    const counted = new Proxy(input, {
      get: (target, name) => {
        looks += 1;
        return Reflect.get(target, name);
      },
    });
    secretsIn(counted);
    expect(looks).toBeLessThan(10 * 4_000);
  });
  test("and still says what it is", () =>
    expect(secretsIn({ ...fields((i) => `v${i}`), element: "the password field", text: "hunter2x" })).toEqual([
      "hunter2x",
    ]));
});
