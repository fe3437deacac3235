/** Hosts that open another file than is written, kept as tests. `P` is the project and `H` the home in each text. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SettingsFile } from "../app/settings/index.ts";
import type { Action, JsonObject } from "../contract/action.ts";
import { type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const path of ["src/a.ts", "src/@b.ts", "@scope/c.ts", ".env", ".github/workflows/ci.yml", ".husky/pre-commit"])
    here.write(path, "x\n");
  for (const path of [".bashrc", ".aws/credentials", ".ssh/id_rsa", "work/precious.txt"]) {
    mkdirSync(join(here.home, path, ".."), { recursive: true });
    writeFileSync(join(here.home, path), "x\n");
  }
  // Links that a repository brings.
  symlinkSync(join(here.home, ".ssh"), join(here.root, "keys"));
  symlinkSync(join(here.home, ".ssh/id_rsa"), join(here.root, "note.txt"));
  symlinkSync(".env", join(here.root, "sample.txt"));
  for (const name of ["a\\\\b!", "a!b"]) symlinkSync(join(here.home, ".ssh/id_rsa"), join(here.root, name));
});
afterAll(() => here.remove());

type Row = readonly [host: string, tool: string, input: JsonObject];

const placed = (text: string): string => text.replaceAll("{P}", here.root).replaceAll("{H}", here.home);
const actionOf = ([host, tool, input]: Row): Action => ({
  ...{ tool, cwd: here.root, ...(host === "" ? {} : { host }) },
  input: JSON.parse(placed(JSON.stringify(input))),
});
const decide = async (row: Row, settings: SettingsFile = {}): Promise<string> =>
  (await here.gate({ settings, restore: null }).check(actionOf(row))).behavior;
const shown = (rows: readonly Row[]): [string, Row][] => rows.map((row) => [JSON.stringify(row).slice(0, 150), row]);

const each = (host: string, tool: string, field: string, more: JsonObject, paths: readonly string[]): Row[] =>
  paths.map((path) => [host, tool, { [field]: path, ...more }]);

const CONTENT = { content: "x" };
const SWAP = { old_string: "x", new_string: "y" };
const PATCH = (header: string): JsonObject => ({ input: `*** Begin Patch\n${header}\n*** End Patch` });

const VSCODE_WRITES = each("vscode", "create_file", "filePath", CONTENT, [
  "file://{P}/%2eenvrc",
  "file://{H}/%2ebashrc",
  "file://{P}/%2egit/hooks/pre-commit",
  "file://{P}/%2evscode/tasks.json",
  "file:///etc/x",
  "FILE:///etc/x",
  "file:/etc/x",
  "file:etc/x",
  "vscode-userdata:/User/settings.json",
  "vscode-vfs://github/x/y",
  "untitled:src/n.ts",
  "file:{H}/.bashrc?q",
  "etc/cron.d/a:b",
  "etc/passwd?a:b",
  "file://{H}/%2econfig/sallyport/settings.json",
  "file://localhost{H}/.bashrc",
]);
const VSCODE_READS = each("vscode", "read_file", "filePath", {}, [
  "file://{P}/%2Eenv",
  "file://{P}/.env?x",
  "file://{P}/.env#x",
  "file://{P}/.%65nv",
  "file://{H}/%2eaws/credentials",
  "vscode-remote://x{H}/.aws/credentials#x",
]);
const GEMINI_WRITES = each("gemini", "write_file", "file_path", CONTENT, [
  "@.envrc",
  "@.git/hooks/post-commit",
  "@/.git/hooks/post-commit",
  "@\\.envrc",
  "@.github/workflows/new.yml",
  "@GEMINI.md",
  "%2eenvrc",
  "@%2eenvrc",
  "%252eenvrc",
  "%2Egit/hooks/post-commit",
  "{P}/%2eenvrc",
  "{P}/%2evscode/launch.json",
  "file://{P}/%2eenvrc",
  "..%2fsibling.txt",
  "src/%2e%2e/%2e%2e/sibling.txt",
  "src%2f..%2f.envrc",
  "src/x%2f..%2f..%2f.envrc",
]);
const GEMINI_EDITS = [
  ...each("gemini", "replace", "file_path", SWAP, ["@.envrc", "{P}/%2eenvrc", "@src/a.ts"]),
  ...each("gemini", "replace", "file_path", SWAP, [
    "workflows/ci.yml",
    "ci.yml",
    "pre-commit",
    "tasks.json",
    "./ci.yml",
  ]),
];
/** Gemini CLI takes a shell off the front of a command, and a quote off each end of what is left. */
const UNWRAPPED = [
  "bash -c 'echo hi' '; rm -rf {H}; echo '",
  `sh -c "echo hi" "; rm -rf {H}; echo "`,
  "/bin/bash -c 'rm -rf {H}'",
  "x/zsh -c rm -rf {H}",
  "BASH  -c\t'rm -rf {H}'",
  "powershell -Command 'rm -rf {H}'",
];
const GEMINI_READS = [
  ...each("gemini", "read_file", "file_path", {}, [
    "@.env",
    "%2eenv",
    "{P}/%2eenv",
    "{P}/.en%76",
    "@{H}/.aws/credentials",
  ]),
  ...each("gemini", "grep_search", "dir_path", { pattern: "." }, [
    "{H}/%2essh",
    "..%2f..%2f..%2f..%2f..%2f..%2f..{H}/.ssh",
  ]),
];
/** Qwen Code adds a line to a commit's message, wherever a flag and a quote look like one: here the shell would read it as code. */
const MISPLACED = [
  `git commit -mx'a -m "' -m "{H}/.bashrc"`,
  `git commit -m y --trailer 'a: -m "' -- "{H}/.bashrc"`,
  `git commit -mx"a -m '" -m '{H}/.bashrc'`,
  `git commit -m y --trailer="a: --message=" "{H}/.bashrc"`,
  `'git' com\\mit -mx'a -m "' -m "{H}/.bashrc"`,
  `git commit -mx'a -m' "b" "{H}/.bashrc"`,
  `git commit -m x\\" -m "a" "{H}/.bashrc"`,
  `git commit -m "$(cat <<'E'\nx -m "\nE\n)" -m "{H}/.bashrc"`,
  `git status && git commit -mx'a -m "' -m "{H}/.bashrc"`,
];
const QWEN: readonly Row[] = [
  ...each("qwen", "write_file", "file_path", CONTENT, [
    " {H}/.bashrc",
    "\t/etc/x",
    "\u00a0{P}/.envrc",
    "{H}/\\!x/../.bashrc",
  ]),
  ...each("qwen", "read_file", "file_path", {}, [
    " {P}/.env",
    " {H}/.aws/credentials ",
    " ~/.aws/credentials",
    "~\\.aws\\credentials",
  ]),
  ["qwen", "tool_call", { name: "write_file", arguments: { file_path: " {H}/work/precious.txt", content: "x" } }],
  ["qwen", "grep_search", { pattern: ".", path: " {H}/.ssh" }],
  // Only a backslash before a sign of the shell goes, and in a call within a call not yet.
  ...["{P}/a\\\\b\\!", "{P}/a\\\\!b", "{P}/a\\!b"].flatMap((file_path): Row[] => [
    ["qwen", "read_file", { file_path }],
    ["qwen", "tool_call", { name: "read_file", arguments: { file_path } }],
  ]),
  ...MISPLACED.map((command): Row => ["qwen", "run_shell_command", { command }]),
  ["qwen", "tool_call", { name: "run_shell_command", arguments: { command: MISPLACED[0] ?? "" } }],
];
const PI: readonly Row[] = [
  ...each("pi", "write", "path", CONTENT, [
    "@.envrc",
    "@~/.bashrc",
    "@file:///etc/x",
    "file:///etc/x",
    "\u00a0/../.envrc",
  ]),
  ...each("pi", "read", "path", {}, ["@.env", "@~/.aws/credentials", "file:{P}/%2eenv", "file://{P}/%2eenv"]),
  ["pi", "edit", { path: "@.envrc", edits: [{ oldText: "x", newText: "y" }] }],
  ["pi", "grep", { pattern: ".", path: "@~/.ssh" }],
];
const CODEX: readonly Row[] = [
  ...each("codex", "view_image", "path", {}, [
    "{H}/.aws/cre\tdentials",
    "{H}/.a\rws/credentials",
    "~/.ssh/id_r\nsa",
    "{P}/.e\tnv",
    ".\tenv",
  ]),
  ...["*** Add File: .en\tvrc", "*** Add File: .gi\tt/hooks/x", "*** Add File: .github\r/workflows/n.yml"].map(
    (header): Row => ["codex", "apply_patch", { command: PATCH(`${header}\n+x`).input ?? "" }],
  ),
  ["codex", "Bash", { command: "apply_patch <<'P'\n*** Begin Patch\n*** Add File: .en\tvrc\n+x\n*** End Patch\nP\n" }],
];
const CLAUDE: readonly Row[] = [
  ["claude-code", "Grep", { pattern: ".", path: " {H}/.ssh" }],
  ["claude-code", "Grep", { pattern: ".", path: "\n~/.ssh" }],
  ["claude-code", "Write", { file_path: " {H}/work/precious.txt", content: "x" }],
  ["claude-code", "Read", { file_path: "\t{H}/.aws/credentials" }],
];
/** Nobody has run these: what any agent would take off, decode or expand may be meant. */
const UNTRIED: readonly Row[] = [
  "file:///etc/x",
  "@../x.ts",
  "@src/a.ts",
  "%2e%2e/x.ts",
  "src/..%2f..%2fx",
  "src\\\\x",
].flatMap((path): Row[] => [
  ...each("cursor", "Write", "file_path", CONTENT, [path]),
  ...each("droid", "Create", "file_path", CONTENT, [path]),
  ["cursor", "Delete", { path }],
  ["cursor", "Read", { path: path.replace("src/a.ts", ".env") }],
]);

