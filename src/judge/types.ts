/** The side query, seen from the road. The road knows nothing of prompts, protocols or vendors. */
import type { JsonObject } from "../contract/action.ts";
import type { Stage, Unavailable, Usage } from "../contract/decision.ts";
import type { Effect } from "../contract/effect.ts";
import type { Fact } from "../contract/fact.ts";
import type { Witness } from "../contract/witness.ts";

export type { Fact } from "../contract/fact.ts";

export interface Question {
  readonly tool: string;
  readonly input: JsonObject;
  /** The action as the classifier is shown it (§5). */
  readonly encoding: string;
  readonly transcript: readonly TranscriptEntry[];
  readonly instructions: string | null;
  readonly facts: readonly Fact[];
  readonly effects: readonly Effect[];
  readonly session: string;
  readonly agentModel: string | null;
  readonly signal?: AbortSignal;
}

/** A turn with its tool call already encoded; `leftOut` calls stood in its place and are not shown. */
export type TranscriptEntry =
  | { readonly user: string }
  | { readonly tool: string; readonly encoding: string }
  | { readonly leftOut: number };

export interface Answered {
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly stage: Stage | null;
}

/** The classifier's answer after all stages and fallbacks. */
export type Verdict = Answered &
  (
    | { readonly block: "no" }
    | {
        readonly block: "yes";
        readonly label: string | null;
        readonly reason: string;
        readonly clearsWhen: string | null;
        readonly hard: boolean;
      }
    | { readonly block: "unparseable"; readonly detail: string }
    | {
        readonly block: "unavailable";
        readonly why: Unavailable;
        readonly detail: string;
        /** Nothing is out: no endpoint was ever set up rightly. */
        readonly setup?: boolean;
      }
  );

/** A verdict as the gate takes it: what it found nothing against comes with its witness. */
export type WitnessedVerdict =
  | Exclude<Verdict, { block: "no" }>
  | (Answered & { readonly block: "no"; readonly witness: Witness<"verdict"> });

/** A verdict of an outage before any endpoint was asked. */
export const unavailable = (why: Unavailable, detail: string): WitnessedVerdict => ({
  block: "unavailable",
  why,
  detail,
  model: null,
  usage: null,
  costUsd: null,
  stage: null,
});

export interface Classifier {
  /** Never rejects, never throws: a failure is a verdict. */
  classify(question: Question): Promise<Verdict>;
}

/** A classifier as the gate takes it. */
export interface WitnessedClassifier extends Classifier {
  classify(question: Question): Promise<WitnessedVerdict>;
}
