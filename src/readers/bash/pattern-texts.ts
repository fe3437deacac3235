/**
 * A text with the patterns that only some shells or options know (`@(a|b)`, zsh's `(a|b)`, `<1-9>`, `^x`, ksh's `~(i)x`) in patterns
 * that all know: further texts for likely readings. Parentheses in a quoted word are a name's (`'app/(shop)/x'`), unless the text may hand
 * it to a shell; `@(a)` is a pattern to many programs as well.
 */
import { choice, type Spelling, withoutGroups } from "../../machine/index.ts";
import { inZsh } from "./zsh-words.ts";

/** A quoted text may be code, or a value that is put in place bare. */
const HANDS_ON = /glob|[zkm]sh\b|\bfish\b|setopt|emulate|\beval\b|SHELL|\s-\w*c\b|BASHOPTS/;
const QUOTED = /\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g;
const SIGNS = /(?<![@?*+!])\(|[\^<#~]/g;
/** Signs of quoted names are put aside as characters of private use. */
const ASIDE = 0xf0000;
const ASIDES = /[\u{f0000}-\u{f007f}]/gu;

const putAside = (text: string): string =>
  text.replace(QUOTED, (quoted) =>
    quoted.replace(SIGNS, (sign) => String.fromCodePoint(ASIDE + (sign.codePointAt(0) ?? 0))),
  );

const putBack = (text: string): string =>
  text.replace(ASIDES, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? ASIDE) - ASIDE));

/** What zsh and ksh have without an option. */
const GROUPS: readonly RegExp[] = [
  // `(a|b)x`, `x(a|b)`
  /(?<=[\w./~*?\]}-])\(([^()\s]{0,500}\|[^()\s]{0,500})\)/g,
  /(?<=^|[\s"'=/])\(([^()\s]{0,500}\|[^()\s]{0,500})\)(?=[\w./*?[{-])/g,
  // `(a)/x`, `x(a)/y`
  /(?<=^|[\s"'=/])\(([^()\s|]{1,500})\)(?=[\w./*?[{-])/g,
  /(?<=\w)\(([\w.*?[\]-]{1,500})\)(?=[/\w*])/g,
  /(?<=\/)\(([\w.*?[\]-]{1,500})\)(?=$|[\s"';&|)])/g,
];
const NUMBERS = /(?<=[\w./*?\]-])<\d{0,9}-\d{0,9}>|<\d{0,9}-\d{0,9}>(?=[\w./*?[])/g;
const KSH = /~\([^()\s]{1,80}\)[\w.-]{0,200}/g;

/** With zsh's `extendedglob`, which a person's start files may set: what nothing else is written like, and what is so where it is said. */
const EXTENDED = /extended_?glob/i;
const ALWAYS_SIGNS: readonly (readonly [own: RegExp, plain: string])[] = [
  [/(?<=\/)\^[\w.*?[\](|)-]{1,200}/g, "*"],
  [/(?<=[*\])])~[\w.*?[\](|)-]{1,200}/g, ""],
];
const EXTENDED_SIGNS: readonly (readonly [own: RegExp, plain: string])[] = [
  [/(?<=[\s/"'])\^[\w.*?[\](|)-]{1,200}/g, "*"],
  [/(?<=[\w*?\])}])~[\w.*?[\](|)-]{1,200}/g, ""],
  [/[\w.)\]]#{1,2}(?=[\w./*?\s"';]|$)/g, "*"],
];

const withoutZshGroups = (text: string, spelling: Spelling): string =>
  GROUPS.reduce(
    (sofar, group) => sofar.replace(group, (_, inner: string) => choice(inner.split("|"), spelling)),
    text.replace(KSH, "*").replace(NUMBERS, "*"),
  );

const withoutExtended = (text: string): string =>
  [...ALWAYS_SIGNS, ...(EXTENDED.test(text) ? EXTENDED_SIGNS : [])].reduce(
    (sofar, [own, plain]) => sofar.replace(own, plain),
    text,
  );

/** Where a choice becomes one word and not several (`git @(pull|push)`), each way is a text of its own; beyond these it may be anything. */
const PICKS: readonly Spelling[] = [0, 1, 2, 3];
/** Longer texts are read once more and not once for each way. */
const MAX_PICKED = 8_192;
const CHOICES = /\(([^()\n]{0,500}\|[^()\n]{0,500})\)|[?*]\(/g;

function spellingsOf(text: string): readonly Spelling[] {
  const choices = [...text.matchAll(CHOICES)].map(([, inner = ""]) => inner.split("|").length);
  if (choices.length === 0) return ["few", "many"];
  const most = Math.max(...choices.slice(0, 64)) + 1;
  const isMore = choices.length > 1 || most > PICKS.length;
  return ["few", "many", ...PICKS.slice(0, most), ...(isMore ? (["any"] as const) : [])];
}

/** Each is a whole text to be read by itself; none where every shell reads it alike. */
export function patternTexts(text: string): readonly string[] {
  if (!/[(^]|<\d*-|[*\]]~/.test(text) && !EXTENDED.test(text)) return [];
  const open = HANDS_ON.test(text) ? text : putAside(text);
  const [zsh = open] = inZsh(open);
  const spellings = text.length > MAX_PICKED ? (["any"] as const) : spellingsOf(open);
  const said = spellings.flatMap((spelling) => [
    withoutZshGroups(withoutGroups(open, spelling), spelling),
    withoutZshGroups(withoutExtended(zsh), spelling),
  ]);
  return [...new Set(said.map(putBack))].filter((one) => one !== text);
}
