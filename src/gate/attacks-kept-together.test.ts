/**
 * Directories that secrets are kept in, read as a whole; language servers that build what the session wrote; names that are more than
 * names to whoever meets them later.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openGate } from "../app/index.ts";
import type { JsonObject } from "../contract/action.ts";
import { memoryStore } from "../memory/index.ts";
import { type ScratchFolder, scratchFolder } from "../testing/folder.ts";

let box: ScratchFolder;
const at = (path: string): string => join(box.folder, "home/app", path);
const put = (path: string, text = "x\n"): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};

beforeAll(() => {
  box = scratchFolder();
  for (const file of ["certs/server.key", ".aws/credentials", "keys/prod/id_rsa", "apps/web/.env", "apps/web/src/a.ts"])
    put(file);
  for (const file of ["src/a.ts", "docs/a.md", "tests/deep/fixtures/server.key", ".env", "Cargo.toml"]) put(file);
  execFileSync("git", ["-C", at(""), "init", "-q"]);
});
afterAll(() => box.remove());

type Asked = readonly [tool: string, input: JsonObject];

/** The last of the calls of one session. */
const decide = async (...calls: readonly Asked[]): Promise<string> => {
  const env = { HOME: join(box.folder, "home"), SALLYPORT_STATE_DIR: join(box.folder, "state"), PATH: "/usr/bin:/bin" };
  const settings = JSON.stringify({ contain: { enabled: false } });
  const opened = openGate(
    { env, cwd: at(""), now: Date.now },
    { settings, projectRoot: at("").replace(/\/$/, ""), store: memoryStore(), classifier: null },
  );
  if (!opened.ok) throw new Error(opened.error);
  let last = "";
  for (const [tool, input] of calls)
    last = (await opened.value.gate.check({ tool, input, cwd: at("").replace(/\/$/, "") })).behavior;
  return last;
};
const bash = (command: string): Asked => ["Bash", { command }];
const write = (path: string): Asked => ["Write", { file_path: at(path), content: "x" }];
const grep = (path: string): Asked => ["Grep", { pattern: ".", path: at(path), output_mode: "content" }];

describe("a directory that secrets are kept in", () => {
  test.each<readonly [string, Asked]>([
    ['grep -r "" certs', bash('grep -r "" certs')],
    ["grep -rh . certs", bash("grep -rh . ./certs/")],
    ["from inside", bash('cd certs && grep -r ""')],
    ["a store in the project", bash('grep -r "" .aws')],
    ["further down", bash("grep -rn x keys/prod")],
    ["rg", bash("rg . certs")],
    ["into a file", bash('grep -rh "" certs .aws > docs/notes.md')],
    ["git grep beside it", bash("git grep --no-index . certs")],
    ["Grep", ["Grep", { pattern: ".", path: "certs" }]],
    ["Grep by its whole path", ["Grep", { pattern: ".", path: "keys/prod", output_mode: "content" }]],
  ])("%s is not proven", async (_what, call) => {
    const [tool, input] = call;
    const path = typeof input.path === "string" ? { path: at(input.path) } : {};
    expect(await decide([tool, { ...input, ...path }])).toBe("ask");
  });

  test.each<readonly [string, () => Asked]>([
    ["the project", () => bash("grep -rn foo .")],
    ["code", () => bash("grep -rn foo src docs")],
    ["a package with its .env", () => bash("grep -rn foo apps/web")],
    ["secrets further down", () => bash("grep -rn foo tests")],
    ["names only", () => bash("ls -R certs")],
    ["Grep of the project", () => ["Grep", { pattern: "foo", path: at("") }]],
    ["Grep of code", () => grep("src")],
  ])("%s is searched every day", async (_what, call) => expect(await decide(call())).toBe("allow"));
});

describe("a language server and what the session wrote", () => {
  const question: Asked = ["LSP", { operation: "hover", filePath: "src/main.rs", line: 1, character: 1 }];
  test.each([
    ...["build.rs", "build.zig", "mix.exs", "Gemfile", "build.gradle"],
    ...["sub/Cargo.toml", "sub/build.rs", "svc/pom.xml", "svc/build.gradle", "svc/CMakeLists.txt", "pm/src/lib.rs"],
    ...["gen/b.rs", "app.csproj", "Directory.Build.targets", "lakefile.lean", "config.nims", "rebar.config", "A.hs"],
    ...[
      "svelte.config.js",
      "web/tailwind.config.ts",
      "docs/conf.py",
      "setup.py",
      "web/tsconfig.json",
      "a",
      "lib/a.cpp",
      "z.c",
    ],
  ])("%s may be run by it", async (file) => expect(await decide(write(file), question)).toBe("ask"));
  test.each(["src/b.ts", "web/app/page.tsx", "pkg/a.py", "cmd/main.go", "notes.md", "config.ts"])(
    "%s is not",
    async (file) => expect(await decide(write(file), question)).toBe("allow"),
  );
  test("nor is anything where nothing was written", async () => expect(await decide(question)).toBe("allow"));
});

describe("names that are more than names", () => {
  test.each<readonly [string, () => Asked]>([
    ["an option of tar", () => write("--checkpoint=1")],
    ["one further down", () => write("docs/-rf")],
    ["by touch", () => bash("touch ./--checkpoint-action=exec=sh")],
    ["a substitution", () => write("docs/$(touch x).md")],
    ["backticks", () => write("docs/`id`.md")],
    ["an escape", () => write("docs/\u001b[2J.md")],
    ["a branch", () => bash("git switch -c 'x$(touch${IFS}P)'")],
    ["a branch with an end", () => bash("git branch 'x;id'")],
    ["a tag", () => bash("git tag 'v1`id`'")],
  ])("%s is not proven", async (_what, call) => expect(await decide(call())).toBe("ask"));

  test.each<readonly [string, () => Asked]>([
    ["a route", () => write("src/routes/$id.tsx")],
    ["a group", () => write("app/(shop)/[...slug]/page.tsx")],
    ["a dash within", () => write("docs/a-b.md")],
    ["a branch", () => bash("git switch -c feat/a_b-2")],
    ["a tag", () => bash("git tag v1.2.3-rc.1")],
  ])("%s is an ordinary one", async (_what, call) => expect(await decide(call())).toBe("allow"));
});