const MANY = [
  "+(.env)",
  "@(.env)",
  "?(.env)",
  "*(.env)",
  "!(x|y).env",
  ".+(e)nv",
  ".@(env|x)",
  "[[:punct:]]env",
  "**/+(.env)",
];
const MANY_MORE = [
  ".e[n,x]v",
  "src\\\\.env",
  ".{e..e}nv",
  "{.env}",
  ".[e]nv",
  "[.]env",
  "[[.].]env",
  ".e[n ]v",
  "{.{env,x},y}",
];
const PATTERNS: readonly Row[] = [
  ...[...MANY, ...MANY_MORE].map((include): Row => ["gemini", "read_many_files", { include: [include, "README.md"] }]),
  ...["**/*", "**", "*", "./**/*", "**/*.*", "."].map(
    (include): Row => ["gemini", "read_many_files", { include: [include] }],
  ),
  ...["+(.env)", "[[:punct:]]env", "{.env}"].map((glob): Row => ["", "Grep", { pattern: ".", glob }]),
  ...["+(a|b)/**", "{{H}/.ssh,x}/*", "{x,..}/**", "\\.\\./x/*"].map((pattern): Row => ["", "Glob", { pattern }]),
  ...["{P}/keys", "\\{P}/keys", "\\{P}\\keys\\*", "\\{H}\\.ssh", "\\{H}/.ssh/*"].map(
    (pattern): Row => ["kilo", "glob", { pattern, path: "src" }],
  ),
  ["opencode", "grep", { pattern: ".", path: "{H}/notes.txt" }],
  ["opencode", "grep", { pattern: ".", path: "{H}/.aws/none" }],
];

