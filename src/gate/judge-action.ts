/** One action from its session to its record: opened, joined with an earlier event, decided, settled, recorded. */

import type { RaisedWalls } from "../contain/index.ts";
import type { Action } from "../contract/action.ts";
import { isAllow } from "../contract/allow.ts";
import { ticks } from "../contract/clock.ts";
import { type Decision, type Draft, stampHeld } from "../contract/decision.ts";
import type { Fact } from "../contract/fact.ts";
import type { LedgerEntry, Memory } from "../contract/session.ts";
import { type AskingOccasion, approvalRefusal, LedgerError, recall, type Session } from "../memory/index.ts";
import { alikeKey } from "./alike.ts";
import { allowAgain, stampAllow } from "./allow.ts";
import { type Binding, bindingOf, effectLines } from "./binding.ts";
import { type Call, type CallContext, examineAction } from "./call.ts";
import { decide, type Opined, settle } from "./gate.ts";
import { hostSilentEntry, hostSilentNotice, leaveToHost } from "./leaving.ts";
import { newestMemory } from "./outcomes.ts";
import type { GateParts } from "./parts.ts";
import { brokenDraft, changesOf, decisionEntry } from "./record.ts";
import { saveLosses } from "./restore.ts";
import { isUsedUp } from "./steps/2-approval.ts";

export interface Judgement {
  readonly decision: Decision;
  /** Another event of the same call was decided already, and this is that decision. */
  readonly joined: boolean;
  /** What the caller runs instead, where the decision names walls of the gate's own; else null. */
  readonly run: string | null;
  /** For the person, beside the decision: told once a session. */
  readonly notice?: string;
  /** The ask is left to the host's own prompt: the host is told nothing. */
  readonly left?: true;
  /** Of an ask: what the gate's own code establishes about the call, for whoever is asked. */
  readonly facts?: () => Promise<readonly Fact[]>;
}

export interface Check {
  readonly action: Action;
  readonly context: CallContext;
  readonly parts: GateParts;
  /** Draws the line under a draft: id and time. `raised`: the walls that stand for it. */
  readonly stamp: (draft: Draft, raised?: RaisedWalls | null) => Decision;
}

/** Makes the stamp for one action; its time runs from now. */
export function stamper({ newId }: GateParts): Check["stamp"] {
  const started = ticks();
  return (draft, raised = null) => {
    const line = { id: newId(), ms: ticks() - started };
    return isAllow(draft) ? stampAllow(draft, line, raised) : stampHeld(draft, line);
  };
}

/** Never rejects. What is returned was recorded first; where it could not be, it is a deny. */
export async function judgeAction(check: Check): Promise<Judgement> {
  const { action, context, parts, stamp } = check;
  try {
    const session = await parts.store.open(context.session, parts.begin(action));
    try {
      return await judgeIn(session, check);
    } catch (error) {
      if (error instanceof LedgerError) throw error;
      const decision = stamp(brokenDraft(error));
      const entry = decisionEntry({ action, decision, call: "", targets: "", at: parts.now() });
      await session.transact(() => ({ entries: [entry], value: undefined }));
      return { decision, joined: false, run: null };
    }
  } catch (error) {
    return { decision: stamp(brokenDraft(error)), joined: false, run: null };
  }
}

/** `again`: where another call used the approval first, this one is judged once more, without it. */
async function judgeIn(session: Session, check: Check, again = true): Promise<Judgement> {
  const { action, context, parts, stamp } = check;
  const memory = await newestMemory(session, parts);
  const call = examineAction(action, parts, context, memory);
  const event: AskingOccasion = {
    call: call.key,
    toolUseId: action.toolUseId ?? null,
    event: action.event ?? null,
    at: parts.now(),
    since: context.since,
    targets: () => bindingOf(call).targets,
  };
  const join = (memory: Memory): Recorded | undefined => joinEarlier(memory, event, call);
  if (join(memory) !== undefined) {
    const earlier = await session.transact((memory) => join(memory) ?? NOTHING);
    if (earlier !== undefined) return withLine(earlier, call, stamp);
  }
  const first = await decide(call);
  await call.waited();
  // What was to be saved first could not be: the call is judged as if nothing could be saved.
  const opined = saveLosses(first.opinion, call)
    ? first
    : await decide(examineAction(action, { ...parts, restore: null }, context, memory));
  const judged = await recordOrDrop(opined, call, () =>
    session.transact((memory) => {
      const isUsed = again && isUsedUp(opined.opinion, call, memory);
      return join(memory) ?? (isUsed ? NOTHING : recordNew(opined, call, memory, stamp));
    }),
  );
  if (judged === undefined) return judgeIn(session, check, false);
  const answered = withLine(judged, call, stamp);
  return answered.decision.behavior === "ask" ? { ...answered, facts: () => parts.facts(call) } : answered;
}

