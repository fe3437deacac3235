/**
 * One event of a host in, one answer out. Whatever goes wrong on the way, the answer is explicit and closed; it never throws
 * and never takes longer than the deadline.
 */

import type { Action, JsonObject } from "../contract/action.ts";
import { ticks } from "../contract/clock.ts";
import type { Decision } from "../contract/decision.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Memory, SessionStart } from "../contract/session.ts";
import type { Gate } from "../gate/index.ts";
import type { SideQuery } from "../judge/index.ts";
import type { Session, SessionStore } from "../memory/index.ts";
import type { Settings } from "../policy/settings/index.ts";
import { turnsBefore } from "./conversation.ts";
import { type CallEvent, type HookAnswer, type Host, type HostEvent, SILENCE } from "./host.ts";
import { keepInstructions, keptInstructions } from "./instructions.ts";
import { isObject, textIn } from "./json.ts";

const MAX_EVENT_BYTES = 64_000_000;
/** The gate is told to stop this long after the models' own time is over, and the answer goes out this much later still. */
const STOP_MARGIN_MS = 1_000;
const ANSWER_MARGIN_MS = 3_000;
/** Until the settings are read, nobody knows how long the models may take. */
const DEFAULT_DEADLINE_MS = 60_000;

export interface HookGate {
  readonly gate: Gate;
  readonly settings: Settings;
  /** The side query, for the review of a finished sub-agent; null where there is no model. */
  readonly query?: SideQuery["query"] | null;
}

export interface HookParts {
  readonly host: Host;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly store: () => SessionStore;
  /** The gate of a session that started in `projectRoot`. */
  readonly open: (at: { readonly projectRoot: string; readonly store: SessionStore }) => Result<HookGate>;
  /** The agent's own process, asked for when a session begins: nothing it starts may approve. */
  readonly agent?: () => SessionStart["agent"];
  /** The deadline until the settings are read. */
  readonly limitMs?: number;
  /** Where the project's instructions are kept between events; without it none are shown. */
  readonly stateDir?: string;
  /** Watching only: the host is told nothing, whatever goes wrong. False where that cannot be found out. */
  readonly shadow?: () => boolean;
}

/** How long the models may take by the settings: every stage of every endpoint, one after the other. */
export const modelTimeMs = ({ classifier }: Pick<Settings, "classifier">): number =>
  (classifier.timeoutMs.fast + classifier.timeoutMs.thinking) * (1 + classifier.fallback.length);

/** When the answer is out at the latest. A host's own limit must lie above it. */
export const deadlineMs = (settings: Pick<Settings, "classifier">): number => modelTimeMs(settings) + ANSWER_MARGIN_MS;

export async function runHook(given: HookParts): Promise<HookAnswer> {
  const parts = given.shadow === undefined ? given : { ...given, host: quiet(given.host, given.shadow) };
  const clock = deadline(parts.limitMs ?? DEFAULT_DEADLINE_MS);
  let event: string | null = null;
  const work = async (): Promise<HookAnswer> => {
    const input = await readEvent(parts.stdin);
    if (!input.ok) return parts.host.protocol.refuse(null, input.error);
    const named = parts.host.protocol.read(input.value);
    event = named.ok ? named.value.event : textIn(input.value, "hook_event_name");
    if (!named.ok) return parts.host.protocol.refuse(event, named.error);
    return handle(named.value, parts, clock);
  };
  try {
    return await Promise.race([
      work(),
      clock.over.then(() => parts.host.protocol.refuse(event, "it took longer than the time it has")),
    ]);
  } catch (error) {
    return parts.host.protocol.refuse(event, error instanceof Error ? error.message : String(error));
  } finally {
    clock.stop();
  }
}