/** Several places at once: each is named, as if it stood alone. */
const NAMED = [".env", "keys/id_rsa", "note.txt", "sample.txt", "keys", "{H}/.ssh/id_rsa", "~/.aws/credentials"];
const SEVERAL: readonly Row[] = [
  ...NAMED.flatMap((path): Row[] => [
    ["copilot", "grep", { pattern: ".", paths: [path, "src/a.ts"], output_mode: "content" }],
    ["copilot", "rg", { pattern: ".", paths: ["src", path] }],
    ["copilot", "grep", { pattern: ".", path: "src", paths: [path] }],
    ["copilot", "grep", { pattern: ".", paths: path }],
  ]),
  ...["keys", "{H}/.ssh"].map((path): Row => ["copilot", "glob", { pattern: "*", paths: [path, "src"] }]),
  ["copilot", "grep", { pattern: ".", paths: ["src", 1] }],
  ["copilot", "grep", { pattern: ".", paths: ["src", ""] }],
  ["copilot", "grep", { pattern: ".", paths: { a: "src" } }],
  // Where a place is not there, its words are several places.
  ...["src note.txt", "src {H}/.aws/credentials", "src  ../../.ssh", "note.txt src", "src keys"].flatMap(
    (path): Row[] => [
      ["copilot", "grep", { pattern: ".", paths: path }],
      ["copilot", "rg", { pattern: ".", paths: ["src", path] }],
      ["copilot", "grep", { pattern: ".", path }],
    ],
  ),
  ...["src keys", "src {H}/.ssh"].map((path): Row => ["copilot", "glob", { pattern: "*", path }]),
  ...["note.txt", "sample.txt", "keys/*", "keys/**", "k*/id_rsa", "{keys,src}/**", "*/id_*", "*.txt", "key[s]/*"].map(
    (include): Row => ["gemini", "read_many_files", { include: [include, "src/a.ts"] }],
  ),
  ...[
    { useDefaultExcludes: false },
    { file_filtering_options: { respect_git_ignore: false } },
    { respect_gemini_ignore: false },
    { no_ignore: true },
  ].map((more): Row => ["gemini", "read_many_files", { include: ["**/*"], exclude: ["**/*.ts"], ...more }]),
];