/** Walls that were put up for what another event decided, or nobody waited for, are taken down again. */
async function recordOrDrop<T extends Joinable | undefined>(
  { raised }: Opined,
  call: Call,
  record: () => Promise<T>,
): Promise<T> {
  let told = false;
  try {
    const judged = await record();
    told = judged?.joined === false;
    return judged;
  } finally {
    if (!told && typeof raised?.ticket === "string") call.parts.walls?.drop(raised.ticket);
  }
}

/**
 * An earlier event's walls hold for this one too: it is given the same line. Where that is gone, or whoever asks now could not
 * run it, it does not run: an allow inside walls is never one without them.
 */
function withLine(judged: Joinable, call: Call, stamp: Check["stamp"]): Judgement {
  const { decision, joined, run, ticket } = judged;
  const walled = isAllow(decision) && (decision.walls ?? "host") !== "host";
  if (!joined || !walled) return { decision, joined, run, ...noticeOf(judged), ...markLeft(judged.left === true) };
  const line = call.action.walls === true ? call.parts.walls?.lineOf(ticket) : undefined;
  if (line !== undefined) return { decision, joined, run: line };
  return { decision: stamp(brokenDraft("the walls it was allowed in are gone")), joined, run: null };
}

/** Under the lock: the newest counters, one use of an approval, and the record, all or nothing. */
function recordNew({ opinion, raised }: Opined, call: Call, memory: Memory, stamp: Check["stamp"]): Recorded {
  const settled = settle(opinion, call, memory);
  const decision = stamp(settled, raised);
  const { targets, looked } = bindingFor(decision, call);
  const entry = decisionEntry({ action: call.action, decision, call: call.key, targets, at: call.parts.now() });
  const told = memory.toldSetup === true ? {} : noticeOf(opinion);
  const left = leaveToHost(decision, call, memory);
  const silent = hostSilentNotice(memory);
  const more = given({
    alike: decision.behavior === "deny" ? alikeKey(call) : undefined,
    looked: looked.length === 0 ? undefined : looked,
    approval: decision.by === "approval" ? memory.approvals.get(call.key)?.id : undefined,
    ticket: raised?.ticket ?? undefined,
    told: settled.reason === opinion.reason ? opinion.told : undefined,
    left,
    shadow: call.settings.shadow ? (true as const) : undefined,
  });
  return {
    entries: [
      { ...entry, ...changesOf(call, decision), ...more },
      ...noticeEntries(told, entry.at),
      ...(silent === undefined ? [] : [hostSilentEntry(entry.at)]),
    ],
    value: {
      ...{ decision, joined: false, run: raised?.run ?? null },
      ...joinNotices(told.notice, silent),
      ...markLeft(left !== undefined),
    },
  };
}

type Given<T> = { readonly [key in keyof T]?: Exclude<T[key], undefined> };

/** Only what is there: an absent field and one that is undefined are two things on record. */
const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

const markLeft = (left: boolean): Pick<Judgement, "left"> => (left ? { left } : {});

const noticeOf = ({ notice }: Pick<Judgement, "notice">): Pick<Judgement, "notice"> =>
  notice === undefined ? {} : { notice };

const joinNotices = (...notices: readonly (string | undefined)[]): Pick<Judgement, "notice"> => {
  const told = notices.filter((one) => one !== undefined);
  return told.length === 0 ? {} : { notice: told.join(" ") };
};

const noticeEntries = ({ notice }: Pick<Judgement, "notice">, at: number): readonly LedgerEntry[] =>
  notice === undefined ? [] : [{ kind: "notice", at, text: notice }];

/** What is denied and nobody may approve is told by its effects alone: no tree is stamped for it. */
function bindingFor(decision: Decision, call: Call): Binding {
  if (isAllow(decision)) return { targets: "", looked: [] };
  if (decision.behavior === "deny" && approvalRefusal(decision) !== null)
    return { targets: effectLines(call).join("\n"), looked: [] };
  return bindingOf(call);
}

interface Recorded {
  readonly entries: readonly LedgerEntry[];
  readonly value: Joinable;
}

/** With the ticket of the event it joined. */
interface Joinable extends Judgement {
  readonly ticket?: string | undefined;
}

const NOTHING = { entries: [], value: undefined };

/**
 * Two hooks of one call are one decision (§8), also when they run at once. Not where the sandbox of the host was what the earlier one
 * rested on, and it does not stand around this one: a call that asks for leave may be on its way out of it.
 */
function joinEarlier(memory: Memory, event: AskingOccasion, { around }: Call): Recorded | undefined {
  if (event.toolUseId === null && event.event === null) return undefined;
  const found = recall(memory, event);
  if (found === undefined) return undefined;
  const { id, walls } = found.earlier.decision;
  if (walls === "host" && around !== "host" && around !== "hostWritable") return undefined;
  const entry: LedgerEntry = { kind: "joined", at: event.at, decisionId: id, event: event.event };
  const left = (memory.left ?? []).some(({ decisionId }) => decisionId === id);
  const decision = "behavior" in found.decision ? found.decision : allowAgain(found.decision);
  return {
    entries: [entry],
    value: {
      ...{ decision, joined: true, run: null, ticket: found.earlier.ticket },
      ...markLeft(left),
    },
  };
}
