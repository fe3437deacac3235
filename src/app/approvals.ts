/** A person's yes to one exact call, wherever they give it: what is shown, what stands in its way, and how it goes on record. */
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { sha256 } from "../contract/key.ts";
import { fail, type Result } from "../contract/result.ts";
import { type Approval, NOT_THERE } from "../contract/session.ts";
import { hostNamed, refusedCalls } from "../hosts/index.ts";
import { readRegularFile } from "../machine/index.ts";
import { approve, type RecordStore, refuse, type WaitingDecision } from "../memory/index.ts";

const MIN_ID_CHARS = 4;
/** Nothing longer was looked through. */
const MAX_SCRIPT_BYTES = 16 << 20;

/** A script or a definition that was looked through, to be shown. */
export interface ShownScript {
  readonly path: string;
  /** Undefined where it is not what was looked through, or no text; null where there was no file, and is none. */
  readonly text: string | null | undefined;
}

/** By its id, or the start of one; a sentence says why there is none. */
export function findWaiting(waiting: readonly WaitingDecision[], id: string): Result<WaitingDecision> {
  const exact = waiting.find(({ decision }) => decision.id === id);
  if (exact !== undefined) return { ok: true, value: exact };
  const starting = id.length < MIN_ID_CHARS ? [] : waiting.filter(({ decision }) => decision.id.startsWith(id));
  if (starting.length > 1) return fail(`more than one decision begins with ${id}`);
  const [found] = starting;
  return found === undefined ? fail(`no decision ${id} was asked about or denied lately`) : { ok: true, value: found };
}

/** What is approved is what was looked through: the files must hold it still. */
export const readScripts = ({ looked }: Pick<WaitingDecision, "looked">): readonly ShownScript[] =>
  looked.map(readScript);

function readScript({ path, hash }: WaitingDecision["looked"][number]): ShownScript {
  try {
    if (hash === NOT_THERE) return { path, text: isThere(path) ? undefined : null };
    const bytes = readRegularFile(path, MAX_SCRIPT_BYTES);
    return { path, text: sha256(bytes) === hash ? new TextDecoder("utf-8", { fatal: true }).decode(bytes) : undefined };
  } catch {
    return { path, text: undefined };
  }
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Why no person may approve it as it stands; null where one may. */
export function obstacleTo({ refusal }: WaitingDecision, scripts: readonly ShownScript[]): string | null {
  const changed = scripts.find(({ text }) => text === undefined);
  if (refusal !== null || changed === undefined) return refusal;
  return `${changed.path} cannot be shown as it was when this was asked about: let the agent try again`;
}

export interface PersonsWord {
  /** Who said it, and how. */
  readonly by: string;
  readonly at: number;
}

/** What waits, without what the person refused in the agent: by its own record, which goes on ours. */
export async function waitingCalls(store: RecordStore, now: number): Promise<readonly WaitingDecision[]> {
  const waiting = await store.waiting(now);
  const refused = waiting.filter(isRefusedInAgent);
  for (const one of refused) await recordRefusal(store, one, { by: refusedThere(one), at: now });
  return refused.length === 0 ? waiting : store.waiting(now);
}

function isRefusedInAgent({ refusal, decision, start, action }: WaitingDecision): boolean {
  const records = hostNamed(start.host ?? "")?.records;
  if (refusal !== null || decision.behavior !== "ask" || records === undefined || start.record === undefined)
    return false;
  return action.toolUseId !== undefined && refusedCalls(records, start.record).has(action.toolUseId);
}

const refusedThere = ({ start }: WaitingDecision): string =>
  `the person in ${hostNamed(start.host ?? "")?.title ?? "the agent"}`;

/** Whoever runs this has made sure that a person asked for it, and was shown the call. */
export async function recordApproval(
  store: RecordStore,
  { session, start, decision }: WaitingDecision,
  { by, at }: PersonsWord,
): Promise<Result<Approval>> {
  const opened = await store.open(session, start);
  return opened.transact(approve({ decisionId: decision.id, by, at, newId: randomUUID }));
}

/** The person's no goes on record, and nobody can approve the call afterwards. */
export async function recordRefusal(
  store: RecordStore,
  { session, start, decision }: WaitingDecision,
  { by, at }: PersonsWord,
): Promise<Result<null>> {
  const opened = await store.open(session, start);
  return opened.transact(refuse({ decisionId: decision.id, by, at }));
}
