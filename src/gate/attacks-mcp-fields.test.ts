/** Fields of a call of a server's tool that change what is done: variables, words of a command in other fields, methods of requests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["secrets/db.txt", "src/a.js", "README.md"]) here.write(file, "x\n");
});
afterAll(() => here.remove());

type Row = readonly [tool: string, input: JsonObject];

const decide = async ([tool, input]: Row, deny: readonly string[] = [], ask: readonly string[] = []) => {
  const settings = { contain: { enabled: false }, permissions: { allow: ["mcp__fs"], deny: [...deny], ask: [...ask] } };
  return (await here.gate({ settings, classifier: null }).check({ tool: `mcp__fs__${tool}`, input })).by;
};

const GIT = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.fsmonitor", GIT_CONFIG_VALUE_0: "./src/a.sh" };

describe("a rule for the server does not cover what stands beside a reading command", () => {
  test.each<Row>([
    ["run", { command: "ls", env: { PATH: "./src" } }],
    ["run", { command: "ls", env: { LD_PRELOAD: "./src/x.so" } }],
    ["run", { command: "git status", env: GIT }],
    ["run", { command: "ls", environment: { PATH: "./src" } }],
    ["run", { command: "ls", envs: { PATH: "./src" } }],
    ["run", { command: "ls", variables: { PATH: "./src" } }],
    ["run", { command: "ls", env_vars: { PATH: "./src" } }],
    ["run", { command: "ls", envVars: { PATH: "./src" } }],
    ["run", { command: "ls", environmentVariables: { PATH: "./src" } }],
    ["run", { command: "ls", extra_env: { PATH: "./src" } }],
    ["run", { command: "ls", env: [{ name: "PATH", value: "./src" }] }],
    ["run", { command: "ls", env: [{ key: "LD_PRELOAD", value: "src/x.so" }] }],
    ["run", { command: "ls", env: ["LD_PRELOAD=src/x.so"] }],
    ["run", { command: "ls", env: [["LD_PRELOAD", "src/x.so"]] }],
    ["run", { command: "ls", env: "CI=1\nLD_PRELOAD=src/x.so" }],
    ["run", { command: "ls", env: "CI=1 PATH=src" }],
    ["run", { command: "ls", env: '{"PATH":"src"}' }],
    ["run", { command: "ls", options: { env: { PATH: "src" } } }],
    ["run", { command: "ls", env: { set: { PATH: "src" } } }],
    ["run", { command: "ls", env: { "BASH_FUNC_ls%%": "() { touch x; }" } }],
    ["run", { command: "ls", env_file: "src/env" }],
    ["do", { command: "ls", env: { PATH: "src" } }],
    ["do", { command: "ls", interpreter: "./src/a.js" }],
    ["eval", { expression: "foo", interpreter: "cat" }],
    ["do", { command: "sh", input: "touch x" }],
    ["do", { command: "bash", stdin: "touch x" }],
    ["do", { executable: "git", parameters: ["push"] }],
    ["do", { executable: "git", args: { sub: "push" } }],
    ["do", { program: "git", subcommand: "push" }],
    ["do", { argv: { 0: "git", 1: "push" } }],
    ["do", { command: { 0: "touch", 1: "x" } }],
  ])("%s %j", async (...row) => {
    expect(await decide(row)).not.toBe("allowRule");
  });

  test.each<Row>([
    ["run", { command: "ls" }],
    ["run", { command: "ls", env: {} }],
    ["run", { command: "ls src", env: { CI: "1", NO_COLOR: "1" } }],
    ["run", { command: "git status", env: { LC_ALL: "C", FORCE_COLOR: "0" } }],
    ["do", { command: "git status", env: ["CI=1"] }],
    ["run", { command: "git status", cwd: "src" }],
    ["run", { command: "ls", workdir: "src", timeout: 5 }],
    ["run", { command: "cat", args: ["src/a.js"] }],
    ["run", { command: "ls", options: { encoding: "utf8" } }],
    ["run", { command: "ls", shell: true }],
    ["editor", { command: "view", path: "src/a.js" }],
    ["editor", { command: "create", path: "src/b.js", file_text: "let a = 1;\n" }],
    ["editor", { command: "str_replace", path: "src/a.js", old_str: "x", new_str: "y z" }],
    ["editor", { command: "insert", path: "src/a.js", insert_line: 1, insert_text: "a b" }],
    ["scene", { command: "create_object", params: { type: "CUBE", name: "a b" } }],
    ["translate", { command: "translate", input: "good morning" }],
    ["deploy", { env: "production", variables: { TITLE: "x" } }],
    ["browser_click", { type: "button", element: "Push" }],
    ["list_issues", { state: "open", action: "push" }],
  ])("and covers: %s %j", async (...row) => {
    expect(await decide(row)).toBe("allowRule");
  });
});

describe("Bash(git push:*) speaks of a command split over fields", () => {
  const SPLIT: readonly Row[] = [
    ["run", { command: "git", subcommand: "push" }],
    ["run", { command: "git", verb: "push" }],
    ["run", { command: "git", action: "push" }],
    ["run", { action: "push", command: "git" }],
    ["exec", { command: "git", args: { sub: "push" } }],
    ["exec", { executable: "git", parameters: ["push"] }],
    ["exec", { executable: "/usr/bin/git", parameters: ["push", "origin"] }],
    ["run", { argv: { 0: "git", 1: "push" } }],
    ["do", { command: "git", description: "send it", what: "push origin main" }],
    ["do", { command: "git", options: { operation: "push" } }],
    ["do", { command: "git", push: ["origin", "main"] }],
    ["do", { program: "git", rest: [{ value: "push" }] }],
    ["do", { cmd: "git", more: '{"sub":"push"}' }],
    ["do", { command: "git -C .", sub: "push" }],
    ["do", { command: "sh", input: "git push" }],
    ["do", { tool: { binary: "git" }, sub: "push" }],
  ];
  test.each(SPLIT)("deny: %s %j", async (...row) => {
    expect(await decide(row, ["Bash(git push:*)"])).toBe("denyRule");
  });
  test.each(SPLIT)("ask: %s %j", async (...row) => {
    expect(await decide(row, [], ["Bash(git push:*)"])).toBe("askRule");
  });
  test.each<Row>([
    ["do", { command: "git", action: "commit" }],
    ["do", { command: "git", first: "-c", second: "x.y=z", third: "stash" }],
  ])("what it could speak of is not covered: %s %j", async (...row) => {
    expect(await decide(row, ["Bash(git push:*)"])).not.toBe("allowRule");
  });
  test.each<Row>([
    ["do", { command: "git status", description: "before the push" }],
    ["run", { command: "git status", cwd: "src", title: "push" }],
    ["do", { command: "git", action: "status" }],
    ["do", { command: "git", action: "log", path: "src" }],
    ["editor", { command: "create", path: "src/b.js", file_text: "git push\n" }],
    ["browser_click", { type: "button", element: "push" }],
    ["list_issues", { state: "open", query: "push" }],
    ["create_issue", { title: "git", body: "push" }],
    ["scene", { command: "create_object", params: { type: "push" } }],
  ])("and not: %s %j", async (...row) => {
    expect(await decide(row, ["Bash(git push:*)"])).toBe("allowRule");
  });
});

describe("where a command runs, and which variables it finds, is read by rules for places and commands", () => {
  test.each<readonly [...Row, string]>([
    ["run", { command: "cat db.txt", cwd: "secrets" }, "Read(./secrets/**)"],
    ["run", { command: "cat db.txt", workdir: "./secrets" }, "Read(./secrets/**)"],
    ["run", { command: "cat db.txt", options: { working_directory: "secrets" } }, "Read(./secrets/**)"],
    ["run", { command: "touch new", workingDirectory: "secrets" }, "Edit(secrets/**)"],
    [
      "run",
      { command: "git x", env: { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "alias.x", GIT_CONFIG_VALUE_0: "push" } },
      "Bash(git push:*)",
    ],
    ["run", { command: "$X", env: { X: "git push" } }, "Bash(git push:*)"],
  ])("%s %j under %s", async (tool, input, rule) => {
    expect(await decide([tool, input], [rule])).toBe("denyRule");
  });
  test("not beside it", async () => {
    expect(await decide(["run", { command: "cat a.js", cwd: "src" }], ["Read(./secrets/**)"])).toBe("allowRule");
  });
});

describe("a rule for the server covers requests that read", () => {
  const url = "http://ok.example/a";
  test.each<Row>([
    ["fetch", { url, method: "DELETE" }],
    ["fetch", { url, method: "MKCOL" }],
    ["fetch", { url, method: "PURGE" }],
    ["fetch", { url, method: ["DELETE"] }],
    ["fetch", { url, httpMethod: "DELETE" }],
    ["fetch", { url, requestMethod: "delete" }],
    ["fetch", { url, http_verb: "LINK" }],
    ["fetch", { url, type: "POST" }],
    ["fetch", { url, type: "post" }],
    ["fetch", { url, options: '{"method":"DELETE"}' }],
    ["fetch", { url, headers: { "X-HTTP-Method-Override": "DELETE" } }],
    ["fetch", { url, headers: ["x-method-override: DELETE"] }],
    ["fetch", { url, headers: [{ name: "X-HTTP-Method", value: "DELETE" }] }],
    ["fetch", { url: `${url}?_method=DELETE` }],
    ["fetch", { url, body: "x" }],
    ["fetch", { url, data: { a: 1 } }],
    ["fetch", { url, json: { a: 1 } }],
    ["http_request", { url, form: { a: "b" } }],
    ["request", { url, init: { body: "x" } }],
    ["fetch", { url, postData: "a=b" }],
  ])("and not: %s %j", async (...row) => {
    expect(await decide(row)).not.toBe("allowRule");
  });
  test.each<Row>([
    ["fetch", { url }],
    ["fetch", { url, method: "GET" }],
    ["fetch", { url, method: " head " }],
    ["fetch", { url, method: "options", body: "", data: null, json: true }],
    ["fetch", { url, method: null }],
    ["fetch", { url, type: "text" }],
    ["fetch", { url, headers: { Accept: "text/html" } }],
    ["get_content", { url, type: "post" }],
    ["get_quote", { url, shipping_method: "express" }],
    ["browser_click", { type: "button", action: "delete", page: url }],
    ["add_comment", { issue: "https://github.com/o/r/issues/3", body: "fixed" }],
    ["fetch", { url: "http://localhost:3000/a", method: "DELETE" }],
  ])("%s %j", async (...row) => {
    expect(await decide(row)).toBe("allowRule");
  });
});
