/** What a session remembers, as a value, and the entries that change it. The ledger is these entries, kept. */
import type { Action } from "./action.ts";
import type { DecisionRecord } from "./decision.ts";
import type { FindKind } from "./find.ts";
import type { Told } from "./settling.ts";

export const JOIN_WINDOW_MS = 10_000;
/** How long an event with a call's id can still join: a person may take long to answer the first one. */
export const JOIN_BY_ID_WINDOW_MS = 600_000;
export const APPROVAL_LIFE_MS = 600_000;
/** What was decided longer ago than this cannot be approved any more. */
export const APPROVABLE_FOR_MS = 86_400_000;

/** The same call again: tool, executed fields and directory, hashed. */
export type CallKey = string;

export interface StartRemote {
  readonly name: string;
  /** As they are written in git's configuration. */
  readonly urls: readonly string[];
  readonly pushUrls: readonly string[];
  /** As git really used them, with what `url.*.insteadOf` makes of them; absent in old records. */
  readonly reached?: readonly string[];
}

export interface SessionStart {
  readonly projectRoot: string;
  readonly host: string | null;
  /** Not an agent's: a person tried calls in a terminal. */
  readonly byHand?: true;
  /** The agent's own process, where a host's hook knows it: nothing it starts may approve. And its own record of the session, a file. */
  readonly agent?: { readonly pid: number; readonly start: string } | undefined;
  readonly record?: string | undefined;
  /** The repository's remotes as they were: where data went before the agent could change them. */
  readonly remotes?: readonly StartRemote[] | undefined;
}

export interface PriorDenial {
  readonly rule: string | null;
  readonly hard: boolean;
  readonly reason: string;
  readonly clearsWhen: string | null;
  /** What the same call has in common however it is spelled; absent where its text is all there is. */
  readonly alike?: string;
}

export interface Approval {
  readonly id: string;
  readonly call: CallKey;
  /** The resolved targets as they were shown, bound by `bindTargets`; void if they differ now. */
  readonly targets: string;
  readonly expiresAt: number;
}

/** In place of a hash: the file was looked for, and there was none. */
export const NOT_THERE = "not there";
/** A script or a definition that was looked through, as it was then; null where it could not be read. */
export interface LookedThrough {
  readonly path: string;
  readonly hash: string | null;
}

/** A decision a person could still turn into an approval, or the sentence why not. */
export interface Waiting {
  readonly decisionId: string;
  readonly call: CallKey;
  readonly targets: string;
  readonly at: number;
  readonly refusal: string | null;
  /** The id of a call the person was asked about; absent where it was denied or had none. */
  readonly askedAs?: string;
}

export interface RecentDecision {
  readonly call: CallKey;
  readonly toolUseId: string | null;
  readonly event: string | null;
  readonly at: number;
  readonly decision: DecisionRecord;
  readonly joined: boolean;
  /** The ticket it was given to run inside walls. */
  readonly ticket?: string;
}

/** A call about which the host was told nothing, so that it asks the person itself. */
export interface LeftCall {
  readonly call: CallKey;
  readonly decisionId: string;
  /** The event that was not answered. */
  readonly event: string | null;
  /** More than reading was found in it, or something could not be read: the host cannot have let it run by itself. */
  readonly risky: boolean;
  /** The host's own prompt was seen to come. */
  readonly prompted: boolean;
}

/** A file of this session that holds something whose way is followed: a secret, private data, a download. */
export interface FileMark {
  readonly path: string;
  readonly of: "secret" | "private" | "fetched" | "unpacked" | "decoded";
  /** Where it came from: a store, a file, a host. */
  readonly from: string;
  /** The thing itself, not one value picked out of it. */
  readonly whole: boolean;
  /** Any part of it is a secret. */
  readonly strong?: boolean;
}

