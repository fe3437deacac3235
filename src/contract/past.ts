/**
 * What went before a call with what came back, oldest first. It is only ever looked through by code, for the values of the
 * action: nothing of a result is shown to a model, kept, or written down.
 */
import type { Json, JsonObject } from "./action.ts";

export type PastEvent =
  | { readonly kind: "said"; readonly text: string }
  /** In nobody's words: what the host itself put into the conversation, or another wrote in the person's name. */
  | { readonly kind: "host"; readonly text: string }
  | { readonly kind: "instructions"; readonly text: string }
  | { readonly kind: "call"; readonly id: string | null; readonly tool: string; readonly input: JsonObject }
  | { readonly kind: "result"; readonly id: string | null; readonly result: Json }
  /** From here on, or somewhere before, something is not known. */
  | { readonly kind: "gap"; readonly why: GapReason };

/** Why what came before is not known whole. */
export type GapReason = "this door has no results" | "record too long" | "the record cannot be read";
