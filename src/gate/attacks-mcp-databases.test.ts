/** Statements for a server's database that read files or take in native code, and tools called after a command. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["src/a.ts", "data/a.csv", "data/b.parquet", "secrets/db.txt"]) here.write(file, "x\n");
});
afterAll(() => here.remove());

const by = async (
  tool: string,
  input: JsonObject,
  permissions: object,
  mode: "auto" | "bypassPermissions" = "auto",
): Promise<string> =>
  (await here.gate({ settings: { mode, permissions }, classifier: null }).check({ tool, input })).by;

const DUCK = { allow: ["mcp__duck"], deny: ["Read(./secrets/**)"] };

describe("a rule for the server does not cover", () => {
  test.each([
    "select * from read_text('sec'||'rets/db.txt')",
    "select * from read_text('s?crets/db.txt')",
    "select * from read_csv(concat('sec','rets/db.txt'))",
    "set variable p = 'x'; select * from read_text(getvariable('p'))",
    "from read_blob(['data/a.csv', 'sec' || 'rets/db.txt'])",
    "from read_text($1)",
    "select * from parquet_scan(x)",
    "select * from read_ndjson_objects(replace('s-crets/db.txt','-','e'))",
    "select * from glob('**')",
    "select * from 's*/db.txt'",
    "select load_file(concat('a','b'))",
    "select readfile('a'||'b')",
    "select * from openrowset(bulk 'x', single_clob) as t",
    "select * from file(concat('a','b'), 'CSV')",
    "select * from s3(x)",
    "select * from executable('x.sh', TabSeparated, 'a String')",
    "select * from query('select * from read_' || 'text(1)')",
    "select * from \"read_text\" ('sec' || 'rets/db.txt')",
    "select * from read_text /* x */ ('sec' || 'rets/db.txt')",
    "install x from './src'; load x",
    "INSTALL httpfs",
    "force install x from 'http://x.example'",
    "load './src/x.duckdb_extension'",
    "select 1; load x",
    "select load_extension('./src/x.so')",
    "install plugin x soname 'x.so'",
  ])("%s", async (sql) => {
    expect(await by("mcp__duck__query", { sql }, DUCK)).not.toBe("allowRule");
    expect(await by("mcp__duck__query", { query: sql }, { allow: ["mcp__duck__*"] })).not.toBe("allowRule");
  });
  test.each(["select * from read_text('secrets/db.txt')", "from 'secrets/db.txt'"])("denied: %s", async (sql) => {
    expect(await by("mcp__duck__query", { sql }, DUCK)).toBe("denyRule");
  });
  test.each([
    `duckdb -c "install x from './src'; load x"`,
    `duckdb -c "load './src/x.duckdb_extension'"`,
    `sqlite3 a.db "select load_extension('./src/x.so')"`,
    `duckdb -c "select * from read_text('sec'||'rets/db.txt')"`,
    `duckdb -c "select * from read_ndjson_auto(x)"`,
    `clickhouse local -q "select * from file(concat('a','b'))"`,
  ])("nor one for the program: %s", async (command) => {
    const allow = ["Bash(duckdb:*)", "Bash(sqlite3:*)", "Bash(clickhouse:*)"];
    expect(await by("Bash", { command }, { allow })).not.toBe("allowRule");
  });
});

describe("everyday statements", () => {
  test.each([
    "select * from read_csv('data/a.csv')",
    "select * from read_csv('data/a.csv', header = true)",
    "from read_parquet('data/b.parquet') limit 10",
    "select count(*) from 'data/a.csv'",
    "select id, name from users where id > 5",
    "select load, files from t where read = 1",
    "with x as (select 1) select * from x",
    "select max(load) from machines; select profile(id) from users",
    "select install_date from t",
    "select name from t where name glob 'a*'",
    "select * from index_scans where last_scan > now()",
  ])("%s", async (sql) => {
    expect(await by("mcp__duck__query", { sql }, DUCK)).toBe("allowRule");
  });
});

test.each(["Install dependencies", "install x", "Load balancer fails"])(
  "a sentence is no statement: %s",
  async (title) => {
    expect(await by("mcp__tracker__create_issue", { title }, { allow: ["mcp__tracker"] })).toBe("allowRule");
  },
);

const PUSH = {
  allow: ["mcp__git", "mcp__x"],
  deny: ["Bash(git push:*)", "Bash(npm run deploy)", "Bash(kubectl delete *)"],
};

describe("a tool called after a command is that command for rules that forbid or ask", () => {
  test.each<[string, JsonObject]>([
    ["mcp__git__git_push", {}],
    ["mcp__git__git_push", { remote: "origin", branch: "main" }],
    ["mcp__x__gitPush", { remote: "origin" }],
    ["mcp__x__git-push", {}],
    ["mcp__x__GitPush", {}],
    ["mcp__git__push", { remote: "origin" }],
    ["mcp__git__push_branch", { remote: "origin" }],
    ["mcp__x__npm", { args: ["run", "deploy"] }],
    ["mcp__x__npm", { arguments: "run deploy" }],
    ["mcp__x__npm", { sub: "run", script_name: "deploy" }],
    ["mcp__x__npm_run", { name: "deploy" }],
    ["mcp__x__git", { args: ["push", "origin"] }],
    ["mcp__x__git", { subcommand: "push" }],
    ["mcp__x__kubectl_delete", { resource: "pod", name: "a" }],
  ])("%s %j", async (tool, input) => {
    expect(await by(tool, input, PUSH)).toBe("denyRule");
    expect(await by(tool, input, PUSH, "bypassPermissions")).toBe("denyRule");
    expect(await by(tool, input, { allow: PUSH.allow, ask: PUSH.deny })).toBe("askRule");
  });
  test("the floor", async () => {
    expect(await by("mcp__x__rm", { args: ["-rf", "~"] }, {}, "bypassPermissions")).toBe("floor");
  });
  test.each<[string, JsonObject]>([
    ["mcp__git__git_status", { repo_path: "." }],
    ["mcp__git__git_log", { max_count: 3 }],
    ["mcp__git__git_commit", { message: "git push is next" }],
    ["mcp__git__commit", { message: "push" }],
    ["mcp__x__npm", { args: ["run", "test"] }],
    ["mcp__x__npm_search", { text: "run deploy" }],
    ["mcp__x__push_notification", { text: "done" }],
    ["mcp__x__get_pushes", { branch: "main" }],
  ])("beside it: %s %j", async (tool, input) => {
    expect(await by(tool, input, PUSH, "bypassPermissions")).toBe("bypassMode");
  });
});