async function handle(event: HostEvent, parts: HookParts, clock: Deadline): Promise<HookAnswer> {
  if (event.kind === "other") return SILENCE;
  const store = parts.store();
  const session = await store.open(event.session, {
    projectRoot: event.cwd,
    host: parts.host.name,
    get agent() {
      return parts.agent?.();
    },
  });
  const memory = await session.memory();
  const { stateDir } = parts;
  if (stateDir !== undefined && (event.kind === "started" || event.kind === "said"))
    keepInstructions(stateDir, event.session, memory.start.projectRoot);
  if (event.kind === "started") return SILENCE;
  const opened = parts.open({
    projectRoot: memory.start.projectRoot,
    store: alreadyOpen(session, memory),
  });
  if (!opened.ok) return parts.host.protocol.refuse(event.event, opened.error);
  const { gate, settings } = opened.value;
  clock.set(deadlineMs(settings));
  switch (event.kind) {
    case "call":
      return answerCall(event, opened.value, parts, { session, memory, signal: stopSignal(clock) });
    case "said":
      await gate.personSaid(event.text, event.session);
      return event.warning === null || settings.shadow ? SILENCE : parts.host.protocol.warn(event.event, event.warning);
    case "ran":
      await gate.ran(event.action);
      return SILENCE;
    case "finished": {
      const { query } = opened.value;
      if (query == null) return SILENCE;
      const { reviewFinished } = await import("./handoff.ts");
      const warning = await reviewFinished(parts.host, event, memory.prompts, query);
      return warning === null || settings.shadow ? SILENCE : parts.host.protocol.warn(event.event, warning);
    }
  }
}

interface Opened {
  readonly session: Session;
  readonly memory: Memory;
  readonly signal: AbortSignal;
}

async function answerCall(event: CallEvent, at: HookGate, parts: HookParts, opened: Opened): Promise<HookAnswer> {
  const { host, stateDir } = parts;
  const { session, memory, signal } = opened;
  const action: Action = {
    ...event.action,
    transcript: () => turnsBefore(host, event, memory.prompts),
    ...(stateDir === undefined ? {} : { instructions: () => keptInstructions(stateDir, event.session) }),
  };
  const { decision, joined } = await at.gate.judge(action, { signal });
  if (at.settings.shadow) return SILENCE;
  const second = joined || (action.toolUseId === undefined && (await wasAnswered(decision, session)));
  return host.protocol.answer(event, decision, second);
}

/**
 * An event without an id may come too late to be joined (another hook was slow) and still be about a call that was answered
 * under its id. The decision is a new one then, but the host knows the first answer and asks all the same.
 */
async function wasAnswered({ id }: Decision, session: Session): Promise<boolean> {
  const { recent } = await session.memory();
  const call = recent.find(({ decision }) => decision.id === id)?.call;
  return recent.some((one) => one.call === call && one.decision.id !== id && one.toolUseId !== null && !one.joined);
}

/** The gate takes the session as it was opened for this event, with the memory as it was just read. */
const alreadyOpen = (session: Session, memory: Memory): SessionStore => ({
  open: async () => ({
    id: session.id,
    memory: async () => memory,
    transact: (body) => session.transact(body),
  }),
});

/** The model is told to stop when its time is over, early enough for the gate to record that. */
const stopSignal = (clock: Deadline): AbortSignal =>
  AbortSignal.timeout(Math.max(Math.floor(clock.left()) - ANSWER_MARGIN_MS + STOP_MARGIN_MS, 1));

/** In shadow a fault is as silent as a decision. */
const quiet = (host: Host, shadow: () => boolean): Host => ({
  ...host,
  protocol: {
    ...host.protocol,
    refuse: (event, why) => (isShadow(shadow) ? SILENCE : host.protocol.refuse(event, why)),
  },
});

function isShadow(shadow: () => boolean): boolean {
  try {
    return shadow();
  } catch {
    return false;
  }
}

async function readEvent(stdin: AsyncIterable<Uint8Array | string>): Promise<Result<JsonObject>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > MAX_EVENT_BYTES) return fail(`the event is larger than ${MAX_EVENT_BYTES} bytes`);
    chunks.push(bytes);
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
    return isObject(value) ? ok(value) : fail("the event is not a JSON object");
  } catch {
    return fail("the event is not valid JSON");
  }
}

interface Deadline {
  readonly over: Promise<void>;
  /** Counted from the start of the process's work, not from now. */
  set(ms: number): void;
  left(): number;
  stop(): void;
}

function deadline(first: number): Deadline {
  const started = ticks();
  let timer: NodeJS.Timeout | undefined;
  let at = first;
  let ring: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    ring = resolve;
  });
  const left = (): number => at - (ticks() - started);
  const set = (ms: number): void => {
    clearTimeout(timer);
    at = ms;
    timer = setTimeout(ring, Math.max(left(), 0));
  };
  set(at);
  return { over, set, left, stop: () => clearTimeout(timer) };
}
