/** The rulebook as data: policy in plain language for a model. Advice to it, never a security boundary. */
import type { JsonObject, Turn } from "../../contract/action.ts";
import type { Fact } from "../../contract/fact.ts";
import type { Recognition } from "../offline/index.ts";

/** A tool call, as it comes in. */
export interface ExampleCall {
  readonly tool: string;
  readonly input: JsonObject;
}

/** A situation with a known right answer: what was said and done before, and the call to judge. */
export interface Example {
  readonly turns: readonly Turn[];
  readonly action: ExampleCall;
  readonly facts?: readonly Fact[];
  /** Why the answer is right, where that is not plain. */
  readonly note?: string;
}

/** One entry of the block lists. `text` states the harm; everything else narrows it. */
export interface Topic<L extends string = string> {
  /** Title Case, stable: decisions, ledgers and settings refer to it. */
  readonly label: L;
  /** Nothing clears it, not even the user. */
  readonly hard: boolean;
  /** What it covers. */
  readonly text: string;
  /** What must be visible in the action, the transcript or the facts for it to apply. */
  readonly evidence: string;
  /** Completes "passes when …"; null exactly for hard topics. */
  readonly clearsWhen: string | null;
  /** What looks like it and is not. */
  readonly nearMiss: string;
  /** How code recognises it; empty where only a model can. */
  readonly recognise: readonly Recognition[];
  /** For the model, and to measure one: what it is, and what is near. */
  readonly match: readonly Example[];
  readonly notMatch: readonly Example[];
}

/** Names something that is fine, to settle doubt at the edge of a block rule. Never outranks one that plainly applies. */
export interface AllowException {
  readonly label: string;
  readonly text: string;
  /** All of them allowed. */
  readonly examples: readonly Example[];
}

/** One thing the classifier is told about where the agent works. */
export interface EnvironmentSlot {
  readonly name: string;
  readonly text: string;
}

export const SECTIONS = ["environment", "hard_deny", "soft_deny", "allow"] as const;
export type Section = (typeof SECTIONS)[number];

/** An entry in force, whoever wrote it. */
export interface RulebookEntry {
  readonly section: Section;
  /** Default entries have their own; of the user's, what stands before the colon, else one made from section and position. */
  readonly label: string;
  readonly text: string;
  readonly origin: "default" | "user";
  readonly hard: boolean;
  readonly clearsWhen: string | null;
  /** The line as it stands in the system prompt. */
  readonly line: string;
}

/** `settings.autoMode`, as far as the rulebook reads it. An absent section is `["$defaults"]`. */
export interface RulebookSettings {
  readonly environment?: readonly string[];
  readonly hard_deny?: readonly string[];
  readonly soft_deny?: readonly string[];
  readonly allow?: readonly string[];
}