/** In place of a directory: it was changed to one that was not told. */
export const ANYWHERE = "?";
/** What earlier calls left behind in a shell that keeps its state. */
export interface KeptShell {
  readonly pathChanged: boolean;
  /** Aliases and functions. */
  readonly names: readonly string[];
  /** Where it may stand, absolute, and `ANYWHERE` where that was not told; absent: where it began. */
  readonly directories?: readonly string[];
}

export interface PendingHandoff {
  readonly agent: string | null;
  readonly warning: string;
}

/** A result from outside that carries something made to steer the agent. Of the result itself nothing is kept. */
export interface Find {
  readonly tool: string;
  readonly toolUseId: string | null;
  readonly kinds: readonly FindKind[];
  /** The agent knows of it. */
  readonly told: boolean;
}

export type LedgerEntry =
  | { readonly kind: "start"; readonly at: number; readonly start: SessionStart }
  | {
      readonly kind: "decision";
      readonly at: number;
      readonly call: CallKey;
      readonly action: Pick<Action, "tool" | "input" | "cwd" | "host" | "toolUseId" | "event" | "mode">;
      readonly decision: DecisionRecord;
      /** Resolved targets, for binding an approval. */
      readonly targets: string;
      /** Of a denied command: what it has in common with the same one in another spelling. */
      readonly alike?: string;
      /** `bindTargets(targets)` from before redaction; the ledger adds it. */
      readonly bound?: string;
      /** Scripts and definitions that were looked through: bound by `targets` as well, and shown. */
      readonly looked?: readonly LookedThrough[];
      /** More than single words of it are hidden on record: it cannot be shown whole. The ledger adds it. */
      readonly unshown?: true;
      /** The reason of a held call in its parts, where the gate put it together. */
      readonly told?: Told;
      /** The approval that was spent, if one was. */
      readonly approval?: string;
      /** Absolute paths an allowed or asked call may write; links apart. */
      readonly writes?: readonly string[];
      readonly creates?: readonly string[];
      /** What stands at and below these was taken away or came from elsewhere: nothing there counts as made here. */
      readonly displaces?: readonly string[];
      readonly links?: readonly string[];
      /** What it leaves behind in a process that is typed into. */
      readonly leaves?: KeptShell;
      /** The ticket it was given to run inside walls. */
      readonly ticket?: string;
      /** The ask was left to the host's own prompt; `reads`: everything in it was read, and is reading. */
      readonly left?: "reads" | "more";
      /** Watched only: the host was told nothing, and whatever ran was let through. */
      readonly shadow?: true;
      /** Files it leaves behind that hold a secret, private data or a download. */
      readonly marks?: readonly FileMark[];
    }
  /** A second event of the same call: answered with the first one's decision. */
  | { readonly kind: "joined"; readonly at: number; readonly decisionId: string; readonly event: string | null }
  | {
      readonly kind: "approval";
      readonly at: number;
      readonly approval: Approval;
      readonly decisionId: string;
      readonly by: string;
      /** The id of the call it was given for, where a door showed it to the person: answered once. */
      readonly toolUseId?: string;
    }
  /** The person was asked about a call and said no. */
  | {
      readonly kind: "refusal";
      readonly at: number;
      readonly decisionId: string;
      readonly by: string;
      readonly toolUseId: string;
    }
  /** The person spoke. */
  | { readonly kind: "prompt"; readonly at: number; readonly text: string }
  /** Words that came as a prompt and are an agent's; `why` says by what that is known. */
  | { readonly kind: "task"; readonly at: number; readonly text: string; readonly why: string }
  /** An asked call was seen to have run: the person said yes. Or a walled one was, with what came of it. */
  | {
      readonly kind: "ran";
      readonly at: number;
      readonly call: CallKey;
      /** The ticket it ran from; its result is told once. */
      readonly ticket?: string;
      /** What the walls refused it, in words. */
      readonly refused?: readonly string[];
      /** Protected places it made, which were put into quarantine. */
      readonly swept?: readonly string[];
      /** Absolute paths that were found changed, and those among them that came into being. */
      readonly writes?: readonly string[];
      readonly creates?: readonly string[];
    }
  /** A sub-agent has finished and its work was reviewed; `warning` is what the agent that takes over has to know. */
  | {
      readonly kind: "handoff";
      readonly at: number;
      readonly agent: string | null;
      readonly label: string | null;
      readonly warning: string | null;
      readonly model: string | null;
      readonly costUsd: number | null;
    }
  /** The agent that takes over was told; null: of all that were still to be told. */
  | { readonly kind: "handoffTold"; readonly at: number; readonly agent: string | null }
  /** A result from outside was looked at, and something was found, or the model could not be asked about it. */
  | {
      readonly kind: "probe";
      readonly at: number;
      readonly find: Find;
      readonly by: "code" | "model";
      /** Why the model gave no answer; it changes no decision. */
      readonly failure?: string;
      readonly costUsd?: number | null;
    }
  /** The agent was told of all that was found so far. */
  | { readonly kind: "probeTold"; readonly at: number }
  /** Something the record itself has to say: a half-written line was kept aside. Changes nothing that is remembered, but that it was told. */
  | {
      readonly kind: "notice";
      readonly at: number;
      readonly text: string;
      /** How many records are gone from the end before it. */
      readonly lost?: number;
      /** What the person was told with it, once a session. */
      readonly tells?: "hostSilent";
    };