describe("nothing of it is allowed", () => {
  const rows = [
    ...PATTERNS,
    ...SEVERAL,
    ...VSCODE_WRITES,
    ...VSCODE_READS,
    ["vscode", "apply_patch", PATCH("*** Delete File: file://{H}/work/precious.txt")] as const,
    ["vscode", "apply_patch", PATCH("*** Add File: file://{P}/%2eenvrc\n+x")] as const,
    ["vscode", "replace_string_in_file", { filePath: "file:{H}/.bashrc", oldString: "x", newString: "y" }] as const,
    ["vscode", "list_dir", { path: "file://{H}/%2essh" }] as const,
    ...GEMINI_WRITES,
    ...GEMINI_EDITS,
    ...GEMINI_READS,
    ...QWEN,
    ...PI,
    ...CODEX,
    ...CLAUDE,
    ...UNTRIED,
  ];
  test.each(shown(rows))("%s", async (_, row) => {
    expect(await decide(row)).not.toBe("allow");
  });
});

describe("a rule that forbids holds for every file the host could open", () => {
  const deny = ["Edit(./.envrc)", "Edit(.github/**)", "Read(./.env)", "Edit(//etc/**)", "Read(~/.ssh/**)"];
  const rows = [
    ...["keys/id_rsa", "note.txt", ".env", "sample.txt"].flatMap((path): Row[] => [
      ["copilot", "grep", { pattern: ".", paths: `src ${path}` }],
      ["copilot", "grep", { pattern: ".", paths: ["src", `${path} src`] }],
      ["copilot", "grep", { pattern: ".", paths: ["src/a.ts", path] }],
      ["gemini", "read_many_files", { include: ["src/a.ts", path] }],
    ]),
    ...each("vscode", "create_file", "filePath", CONTENT, [
      "file://{P}/%2eenvrc",
      "file://{P}/.envrc",
      "etc/a:b",
      "x:/etc/y",
    ]),
    ...each("vscode", "read_file", "filePath", {}, ["file://{P}/%2Eenv", "file://{P}/.env?x", "file:{P}/.env#x"]),
    ...each("gemini", "write_file", "file_path", CONTENT, ["@.envrc", "{P}/%2eenvrc", "@/.github/workflows/x.yml"]),
    ...each("gemini", "read_file", "file_path", {}, ["@.env", "%2eenv", "{P}/.en%76"]),
    ...each("gemini", "replace", "file_path", SWAP, ["workflows/ci.yml", "ci.yml"]),
    ...each("qwen", "write_file", "file_path", CONTENT, [" {P}/.envrc", " /etc/x"]),
    ...each("codex", "view_image", "path", {}, ["{P}/.e\tnv", ".env\r", "src/.\t./.env", "{P}/src/.\n./.env"]),
    ...each("pi", "write", "path", CONTENT, ["@.envrc", "@/etc/x"]),
    ...each("pi", "read", "path", {}, ["@.env", "file://{P}/%2eenv"]),
  ];
  test.each(shown(rows))("%s", async (_, row) => {
    expect(await decide(row, { permissions: { deny } })).toBe("deny");
  });
});

test.each(["my secret.txt", "it's.key.txt", "cafe\u0301.txt"])("Cline reads a name like %j", async (name) => {
  const deny = ["Read(./my\u00A0secret.txt)", "Read(./it\u2019s.key.txt)", "Read(./caf\u00E9.txt)"];
  for (const path of ["my\u00A0secret.txt", "it\u2019s.key.txt", "caf\u00E9.txt"]) here.write(path, "x");
  expect(await decide(["cline", "read_files", { files: [{ path: `{P}/${name}` }] }], { permissions: { deny } })).toBe(
    "deny",
  );
});

describe("the floor and a rule see the command that runs", () => {
  test.each(UNWRAPPED)("%j", async (command) => {
    const { behavior, by } = await here
      .gate({ settings: {} })
      .check(actionOf(["gemini", "run_shell_command", { command }]));
    expect([behavior, by]).toEqual(["deny", "floor"]);
  });
  test.each(["bash -c 'echo hi' '; git push; echo '", `sh -c "echo hi" "; git push; echo "`])("%j", async (command) => {
    const row: Row = ["gemini", "run_shell_command", { command }];
    expect(await decide(row, { permissions: { deny: ["Bash(git push:*)"] } })).toBe("deny");
    expect(
      await decide(row, { permissions: { allow: ["Bash(bash -c *)", "Bash(sh -c *)", "Bash(echo *)"] } }),
    ).not.toBe("allow");
  });
});

