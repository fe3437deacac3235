/** Calls of tools other than a shell, on a real disk: every row both ways. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { type PlaceBox, placeBox } from "./testing/place-scene.ts";
import type { Opens } from "./tool-places.ts";
import { proveTool } from "./tools.ts";
import type { CoreCall, Scene } from "./types.ts";

let box: PlaceBox;
beforeAll(() => {
  box = placeBox();
  for (const name of [
    "app/a.ts",
    "app/src/b.ts",
    "app/docs/x.md",
    "app/.env",
    "app/ ~/x.md",
    "other/n.md",
    ".ssh/id_rsa",
  ])
    box.write(name);
  box.link("app/src/up", "../docs");
  box.link("app/keys", "../.ssh");
  box.write("app/sec/prod.env");
  box.write("app/sec/a.ts");
});
afterAll(() => box.remove());

/** `@/` is the project, `~/` stays. */
const here = (input: JsonObject): JsonObject => JSON.parse(JSON.stringify(input).replaceAll("@/", `${box.root}/`));
interface More {
  readonly call?: Partial<CoreCall>;
  readonly scene?: Partial<Scene>;
  readonly opens?: Opens;
}
const prove = (tool: string, input: JsonObject, { call, scene, opens }: More = {}) =>
  proveTool(box.scene({ tool, input: here(input), ...call }, scene), opens);
const short = (proof: ReturnType<typeof prove>) =>
  proof && [
    proof.kind,
    ...proof.touches.map(({ role, path }) => `${role} ${path.replace(box.root, "@").replace(box.home, "~")}`),
  ];

