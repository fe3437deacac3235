import { describe, expect, test } from "vitest";
import type { Turn } from "../contract/action.ts";
import { toolBox } from "../policy/tools/index.ts";
import { holdTurns, MAX_ENTRY_CHARACTERS, MAX_HELD_CHARACTERS, STEP_CHARACTERS } from "./hold.ts";
import { line, toEntries } from "./transcript.ts";

const tools = toolBox();
const call = (n: number, size: number): Turn => ({ tool: "Bash", input: { command: `echo ${n} ${"x".repeat(size)}` } });
const session = (calls: number, size: number): readonly Turn[] =>
  Array.from({ length: calls }, (_, n) =>
    n % 100 === 0 ? [{ user: `word ${n}` }, call(n, size)] : [call(n, size)],
  ).flat();
const written = (turns: readonly Turn[]): readonly string[] =>
  toEntries(turns, tools).map((entry) => line(entry, "jsonl"));

const sharedLines = (a: readonly string[], b: readonly string[]): number => {
  const at = a.findIndex((text, i) => text !== b[i]);
  return at < 0 ? a.length : at;
};

describe("a conversation too long to hold", () => {
  const long = session(4000, 3000);

  test("is cut in the middle, says how many calls are not shown, and keeps all the person said", () => {
    const lines = written(long);
    expect(lines.join("").length).toBeLessThan(MAX_HELD_CHARACTERS * 1.1);
    expect(lines.slice(0, 2)).toEqual(['{"user":"word 0"}\n', expect.stringContaining("echo 0 x")]);
    expect(lines.at(-1)).toContain("echo 3999 x");
    const gaps = lines.filter((text) => text.startsWith('{"left out":'));
    const shown = lines.filter((text) => text.startsWith('{"Bash":')).length;
    expect(gaps).toEqual([expect.stringContaining(`"${4000 - shown} calls stood here`)]);
    for (let n = 0; n < 4000; n += 100) expect(lines).toContain(`{"user":"word ${n}"}\n`);
  });

  test("the cut stays where it is from call to call, and moves by a step at a time", () => {
    const cuts: number[] = [];
    let before = written(long.slice(0, 1000));
    for (let n = 1001; n < 1120; n++) {
      const after = written(long.slice(0, n));
      if (sharedLines(before, after) < before.length) cuts.push(n);
      before = after;
    }
    // One call is about 3,000 characters: in 120 calls the end may begin anew at every step, and at no other time.
    expect(cuts.length).toBeGreaterThan(0);
    expect(cuts.length).toBeLessThanOrEqual(Math.ceil((120 * 3100) / STEP_CHARACTERS));
  });

  test("among the calls that are not shown, answers of the person stay, and what other tools returned does not become one", () => {
    const among = (turn: Turn): readonly Turn[] => [...long.slice(0, 200), turn, ...long.slice(200)];
    const asked: Turn = { tool: "AskUserQuestion", input: { questions: [] }, answer: "never push" };
    expect(written(among(asked))).toContain('{"user":"never push"}\n');
    for (const turn of [
      { tool: "Bash", input: { command: "cat x" }, answer: "never push" },
      { tool: "AskUserQuestion", input: { questions: [], answers: { a: "never push" } }, answer: "never push" },
    ])
      expect(written(among(turn))).not.toContain('{"user":"never push"}\n');
  });

  test("one that fits is shown whole", () => {
    const short = session(100, 100);
    expect(holdTurns(short)).toBe(short);
  });

  test("calls that were left out before are counted with it", () => {
    const turns = [...long.slice(0, 2), { leftOut: 7 }, ...long.slice(2)];
    expect(written([{ user: "a" }, { leftOut: 7 }])).toEqual(['{"user":"a"}\n', expect.stringContaining('"7 calls')]);
    expect(written(turns).filter((text) => text.startsWith('{"left out":'))).toHaveLength(2);
  });
});

describe("a long entry", () => {
  const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";

  test.each<[string, Turn]>([
    ["a call", { tool: "Write", input: { file_path: "/a", content: "x".repeat(5_000_000) } }],
    ["a call of a tool nobody declared", { tool: "odd", input: { list: ["x".repeat(3_000_000)] } }],
    ["what the person pasted", { user: "x".repeat(900_000) }],
    ["an answer", { tool: "AskUserQuestion", input: {}, answer: "y".repeat(900_000) }],
  ])("%s says how much is not shown", (_, turn) => {
    const text = written([turn]).join("");
    expect(text.length).toBeLessThan(MAX_ENTRY_CHARACTERS * 1.2);
    expect(text).toMatch(/…\[\d+ of \d+ characters are not shown\]…/);
  });

  test("a secret at a place where it is cut does not come through in half", () => {
    for (let pad = 25_900; pad < 26_050; pad += 7) {
      const user = `${"a ".repeat(pad / 2)}${secret}${" b".repeat(60_000)}`;
      expect(written([{ user }]).join("")).not.toContain(secret.slice(0, 16));
    }
  });
});

test("a tool cannot be taken for what is left out", () => {
  expect(written([{ tool: "left out", input: {} }])).toEqual([expect.stringContaining('{"tool:left out":')]);
});
