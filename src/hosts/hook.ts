/**
 * One event of a host in, one answer out. Whatever goes wrong on the way, the answer is explicit and closed; it never throws
 * and never takes longer than the deadline.
 */

import type { Action } from "../contract/action.ts";
import { isAllow } from "../contract/allow.ts";
import type { Decision } from "../contract/decision.ts";
import { assertNever, fail, messageOf, ok, type Result } from "../contract/result.ts";
import type { Memory, SessionStart } from "../contract/session.ts";
import { isSideQueryFolder } from "../contract/side-query.ts";
import type { CheckOptions, Gate, Judgement } from "../gate/index.ts";
import { isHardAtLimit, type Session, type SessionStore } from "../memory/index.ts";
import type { Settings } from "../policy/settings/index.ts";
import { adoptSeen, awaitAdoption, forgetAsked, noteAsked } from "./adopted.ts";
import { conversationBefore } from "./conversation.ts";
import { type Deadline, deadlineMs, startDeadline } from "./deadline.ts";
import { givenTexts } from "./given-texts.ts";
import { noteGiven } from "./given-words.ts";
import { answerHeld, type HoldAsk } from "./holding.ts";
import { type CallEvent, type HookAnswer, type Host, type HostEvent, SILENCE, unknownEvent } from "./host.ts";
import { keepInstructions, readInstructions } from "./instructions.ts";
import { textIn } from "./json.ts";
import { judgeAgain } from "./judged-again.ts";
import { messageAtEnd, messageAtLimit } from "./message.ts";
import { alreadyOpen } from "./opened-session.ts";
import type { AgentLine, OwnRules } from "./own-rules.ts";
import { pastBefore } from "./past.ts";
import { answerRan } from "./probe.ts";
import { readEvent } from "./read-event.ts";
import { aroundOf, isRewritten, NO_OWN_RULES, ownRules, withOriginal, withOriginals } from "./rewriting.ts";
import { tellUntold } from "./telling.ts";
import { hearWords, knownWords, recordUnheard, type WordsAt } from "./whose-words.ts";

/** A question to the person's own agent, which has no tools: what calls one is denied, and nobody is asked. */
const SIDE_QUERY = "this agent was started for one answer and has no tools";
/** Until the settings are read, nobody knows how long the models may take. */
const DEFAULT_DEADLINE_MS = 60_000;

export interface HookGate {
  readonly gate: Gate;
  readonly settings: Settings;
}

/** With the host's own rules, and the variables of its environment that bend programs. */
export interface OpenAt extends Pick<OwnRules, "rules" | "variables"> {
  readonly projectRoot: string;
  readonly store: SessionStore;
}

/** Since when the host has waited for the answer, and whether it still does. */
export type CallAsker = Pick<CheckOptions, "since" | "waited">;

export interface HookParts {
  readonly host: Host;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly store: () => SessionStore;
  /** The gate of a session that started in `projectRoot`. */
  readonly open: (at: OpenAt) => Result<HookGate>;
  /** The agent's own process, asked for when a session begins: nothing it starts may approve. */
  readonly agent?: () => SessionStart["agent"];
  /** By what it is known that another agent started this one, in words; null where nothing says so. */
  readonly startedBy?: () => string | null;
  /** The remotes of the repository a session begins in: where data went before the agent could change them. */
  readonly remotes?: (projectRoot: string) => SessionStart["remotes"];
  /** The deadline until the settings are read. */
  readonly limitMs?: number;
  /** Whoever waits for the answer waits no longer than this. */
  readonly mostMs?: number;
  /** Nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  readonly asker?: CallAsker;
  /** Waits for a person's answer to an ask, somewhere else than in the host. */
  readonly hold?: HoldAsk;
  /** How the agent was started: its variables may have moved its own files. */
  readonly agentLine?: () => AgentLine | undefined;
  /** The person's home; without it a host's own rules are not looked for, and no call is rewritten. */
  readonly home?: string;
  /** Variables the installed line told of. */
  readonly variables?: readonly string[];
  /** The command a live ticket was written for; undefined for any other text. */
  readonly originalOf?: (line: string) => string | undefined;
  /** Where the project's instructions are kept between events; without it none are shown. */
  readonly stateDir?: string;
  /** Where the host started the hook. */
  readonly cwd?: string;
  /** Watching only: the host is told nothing, whatever goes wrong. False where that cannot be found out. */
  readonly shadow?: () => boolean;
}

