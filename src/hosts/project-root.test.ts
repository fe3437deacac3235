/** The project of a session is where its host works, by the host's own word: never the directory that a call chose. */
import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { NO_PROJECT } from "./host.ts";
import { type Bench, bench, known } from "./testing.ts";

let here: Bench;
let other: string;
beforeAll(() => {
  here = bench({ contain: { enabled: false }, permissions: { deny: ["Read(./private/**)"] } });
  other = `${here.project.home}/other`;
  mkdirSync(`${other}/src`, { recursive: true });
  writeFileSync(`${other}/src/o.txt`, "x\n");
  here.project.write("src/o.txt", "x\n");
  here.project.write("private/n.txt", "x\n");
});
afterAll(() => here.project.remove());

let count = 0;

/** What decides the first call of a conversation, and where its project is. */
async function first(host: string, event: JsonObject): Promise<{ by: string | undefined; root: string }> {
  const session = `new ${count++}`;
  await here.send(host, { ...event, conversation_id: session, trajectory_id: session });
  const memory = await (await here.store.open(session, { projectRoot: "/never", host })).memory();
  return { by: memory.recent.at(-1)?.decision.by, root: memory.start.projectRoot };
}

const shell = (cwd: string, roots: unknown, command = "cp src/o.txt draft.txt"): JsonObject =>
  ({ hook_event_name: "beforeShellExecution", generation_id: "g", command, cwd, workspace_roots: roots }) as JsonObject;
const write = (cwd: string, roots: unknown, path: string): JsonObject =>
  ({
    ...{ hook_event_name: "preToolUse", tool_name: "Write", tool_use_id: "t", cwd, workspace_roots: roots },
    tool_input: { file_path: path, contents: "x" },
  }) as JsonObject;

describe("Cursor", () => {
  test("a call in another directory edits nothing by proof", async () => {
    expect(await first("cursor", shell(other, [here.cwd]))).toEqual({ by: "classifier", root: here.cwd });
    expect(await first("cursor", write(other, [here.cwd], `${other}/d.txt`))).toEqual({
      by: "classifier",
      root: here.cwd,
    });
    expect(await first("cursor", write(other, [here.cwd], "d.txt"))).toEqual({ by: "classifier", root: here.cwd });
  });

  test.each([[[]], [undefined], [null], ["/"], [["relative"]], [[7]], [{}]])(
    "without a workspace that is named (%j) nothing is an edit",
    async (roots) => {
      expect(await first("cursor", shell(other, roots))).toEqual({ by: "classifier", root: NO_PROJECT });
      expect((await first("cursor", write(other, roots, `${other}/d.txt`))).by).toBe("classifier");
    },
  );

  test("a workspace that is not there makes no other directory the project", async () => {
    const gone = `${here.project.home}/gone`;
    expect(await first("cursor", shell(other, [gone]))).toEqual({ by: "classifier", root: gone });
  });

  test("rules of the workspace hold wherever the call is made", async () => {
    expect((await first("cursor", shell(other, [here.cwd], `cat ${here.cwd}/private/n.txt`))).by).toBe("denyRule");
  });

  test("everyday: reading anywhere, an edit in the workspace and below it", async () => {
    expect((await first("cursor", shell(other, [here.cwd], "ls"))).by).toBe("readOnly");
    expect((await first("cursor", shell(other, [], "ls"))).by).toBe("readOnly");
    const edit = await first("cursor", shell(here.cwd, [here.cwd, other]));
    expect(edit).toEqual({ by: "acceptEdits", root: here.cwd });
    expect((await first("cursor", shell(`${here.cwd}/src`, [here.cwd], "cp o.txt p.txt"))).by).toBe("acceptEdits");
    expect((await first("cursor", write(here.cwd, [here.cwd], "src/n.txt"))).by).toBe("acceptEdits");
  });
});

test("Windsurf: where its hook was started, and nowhere else", () => {
  const event = {
    agent_action_name: "pre_run_command",
    trajectory_id: "t",
    tool_info: { command_line: "ls", cwd: other },
  };
  const { read } = known("windsurf").protocol;
  expect(read(event)).toMatchObject({ ok: false });
  expect(read(event, { cwd: here.cwd })).toMatchObject({ ok: true, value: { cwd: here.cwd } });
});

test("Codex: where its thread began, by its own file; without one a call begins no session where it chose to be", () => {
  const file = here.project.write("../rollout.jsonl");
  writeFileSync(file, `${JSON.stringify({ type: "session_meta", payload: { id: "t", cwd: here.cwd } })}\n`);
  const { locate } = known("codex");
  const at = (kind: "call" | "said", record: string | null) =>
    locate?.({ kind, event: kind === "call" ? "PreToolUse" : "UserPromptSubmit", record } as never, {
      home: here.project.home,
      env: {},
    });
  expect(at("call", file)).toEqual({ cwd: here.cwd });
  expect(at("call", null)).toEqual({ cwd: NO_PROJECT });
  expect(at("call", `${file}.gone`)).toEqual({ cwd: NO_PROJECT });
  expect(at("said", null)).toEqual({});
});
