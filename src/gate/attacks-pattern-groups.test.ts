/** Patterns that only some shells, options or libraries know: `@(a|b)`, zsh's `(a|b)`, `^x`. They name what they may match. Kept as tests. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { bash, type Project, project, SAYS_NO, scripted } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const dir of [".ssh", ".config/sallyport", ".local/state/sallyport", "Documents"])
    mkdirSync(join(here.home, dir), { recursive: true });
  for (const file of [".ssh/id_rsa", ".bashrc", ".config/sallyport/settings.json"])
    writeFileSync(join(here.home, file), "x\n");
  for (const file of ["secrets/db.txt", "infra/main.tf", "src/a.js", "src/b.test.js", "dist/a.js", "dist/keep"])
    here.write(file, "x\n");
  for (const file of ["app/(shop)/page.tsx", "app/(auth)/login/page.tsx", "a (1).txt", "app/[...slug]/page.tsx"])
    here.write(file, "x\n");
  here.write(".env", "API_KEY=x\n");
});
afterAll(() => here.remove());

const DENY = ["Edit(infra/**)", "Read(secrets/**)", "Bash(git push:*)"];
const decide = (command: string, deny: readonly string[] = []): Promise<Decision> => {
  const settings = {
    mode: "bypassPermissions" as const,
    contain: { enabled: false },
    permissions: { deny: [...deny] },
  };
  return here.gate({ settings, restore: null }).check(bash(command));
};
const by = async (command: string, deny: readonly string[]): Promise<string> => (await decide(command, deny)).by;
const answer = async (command: string, deny: readonly string[] = []): Promise<string> =>
  (await decide(command, deny)).behavior;

describe("a denied place or command", () => {
  test.each([
    "shopt -s extglob\ncat @(secrets)/db.txt",
    "shopt -s extglob\ntruncate -s0 +(infra)/main.tf",
    "shopt -s extglob\ntruncate -s0 ?(x)infra/main.tf",
    "shopt -s extglob\nrm -rf !(src)",
    "shopt -s extglob\ncd @(infra)\nrm main.tf",
    "shopt -s extglob\ngit @(push)",
    'bash -O extglob -c "cat @(secrets)/*"',
    "shopt -s extglob\ncat @(x|secrets)/db.txt",
    "shopt -s extglob\ncat @(sec@(rets|x)|y)/db.txt",
    "shopt -s extglob\ncat +(s|e|c|r|t)/db.txt",
    "shopt -s extglob\ncat *(s|e|c|r|t)/db.txt",
    "shopt -s extglob\ncat !(src)/db.txt",
    "shopt -s extglob\ncat @('secrets')/db.txt",
    "shopt -s extglob\ncat @(secrets| )/db.txt",
    "shopt -s extglob\ncat se@(cre)ts/db.txt",
    "shopt -s extglob\np='@(secrets)'; cat $p/db.txt",
    "shopt -s extglob\np='@(x|secrets)'\ncat $p/db.txt",
    "shopt -s extglob\nfor f in @(secrets)/*; do cat $f; done",
    "shopt -s extglob\nsed -n p < @(secrets)/db.txt",
    "shopt -s extglob\necho x > @(infra)/main.tf",
    "shopt -s extglob\ncp src/a.js @(infra|x)/main.tf",
    "shopt -s extglob\ngit @(pull|push)",
    "shopt -s extglob\ngit @(a|b|c|d|e|f|g|push)",
    "shopt -s extglob\ncp src/a.js @(x|inf)@(ra|y)/main.tf",
    "shopt -s extglob\nfor p in '@(x|secrets)'; do cat $p/db.txt; done",
    "shopt -s extglob\n@(git) push",
    "shopt -s extglob\ngit +(p|u|s|h)",
    "bash -O extglob -c 'rm @(infra)/main.tf'",
    "ksh -c 'cat @(secrets)/db.txt'",
    "ksh -c 'cat ~(i)SECRETS/db.txt'",
    'zsh -c "cat (sec|x)rets/db.txt"',
    "zsh -c 'cat (secrets)/db.txt'",
    "zsh -c 'cat secr(ets|x)/db.txt'",
    "zsh -c 'rm in(fra)/main.tf'",
    "zsh -c 'cat secrets/*(.om[1])'",
    "zsh -c 'setopt extendedglob; cat ^src/db.txt'",
    "zsh -c 'setopt extended_glob; cat *~src/db.txt'",
    "zsh -c 'setopt extendedglob; cat (#i)SECRETS/db.txt'",
    "zsh -c 'cd (inf|x)ra; rm main.tf'",
    "zsh -c 'setopt kshglob; cat @(secrets)/db.txt'",
    "npx prettier --write '@(infra|x)/main.tf'",
    `node -e 'fs.globSync("@(infra)/main.tf").forEach(fs.unlinkSync)'`,
    "cat (sec|x)rets/db.txt",
    "eval 'cat (sec|x)rets/db.txt'",
  ])("%s", async (command) => {
    expect(await by(command, DENY)).toBe("denyRule");
  });

  test.each([
    "shopt -s extglob\ncp src/a.js ~/@(.bashrc)",
    "shopt -s extglob\ncp src/a.js ~/.@(x|bashrc)",
    "shopt -s extglob\ncat ~/@(.ssh)/id_rsa",
    "zsh -c 'cat ~/.s(s|x)h/id_rsa'",
  ])("at home: %s", async (command) => {
    expect(await by(command, ["Edit(~/.bashrc)", "Read(~/.ssh/**)"])).toBe("denyRule");
  });

  test.each([
    "shopt -s extglob\nls @(src|dist)",
    "shopt -s extglob\nrm -rf dist/!(keep)",
    "shopt -s extglob\nrm -f dist/@(a|b).js",
    "shopt -s extglob\ncat src/!(*.test).js",
    "shopt -s extglob\ngit @(status)",
    "cat 'app/(shop)/page.tsx'",
    'cat "app/(auth)/login/page.tsx"',
    "cat app/\\(shop\\)/page.tsx",
    "cat 'a (1).txt'",
    "cat 'f@(x)'",
    "echo x > 'app/(shop)/page.tsx'",
    'sed -i "s/a/b/" "app/(shop)/page.tsx"',
    "cat 'app/[...slug]/page.tsx'",
    'git commit -m "feat(infra): x (secrets|y)/z @(infra)"',
    "grep -E '^(secrets|infra)/' src/a.js",
    "grep -rE '(secrets|infra)/x' src",
    "sed -E 's/(infra|x)/y/' src/a.js",
    "awk '!(/infra/)' src/a.js",
    "grep ^x src/a.js",
    "git show HEAD^ -- src",
    "git reset --soft HEAD~1",
    "sed -i 's/^a/b/' src/a.js",
    "grep -E 'x+(infra|y)' src/a.js",
    "npx prettier --write 'src/**/*.@(ts|js)'",
    "npx eslint 'src/!(*.test).js'",
    "if !(grep -q x src/a.js); then echo no; fi",
    "(cd src && ls)|wc -l",
    "f() { ls src; }; f",
    "echo $((2*(3+4)))",
    "x=(a b); echo ${x[0]}",
    "python3 -c 'print((1|2)*(3))'",
    "node -e 'const a=!(1); console.log(a)'",
    "cat > src/x.js <<'E'\nif (!(a)) f(b)/2;\nE",
    "zsh -c 'ls src/*(.)'",
  ])("everyday: %s", async (command) => {
    expect(await answer(command, DENY)).toBe("allow");
  });

  test.each([
    "cat 'app/(shop)/page.tsx'",
    "echo x > 'app/(shop)/page.tsx'",
    "git add 'app/(shop)/page.tsx' && git commit -m 'feat(shop): x'",
  ])("a quoted name is a name: %s", async (command) => {
    expect(await answer(command, ["Read(app/shop/**)", "Edit(app/shop/**)"])).toBe("allow");
  });
});

