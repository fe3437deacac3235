import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { RecordedEvent } from "../../hosts/index.ts";
import { ledgerStore } from "../../memory/index.ts";
import { SAMPLE_START, sampleEntry } from "../../memory/testing/index.ts";
import { scratchFolder } from "../../testing/folder.ts";
import { ledgerPlace, recordsBelow } from "../find.ts";
import { FORMATS } from "../sources/formats.ts";
import {
  CLAUDE_CODE,
  CLINE,
  CODEX,
  COPILOT,
  GEMINI,
  KILO,
  OPENCODE,
  PI,
  QWEN,
  REFUSAL,
  ROOT,
  SESSIONS,
} from "../testing/records.ts";
import { formatProblem, gatherProblems } from "./problems.ts";
import { MAX_LINE_BYTES, unitsOf } from "./read.ts";

const box = scratchFolder();
afterAll(box.remove);

async function read(file: string) {
  const problems = gatherProblems();
  const events: RecordedEvent[] = [];
  const formats: string[] = [];
  for await (const unit of unitsOf(file, { problem: problems.add })) {
    formats.push(unit.format);
    for await (const event of unit.events) events.push(event);
  }
  return { events, formats, problems: problems.list().map(formatProblem) };
}

const shape = (events: readonly RecordedEvent[]): readonly string[] =>
  events.flatMap((event) => {
    if (event.kind === "notHuman" || event.kind === "undone") return [];
    if (event.kind === "session") return `session ${event.session.host} ${event.session.cwd}`;
    if (event.kind === "said") return `said ${event.text}`;
    if (event.kind === "call") return `call ${event.call.tool} in ${event.call.cwd}`;
    return `${event.outcome}${event.answer === undefined ? "" : ` ${event.answer}`}`;
  });

describe("each agent's own format", () => {
  const samples = {
    ...{ "claude-code": CLAUDE_CODE, codex: CODEX, gemini: GEMINI, opencode: OPENCODE, copilot: COPILOT, qwen: QWEN },
    ...{ kilo: KILO, pi: PI, cline: CLINE },
    sessions: SESSIONS,
  };
  test("every host whose records are known has a sample here", () => {
    const known = FORMATS.map(({ format }) => format).filter((format) => format !== "ledger");
    expect(known.sort()).toEqual(Object.keys(samples).sort());
  });
  test.each(Object.entries(samples))("an entry of %s is taken for no other's", (own, content) => {
    const texts = ["opencode", "kilo", "cline"].includes(own) ? [content] : content.trim().split("\n");
    const takenFor = texts.flatMap((text) =>
      FORMATS.filter(({ recognise }) => recognise(JSON.parse(text))).map(({ format }) => format),
    );
    expect([...new Set(takenFor)]).toEqual([own]);
  });
  test.each([
    ["claude-code", CLAUDE_CODE, ROOT, ["Edit", "Bash"], ["said and the tests"]],
    ["codex", CODEX, ROOT, ["apply_patch", "exec_command"], []],
    ["gemini", GEMINI, null, ["replace", "run_shell_command"], []],
    ["opencode", OPENCODE, ROOT, ["edit", "bash"], []],
    ["copilot", COPILOT, ROOT, ["edit", "bash"], []],
    ["qwen", QWEN, ROOT, ["edit", "run_shell_command"], []],
    ["kilo", KILO, ROOT, ["edit", "bash"], []],
    ["pi", PI, ROOT, ["edit", "bash"], []],
    ["cline", CLINE, null, ["editor", "run_commands"], []],
  ] as const)("%s", async (format, content, cwd, [edit, shell], more) => {
    const { events, formats, problems } = await read(box.write(`${format}.jsonl`, content));
    expect(formats).toEqual([format]);
    expect(shape(events)).toEqual([
      `session ${format} ${cwd}`,
      "said fix the bug",
      `call ${edit} in ${cwd}`,
      "ran",
      `call ${shell} in ${cwd}`,
      // pi has no prompt of its own: what is held there, we held.
      format === "pi" ? "blocked" : "refused",
      ...more,
    ]);
    expect(problems).toEqual([]);
  });

  test("one session a line", async () => {
    const { events, formats } = await read(box.write("sessions.jsonl", SESSIONS + SESSIONS));
    expect(formats).toEqual(["sessions", "sessions"]);
    expect(shape(events).slice(0, 4)).toEqual([
      `session claude-code ${ROOT}`,
      "said fix the bug",
      `call Edit in ${ROOT}`,
      "ran",
    ]);
  });

  test("Gemini's project stands beside its chats", async () => {
    box.write("gem/.project_root", `${ROOT}\n`);
    const { events } = await read(box.write("gem/chats/session-1.jsonl", GEMINI));
    expect(shape(events)[0]).toBe(`session gemini ${ROOT}`);
  });

  test("an older Gemini chat is one document", async () => {
    const messages = GEMINI.split("\n")
      .slice(2, 6)
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const old = JSON.stringify({ sessionId: "g-0", projectHash: "h", messages }, null, 2);
    const { events } = await read(box.write("old.json", old));
    expect(shape(events)).toContain("said fix the bug");
    expect(shape(events)).toContain("refused");
  });

  test("the ledger", async () => {
    const store = ledgerStore({ stateDir: join(box.folder, "state") });
    const session = await store.open("l-1", SAMPLE_START);
    await session.transact(() => ({
      entries: [
        { kind: "prompt", at: 1, text: "fix the bug" },
        sampleEntry({ id: "d1" }, { at: 2, call: "k1" }),
        sampleEntry({ id: "d2", behavior: "ask", by: "prompt" }, { at: 3, call: "k2" }),
        { kind: "ran", at: 4, call: "k2" },
        sampleEntry({ id: "d3", behavior: "deny", by: "classifier" }, { at: 5, call: "k3" }),
      ],
      value: undefined,
    }));
    await store.close?.();
    const place = ledgerPlace(join(box.folder, "state"));
    const { events, formats } = await read(recordsBelow(place)[0] ?? "");
    expect(formats).toEqual(["ledger"]);
    expect(events.map(({ kind }) => kind)).toEqual([
      "session",
      "said",
      "call",
      "outcome",
      "call",
      "outcome",
      "call",
      "outcome",
    ]);
    expect(events.flatMap((event) => (event.kind === "outcome" ? [event.outcome] : []))).toEqual([
      "ran",
      "ran",
      "blocked",
    ]);
  });
});