export type RanEntry = Extract<LedgerEntry, { readonly kind: "ran" }>;
export type DecisionEntry = Extract<LedgerEntry, { readonly kind: "decision" }>;

export interface AskedWrite {
  readonly path: string;
  /** When the person was asked. */
  readonly at: number;
}

/** What is done with the newest memory in one step: the entries to record, and the answer. */
export type Transaction<T> = (memory: Memory) => { readonly entries: readonly LedgerEntry[]; readonly value: T };

export interface Memory {
  readonly start: SessionStart;
  readonly startedAt: number;
  readonly consecutiveDenials: number;
  readonly totalDenials: number;
  /** Denied by classifier or offline, and the person has said nothing since. */
  readonly denied: ReadonlyMap<CallKey, PriorDenial>;
  readonly approvals: ReadonlyMap<CallKey, Approval>;
  readonly recent: readonly RecentDecision[];
  /** Asked or denied lately, newest last. */
  readonly waiting: readonly Waiting[];
  /** Decisions that were approved, and the ids of calls the person has answered: none counts twice. */
  readonly approved: ReadonlySet<string>;
  /** Asked about and not yet known to have run. */
  readonly asked: ReadonlySet<CallKey>;
  /** Of those: left to the host's own prompt. */
  readonly left?: readonly LeftCall[];
  /** A call that was left to the host ran and nobody was asked: nothing more is left to it. Or that was told already. */
  readonly hostSilent?: "untold" | "told";
  readonly written: ReadonlySet<string>;
  /** What calls the person was asked about would write: whether they ran, the files show. */
  readonly askedWrites?: readonly AskedWrite[];
  readonly created: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
  /** Tickets whose result nobody has told yet, and the calls they were written for. */
  readonly tickets: ReadonlyMap<string, CallKey>;
  /** Calls the walls refused something: not walled again in this session. */
  readonly refused: ReadonlySet<CallKey>;
  readonly shell?: KeptShell;
  /** Newest last; one for each path. */
  readonly marks?: readonly FileMark[];
  readonly prompts: readonly string[];
  /** Warnings about finished sub-agents that the agent which takes over has not been told yet. */
  readonly handoffs?: readonly PendingHandoff[];
  /** Hashes of what the agent gave others to do: the same words as a prompt are not the person's. */
  readonly tasks?: readonly string[];
  /** What came as a prompt and was an agent's: shown as a task, never as the person's words. */
  readonly given?: readonly string[];
  /** What the probe found in results, newest last. */
  readonly finds?: readonly Find[];
  /** The person was told what is not set up. */
  readonly toldSetup?: true;
}
