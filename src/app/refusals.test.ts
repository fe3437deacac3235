/** A no that the person gave in the agent ends the waiting: with their next words, or when somebody looks at what waits. */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { refusedCalls } from "../hosts/index.ts";
import { type Bench, bench, known } from "../hosts/testing.ts";
import { memoryStore } from "../memory/index.ts";
import { recordApproval, waitingCalls } from "./index.ts";

const CLAUDE = known("claude-code").records;
if (CLAUDE === undefined) throw new Error("Claude Code has records");

const NO =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";
const calls = (id: string, command: string): string =>
  `${JSON.stringify({ type: "assistant", sessionId: "s", uuid: id, message: { role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input: { command } }] } })}\n`;
const results = (id: string, content: string, more: object = { is_error: true }): string =>
  `${JSON.stringify({ type: "user", sessionId: "s", uuid: `${id}-r`, message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, ...more }] } })}\n`;

let here: Bench;
let record: string;

beforeEach(() => {
  here = bench({ permissions: { ask: ["Bash(git push:*)"] } }, memoryStore());
  record = join(here.project.home, "record.jsonl");
  writeFileSync(record, "");
});

const event = (name: string, more: object): object => ({
  ...{ session_id: "s", cwd: here.cwd, transcript_path: record, permission_mode: "default", hook_event_name: name },
  ...more,
});
const asks = (id: string): Promise<unknown> =>
  here.send(
    "claude-code",
    event("PreToolUse", { tool_name: "Bash", tool_input: { command: "git push" }, tool_use_id: id }),
  );
const types = (): Promise<unknown> => here.send("claude-code", event("UserPromptSubmit", { prompt: "go on" }));
const records = (at: Bench): ReturnType<typeof memoryStore> => at.store as ReturnType<typeof memoryStore>;
const answers = async () =>
  (await records(here).waiting(Date.now())).map(({ answered, refusal }) => [answered?.word ?? null, refusal === null]);

describe("in the agent's own record", () => {
  test.each<[string, string, readonly string[]]>([
    ["a refusal", results("t1", NO), ["t1"]],
    ["an interruption", results("t1", "[Request interrupted by user for tool use]"), ["t1"]],
    ["what a hook held", results("t1", "Denied by Sallyport: no."), []],
    ["what failed", results("t1", "Exit code 1\nThe user doesn't want to proceed"), []],
    ["what ran and says so in its output", results("t1", NO, {}), []],
    ["nothing", "", []],
  ])("%s", (_, text, ids) => {
    appendFileSync(record, calls("t1", "git push") + text);
    expect([...refusedCalls(CLAUDE, record)]).toEqual(ids);
    // What is written later is seen.
    appendFileSync(record, calls("t2", "ls") + results("t2", NO));
    expect([...refusedCalls(CLAUDE, record)]).toEqual([...ids, "t2"]);
  });
  test("a record that is gone says nothing", () => {
    expect([...refusedCalls(CLAUDE, join(here.project.home, "gone.jsonl"))]).toEqual([]);
  });
});

test("the person's next words put it on record, and nobody can approve the call any more", async () => {
  await asks("t1");
  expect(await answers()).toEqual([[null, true]]);
  appendFileSync(record, calls("t1", "git push"));
  await types();
  expect(await answers()).toEqual([[null, true]]);
  appendFileSync(record, results("t1", NO));
  await types();
  expect(await answers()).toEqual([["refused", false]]);
  const { records: kept } = await records(here).newest({ limit: 20, matches: ({ entry }) => entry.kind === "refusal" });
  expect(kept.map(({ entry }) => entry)).toMatchObject([{ by: "the person in Claude Code" }]);
  const [one] = await records(here).waiting(Date.now());
  if (one === undefined) throw new Error("it is listed");
  expect(await recordApproval(records(here), one, { by: "me", at: Date.now() })).toMatchObject({ ok: false });
});

test("whoever looks at what waits finds it answered, before the person says a word", async () => {
  await asks("t1");
  appendFileSync(record, calls("t1", "git push") + results("t1", NO));
  expect((await waitingCalls(records(here), Date.now())).map(({ answered }) => answered?.word)).toEqual(["refused"]);
  // Another try is another question.
  await asks("t2");
  expect((await waitingCalls(records(here), Date.now())).map(({ answered }) => answered?.word ?? null)).toEqual([
    null,
    "refused",
  ]);
});

test("a no through another door is a no to the decision too", async () => {
  await asks("t1");
  const [one] = await records(here).waiting(Date.now());
  const gate = here.project.gate({ store: here.store });
  const action = { tool: "Bash", input: { command: "git push" }, cwd: here.cwd, session: "s", host: "claude-code" };
  expect(await gate.answered({ ...action, toolUseId: "t1" }, { says: "no", through: "a test" })).toMatchObject({
    ok: true,
  });
  expect(one?.answered).toBeNull();
  expect(await answers()).toEqual([["refused", false]]);
});
