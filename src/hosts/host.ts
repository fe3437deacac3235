/** What an agent product takes and gives: data and pure functions. Reading, judging and writing are done elsewhere. */
import type { Action, JsonObject, Turn } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import type { Result } from "../contract/result.ts";

export const HOST_NAMES = ["claude-code", "codex", "gemini", "opencode", "copilot", "cursor"] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** Where in the host's life an event happened. */
export interface Occasion {
  /** The host's own name of the event. */
  readonly event: string;
  readonly session: string;
  readonly cwd: string;
  /** The host's record of the conversation: a file, or what came with the event. */
  readonly record: string | readonly JsonObject[] | null;
}

/** A tool call that waits for an answer. */
export interface CallEvent extends Occasion {
  readonly kind: "call";
  readonly action: Action;
}

export type HostEvent =
  | CallEvent
  /** A call has run. */
  | (Occasion & { readonly kind: "ran"; readonly action: Action })
  /** The person typed something. */
  | (Occasion & { readonly kind: "said"; readonly text: string; readonly warning: string | null })
  | (Occasion & { readonly kind: "started" })
  /** A sub-agent has finished. */
  | (Occasion & { readonly kind: "finished"; readonly agentRecord: string | null })
  /** Nothing the gate has to do with. */
  | { readonly kind: "other"; readonly event: string };

export type Finished = Extract<HostEvent, { kind: "finished" }>;

/** What the host is told. `stdout` is one JSON object and nothing else; null is silence. */
export interface Answer {
  readonly stdout: JsonObject | null;
  readonly stderr: string | null;
  readonly exit: 0 | 2;
}

export const SILENCE: Answer = { stdout: null, stderr: null, exit: 0 };
export const said = (stdout: JsonObject, stderr: string | null = null): Answer => ({ stdout, stderr, exit: 0 });

export interface Host {
  readonly name: HostName;
  readonly title: string;
  /** A sentence says what cannot be read. Never throws. */
  readonly read: (input: JsonObject) => Result<HostEvent>;
  /**
   * The decision in the host's words. `joined`: an earlier event of this call was decided and answered already, and this is
   * that decision.
   */
  readonly answer: (event: CallEvent, decision: Decision, joined: boolean) => Answer;
  /** Something went wrong: closed, with a reason. `event` is null when not even that could be read. */
  readonly refuse: (event: string | null, why: string) => Answer;
  /** Something for the person to know; null where the host has no place for it. */
  readonly warn: (event: string, text: string) => Answer;
  /** What the host's record says of the conversation, the call under judgement left out. Never throws. */
  readonly transcript: (lines: readonly JsonObject[], leaveOut: string | null) => Heard;
}

/** A turn the host marks as not the person's own is kept apart: recorded prompts are held against it. */
export interface Heard {
  readonly turns: readonly Turn[];
  /** Texts in the person's name that the host says are not the person's. */
  readonly notHuman: readonly string[];
  /** Typed while the agent worked: the person's, though no prompt event may have come for them. */
  readonly queued: readonly string[];
}

export const NOTHING_HEARD: Heard = { turns: [], notHuman: [], queued: [] };
