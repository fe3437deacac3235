/** A person's yes to one exact call, put on record. Whoever calls this has made sure that it is a person. */
import { fail, ok, type Result } from "../../contract/result.ts";
import { APPROVAL_LIFE_MS, type Approval } from "../../contract/session.ts";
import type { Session } from "../stores/store.ts";
import { approvable } from "./counting.ts";

export interface Approving {
  readonly decisionId: string;
  /** Who said yes, and how. */
  readonly by: string;
  readonly at: number;
  readonly newId: () => string;
}

/** The approval, or the sentence why there is none. Rejects with a `LedgerError` like any transaction. */
export const approve = (session: Session, { decisionId, by, at, newId }: Approving): Promise<Result<Approval>> =>
  session.transact<Result<Approval>>((memory) => {
    const waiting = approvable(memory, decisionId, at);
    if (typeof waiting === "string") return { entries: [], value: fail(waiting) };
    const { call, targets } = waiting;
    const approval: Approval = { id: newId(), call, targets, expiresAt: at + APPROVAL_LIFE_MS };
    return { entries: [{ kind: "approval", at, approval, decisionId, by }], value: ok(approval) };
  });
