/** `*` in rules: does it match, and could two patterns mean the same text? No regular expression is built. */

/** `*` stands for any run of characters, line breaks included. Each part is looked for once, from left to right. */
export function wildcardMatches(pattern: string, text: string): boolean {
  if (!pattern.includes("*")) return pattern === text;
  return partsMatch(partsOf(pattern), text);
}

const kept = new Map<string, readonly string[]>();
const MAX_KEPT = 50_000;

/** What stands between the wildcards, taken apart once: a long list of rules is asked for every call. */
function partsOf(pattern: string): readonly string[] {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  const parts = pattern.split("*");
  if (kept.size < MAX_KEPT) kept.set(pattern, parts);
  return parts;
}

function partsMatch(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (let i = 1; i < parts.length - 1; i++) {
    const part = parts[i] ?? "";
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** The longest text that every match holds; "" where there is none. */
export const longestPart = (pattern: string): string =>
  partsOf(pattern).reduce((longest, part) => (part.length > longest.length ? part : longest), "");

/** Some text matches both. Row by row: which ends of `b` a text that matches so much of `a` can have reached. */
export function wildcardsMeet(a: string, b: string): boolean {
  const fixed = Math.min(fixedLength(a), fixedLength(b));
  if (a.slice(0, fixed) !== b.slice(0, fixed)) return false;
  let row = Array.from({ length: b.length + 1 }, (_, j) => b.slice(0, j) === "*".repeat(j));
  for (const sign of a) {
    const next = [sign === "*" && row[0] === true];
    for (let j = 1; j <= b.length; j++) next.push(meetsAt({ sign, other: b[j - 1] ?? "", row, next, j }));
    row = next;
  }
  return row[b.length] === true;
}

/** How much of a pattern every match begins with. */
const fixedLength = (pattern: string): number => {
  const star = pattern.indexOf("*");
  return star < 0 ? pattern.length : star;
};

interface MeetingPoint {
  readonly sign: string;
  readonly other: string;
  readonly row: readonly boolean[];
  readonly next: readonly boolean[];
  readonly j: number;
}

const meetsAt = ({ sign, other, row, next, j }: MeetingPoint): boolean =>
  sign === "*" || other === "*" ? row[j] === true || next[j - 1] === true : sign === other && row[j - 1] === true;
