/** What programs with a language of their own are told to do, as the commands that do the same (likely readings). */
import { byCmake } from "./cmake-words.ts";
import type { GivenUse } from "./given-code.ts";
import { shellCalls } from "./shell-calls.ts";
import { spellHome } from "./spelled-home.ts";
import { quoteWord } from "./started-calls.ts";

export function inOtherWords(use: GivenUse): readonly string[] {
  return LANGUAGES.find(([programs]) => programs.test(use.program))?.[1](use) ?? [];
}

const LANGUAGES: readonly (readonly [programs: RegExp, commands: (use: GivenUse) => readonly string[]])[] = [
  [/^[gmn]?awk$/, ({ words, files }) => [...byAwk(words), ...files.flatMap(writtenByAwk)]],
  [/^cmake3?$/, ({ files }) => files.flatMap((text) => byCmake(text))],
  [/^(?:n?vim?|ex|view|gvim|vimdiff)$/, ({ words }) => words.flatMap(deletedByEditor)],
  [/^(?:pwsh|powershell)(?:\.exe)?$/, ({ words, input }) => [words.join(" "), input ?? ""].map(asBash)],
];

/** Its variables by their values; what it pipes the lines of its files into gets those files. */
function byAwk(words: readonly string[]): readonly string[] {
  const variables = words.flatMap((word, i) => {
    const [, name, value] = /^(?:-v)?([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
    return name === undefined || (words[i - 1] !== "-v" && !word.startsWith("-v")) ? [] : [`${name}="${value}"`];
  });
  const at = words.findIndex((word, i) => !word.startsWith("-") && !/^-[vFf]$/.test(words[i - 1] ?? ""));
  const program = words[at] ?? "";
  const called = variables.length === 0 ? [] : shellCalls(`${variables.join("\n")}\n${program}`, "awk");
  const files = words.slice(at + 1).filter((word) => !/^-|=/.test(word));
  const piped = [...program.matchAll(/\bprint\b[^|;}"]*\|&?\s*"([^"\n]{2,400})"/g)];
  return [...called, ...piped.map(([, command = ""]) => `cat ${files.map(quoteWord).join(" ")} | ${command}`)];
}

/** `print "x" > ENVIRON["HOME"] "/f"`. */
const writtenByAwk = (code: string): readonly string[] =>
  [...spellHome(code).matchAll(/\bprintf?\b(?:"[^"\n]*"|[^;}"\n])*?>>?\s*"([^"\n]{1,400})"/g)].map(([, path = ""]) =>
    path.startsWith("~/") ? `: >> ~/${quoteWord(path.slice(2))}` : `: >> ${quoteWord(path)}`,
  );

/** `call delete(expand("~"), "rf")`. */
const deletedByEditor = (word: string): readonly string[] =>
  [...spellHome(word).matchAll(/\bdelete\(\s*(["']?)([^"',()]+)\1\s*,\s*["']rf["']\s*\)/g)].map(
    ([, , path = ""]) => `rm -rf ${path}`,
  );

/** The few words of PowerShell that take away, and how it names home. */
const asBash = (code: string): string =>
  code
    .replace(/^(?:.*?\s)?-c(?:ommand)?\s+/is, "")
    .replace(/\$(?:env:)?(?:HOME|USERPROFILE)\b/gi, "~")
    .replace(/\b(?:Remove-Item|ri|rd|rmdir|del|erase|rm)\b/gi, "rm")
    .replace(/\s-(?:Path|LiteralPath)\b/gi, "")
    .replace(/\s-r(?:e\w*)?\b/gi, " -r")
    .replace(/\s-fo?(?:r\w*)?\b/gi, " -f");
