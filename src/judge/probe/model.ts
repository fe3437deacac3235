/** The probe by the model: one short request of its own, never part of the classifier's. Never rejects. */
import { cutMiddle, jsonString } from "../../contract/escape.ts";
import { FIND_KINDS, type FindKind } from "../../contract/find.ts";
import { hideSecrets } from "../../machine/secrets/index.ts";
import type { SideQuery } from "../classifier.ts";
import { PROMPTS } from "../prompts/index.ts";

/** What is sent of a result at most. */
export const MAX_SENT_CHARACTERS = 8_000;
const MAX_ANSWER_TOKENS = 64;

export interface ModelLook {
  readonly kinds: readonly FindKind[];
  /** Why there is no answer. */
  readonly failure?: string;
}

export interface ModelLookOptions {
  readonly ask: SideQuery["ask"];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export async function askAboutText(text: string, { ask, timeoutMs, signal }: ModelLookOptions): Promise<ModelLook> {
  const sent = cutMiddle(hideSecrets(text), MAX_SENT_CHARACTERS);
  const prompt = PROMPTS.probe.replace("{{text}}", () => jsonString(sent));
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await ask(prompt, {
      maxTokens: MAX_ANSWER_TOKENS,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    if (!answer.ok) return { kinds: [], failure: `${answer.failure}: ${answer.detail}` };
    return (
      parseAnswer(answer.text) ?? { kinds: [], failure: "bad_response: the answer is none of the words asked for" }
    );
  } catch {
    return { kinds: [], failure: "bad_response: the question could not be asked" };
  }
}

/** Exactly the words asked for; anything else is no answer. */
function parseAnswer(text: string): ModelLook | undefined {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/\.$/, "")
    .split(/\s*,\s*/);
  if (words.length === 1 && words[0] === "none") return { kinds: [] };
  const kinds = FIND_KINDS.filter((kind) => words.includes(kind));
  return words.every((word) => FIND_KINDS.some((kind) => kind === word)) ? { kinds } : undefined;
}