describe("outcomes of Claude Code", () => {
  const result = (content: unknown, toolUseResult?: unknown) =>
    CLAUDE_CODE.split("\n")
      .slice(2, 5)
      .concat(
        JSON.stringify({
          type: "user",
          uuid: "r",
          sessionId: "c-1",
          cwd: ROOT,
          message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", is_error: true, content }] },
          toolUseResult,
        }),
      )
      .join("\n");
  test.each([
    [REFUSAL, undefined, "refused"],
    [[{ type: "text", text: REFUSAL }], undefined, "refused"],
    ["<tool_use_error>File has not been read yet.</tool_use_error>", undefined, "failed"],
    ["Exit code 1", "Error: User rejected tool use", "refused"],
    ["Permission to use Bash with command rm has been denied.", undefined, "blocked"],
    ["PreToolUse:Bash hook error: [gate]: no", undefined, "blocked"],
    ["This command requires approval", undefined, "blocked"],
    [
      "This Bash command contains multiple operations. The following part requires approval: npm test",
      undefined,
      "blocked",
    ],
    [
      "This Bash command contains multiple operations. The following parts require approval: a, b",
      undefined,
      "blocked",
    ],
    ["cat in '/etc/x' was blocked. For security, Claude Code may only read files in the allowed", undefined, "blocked"],
    ["Output redirection to '/tmp/x' was blocked. For security, Claude Code may only write", undefined, "blocked"],
    ["Output redirection to '/tmp/x' was blocked by a deny rule.", undefined, "blocked"],
    ["Dangerous rm operation detected: '~/'\n\nThis requires explicit approval", undefined, "blocked"],
    ["sed command requires approval (contains potentially dangerous operations)", undefined, "blocked"],
    ["Claude requested permissions to write to /x, but you haven't granted it yet.", undefined, "blocked"],
    ["Permission for this tool use was denied. The tool use was rejected", undefined, "blocked"],
    ["Compound commands with cd and git require approval to prevent bare repository attacks", undefined, "blocked"],
    ["Sallyport asks (offline): It runs a task of npm: test; no rule covers it.", undefined, "blocked"],
    ["Denied by Sallyport (floor): It would delete home.", undefined, "blocked"],
    ["Exit code 1\ngh: this pull request requires approval", undefined, "failed"],
    ["Exit code 1\nDenied by Sallyport (x) is what the test expected", undefined, "failed"],
    ["Command timed out after 2m 0.0s was blocked. For security", undefined, "failed"],
  ])("%j with %j is %s", async (content, toolUseResult, expected) => {
    const { events } = await read(box.write("outcome.jsonl", result(content, toolUseResult)));
    expect(shape(events).at(-1)).toBe(expected);
  });
});