export async function runHook(parts: HookParts): Promise<HookAnswer> {
  const { read, refuse } = parts.host.protocol;
  const clock = startDeadline(Math.min(parts.limitMs ?? DEFAULT_DEADLINE_MS, parts.mostMs ?? DEFAULT_DEADLINE_MS));
  let event: string | null = null;
  const work = async (): Promise<Result<HookAnswer>> => {
    const input = await readEvent(parts.stdin);
    if (!input.ok) return input;
    const given = read(input.value, { cwd: parts.cwd });
    event = given.ok ? given.value.event : textIn(input.value, "hook_event_name");
    if (!given.ok) return given;
    if (given.value.kind === "other") return ok(SILENCE);
    if (given.value.kind !== "unknown")
      return answerAtOnce(given.value, parts) ?? answerEvent(given.value, parts, clock);
    event = null;
    return fail(unknownEvent(given.value.event));
  };
  const answer = await Promise.race([work(), clock.over]).catch((error: unknown) => fail(messageOf(error)));
  clock.stop();
  if (answer.ok) return answer.value;
  return isShadow(parts) ? SILENCE : refuse(event, answer.error);
}

type OwnEvent = Exclude<HostEvent, { readonly kind: "other" | "unknown" }>;

/** The instructions as they are when a session begins, or the person first speaks. */
function keepInstructionsAt(
  event: OwnEvent,
  { host, stateDir, home, agentLine }: HookParts,
  projectRoot: string,
): void {
  if (stateDir === undefined || (event.kind !== "started" && event.kind !== "said")) return;
  const env = agentLine?.()?.env ?? {};
  keepInstructions(host, { stateDir, session: event.session, projectRoot, home: home ?? null, env });
}

/** The answer to what needs no session; undefined: it is to be looked into. */
function answerAtOnce(event: OwnEvent, parts: HookParts): Result<HookAnswer> | undefined {
  if (isSideQueryFolder(event.cwd))
    return ok(event.kind === "call" ? parts.host.protocol.refuse(event.event, SIDE_QUERY) : SILENCE);
  return isRewritten(event, parts) ? ok(SILENCE) : undefined;
}

