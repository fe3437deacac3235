/**
 * Calls that start a program, in the code of other languages: `os.execvp('git', ['git', 'push'])`, `system(c " push")`.
 * Their arguments are literals, names that were given a literal before, and both put together; what is more is a gap.
 */

import { inQuotes } from "../../contract/shell-word.ts";

const MAX_STARTS = 8;
const MAX_ARGUMENTS = 400;

/** Whatever is called so starts a program, however it takes its words. */
const STARTS =
  /(?<![\w$])(?:(?:posix_)?spawn[lv]?p?e?(?:Sync)?|exec(?:[lv]p?e?|ve|FileSync|File|Sync)?|system\w*|popen\w*|pcntl_exec|proc_open|passthru|shell_exec|create_subprocess_\w+|os\.execute|System\.(?:cmd|shell)|Sys\.command|os:cmd|call(?:Command|Process)|readProcess|check_(?:call|output)|getoutput|getstatusoutput|Popen|run|call|Command(?:::new)?|open[23]?)\s*(?=[("'`[{$\w])/g;
const TOKEN =
  /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`\n]*)`|(\$?[A-Za-z_]\w*(?:\.\w+)*)|([,;\n[\](){}|])|\.{1,2}|[^\s]/g;

export const quoteWord = (word: string): string => (/^[\w./:=@%+~-]+$/.test(word) ? word : inQuotes(word));

/** Every command as one line. */
export function startedCalls(code: string): readonly string[] {
  const starts = [...code.matchAll(STARTS)].slice(0, MAX_STARTS);
  if (starts.length === 0) return [];
  const names = namesIn(code);
  return starts.flatMap(({ 0: whole, index }) => {
    const from = index + whole.length;
    return commandsOf(argumentsIn(code.slice(from, from + MAX_ARGUMENTS), names));
  });
}

type Names = ReadonlyMap<string, readonly string[]>;

/** What names were given: a text, or a list of them and what was put behind it. */
function namesIn(code: string): Names {
  const names = new Map<string, readonly string[]>();
  for (const [, name = "", more, given = ""] of code.matchAll(
    /(?<![\w.])\$?([A-Za-z_]\w*)\s*(:?=|\+=|\.(?:append|push|extend|concat)\()\s*(\[[^\]\n]*\]|\([^)\n]*\)|"[^"\n]*"|'[^'\n]*')/g,
  )) {
    const texts = [...given.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? "");
    names.set(name, more === "=" || more === ":=" ? texts : [...(names.get(name) ?? []), ...texts]);
  }
  return names;
}

/** The words of one call, up to its end; a part that is not known is left out. */
function argumentsIn(text: string, names: Names): readonly string[] {
  const parts: (string | null)[] = [];
  let depth = 0;
  for (const token of text.matchAll(TOKEN)) {
    const [sign] = token;
    depth += /^[[({]$/.test(sign) ? 1 : /^[\])}]$/.test(sign) ? -1 : 0;
    if (depth < 0 || /^[;\n|]$/.test(sign) || (depth === 0 && sign === ")")) break;
    parts.push(...partsOf(token, names));
  }
  return joinParts(parts);
}

/** What a token adds to a word; null ends the word. */
function partsOf(
  [whole, double, single, ticked, name, sign]: RegExpExecArray,
  names: Names,
): readonly (string | null)[] {
  const literal = double ?? single ?? ticked;
  if (literal !== undefined) return [fillIn(literal, names)];
  if (name !== undefined)
    return (names.get(name.replace("$", "")) ?? []).flatMap((one, i) => (i === 0 ? [one] : [null, one]));
  return sign === undefined || whole === "(" ? [] : [null];
}

const joinParts = (parts: readonly (string | null)[]): readonly string[] =>
  parts
    .map((part) => part?.replaceAll("\0", "") ?? "\0")
    .join("")
    .split("\0")
    .filter((word) => word !== "");

/** `f"rm -rf {home}"`, `"rm -rf $home"`. */
const fillIn = (literal: string, names: Names): string =>
  literal.replace(/[#$]?\{(\w+)\}|\$(\w+)/g, (whole, one, other) => names.get(one ?? other)?.[0] ?? whole);

/** A line of its own, or the words of a command; the name a program is given to go by is left out. */
function commandsOf(words: readonly string[]): readonly string[] {
  const [first, second, ...rest] = words;
  if (first === undefined) return [];
  if (/\s/.test(first.trim())) return [first.replace(/^\s*\|\s*|\s*\|\s*$/g, "")];
  if (second === undefined) return [];
  const isNamed = first.slice(first.lastIndexOf("/") + 1) === second.slice(second.lastIndexOf("/") + 1);
  return [[first, ...(isNamed ? [] : [second]), ...rest].map(quoteWord).join(" ")];
}