describe("guarded places and the floor", () => {
  const agreed = async (command: string): Promise<string> =>
    (
      await here
        .gate({ settings: { mode: "auto", contain: { enabled: false } }, classifier: scripted(SAYS_NO), restore: null })
        .check(bash(command))
    ).behavior;

  test.each([
    "shopt -s extglob\ncp src/a.js ~/.config/@(sallyport)/settings.json",
    "shopt -s extglob\nrm -rf ~/.config/@(sallyport)",
    "shopt -s extglob\nrm -rf ~/.local/state/+(sally)port",
    "shopt -s extglob\nrm -rf ~/.local/state/+(s|a|l|y|p|o|r|t)",
    "shopt -s extglob\ncp src/a.js ~/+(.|b|a|s|h|r|c)",
    "shopt -s extglob\necho x > @(.git)/hooks/pre-commit",
    'zsh -c "cp src/a.js ~/.config/(sally|x)port/settings.json"',
    'zsh -c "setopt extendedglob; rm -rf ~/^zz"',
    'zsh -c "setopt extendedglob; rm -rf ~/*~zz"',
    "rm -rf ~/^zz",
    "rm -rf ~/*~zz",
    'zsh -c "rm -rf ~/(*|x)"',
    "shopt -s extglob\nrm -rf ~/@(*)",
    "shopt -s extglob\nrm -rf /@(home|x)",
  ])("%s", async (command) => {
    expect(await answer(command)).not.toBe("allow");
    expect(await agreed(command)).not.toBe("allow");
  });
});

describe("a tool nobody declared", () => {
  const called = async (tool: string, input: JsonObject, deny: readonly string[]): Promise<string> => {
    const settings = { contain: { enabled: false }, permissions: { allow: ["mcp__fs"], deny: [...deny] } };
    return (await here.gate({ settings, classifier: null }).check({ tool: `mcp__fs__${tool}`, input })).by;
  };

  test.each<[string, JsonObject]>([
    ["read_file", { path: "@(secrets)/db.txt" }],
    ["read_file", { path: "+(s|e|c|r|t)/db.txt" }],
    ["read_file", { path: "(secrets|x)/db.txt" }],
    ["read_file", { path: "?(x)secrets/db.txt" }],
    ["read_file", { path: "!(src)/db.txt" }],
    ["search", { glob: ".@(env)" }],
    ["search", { glob: ".+(e|n|v)" }],
    ["search", { glob: "@(.env|x)" }],
    ["search", { glob: "+(.env)" }],
    ["write_file", { path: ".gi@(t)/config", content: "x" }],
    ["write_file", { path: "@(.git|x)/config", content: "x" }],
  ])("%s %j", async (tool, input) => {
    expect(await called(tool, input, ["Read(secrets/**)"])).not.toBe("allowRule");
  });

  test.each<[string, JsonObject]>([
    ["read_file", { path: "app/(shop)/page.tsx" }],
    ["write_file", { path: "app/(auth)/login/page.tsx", content: "!(a) @(secrets)/db.txt" }],
    ["read_file", { path: "a (1).txt" }],
    ["read_file", { path: "app/[...slug]/page.tsx" }],
    ["search", { glob: "src/**/!(*.test).js" }],
    ["search", { glob: "src/*.@(ts|js)" }],
    ["comment", { text: "see @(secrets) and !(x)" }],
  ])("everyday: %s %j", async (tool, input) => {
    expect(await called(tool, input, ["Read(secrets/**)", "Read(app/shop/**)"])).toBe("allowRule");
  });
});