/** A failure is a sentence. May throw: what it was asked is then not answered by it. */
async function answerEvent(given: OwnEvent, parts: HookParts, clock: Deadline): Promise<Result<HookAnswer>> {
  const event = located(withOriginal(given, parts), parts);
  const { host, stateDir } = parts;
  if (event.kind === "said" && event.subAgent === true) return ok(SILENCE);
  const session = await openSession(event, parts);
  const memory = await session.memory();
  const { projectRoot } = memory.start;
  keepInstructionsAt(event, parts, projectRoot);
  if (event.kind === "started") return ok(SILENCE);
  if (event.kind === "ended") return ok(isShadow(parts) ? SILENCE : tellEnd(memory));
  if (event.kind === "call") await awaitAdoption(event.action, projectRoot, parts);
  const own = event.kind === "call" ? ownRules(event, projectRoot, parts) : NO_OWN_RULES;
  const words: WordsAt = { memory, stateDir, startedBy: parts.startedBy, now: Date.now() };
  const { store, renew } = alreadyOpen(session, memory);
  const openWith = ({ rules, variables }: OwnRules): Result<HookGate> =>
    parts.open({ projectRoot, store, rules, variables });
  const opened = openWith(own);
  if (!opened.ok) return event.kind === "woken" ? ok(SILENCE) : recordUnheard(event, { session, words }, opened);
  const { gate, settings } = opened.value;
  clock.set(Math.min(deadlineMs(settings), parts.mostMs ?? Number.POSITIVE_INFINITY));
  const ended = (): AbortSignal => endedBy(clock, parts);
  const warn = (text: string | null): HookAnswer =>
    text === null || settings.shadow ? SILENCE : host.protocol.warn(event.event, text);
  const tellingAgent = (answer: HookAnswer, newest = memory): Promise<HookAnswer> =>
    settings.shadow ? Promise.resolve(answer) : tellUntold(answer, event, { host, session, memory: newest });
  switch (event.kind) {
    case "call":
      return ok(
        await answerCall(event, opened.value, {
          reopen: () => openWith(ownRules(event, projectRoot, parts)),
          ...{ session, memory, host, stateDir, words },
          judging: () => ({ ...parts.asker, signal: ended() }),
          hold: (judged, again) => answerHeld(judged, () => again(renew), { ...parts, settings, session, clock }),
          around: aroundOf(event, host, own),
          originalOf: parts.originalOf,
          answered: ({ behavior }) =>
            behavior === "ask" ? noteAsked(event.action, projectRoot, parts) : forgetAsked(event.action, parts),
          tellingAgent,
        }),
      );
    case "said":
      return ok(await tellingAgent(warn(await hearWords(event, gate, words))));
    case "woken":
      return ok(await tellingAgent(SILENCE));
    case "ran":
      await gate.ran(event.action, event.output);
      adoptSeen(event.action, projectRoot, parts);
      return ok(await tellingAgent(await answerRan(event, { gate, protocol: host.protocol, signal: ended() })));
    case "finished":
      return ok(warn(await review(host, event, { gate, known: knownWords(words), stateDir, signal: ended() })));
    default:
      return assertNever(event);
  }
}

const review: typeof import("./handoff.ts").reviewFinished = async (...given) =>
  (await import("./handoff.ts")).reviewFinished(...given);

/** The event with the session it belongs to and its record, where the host has to be looked at for them. */
function located<E extends OwnEvent>(event: E, { host, home, agentLine }: HookParts): E {
  const alone = host.isAlone?.(agentLine?.()?.words ?? []) === true ? { headless: true } : {};
  const found = home === undefined ? {} : host.locate?.(event, { home, env: agentLine?.()?.env ?? {} });
  const { toolUseId, ...place } = found ?? {};
  const { session = event.session } = place;
  const id = toolUseId === undefined ? {} : { toolUseId };
  const action = "action" in event ? { action: { ...event.action, session, ...id, ...alone } } : {};
  return { ...event, ...place, ...action };
}

/** A run that was stopped says so: with this status the host prints the words, and the session is over either way. */
function tellEnd({ recent }: Memory): HookAnswer {
  const last = recent.at(-1)?.decision;
  return last?.behavior === "abort" ? { stdout: {}, stderr: messageAtEnd(last), exit: 2 } : SILENCE;
}

/** What costs something to find out is found out only where the session begins. */
const openSession = (event: OwnEvent, parts: HookParts): Promise<Session> =>
  parts.store().open(event.session, {
    projectRoot: event.cwd,
    host: parts.host.name,
    get agent() {
      return parts.agent?.();
    },
    get remotes() {
      return parts.remotes?.(event.cwd);
    },
  });

interface OpenedCall {
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

async function answerCall(event: CallEvent, { gate, settings }: HookGate, at: OpenedCall): Promise<HookAnswer> {
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

/** Ends with the time there is, or when nobody waits any more. */
const endedBy = (clock: Deadline, { signal }: HookParts): AbortSignal =>
  signal === undefined ? clock.signal() : AbortSignal.any([clock.signal(), signal]);

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

/** In shadow a fault is as silent as a decision. */
function isShadow({ shadow }: HookParts): boolean {
  try {
    return shadow?.() === true;
  } catch {
    return false;
  }
}