describe("what cannot be read is named, with line and reason", () => {
  const [first = "", second = "", ...rest] = CLAUDE_CODE.split("\n").slice(2);
  test.each([
    [
      "half a line at the end",
      `${first}\n${rest[0]}\n${rest[1]?.slice(0, 40)}`,
      /half\.jsonl:3: is not valid JSON, perhaps half a line/,
    ],
    ["half a line in the middle", `${first}\n${second.slice(0, 30)}\n${rest[0]}\n`, /half\.jsonl:2: is not valid JSON/],
    ["a line that is no object", `${first}\n[1,2]\n`, /half\.jsonl:2: is no object/],
    [
      "an unknown entry type",
      `${first}\n{"type":"hologram","uuid":"x"}\n{"type":"hologram","uuid":"y"}\n`,
      /half\.jsonl:2: unknown entry type "hologram" \(2 times; this is the first\)/,
    ],
    [
      "a future version",
      first.replace("2.1.197", "9.0.1"),
      /half\.jsonl:1: written by Claude Code 9\.0\.1, newer than/,
    ],
    ["an empty file", "", /half\.jsonl: is empty/],
    ["something else", "hello\nworld\n", /half\.jsonl: is no record of a known agent/],
    ["a database", "SQLite format 3\u0000rest", /half\.jsonl: is an SQLite database/],
    [
      "a Codex item nobody knows",
      `${CODEX}{"type":"response_item","payload":{"type":"telepathy"}}\n`,
      /half\.jsonl:\d+: unknown item type "telepathy"/,
    ],
    [
      "a turn of no kind",
      SESSIONS.replace('"turns":[', '"turns":[7,{"x":1},'),
      /half\.jsonl:1: 2 turns of no known kind/,
    ],
  ])("%s", async (_, content, problem) => {
    const { problems } = await read(box.write("half.jsonl", content));
    expect(problems.join("\n")).toMatch(problem);
  });

  test("the rest of a broken file is still read", async () => {
    const { events } = await read(box.write("rest.jsonl", `${first}\n{"half\n${CLAUDE_CODE}`));
    expect(shape(events).filter((one) => one.startsWith("call"))).toHaveLength(2);
  });

  test("a file that is not there, and a folder", async () => {
    expect((await read(join(box.folder, "nowhere.jsonl"))).problems.join()).toMatch(
      /nowhere\.jsonl: cannot be read: ENOENT/,
    );
    expect((await read(box.folder)).problems.join()).toMatch(/is not a file/);
  });

  test("tool output of any size: the line is left out, and the rest is read", async () => {
    const path = box.write("huge.jsonl", CLAUDE_CODE);
    const fd = openSync(path, "r+");
    const size = CLAUDE_CODE.length + 6 * MAX_LINE_BYTES;
    ftruncateSync(fd, size);
    writeSync(fd, `\n${CLAUDE_CODE.split("\n").slice(4, 6).join("\n").replaceAll('"t1"', '"t9"')}\n`, size);
    closeSync(fd);
    const { events, problems } = await read(path);
    expect(problems.join()).toMatch(
      new RegExp(`huge\\.jsonl:11: the line is longer than ${MAX_LINE_BYTES} bytes: left out`),
    );
    expect(shape(events).filter((one) => one.startsWith("call"))).toHaveLength(3);
  });
});
