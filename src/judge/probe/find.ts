/**
 * What a text carries that was made to steer an agent, found by code: hidden text, instructions to the agent, imitated turns. In
 * time linear in the length of the text, of which no more than a bound is looked at. Never throws.
 */
import type { Json } from "../../contract/action.ts";
import { FIND_KINDS, type FindKind } from "../../contract/find.ts";
import { leavesOf } from "../provenance/text.ts";
import { decodeEntities, disguisedIn, wordsOf } from "./forms.ts";
import { hasHiddenText } from "./hidden.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { LANGUAGES } from "./languages.ts";
import { hasSigns } from "./sign.ts";
import { TURNS } from "./turns.ts";

/** Of a longer text both ends are looked at. */
const MAX_PROBED_CHARACTERS = 1_000_000;
/** Of a result in more than one piece so much is put together. */
const MAX_RESULT_CHARACTERS = 8_000_000;

const LOOKS: Readonly<Record<FindKind, (text: string) => boolean>> = {
  hidden: hasHiddenText,
  instruction: (text) => {
    const words = wordsOf(text);
    if (hasSigns(words, INSTRUCTIONS) || hasSigns(words, LANGUAGES)) return true;
    const disguised = disguisedIn(text);
    return disguised !== "" && hasSigns(disguised, INSTRUCTIONS);
  },
  turn: (text) => hasSigns(decodeEntities(text.replace(/\r\n?/g, "\n")).toLowerCase(), TURNS),
};

export function findsInText(text: string): readonly FindKind[] {
  const bounded = bound(text);
  return FIND_KINDS.filter((kind) => LOOKS[kind](bounded));
}

/** The strings of a result, as one text. */
export function textOfResult(result: Json): string {
  const leaves: string[] = [];
  let length = 0;
  for (const leaf of leavesOf(result)) {
    leaves.push(leaf);
    length += leaf.length;
    if (length > MAX_RESULT_CHARACTERS) break;
  }
  return leaves.join("\n");
}

export const findsIn = (result: Json): readonly FindKind[] => findsInText(textOfResult(result));

const bound = (text: string): string =>
  text.length <= MAX_PROBED_CHARACTERS
    ? text
    : `${text.slice(0, MAX_PROBED_CHARACTERS / 2)}\n${text.slice(-MAX_PROBED_CHARACTERS / 2)}`;
