/** Secrets that are known by their shape or by what they stand under: rows of data, each with its examples. */
import { once } from "../../contract/kept.ts";
import { SECRET_WORDS } from "./names.ts";
import ROWS from "./patterns.json" with { type: "json" };
import TOKENS from "./tokens.json" with { type: "json" };
import { FRESH, FRESH_ADDRESS, OPTION_WORDS, VALUE } from "./values.ts";

/** How a secret is known in text. */
export interface SecretPattern {
  readonly name: string;
  /** One of these is in every match, in lower case: what has none is not looked at further. Null where there is no such word. */
  readonly hints: readonly string[] | null;
  /** The secret within the match: all of it (0), a group, or whichever group matched. */
  readonly part: number | string;
  readonly pattern: RegExp;
}

/** A value that looks made, not written: letters and digits, nothing a shell or a language would act on. */
const MADE = "(?=[^\\s\"'`;&|]{0,512}[0-9])(?=[^\\s\"'`;&|]{0,512}[A-Za-z])[A-Za-z0-9_+/=.~!@%^*-]{8,512}";
/** What rows have in common, by the name they write it with. */
const SHARED: Readonly<Record<string, string>> = { VALUE, FRESH, FRESH_ADDRESS, SECRET_WORDS, OPTION_WORDS, MADE };

/** A parameter of an address has its own beginning. */
const BOUNDED = (shape: string): string => (shape.startsWith("[?&]") ? shape : `(?<![A-Za-z0-9])(?:${shape})`);

/** In the order they are looked for: by shape, tokens that their issuers mark, by name. */
export const ownPatterns = once((): readonly SecretPattern[] => [
  ...ROWS.map(({ name, hints, part, pattern, fold }) => ({
    ...{ name, part, hints: hints.split("|") },
    pattern: new RegExp(
      pattern.replace(/\{([A-Z_]+)\}/g, (_, word: string) => SHARED[word] ?? "(?!)"),
      fold === true ? "dgi" : "dg",
    ),
  })),
  {
    ...{ name: "token", hints: null, part: 0 },
    pattern: new RegExp(TOKENS.shapes.map(({ shape }) => BOUNDED(shape)).join("|"), "dg"),
  },
]);
