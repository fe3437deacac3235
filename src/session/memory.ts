/** What a session remembers, as a value, and the entries that change it. The ledger is these entries, kept. */
import type { Action } from "../action.ts";
import type { Decision } from "../decision.ts";

export const JOIN_WINDOW_MS = 10_000;
export const APPROVAL_LIFE_MS = 600_000;

/** The same call again: tool, executed fields and directory, hashed. */
export type CallKey = string;

export interface SessionStart {
  readonly projectRoot: string;
  readonly host: string | null;
}

export interface PriorDenial {
  readonly rule: string | null;
  readonly hard: boolean;
  readonly reason: string;
  readonly clearsWhen: string | null;
}

export interface Approval {
  readonly id: string;
  readonly call: CallKey;
  /** Resolved targets as they were shown; void if they differ now. */
  readonly targets: string;
  readonly expiresAt: number;
}

export interface RecentDecision {
  readonly call: CallKey;
  readonly toolUseId: string | null;
  readonly event: string | null;
  readonly at: number;
  readonly decision: Decision;
  readonly joined: boolean;
}

export type LedgerEntry =
  | { readonly kind: "start"; readonly at: number; readonly start: SessionStart }
  | {
      readonly kind: "decision";
      readonly at: number;
      readonly call: CallKey;
      readonly action: Pick<Action, "tool" | "input" | "cwd" | "host" | "toolUseId" | "event" | "mode">;
      readonly decision: Decision;
      /** Resolved targets, for binding an approval. */
      readonly targets: string;
      /** The approval that was spent, if one was. */
      readonly approval?: string;
      /** Absolute paths an allowed or asked call may write; links apart. */
      readonly writes?: readonly string[];
      readonly creates?: readonly string[];
      readonly links?: readonly string[];
    }
  /** A second event of the same call: answered with the first one's decision. */
  | { readonly kind: "joined"; readonly at: number; readonly decisionId: string; readonly event: string | null }
  | { readonly kind: "approval"; readonly at: number; readonly approval: Approval; readonly decisionId: string; readonly by: string }
  /** The person spoke. */
  | { readonly kind: "prompt"; readonly at: number; readonly text: string }
  /** An asked call was seen to have run: the person said yes. */
  | { readonly kind: "ran"; readonly at: number; readonly call: CallKey };

export interface Memory {
  readonly start: SessionStart;
  readonly startedAt: number;
  readonly consecutiveDenials: number;
  readonly totalDenials: number;
  /** Denied by classifier or offline, and the person has said nothing since. */
  readonly denied: ReadonlyMap<CallKey, PriorDenial>;
  readonly approvals: ReadonlyMap<CallKey, Approval>;
  readonly recent: readonly RecentDecision[];
  /** Asked about and not yet known to have run. */
  readonly asked: ReadonlySet<CallKey>;
  readonly written: ReadonlySet<string>;
  readonly created: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
  readonly prompts: readonly string[];
}
