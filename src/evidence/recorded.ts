/** A recorded session as replay sees it, whoever wrote it down: an order of events, and what could not be read. */
import type { JsonObject } from "../contract/action.ts";
import { HOST_TABLES } from "../hosts/names/index.ts";

export const FORMATS = ["claude-code", "codex", "gemini", "opencode", "ledger", "sessions"] as const;
export type Format = (typeof FORMATS)[number];

/** What became of a call. `refused` is the person's no; `blocked` a rule's or a hook's; `failed` is a call that ran. */
export const OUTCOMES = ["ran", "failed", "refused", "blocked", "unknown"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface RecordedSession {
  readonly id: string;
  /** The product and its version, as the record names them. */
  readonly agent: string;
  /** Whose tool names these are; null when they are ours. */
  readonly host: string | null;
  /** The directory the session started in; null when the record does not say. */
  readonly cwd: string | null;
  readonly started: string | null;
  /** What the session was about, where the record says more than a directory: the repository. */
  readonly project?: string | null;
}

export interface RecordedCall {
  /** Joins a call with what became of it; null when the record has no id. */
  readonly id: string | null;
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string | null;
  readonly at: string | null;
  readonly line: number;
  readonly agentModel: string | null;
}

export type RecordedEvent =
  | { readonly kind: "session"; readonly session: RecordedSession }
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "call"; readonly call: RecordedCall }
  /** `answer` is what the person replied to a question the agent asked. */
  | {
      readonly kind: "outcome";
      readonly id: string | null;
      readonly outcome: Outcome;
      readonly answer?: string;
    };

/** Something that could not be read, or not be trusted to have been read right. Never silent. */
export interface Problem {
  readonly file: string;
  /** Null when it is about the whole file. */
  readonly line: number | null;
  readonly reason: string;
  /** How often, where the same reason came again in this file. */
  readonly count: number;
}

/** What one entry of a record says; `problem` is a sentence about it, without file and line. */
export interface Said {
  readonly events: readonly RecordedEvent[];
  readonly problem?: string;
}

export const NOTHING: Said = { events: [] };

/** Reads one file's entries in order. Made anew for each file: it remembers what came before. */
export interface FormatReader {
  readonly entry: (entry: JsonObject, line: number) => Said;
}

export const session = (of: RecordedSession): RecordedEvent => ({ kind: "session", session: of });
export const said = (text: string): RecordedEvent => ({ kind: "said", text });
export const called = (call: RecordedCall): RecordedEvent => ({ kind: "call", call });

export const outcome = (id: string | null, what: Outcome, answer?: string): RecordedEvent =>
  answer === undefined || answer === ""
    ? { kind: "outcome", id, outcome: what }
    : { kind: "outcome", id, outcome: what, answer };

/** "claude-code 2.1.37" is the host claude-code; a name no table holds is none. */
export function hostNamed(agent: string): string | null {
  const name = agent.split(/\s/)[0]?.toLowerCase() ?? "";
  return Object.hasOwn(HOST_TABLES, name) ? name : null;
}

/** A sentence when the version's first number is above the one this reader was written for. */
export function newerThan(product: string, version: string | null, known: number): string | undefined {
  const major = Number(/^v?(\d+)\./.exec(version ?? "")?.[1] ?? Number.NaN);
  return major > known
    ? `written by ${product} ${version}, newer than the versions this reader knows (up to ${known}.x): read as far as it is understood`
    : undefined;
}
