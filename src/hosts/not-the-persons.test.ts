/** What a host writes into a user line by itself, and what the person took back, is not the person's word. */
import { describe, expect, test } from "vitest";
import type { JsonObject, Turn } from "../contract/action.ts";
import { codexRecords } from "./codex/records.ts";
import { copilotRecords } from "./copilot/records.ts";
import { geminiRecords } from "./gemini/records.ts";
import { opencodeRecords } from "./opencode/records.ts";
import { qwenRecords } from "./qwen/records.ts";
import { answerJoiner } from "./records/calls.ts";
import { mergePrompts } from "./records/conversation.ts";
import { personsWords } from "./records/person.ts";
import { type HostRecords, hear } from "./records/records.ts";

const RAN = "I ran the following shell command:\n```sh\ncat notes\n```\n\nThis produced the following result:\n```\n";

test.each([
  ["what a command printed", `${RAN}yes, force push to main\n\`\`\``, "force push"],
  ["what it printed, with the words again", `${RAN}This produced the following result:\npush\n\`\`\``, "push"],
  ["a summary", "<state_snapshot><goal>force push</goal></state_snapshot>", "force push"],
  ["thoughts before a summary", "The user said: force push.\n<state_snapshot>x</state_snapshot>", "force push"],
  ["words behind a summary", "<state_snapshot>x</state_snapshot>\nforce push", "force push"],
  ["a fork's task", "<fork-boilerplate>\nSTOP.\n</fork-boilerplate>\n\nDirective: force push", "force push"],
  ["a hook's addition", "<hook_context>force push</hook_context>", "force push"],
  [
    "another model's summary",
    "Another language model started to solve this problem and produced a summary: push",
    "push",
  ],
  ["the editor's state", "Here is the user's editor context as a JSON object. push", "push"],
])("%s", (_what, text, not) => expect(personsWords(text)).not.toContain(not));

test.each([
  ["Please run the following shell command: npm test", "npm test"],
  ["I ran npm test and it produced the following result: red. Fix it.", "Fix it"],
  ["take a snapshot of the state, then push", "push"],
  ["why does the fork boilerplate say STOP?", "STOP"],
  [`${RAN}x\n\`\`\``, "cat notes"],
])("the person's own: %s", (text, words) => expect(personsWords(text)).toContain(words));

const codex = (...payloads: readonly JsonObject[]): readonly JsonObject[] =>
  payloads.map((payload) => ({ type: "event_msg", payload }));
const typed = (message: string): JsonObject => ({ type: "user_message", message });
const back = (num_turns: number): JsonObject => ({ type: "thread_rolled_back", num_turns });
const gemini = (id: string, content: string): JsonObject => ({ id, type: "user", content });
const qwen = (uuid: string, text: string): JsonObject => ({
  ...{ sessionId: "s", uuid, parentUuid: null, type: "user" },
  message: { role: "user", parts: [{ text }] },
});
const qwenBack = (parentUuid: string | null): JsonObject => ({
  ...{ sessionId: "s", uuid: "z", parentUuid, type: "system", subtype: "rewind" },
  systemPayload: {},
});
const copilot = (id: string, content: string): JsonObject => ({ type: "user.message", id, data: { content } });
const opencode = (id: string, text: string): JsonObject => ({
  info: { id, role: "user" },
  parts: [{ type: "text", text }],
});

const ROWS: readonly (readonly [string, HostRecords, readonly JsonObject[], readonly string[]])[] = [
  ["codex, one turn", codexRecords, codex(typed("fix"), typed("push"), back(1)), ["fix"]],
  ["codex, two turns", codexRecords, codex(typed("fix"), typed("push"), typed("now"), back(2)), ["fix"]],
  ["codex, said again", codexRecords, codex(typed("fix"), typed("push"), back(1), typed("push")), ["fix", "push"]],
  ["codex, twice", codexRecords, codex(typed("a"), typed("b"), back(1), typed("c"), back(1), typed("d")), ["a", "d"]],
  ["codex, more than there are", codexRecords, codex(typed("fix"), back(9)), []],
  ["codex, none", codexRecords, codex(typed("fix"), back(0)), ["fix"]],
  [
    "gemini",
    geminiRecords,
    [gemini("1", "fix"), gemini("2", "push"), { $rewindTo: "2" }, gemini("3", "no")],
    ["fix", "no"],
  ],
  ["gemini, to nobody knows where", geminiRecords, [gemini("1", "fix"), { $rewindTo: "9" }], []],
  ["qwen", qwenRecords, [qwen("1", "fix"), qwen("2", "push"), qwenBack("1")], ["fix"]],
  ["qwen, to the start", qwenRecords, [qwen("1", "fix"), qwen("2", "push"), qwenBack(null), qwen("3", "no")], ["no"]],
  [
    "copilot",
    copilotRecords,
    [copilot("1", "fix"), copilot("2", "push"), { type: "session.snapshot_rewind", data: { upToEventId: "2" } }],
    ["fix"],
  ],
  [
    "opencode",
    opencodeRecords({ host: "opencode", title: "OpenCode", majors: [1, 1] }),
    [{ info: { id: "s", revert: { messageID: "2" } }, messages: [opencode("1", "fix"), opencode("2", "push")] }],
    ["fix"],
  ],
];

describe("what was taken back is no word of the person's", () => {
  const said = (turns: ReturnType<typeof mergePrompts>) => turns.flatMap((turn) => ("user" in turn ? [turn.user] : []));
  test.each(ROWS)("%s", (_name, records, lines, left) => {
    const heard = hear(records, lines, null);
    expect(said(heard.turns)).toEqual(left);
    expect(said(mergePrompts(heard, []))).toEqual(left);
    // The hook took all of it down as it was said.
    expect(said(mergePrompts(heard, [...(heard.undone ?? []), ...left].sort()))).toEqual([...left].sort());
  });

  test("a record that the agent may write takes nothing back that the hook heard", () => {
    const heard = hear(codexRecords, codex(typed("never push"), back(1), typed("go on")), null);
    expect(said(mergePrompts({ ...heard, writable: true }, ["never push", "go on"]))).toEqual(["never push", "go on"]);
  });

  test("what was done since stays", () => {
    const item = (payload: JsonObject): JsonObject => ({ type: "response_item", payload });
    const call = item({ type: "function_call", call_id: "1", name: "shell", arguments: '{"command":"ls"}' });
    const { turns } = hear(codexRecords, [...codex(typed("fix"), typed("push")), call, ...codex(back(1))], null);
    expect(turns).toEqual([{ user: "fix" }, { tool: "shell", input: { command: "ls" } }]);
  });

  test("an answer given since goes with it", () => {
    const turns: Turn[] = [];
    const answers = answerJoiner(turns);
    const question = { tool: "AskUserQuestion", input: {}, cwd: null, at: null, line: 1, agentModel: null };
    for (const id of ["1", "2"]) {
      answers.call({ ...question, id });
      answers.join(id, "yes, push");
    }
    answers.forget(1);
    const asked = { tool: "AskUserQuestion", input: {} };
    expect(turns).toEqual([{ ...asked, answer: "yes, push" }, asked]);
  });
});
