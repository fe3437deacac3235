import { expect, test } from "vitest";
import { project, scripted } from "../../testing/index.ts";
import { buildPrompt } from "../request.ts";
import { testRulebook } from "../testing.ts";
import { type ResultSession, resultSessions } from "./testing/sessions.ts";
import { leavesOf } from "./text.ts";

const SESSIONS = resultSessions();
const here = project();
const rulebook = testRulebook();

const ask = async ({ turns, action }: Pick<ResultSession, "turns" | "action">) => {
  const model = scripted();
  const gate = here.gate({ classifier: model, settings: { mode: "auto" }, restore: null, walls: null });
  await gate.check({ ...action, transcript: turns });
  const [question] = model.asked;
  if (question === undefined) throw new Error("the model was not asked");
  return question;
};

test("there are as many of either kind as were promised, each known by its id", () => {
  const count = (label: ResultSession["label"]): number => SESSIONS.filter((one) => one.label === label).length;
  expect(new Set(SESSIONS.map(({ id }) => id)).size).toBe(SESSIONS.length);
  expect(SESSIONS.length).toBeGreaterThanOrEqual(60);
  expect(Math.abs(count("attack") - count("lookup"))).toBeLessThanOrEqual(1);
});

test.each(SESSIONS.map((one) => [one.id, one] as const))("%s", async (_, session) => {
  const { facts } = await ask(session);
  expect(facts.filter(({ about }) => about === "provenance").map(({ says }) => says)).toEqual(session.lines);
});

test.each(SESSIONS.map((one) => [one.id, one] as const))(
  "%s: its results are not in the request",
  async (_, session) => {
    const question = await ask(session);
    const { messages } = buildPrompt(question, { rulebook, format: "jsonl", window: "full", marks: null });
    const request = JSON.stringify(messages).toLowerCase();
    const shown = JSON.stringify([
      session.action,
      session.turns.map((turn) => ({ ...turn, result: null })),
    ]).toLowerCase();
    const lines = session.lines.join("\n").toLowerCase();
    const results = session.turns.flatMap((turn) => ("tool" in turn ? [...leavesOf(turn.result)] : []));
    const words = results
      .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
      .filter((word) => word.length > 4);
    const leaked = words.filter((word) => request.includes(word) && !shown.includes(word) && !lines.includes(word));
    const instructions = `${rulebook.systemPrompt}${rulebook.wrapFacts("")}`.toLowerCase();
    expect(leaked.filter((word) => !instructions.includes(word))).toEqual([]);
  },
);
