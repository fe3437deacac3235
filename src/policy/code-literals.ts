/** Strings that stand in code of whatever language, for what finds. */
import { withLines } from "../readers/bash/index.ts";

const LITERAL = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|`([^`]*)`/g;

/** Strings in code; those of a list stand for the words of one command. `counts`: by what stands before it. */
export function literalsIn(code: string, counts: (before: string) => boolean = () => true): readonly string[] {
  const out: string[] = [];
  let end = -1;
  for (const match of code.matchAll(LITERAL)) {
    const text = match[1] ?? match[2] ?? match[3] ?? "";
    const joins = out.length > 0 && end >= 0 && /^\s*,\s*\[?\s*$/.test(code.slice(end, match.index));
    if (!joins && !counts(code.slice(Math.max(0, match.index - MAX_BEFORE), match.index))) continue;
    if (joins) out.push(`${out.pop()} ${text}`);
    else out.push(text);
    end = match.index + match[0].length;
  }
  return out.map(withLines).filter((text) => /\s/.test(text.trim()));
}
const MAX_BEFORE = 80;
