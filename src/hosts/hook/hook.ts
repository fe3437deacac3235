/**
 * One event of a host in, one answer out. Whatever goes wrong on the way, the answer is explicit and closed; it never throws
 * and never takes longer than the deadline.
 */
import type { JsonObject } from "../../contract/action.ts";
import { isSideQueryFolder } from "../../contract/own-marks.ts";
import { assertNever, fail, messageOf, ok, type Result } from "../../contract/result.ts";
import type { Memory, SessionStart } from "../../contract/session.ts";
import { parseStrictJson } from "../../contract/strict-json.ts";
import type { CheckOptions, Gate } from "../../gate/index.ts";
import { noteAgent, type Session, type SessionStore } from "../../memory/index.ts";
import type { Settings } from "../../policy/settings/index.ts";
import { type HookAnswer, type Host, type HostEvent, SILENCE, unknownEvent } from "../host.ts";
import { isObject, textIn } from "../json.ts";
import { messageAtEnd } from "../message.ts";
import type { AgentLine, OwnRules } from "../own-rules.ts";
import { adoptSeen, awaitAdoption, forgetAsked, noteAsked } from "./adopted.ts";
import { answerCall } from "./call.ts";
import { type Deadline, deadlineMs, startDeadline } from "./deadline.ts";
import { alreadyOpen, answerHeld, type HoldAsk } from "./holding.ts";
import { keepInstructions } from "./instructions.ts";
import { takeRefusals } from "./refusals.ts";
import { aroundOf, isRewritten, NO_OWN_RULES, ownRules, withOriginal } from "./rewriting.ts";
import { answerRan, tellUntold } from "./telling.ts";
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
function keepInstructionsAt(event: OwnEvent, parts: HookParts, start: SessionStart): void {
  noteWhoGoesOn(start, parts);
  const { host, stateDir, home, agentLine } = parts;
  const { projectRoot } = start;
  if (stateDir === undefined || (event.kind !== "started" && event.kind !== "said")) return;
  const env = agentLine?.()?.env ?? {};
  keepInstructions(host, { stateDir, session: event.session, projectRoot, home: home ?? null, env });
}

/** A session that another process takes up: nothing that one starts may approve either. */
function noteWhoGoesOn({ agent: began }: SessionStart, { agent, stateDir }: HookParts): void {
  const now = agent?.();
  if (stateDir === undefined || now === undefined) return;
  if (now.pid !== began?.pid || now.start !== began.start) noteAgent(stateDir, now);
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
  keepInstructionsAt(event, parts, memory.start);
  if (event.kind === "started") return ok(SILENCE);
  if (event.kind === "ended") return ok(isShadow(parts) ? SILENCE : tellEnd(memory));
  await hearBefore(event, session, projectRoot, parts);
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

/** What the host's own files tell before the event is answered: a rule the person has just saved, a call they refused. */
async function hearBefore(event: OwnEvent, session: Session, projectRoot: string, parts: HookParts): Promise<void> {
  if (event.kind === "call") await awaitAdoption(event.action, projectRoot, parts);
  if (event.kind === "said") await takeRefusals(event, parts.host, session);
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
    ...(typeof event.record === "string" ? { record: event.record } : {}),
    get agent() {
      return parts.agent?.();
    },
    get remotes() {
      return parts.remotes?.(event.cwd);
    },
  });

/** Ends with the time there is, or when nobody waits any more. */
const endedBy = (clock: Deadline, { signal }: HookParts): AbortSignal =>
  signal === undefined ? clock.signal() : AbortSignal.any([clock.signal(), signal]);

/** In shadow a fault is as silent as a decision. */
function isShadow({ shadow }: HookParts): boolean {
  try {
    return shadow?.() === true;
  } catch {
    return false;
  }
}

/** An event as a host sends it: one JSON object in UTF-8, no key twice. */
const MAX_EVENT_BYTES = 64_000_000;

export async function readEvent(stdin: AsyncIterable<Uint8Array | string>): Promise<Result<JsonObject>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > MAX_EVENT_BYTES) return fail(`the event is larger than ${MAX_EVENT_BYTES} bytes`);
    chunks.push(bytes);
  }
  try {
    const parsed = parseStrictJson(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
    if (!parsed.ok) return fail(`the event ${parsed.error.replace(/^(is not valid JSON): .*/, "$1")}`);
    return isObject(parsed.value) ? ok(parsed.value) : fail("the event is not a JSON object");
  } catch {
    return fail("the event is not valid UTF-8");
  }
}
