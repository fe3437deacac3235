/**
 * Texts of ours in a list of a host's JSON file. They bear no mark: which are ours the journal says, and nothing else does. One that
 * stood there before is the person's: it is not added again, and stays.
 */
import { ok, type Result } from "../../contract/result.ts";
import { append, remove, valuesAt } from "./edit.ts";

/** `ours`: what the journal names. Of `wanted` those are `ours` from now on that are not there already. */
export interface ListTexts {
  readonly at: readonly string[];
  readonly wanted: readonly string[];
  readonly ours: readonly string[];
}

export function withTexts(
  text: string,
  { at, wanted, ours }: ListTexts,
): Result<{ readonly text: string; readonly texts: readonly string[] }> {
  const found = findTexts(text, at, ours);
  if (!found.ok) return found;
  const { values, own } = found.value;
  const theirs = new Set(values.filter((_, i) => !own.includes(i)));
  const texts = wanted.filter((one) => !theirs.has(one));
  if (texts.join("\n") === own.map((i) => values[i]).join("\n")) return ok({ text, texts });
  const cleared = remove(text, at, own);
  return ok({ text: texts.length === 0 ? cleared : append(cleared, at, texts), texts });
}

/** Those of ours that stand in the list. */
export function standingTexts(text: string, at: readonly string[], ours: readonly string[]): readonly string[] {
  const found = ours.length === 0 ? undefined : findTexts(text, at, ours);
  if (found?.ok !== true) return [];
  const standing = new Set(found.value.own.map((i) => found.value.values[i]));
  return ours.filter((one) => standing.has(one));
}

/** Of each text of ours one: a second is somebody else's. */
function findTexts(text: string, at: readonly string[], ours: readonly string[]) {
  const list = valuesAt(text, at);
  if (!list.ok) return list;
  const values = list.value;
  const left = new Set<unknown>(ours);
  return ok({ values, own: values.flatMap((value, i) => (left.delete(value) ? [i] : [])) });
}