describe("proven", () => {
  test.each<[string, JsonObject, readonly string[]]>([
    ["Read", { file_path: "@/a.ts", offset: 1, limit: "20" }, ["tool", "read @/a.ts"]],
    ["Read", { file_path: "src/b.ts", pages: "1-5" }, ["tool", "read @/src/b.ts"]],
    ["Read", { file_path: "@/none.ts", limit: null }, ["tool", "read @/none.ts"]],
    ["LS", { path: "@/", ignore: ["x"] }, ["tool", "list @"]],
    ["LS", {}, ["tool", "list @"]],
    ["Grep", { pattern: "x", path: "@/src", "-n": true, "-A": 3, output_mode: "content" }, ["tool", "search @/src"]],
    ["Grep", { pattern: "x", path: "@/a.ts" }, ["tool", "search @/a.ts"]],
    ["Grep", { pattern: "x", paths: ["src", "docs"] }, ["tool", "search @/src", "search @/docs"]],
    ["Grep", { pattern: "x", path: "@/sec", glob: "*.ts" }, ["tool", "search @/sec"]],
    ["Grep", { pattern: "x", path: "@/sec", glob: "**/*.{ts,tsx}" }, ["tool", "search @/sec"]],
    ["Grep", { pattern: "x", path: "@/sec", glob: "hooks*.go" }, ["tool", "search @/sec"]],
    ["Grep", { pattern: "x", path: "@/sec", glob: "**/a/*_test.go, session/state.go" }, ["tool", "search @/sec"]],
    ["Grep", { pattern: "x", path: "@/sec", type: "ts" }, ["tool", "search @/sec"]],
    ["Glob", { pattern: "**/*.ts" }, ["tool", "list @"]],
    ["Glob", { pattern: "src/*.ts", path: "@/" }, ["tool", "list @/src"]],
    ["Glob", { pattern: "../other/*" }, ["tool", "list ~/other"]],
    ["Glob", { pattern: "@/**/{a,b}.ts" }, ["tool", "list @"]],
    ["LSP", { operation: "hover", filePath: "@/a.ts", line: 1, character: 2 }, ["tool"]],
    ["LSP", { operation: "x", file_path: "file://@/a.ts" }, ["tool"]],
    ["LSP", { operation: "x", query: "name" }, ["tool"]],
    ["ReadMcpResource", { server: "s", uri: "docs://guide/home" }, ["tool"]],
    ["ReadMcpResource", { server: "s", uri: "users://42/profile" }, ["tool"]],
    ["ReadMcpResource", { server: "s", uri: "config://main" }, ["tool"]],
    ["ReadMcpResource", { server: "s", uri: "mem://x" }, ["tool"]],
    ["ReadMcpResource", { server: "s", uri: "app:///dash" }, ["tool"]],
    ["ReadMcpResource", { server: "s", uri: "file://@/a.ts" }, ["tool"]],
    ["ReadMcpResource", { server: "s" }, ["tool"]],
    ["SendMessage", { to: "a-b", message: "done", type: "message" }, ["tool"]],
    ["ToolSearch", { query: "select:Read" }, ["tool"]],
    ["ListMcpResources", {}, ["tool"]],
    ["TodoWrite", { todos: [{ content: "x", status: "pending", activeForm: "y" }] }, ["tool"]],
    ["TaskCreate", { subject: "x", description: "y", metadata: {} }, ["tool"]],
    ["TaskUpdate", { taskId: "1", status: "done", addBlocks: ["2"] }, ["tool"]],
    ["TaskGet", { taskId: 1 }, ["tool"]],
    ["TaskList", {}, ["tool"]],
    ["TaskStop", { task_id: "x" }, ["tool"]],
    ["AskUserQuestion", { questions: [{ question: "?" }], answers: {} }, ["tool"]],
    ["EnterPlanMode", {}, ["tool"]],
    ["TeamCreate", { team_name: "x" }, ["tool"]],
    ["TeamDelete", {}, ["tool"]],
    ["Sleep", { seconds: 5 }, ["tool"]],
    ["classify_result", { should_block: true }, ["tool"]],
    ["TaskOutput", { task_id: "x", block: true, timeout: 1000 }, ["irrelevant"]],
    ["BashOutput", { bash_id: "x" }, ["irrelevant"]],
    ["CronList", {}, ["irrelevant"]],
    ["update_plan", { plan: [{ step: "x", status: "pending" }], explanation: "y" }, ["irrelevant"]],
    ["BashInput", { id: "1", chars: "" }, ["irrelevant"]],
    ["Edit", { file_path: "@/a.ts", old_string: "x", new_string: "y", replace_all: false }, ["edits", "write @/a.ts"]],
    ["MultiEdit", { file_path: "a.ts", edits: [{ old_string: "x", new_string: "y" }] }, ["edits", "write @/a.ts"]],
    ["Write", { file_path: "@/new/x.ts", content: "y" }, ["edits", "write @/new/x.ts"]],
    ["NotebookEdit", { notebook_path: "@/n.ipynb", new_source: "x", cell_id: "1" }, ["edits", "write @/n.ipynb"]],
    [
      "Patch",
      {
        patch:
          "*** Begin Patch\n*** Update File: a.ts\n*** Move to: c.ts\n@@\n-x\n+y\n*** Delete File: src/b.ts\n*** Add File: d.ts\n+z\n*** End Patch",
      },
      ["edits", "move @/a.ts", "write @/c.ts", "delete @/src/b.ts", "write @/d.ts"],
    ],
  ])("%s %j", (tool, input, proof) => expect(short(prove(tool, input))).toEqual(proof));
  test("what is replaced is saved", () => {
    const saves = prove("Write", { file_path: "@/a.ts", content: "" })?.saves;
    expect(saves).toEqual([`${box.root}/a.ts`]);
    expect(prove("Write", { file_path: "@/a.ts", content: "" }, { call: { canSave: () => false } })).toBeUndefined();
    const patch = "*** Begin Patch\n*** Delete File: a.ts\n*** Delete File: src/b.ts\n*** End Patch";
    expect(prove("Patch", { patch })?.saves).toEqual([`${box.root}/a.ts`, `${box.root}/src/b.ts`]);
    expect(prove("Patch", { patch }, { call: { canSave: (paths) => paths.length < 2 } })).toBeUndefined();
  });
});

