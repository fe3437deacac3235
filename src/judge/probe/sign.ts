/** A sign of a text that was made to steer an agent, with its own examples: both lists are tests. */
export interface Sign {
  readonly pattern: RegExp;
  /** `strong` is a find by itself; two different `weak` ones close together are one. */
  readonly weight: "strong" | "weak";
  readonly finds: readonly string[];
  readonly passes: readonly string[];
}

/** How close two weak signs must stand, in characters. */
const NEAR_CHARACTERS = 300;
/** Of one weak sign so many places are looked at. */
const MAX_PLACES = 200;

export const strong = (pattern: RegExp, finds: readonly string[], passes: readonly string[] = []): Sign => ({
  ...{ pattern, weight: "strong", finds, passes },
});
export const weak = (pattern: RegExp, finds: readonly string[], passes: readonly string[] = []): Sign => ({
  ...{ pattern, weight: "weak", finds, passes },
});

/** Where a sentence begins, in folded words. */
export const START = "(?:^|[.:;!?\"'([{-] ?|, )";
export const re = (source: string): RegExp => new RegExp(source, "u");

/** Whether the signs in a text make a find. Every pattern is linear in the length of the text. */
export function hasSigns(text: string, signs: readonly Sign[]): boolean {
  if (signs.some(({ pattern, weight }) => weight === "strong" && text.search(pattern) >= 0)) return true;
  const places = signs.flatMap((sign) =>
    sign.weight === "weak" ? placesOf(text, sign.pattern).map((at) => ({ at, sign })) : [],
  );
  places.sort((a, b) => a.at - b.at);
  // Of neighbours that differ the nearest stand side by side.
  return places.some(({ at, sign }, i) => {
    const next = places[i + 1];
    return next !== undefined && next.sign !== sign && next.at - at <= NEAR_CHARACTERS;
  });
}

function placesOf(text: string, pattern: RegExp): readonly number[] {
  const found: number[] = [];
  for (const { index } of text.matchAll(new RegExp(pattern, `${pattern.flags.replace("g", "")}g`))) {
    found.push(index);
    if (found.length >= MAX_PLACES) break;
  }
  return found;
}
