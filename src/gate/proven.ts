/**
 * A call that was proven before, asked again. The road is a function of the call, the rules, what the machine answers and what the
 * session remembers: so with each proof stand the answers and the parts of memory it was found from, and before it is used again every one
 * is asked for anew. Where all are equal, walking the road would say the same; where one is not, it is walked. Kept is only what reading
 * allowed without walls: nothing that denies, asks, saves, writes or asks a model.
 */
import type { Action } from "../contract/action.ts";
import { isAllow } from "../contract/allow.ts";
import { onlyReads } from "../contract/effect.ts";
import type { Memory } from "../contract/session.ts";
import { type SameAnswers, traceLooks } from "../machine/index.ts";
import { type Call, type CallContext, examineAction } from "./call.ts";
import type { Opined } from "./gate.ts";
import type { GateParts } from "./parts.ts";

/** Of one gate; the oldest go first. */
const MAX_PROVEN = 256;
/** Calls that came once: few come again, and noting what a call looks at has its price. */
const MAX_SEEN = 1_024;
/** Longer calls are not kept. */
const MAX_KEY_CHARS = 4_096;
/** Steps that allow because the call only reads. */
export const BY_READING: ReadonlySet<string> = new Set(["safeTool", "readOnly", "notRelevant"]);

interface Proof {
  readonly call: Call;
  readonly opined: Opined;
  readonly sameLooks: SameAnswers;
  readonly remembered: ReadonlyMap<PropertyKey, unknown>;
}

export interface AskedCall {
  readonly action: Action;
  readonly parts: GateParts;
  readonly context: CallContext;
  readonly memory: Memory;
}

/** A call on its way: proven before, or examined now. */
export interface Examined {
  readonly call: Call;
  readonly proven: Opined | undefined;
  /** Keeps what was decided, where it may be kept. */
  readonly keep: (opined: Opined) => void;
}

export type ExamineCall = (asked: AskedCall) => Examined;

const forget = (): void => undefined;

/** Every call is examined anew. */
export const examineEach: ExamineCall = ({ action, parts, context, memory }) => ({
  call: examineAction(action, parts, context, memory),
  proven: undefined,
  keep: forget,
});

/** For a process that judges many calls: what was proven twice is not found again while nothing it rests on has changed. */
export function rememberProven(): ExamineCall {
  const proofs = new Map<string, Proof>();
  const seen = new Map<string, true>();
  return (asked) => {
    const key = keyOf(asked);
    const known = proofs.get(key);
    if (known !== undefined && holds(known, asked))
      return { call: takeOver(known.call, asked), proven: known.opined, keep: forget };
    proofs.delete(key);
    if (seen.has(key)) return examineTraced(asked, (proof) => putNewest(proofs, key, proof, MAX_PROVEN));
    if (key.length <= MAX_KEY_CHARS) putNewest(seen, key, true, MAX_SEEN);
    return examineEach(asked);
  };
}

function putNewest<T>(kept: Map<string, T>, key: string, value: T, most: number): void {
  const [oldest] = kept.size < most ? [] : kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
}

/** Everything the caller says, but for what tells one event from another. */
function keyOf({ action, parts, context }: AskedCall): string {
  const { toolUseId: _, event: __, ...said } = action;
  const { session, mode, headless } = context;
  return JSON.stringify([session, mode, headless, parts.walls?.ownTmp(session), said]);
}

function holds({ call, remembered, sameLooks }: Proof, { parts, context, memory }: AskedCall): boolean {
  if (call.book !== context.book) return false;
  for (const [field, value] of remembered)
    if ((field === WHOLE ? memory : Reflect.get(memory, field)) !== value) return false;
  return sameLooks(parts.world);
}

/** The call as it was examined, with who asks now. */
const takeOver = (call: Call, { action, parts, context, memory }: AskedCall): Call => ({
  ...call,
  ...{ action, parts, memory, signal: context.signal, waited: context.waited, since: context.since },
});

function examineTraced(asked: AskedCall, store: (proof: Proof) => void): Examined {
  const { action, parts, context, memory } = asked;
  const traced = traceLooks(parts.world);
  const remembered = new Map<PropertyKey, unknown>();
  const seen = examineAction(action, { ...parts, world: traced.world }, context, traceReads(memory, remembered));
  return {
    call: seen,
    proven: undefined,
    keep: (opined) => {
      const same = traced.end();
      const call = takeOver(seen, asked);
      if (same !== undefined && isKept(opined, call)) store({ call, opined, sameLooks: same, remembered });
    },
  };
}

const isKept = ({ opinion, raised }: Opined, { effects, otherways }: Call): boolean =>
  isAllow(opinion) &&
  BY_READING.has(opinion.by) &&
  (opinion.walls ?? null) === null &&
  raised === null &&
  otherways.length === 0 &&
  onlyReads(effects);

/** Whoever asks which fields there are has looked at all of them. */
const WHOLE = Symbol("whole");

/** The same memory; every field that is looked at is noted with its value. Values never change, only what stands in a field does. */
function traceReads(memory: Memory, seen: Map<PropertyKey, unknown>): Memory {
  const look = (field: PropertyKey): unknown => {
    const value: unknown = Reflect.get(memory, field);
    seen.set(field, value);
    return value;
  };
  return new Proxy(memory, {
    get: (_, field) => look(field),
    has: (_, field) => look(field) !== undefined,
    ownKeys: () => {
      seen.set(WHOLE, memory);
      return Reflect.ownKeys(memory);
    },
  });
}
