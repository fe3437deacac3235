/** A call that waits for its answer: what the gate is told of it, what it says, and what the host hears of that. */
import type { Action } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { Decision } from "../../contract/decision.ts";
import type { Result } from "../../contract/result.ts";
import type { Memory } from "../../contract/session.ts";
import type { CheckOptions, Judgement } from "../../gate/index.ts";
import { isHardAtLimit, type Session } from "../../memory/index.ts";
import { type CallEvent, type HookAnswer, type Host, SILENCE } from "../host.ts";
import { messageAtLimit } from "../message.ts";
import { conversationBefore } from "../records/conversation.ts";
import { pastBefore } from "../records/past.ts";
import { givenTexts, noteGiven } from "./given.ts";
import { judgeAgain } from "./holding.ts";
import type { HookGate, HookParts } from "./hook.ts";
import { readInstructions } from "./instructions.ts";
import { type aroundOf, withOriginals } from "./rewriting.ts";
import { knownWords, type WordsAt } from "./whose-words.ts";

export interface OpenedCall {
  readonly session: Session;
  readonly memory: Memory;
  readonly host: Host;
  readonly stateDir: string | undefined;
  readonly words: WordsAt;
  readonly judging: () => CheckOptions;
  /** What is answered in place of an ask that a person was waited for. */
  readonly hold: (judged: Judgement, again: (renew: () => void) => Promise<Judgement>) => Promise<Judgement>;
  /** The gate as the settings stand now. */
  readonly reopen: () => Result<HookGate>;
  readonly around: ReturnType<typeof aroundOf>;
  readonly originalOf: HookParts["originalOf"];
  /** What the host is told; it asks the person itself where that is an ask. */
  readonly answered: (decision: Decision) => void;
  /** Adds what the agent has not been told yet. */
  readonly tellingAgent: (answer: HookAnswer, newest?: Memory) => Promise<HookAnswer>;
}

export async function answerCall(event: CallEvent, { gate, settings }: HookGate, at: OpenedCall): Promise<HookAnswer> {
  const { session, memory, host, stateDir, around, originalOf, words } = at;
  const { projectRoot } = memory.start;
  const known = knownWords(words);
  const before = conversationBefore(host, { ...event, projectRoot }, () => known);
  const action: Action = {
    ...event.action,
    input: { ...event.action.input, ...host.leavesOut?.(event) },
    ...around,
    transcript: () => withOriginals(before().turns, originalOf),
    agentModel: () => before().agentModel,
    past: () => pastBefore(host, { ...event, projectRoot }, { ...known, originalOf }),
    ...(stateDir === undefined ? {} : { instructions: () => readInstructions(stateDir, event.session) }),
  };
  if (stateDir !== undefined) noteGiven(givenTexts(action), { stateDir, projectRoot, now: words.now });
  const first = await gate.judge(action, at.judging());
  const { decision, joined, run, notice, left } = await at.hold(first, (renew) => {
    renew();
    return judgeAgain(at.reopen(), { action, asked: first, options: at.judging() });
  });
  at.answered(decision);
  if (settings.shadow) return SILENCE;
  const needsLine = isAllow(decision) && (decision.walls ?? "host") !== "host";
  if (needsLine && run === null) return host.protocol.refuse(event.event, "the walls it was allowed in are not there");
  const second = joined || (action.toolUseId === undefined && (await wasAnswered(decision, session)));
  const answer = left === true ? SILENCE : host.protocol.answer(event, { decision, joined: second, run });
  const atLimit = decision.hard && isHardAtLimit(await session.memory(), decision, settings.limits);
  const told = [atLimit ? messageAtLimit(decision) : undefined, notice].filter((one) => one !== undefined).join(" ");
  const whole = told === "" ? answer : tellPerson(answer, host.protocol.warn(event.event, told));
  if (!isAllow(decision)) return whole;
  // What the record held was looked through with the question.
  return at.tellingAgent(whole, decision.by === "classifier" ? await session.memory() : memory);
}

/** The answer to the agent, and beside it the words for the person, where the host has a place for them. */
const tellPerson = (answer: HookAnswer, { stdout }: HookAnswer): HookAnswer =>
  stdout === null ? answer : { ...answer, stdout: { ...stdout, ...answer.stdout } };

/**
 * An event without an id may come too late to be joined (another hook was slow) and still be about a call that was answered
 * under its id. The decision is a new one then, but the host knows the first answer and asks all the same.
 */
async function wasAnswered({ id }: Decision, session: Session): Promise<boolean> {
  const { recent } = await session.memory();
  const call = recent.find(({ decision }) => decision.id === id)?.call;
  return recent.some((one) => one.call === call && one.decision.id !== id && one.toolUseId !== null && !one.joined);
}