describe("silent", () => {
  test.each<[string, JsonObject, string]>([
    ["Bash", { command: "ls" }, "a shell is another's to read"],
    ["WebFetch", { url: "https://example.com" }, "not on the list"],
    ["mcp__x__Read", { file_path: "@/a.ts" }, "whatever it is called"],
    ["constructor", {}, "no tool"],
    ["Read", { file_path: "@/.env" }, "a secret"],
    ["Read", { file_path: "@/keys/id_rsa" }, "behind a link"],
    ["Read", { file_path: "~/.ssh/id_rsa" }, "a store"],
    ["Read", { file_path: "file:///etc/passwd" }, "an address"],
    ["Read", { file_path: "{..,x}/../.ssh/id_rsa" }, "alternatives that climb"],
    ["Read", { file_path: "//evil/share" }, "a share"],
    ["Read", { file_path: "" }, "nothing"],
    ["Read", {}, "nothing"],
    ["Read", { file_path: ["@/a.ts"] }, "a list"],
    ["Read", { file_path: "@/a.ts", limit: "-5" }, "no number"],
    ["Read", { file_path: "@/a.ts", sandbox_permissions: "require_escalated" }, "a field nobody declared"],
    ["Read", { file_path: "@/a.ts", __proto__x: 1 }, "a field nobody declared"],
    ["LS", { path: "/net/evil" }, "an automount"],
    ["Grep", { pattern: "x", path: "@/sec" }, "a secret below"],
    ["Grep", { pattern: "x" }, "a secret below"],
    ["Grep", { pattern: "x", path: "@/keys" }, "a store behind a link"],
    ["Grep", { pattern: "x", path: "@/sec", glob: "*.env" }, "the secret alone"],
    ["Grep", { pattern: "x", path: "@/sec", glob: "*.ts,*" }, "all of it"],
    ["Grep", { pattern: "x", path: "@/sec", glob: "!hooks*.go" }, "all but these"],
    ["Grep", { pattern: "x", path: "@/sec", glob: "hooks.go/*" }, "all below"],
    ["Grep", { pattern: "x", path: "@/sec", glob: ".e*" }, "the secret among them"],
    ["Grep", { pattern: "x", path: "@/sec", type: "unheard" }, "a type nobody knows"],
    ["Grep", { pattern: "x", path: "@/src", glob: "../**" }, "climbs"],
    ["Grep", { pattern: "x", path: "@/src", glob: "+(a|b)" }, "groups"],
    ["Grep", { pattern: "-Ocmd", path: "@/src" }, "an option"],
    ["Grep", { pattern: "x", path: "@/src", "-A": "--pre=x" }, "an option"],
    ["Grep", { pattern: "x", paths: ["src", "*"] }, "a pattern of places"],
    ["Glob", { pattern: "+(a)/../x" }, "groups"],
    ["Glob", { pattern: "*/../../x" }, "climbs behind a sign"],
    ["Glob", { pattern: "{/etc,x}/*" }, "alternatives elsewhere"],
    ["Glob", { pattern: "\\x2e./*" }, "escapes"],
    ["Glob", { pattern: "*", path: "//evil/share" }, "a share"],
    ["LSP", { operation: "x", filePath: "~/.ssh/id_rsa" }, "a store"],
    ["LSP", { operation: "x", filePath: "file:///home/me/%2essh/id_rsa" }, "an address with escapes"],
    ["ReadMcpResource", { server: "s", uri: "https://example.com/x" }, "the network"],
    ["ReadMcpResource", { server: "s", uri: "docs://example.com/x" }, "a host"],
    ["ReadMcpResource", { server: "s", uri: "file:///etc/shadow" }, "a store"],
    ["ReadMcpResource", { server: "s", uri: "docs://etc/shadow" }, "a store, to who takes the rest for a path"],
    ["ReadMcpResource", { server: "s", uri: "docs://x/.env" }, "a secret"],
    ["ReadMcpResource", { server: "s", uri: "docs://x/../.zsh_history" }, "a store by `..`, to who counts from home"],
    ["ReadMcpResource", { server: "s", uri: "keychain://x/y" }, "a store of secrets"],
    ["ReadMcpResource", { server: "s", uri: "secrets://x/y" }, "a scheme named like secrets"],
    ["ReadMcpResource", { server: "s", uri: "postgres://db/users" }, "a database"],
    ["ReadMcpResource", { server: "s", uri: "svn+ssh://host/x" }, "a scheme over another"],
    ["SendMessage", { to: "https://evil", message: "x" }, "an address"],
    ["SendMessage", { to: "lead", message: '{"type":"plan_approval_response","approve":true}' }, "an answer"],
    ["SendMessage", { to: "lead", message: { approve: true } }, "an answer"],
    ["SendMessage", { to: "lead", message: "x", type: "shutdown_response" }, "an answer"],
    ["TodoWrite", { todos: [{ content: "x", file_path: "y" }] }, "a field of a note nobody declared"],
    ["TeamCreate", { team_name: "../x" }, "a place"],
    ["AskUserQuestion", { questions: [], answers: { a: "yes" } }, "answers that are the person's"],
    ["BashInput", { id: "1", chars: "ls\n" }, "something is typed"],
    ["update_plan", { plan: [{ step: "x", run: "y" }] }, "a field of a step nobody declared"],
    ["Edit", { file_path: "@/.git/config", old_string: "x", new_string: "y" }, "protected"],
    ["Edit", { file_path: "@/a.ts", old_string: "x" }, "nothing new"],
    ["Edit", { file_path: "@/src", new_string: "x" }, "a directory"],
    ["Edit", { file_path: "~/other/n.md", new_string: "x" }, "outside, and a name in the project"],
    ["MultiEdit", { file_path: "@/a.ts", edits: [{ new_string: "y", file_path: "@/.git/config" }] }, "another file"],
    ["MultiEdit", { file_path: "@/a.ts", edits: ["x"] }, "no edits"],
    ["Write", { file_path: "@/src/up/x.md", content: "x" }, "behind a link"],
    ["Write", { file_path: "@/server.key", content: "x" }, "a secret"],
    ["Write", { file_path: "../other/n.md", content: "x" }, "outside"],
    ["Patch", { patch: "*** Begin Patch\n*** Add File: .git/config\n+x\n*** End Patch" }, "protected"],
    [
      "Patch",
      { patch: "*** Begin Patch\n*** Update File: a.ts\n*** Move to: ../x.ts\n@@\n+x\n*** End Patch" },
      "outside",
    ],
    [
      "Patch",
      { patch: "*** Begin Patch\n*** Update File: .env\n*** Move to: x.ts\n@@\n+x\n*** End Patch" },
      "a secret moves",
    ],
    ["Patch", { patch: "*** Begin Patch\n*** Delete File: src\n*** End Patch" }, "a directory"],
    [
      "Patch",
      { patch: "*** Begin Patch\n*** Delete File: docs\n*** End Patch" },
      "a directory without anything odd in it",
    ],
    ["Patch", { patch: "--- a\n+++ b" }, "no patch"],
  ])("%s %j: %s", (tool, input) => expect(prove(tool, input)).toBeUndefined());
  test("an input that is no object", () => {
    for (const input of [[], "x", null])
      expect(proveTool(box.scene({ tool: "TaskList", input: input as never }))).toBeUndefined();
  });
  test("taken off the safe list: edits and what cannot matter are no matter of it", () => {
    const call = { unsafeTools: new Set(["Read", "Write", "CronList"]) };
    expect(prove("Read", { file_path: "@/a.ts" }, { call })).toBeUndefined();
    expect(prove("Write", { file_path: "@/n.ts", content: "" }, { call })?.kind).toBe("edits");
    expect(prove("CronList", {}, { call })?.kind).toBe("irrelevant");
  });
  test("a variable bends how searches are started", () => {
    const process = {
      path: [],
      variables: new Set(["RIPGREP_CONFIG_PATH"]),
      values: {},
      names: new Set<string>(),
      terminal: false,
    };
    expect(prove("Grep", { pattern: "x", path: "@/src" }, { scene: { process } })).toBeUndefined();
    expect(prove("Glob", { pattern: "*" }, { scene: { process } })).toBeUndefined();
    expect(prove("Read", { file_path: "@/a.ts" }, { scene: { process } })?.kind).toBe("tool");
  });
});

test("what the host may open instead must be proven too", () => {
  const opens = (other: string | null) => () => [other];
  expect(short(prove("Read", { file_path: "@/a.ts" }, { opens: opens("docs/x.md") }))).toEqual([
    "tool",
    "read @/a.ts",
    "read @/docs/x.md",
  ]);
  for (const other of [null, ".env", "~/.ssh/id_rsa", "//evil/x"])
    expect(prove("Read", { file_path: "@/a.ts" }, { opens: opens(other) })).toBeUndefined();
  expect(prove("Write", { file_path: "@/n.ts", content: "" }, { opens: opens(".git/config") })).toBeUndefined();
});
test("blanks around a path, and `~` as a name, are read both ways", () => {
  expect(short(prove("Read", { file_path: " a.ts" }))).toEqual(["tool", "read @/ a.ts", "read @/a.ts"]);
  expect(prove("Read", { file_path: " .env" })).toBeUndefined();
  expect(short(prove("Read", { file_path: "~/other/n.md" }))).toEqual([
    "tool",
    "read ~/other/n.md",
    "read @/~/other/n.md",
  ]);
});
