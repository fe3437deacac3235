/** One decision with everything the record knows of it. */
import { pointOfDecision, waitingCalls } from "../../app/index.ts";
import type { DecisionEntry, LedgerEntry } from "../../contract/session.ts";
import { approvalRefusal } from "../../memory/index.ts";
import type { ApprovalState, DecisionDetail } from "../api.ts";
import type { FoundDecision } from "../index-store/index.ts";
import type { Service } from "../service.ts";
import { helpOf } from "./help.ts";
import { lookedFiles } from "./looked.ts";
import { findFacts } from "./seen.ts";

export async function detailOf(found: FoundDecision, service: Service): Promise<DecisionDetail> {
  const { row, entry, later } = found;
  const { decision } = entry;
  return {
    ...row,
    input: { ...entry.action.input },
    cwd: entry.action.cwd ?? found.start?.projectRoot ?? null,
    effects: entry.targets,
    clearsWhen: decision.clearsWhen ?? null,
    hard: decision.hard ?? false,
    headless: decision.headless ?? false,
    stage: decision.stage ?? null,
    model: decision.model ?? null,
    usage: decision.usage ?? null,
    help: helpOf(entry),
    looked: [...lookedFiles(entry.looked ?? [])],
    refused: later.flatMap((one) => (one.kind === "ran" ? (one.refused ?? []) : [])),
    restore: restorePointOf(found, service.stateDir),
    approval: await approvalOf(found, service),
    facts: service.room.held().find(({ id }) => id === row.id)?.facts ?? findFacts(found, service.stateDir),
  };
}

function restorePointOf({ row, entry }: FoundDecision, stateDir: string): DecisionDetail["restore"] {
  const point = pointOfDecision({ session: row.session, entry }, stateDir);
  return point === undefined ? null : { id: point.id };
}

async function approvalOf({ entry, later, row }: FoundDecision, { store, context }: Service): Promise<ApprovalState> {
  const given = later.find((one) => one.kind === "approval");
  if (given?.kind === "approval")
    return isSpent(given.approval.id, later) ? USED : approvedUntil(given.approval.expiresAt);
  const never = approvalRefusal(entry.decision);
  if (never !== null) return { state: "cannot", why: never, until: null };
  const waiting = (await waitingCalls(store, context.now())).find(({ decision }) => decision.id === row.id);
  // The record knows of a yes before the index does.
  if (waiting?.answered?.word === "approved")
    return waiting.answered.until === null ? USED : approvedUntil(waiting.answered.until);
  const why = waiting === undefined ? "It was decided too long ago; let the agent try again." : waiting.refusal;
  return { state: why === null ? "can" : "cannot", why, until: null };
}

const USED: ApprovalState = { state: "used", why: null, until: null };
const approvedUntil = (until: number): ApprovalState => ({ state: "approved", why: null, until });

const isSpent = (approval: string, later: readonly LedgerEntry[]): boolean =>
  later.some((one) => one.kind === "decision" && spends(one, approval));
const spends = (entry: DecisionEntry, approval: string): boolean => entry.approval === approval;