describe("an allow rule covers only what it covers in every reading", () => {
  const allow = ["Edit(./src/**)", "Edit(./@src/**)"];
  const rows = [
    ...each("gemini", "write_file", "file_path", CONTENT, ["src/%2e%2e/.envrc", "src%2f..%2f.envrc", "@src/../.envrc"]),
    ...each("vscode", "create_file", "filePath", CONTENT, ["src/a:b", "src/x?a:b", "src/file:b"]),
  ];
  test.each(shown(rows))("%s", async (_, row) => {
    expect(await decide(row, { permissions: { allow } })).not.toBe("allow");
  });
});

describe("ordinary names stay what they were", () => {
  const rows: readonly Row[] = [
    ...each("vscode", "create_file", "filePath", CONTENT, ["{P}/src/n.ts", "{P}/src/n#1.ts", "{P}/src/100%25.txt"]),
    ...each("vscode", "create_file", "filePath", CONTENT, ["file://{P}/src/n.ts"]),
    ...each("gemini", "write_file", "file_path", CONTENT, ["src/n.ts", "{P}/src/100%.txt", "@scope/n.ts", "src/@n.ts"]),
    ...each("gemini", "replace", "file_path", SWAP, ["src/a.ts", "{P}/src/n.ts", "@scope/c.ts"]),
    ...each("gemini", "read_file", "file_path", {}, ["src/a.ts", "src/a b.ts"]),
    ["gemini", "run_shell_command", { command: "bash -c 'cat src/a.ts'" }],
    ["gemini", "read_many_files", { include: ["src/**/*.ts", "*.{md,json}", "app/(auth)/[id].tsx"] }],
    ["gemini", "read_many_files", { include: ["src/**"], exclude: ["**/*.md"], useDefaultExcludes: true }],
    ["copilot", "grep", { pattern: ".", paths: ["src", "@scope/c.ts"] }],
    ["copilot", "grep", { pattern: ".", paths: "src" }],
    ["copilot", "grep", { pattern: ".", paths: ["src", "docs/my notes"] }],
    ["kilo", "glob", { pattern: "src/**/*.ts" }],
    ["kilo", "glob", { pattern: "{P}/src/**" }],
    ["copilot", "grep", { pattern: "nowhere", paths: [] }],
    ["copilot", "glob", { pattern: "**/*.ts", paths: ["src", "@scope"] }],
    ["opencode", "grep", { pattern: ".", path: "src/a.ts" }],
    ["", "Glob", { pattern: "src/{a,b}/**/*.{ts,tsx}" }],
    ["", "Glob", { pattern: "app/(auth)/\\[id\\]/*.tsx" }],
    ...each("qwen", "write_file", "file_path", CONTENT, ["{P}/src/n.ts", "{P}/src/a\\ b.ts", " {P}/src/n.ts "]),
    ...[
      "git commit -m 'x'",
      `git commit -am "fix: it's done"`,
      `git add src/a.ts && git commit -m "a" -m 'b "c" d'`,
      `git commit -m "$(cat <<'EOF'\nAdd a thing\n\nIt's "quoted".\nEOF\n)"`,
    ].map((command): Row => ["qwen", "run_shell_command", { command }]),
    ...each("pi", "write", "path", CONTENT, ["src/n.ts", "@src/n.ts", "{P}/src/n.ts"]),
    ...each("codex", "view_image", "path", {}, ["src/a.png", "{P}/src/%41.png", "src/@a.png"]),
    ["codex", "apply_patch", { command: "*** Begin Patch\n*** Add File: src/100%.txt\n+x\n*** End Patch" }],
    ...each("copilot", "create", "path", { file_text: "x" }, ["{P}/src/100%.txt", "src/@n.ts", "{P}/src/$n.ts"]),
    ...each("pi", "read", "path", {}, ["src/it's.ts", "@src/a.ts", "Screenshot 3 PM.png", "é.txt"]),
  ];
  test.each(shown(rows))("%s", async (_, row) => {
    expect(await here.gate({ settings: {} }).check(actionOf(row))).toMatchObject({ behavior: "allow" });
  });
});
