/** The list of acts is closed and used, and nothing decides on its words. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callOf } from "../policy/offline/testing.ts";
import { decide, TOPICS } from "../policy/topics/index.ts";
import { rowExamples } from "../programs/index.ts";
import ROWS from "../watch/windows/rows.json" with { type: "json" };
import { ACTS } from "./acts.ts";
import { actOf } from "./effect.ts";

const src = join(import.meta.dirname, "..");
const shipped = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => /(?<!\.test|testing)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(src, path), "utf8") }));
const filesWith = (pattern: RegExp): readonly string[] =>
  shipped.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

const examples = TOPICS.flatMap(({ recognise }) => recognise.flatMap(({ match, notMatch }) => [...match, ...notMatch]));
/** Acts of the shell itself and of tools, which no table of programs has. */
const OTHERS = [
  "$X a",
  "disown -a",
  "bg %1",
  "fg %1",
  "suspend -f",
  { tool: "CronCreate", input: { cron: "0 9 * * *", prompt: "look" } },
];

test("every act is one that some example does", () => {
  const done = new Set<string>([
    ...rowExamples().flatMap(([, acts]) => acts),
    ...ROWS.map(({ act }) => act),
    ...[...examples, ...OTHERS].flatMap((example) => callOf(example).effects.map(actOf)),
  ]);
  expect(Object.keys(ACTS).filter((id) => !done.has(id))).toEqual([]);
});

test("an id is a thing and what happens to it", () => {
  expect(Object.keys(ACTS).filter((id) => !/^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/.test(id))).toEqual([]);
});

test("only the contract sees the table, and only what speaks to people its words and the wording of an effect", () => {
  expect(filesWith(/\bACTS\b[^;]*from "[^"]*\/acts\.ts"/).toSorted()).toEqual([
    "contract/describe.ts",
    "contract/effect.ts",
  ]);
  expect(filesWith(/ACTS\[\w+\]\[2\]/)).toEqual(["contract/describe.ts"]);
  // Everywhere else it is only put in: never asked for by name, taken apart or compared. A whole call is said where its question is.
  expect(filesWith(/\.wording\b|\bwording\b[^:;\n]*\}\s*[:=]|\bwording\b\s*[=!]==/)).toEqual([
    "contract/describe.ts",
    "gate/told/git-phrases.ts",
    "gate/told/phrases.ts",
  ]);
  expect(filesWith(/\.detail\b.*\beffect|\beffect\.detail\b/)).toEqual([]);
});

test("what describe.ts says is matched with nothing", () => {
  const said =
    /\bdescribe(?:Act|Effect|Origin|Secret|Unknown)\([^\n]*\)\.(?:match|search|includes|startsWith|endsWith|indexOf)\(/;
  expect(filesWith(said)).toEqual([]);
  expect(filesWith(/\.(?:test|exec)\(\s*describe(?:Act|Effect|Origin|Secret|Unknown)\(/)).toEqual([]);
});

/** The decision, without the sentence that is for people. */
const decideOn = (example: (typeof examples)[number], reword: boolean): unknown => {
  const call = callOf(example);
  const { behavior, rule, hard, clearsWhen } = decide(reword ? reworded(call) : call);
  return { example, behavior, rule, hard, clearsWhen };
};

/** The same call, with every wording of its effects replaced. */
function reworded(call: ReturnType<typeof callOf>): ReturnType<typeof callOf> {
  const plain = <T extends object>(effect: T): T => ("wording" in effect ? { ...effect, wording: "…" } : effect);
  const reading = call.reading && {
    ...call.reading,
    effects: call.reading.effects.map(plain),
    commands: call.reading.commands.map((command) => ({ ...command, effects: command.effects.map(plain) })),
  };
  return { ...call, effects: call.effects.map(plain), reading };
}

test("other words for every act, and for what effects say besides, change no decision", () => {
  const before = examples.map((example) => decideOn(example, false));
  const rows = Object.values(ACTS) as unknown as string[][];
  const words = rows.map((row) => row[2] ?? "");
  try {
    for (const row of rows) row[2] = "…";
    expect(examples.map((example) => decideOn(example, true))).toEqual(before);
  } finally {
    rows.forEach((row, i) => {
      row[2] = words[i] ?? "";
    });
  }
});
