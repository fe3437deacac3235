/** `*` in rules. No regular expression is built. */
import { keepAnswers } from "../contract/kept.ts";

/** `*` stands for any run of characters, line breaks included. Each part is looked for once, from left to right. */
export function wildcardMatches(pattern: string, text: string): boolean {
  if (!pattern.includes("*")) return pattern === text;
  return partsMatch(partsOf(pattern), text);
}

/** What stands between the wildcards, taken apart once: a long list of rules is asked for every call. */
const partsOf = keepAnswers((pattern): readonly string[] => pattern.split("*"));

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
