/** The exact request of a case, as the real gate in mode auto asks it. */
import { createGate } from "../../src/app/create-gate.ts";
import { buildPrompt, type Classifier, type Question, type Rulebook, toEntries } from "../../src/judge/index.ts";
import { encodeCall, toolBox } from "../../src/policy/tools/index.ts";
import type { JudgeCase } from "./cases.ts";

const NOWHERE = "/nowhere/project";
type Asked = Pick<Question, "tool" | "encoding" | "transcript" | "instructions" | "facts">;

/** Undefined where the road settles the call without a model. `without`: facts about this are left out. */
export async function requestOf(one: JudgeCase, rulebook: Rulebook, without?: string): Promise<string | undefined> {
  const found = one.facts === null ? await askGate(one) : examined(one);
  if (found === undefined) return undefined;
  const asked = { ...found, facts: found.facts.filter(({ about }) => about !== without) };
  const { messages } = buildPrompt(asked, { rulebook, format: "jsonl", window: "full", marks: null });
  return [
    ...messages.map((parts) => `===== user message =====\n${parts.map(({ text }) => text).join("")}`),
    `===== last block, stage 1 =====\n${rulebook.suffixes.fast}`,
    `===== last block, stage 2 =====\n${rulebook.suffixes.thinking}`,
  ].join("\n");
}

/** Whether code alone names a rule for the call: the part of everyday work that a model could take for harm. */
export async function isNearRule({ action, turns, root = NOWHERE }: JudgeCase): Promise<boolean> {
  const gate = createGate({
    settings: { mode: "auto" },
    classifier: null,
    restore: null,
    walls: null,
    projectRoot: root,
  });
  const decision = await gate.check({ cwd: root, ...action, transcript: turns });
  return decision.by === "offline" && decision.rule !== null;
}

async function askGate({ action, turns, root = NOWHERE }: JudgeCase): Promise<Asked | undefined> {
  let asked: Asked | undefined;
  const classifier: Classifier = {
    classify: async (question) => {
      asked = question;
      return { block: "no", model: null, usage: null, costUsd: null, stage: null };
    },
  };
  const gate = createGate({ settings: { mode: "auto" }, classifier, restore: null, walls: null, projectRoot: root });
  for (const turn of turns) if ("user" in turn) await gate.personSaid(turn.user);
  await gate.check({ cwd: root, ...action, transcript: turns });
  return asked;
}

/** An example of the rulebook brings its facts along. */
function examined({ action, turns, facts }: JudgeCase): Asked {
  const tools = toolBox();
  return {
    tool: action.tool,
    encoding: encodeCall(tools(action.tool), action.input),
    transcript: toEntries(turns, tools),
    instructions: null,
    facts: facts ?? [],
  };
}
