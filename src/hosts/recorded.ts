/** A session and a call as a record tells of them. */
import type { JsonObject } from "../contract/action.ts";

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
  /** An agent began it: nothing said in it is the person's. */
  readonly spawned?: true;
  /** Not an agent's: a person tried calls in a terminal. */
  readonly byHand?: true;
  /** Its host can run a command inside walls. Absent where nobody knows. */
  readonly walls?: boolean;
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
  /** Our own ledger says that it was allowed. */
  readonly passed?: true;
}
