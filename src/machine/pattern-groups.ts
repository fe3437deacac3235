/**
 * Groups of patterns (`@(a|b)`, `+(x)`, `!(y)`) written out in braces and wildcards, which every reader here knows. Whether a shell
 * or a library takes them for groups depends on its options: for what finds, never for what allows.
 */
import { expandBraces } from "./braces.ts";

/** Groups within groups are written out so deep. */
const MAX_DEPTH = 8;
const SIGNED = /([@?*+!])\(([^()\n]{0,500})\)/g;
/** To some libraries a choice in parentheses is a group by itself. */
const CHOICE = /(?<![@?*+!$<>=\\])\(([^()\s]{0,500}\|[^()\s]{0,500})\)/g;

/** As few names as it can mean, as many, anything at all, or of each choice the one at this place. */
export type Spelling = "few" | "many" | "any" | number;

/** `text` with every group in it written out. */
export function withoutGroups(text: string, spelling: Spelling): string {
  let said = text;
  for (let depth = 0; depth < MAX_DEPTH && said.includes("("); depth += 1) {
    const next = said.replace(SIGNED, (_, sign: string, inner: string) => spelled(sign, inner, spelling));
    if (next === said) break;
    said = next;
  }
  return said;
}

/** One group; `sign` as it stands before the parenthesis. */
function spelled(sign: string, inner: string, spelling: Spelling): string {
  const ways = waysOf(inner);
  if (sign === "!" || spelling === "any" || (spelling === "many" && /[+*]/.test(sign))) return anyName(ways);
  return choice(sign === "@" || sign === "+" ? ways : [...ways, ""], spelling);
}

/** A blank in a name would end the word. */
const waysOf = (inner: string): readonly string[] => inner.replace(/\\?[ \t]/g, "?").split("|");

/** One of these, as braces where it is not said which. */
export function choice(ways: readonly string[], spelling: Spelling): string {
  if (typeof spelling === "number") return ways[Math.min(spelling, ways.length - 1)] ?? "";
  return ways.length === 1 ? (ways[0] ?? "") : spelling === "any" ? anyName(ways) : `{${ways.join(",")}}`;
}

/** A hidden name is meant only where a dot is written. */
const anyName = (ways: readonly string[]): string => (ways.some((way) => way.startsWith(".")) ? "{.[!.]*,*}" : "*");

/** What a pattern of a library may mean besides what is written; none where it holds no group. */
export function groupsWrittenOut(pattern: string): readonly string[] {
  if (!pattern.includes("(")) return [];
  const plain = pattern.replace(CHOICE, (_, inner: string) => choice(inner.split("|"), "few"));
  const ways = (["few", "many"] as const).map((spelling) => withoutGroups(plain, spelling));
  return [...new Set(ways.flatMap((way) => (way === pattern ? [] : (expandBraces(way) ?? [way]))))];
}
