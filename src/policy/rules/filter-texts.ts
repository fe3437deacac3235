/**
 * Filters and templates in a language of their own that a program takes in its words: an open rule for the program says nothing of one
 * that shows the environment, starts a command, or reads and writes other files than those it is given.
 */
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { filterReaches } from "../../programs/index.ts";
import { baseName } from "./further.ts";
import { optionValues } from "./option-values.ts";

/** Programs with jq in them, where a letter means it; `--jq` says so of any. */
const WITH_JQ = /^(?:gh|glab|hub)$/;
/** Options with a template; what is called `env` and no field there is the environment. */
const TEMPLATE = /^(?:-t|-o|--?(?:template|format|output|go-template))$/;
const REACHING_TEMPLATE = /\{\{[^}]*(?<![.\w$"])(?:env|expandenv|getenv|readFile|include|exec|shell)\b/;

/** `fixed`: the words the rule spells out. */
export function filtersFurther(command: SubCommand, fixed: readonly string[]): boolean {
  const name = baseName(command);
  if (name === "mlr") return millerReaches(command);
  const { words } = command;
  return words.some((word, i) => {
    const given = optionValues([textOf(words[i - 1]), textOf(word)]);
    const isUnknown = word.value === null && i > 0;
    return given.some(({ option, value }) => {
      if (fixed.includes(option) && fixed.includes(value)) return false;
      if (option === "--jq" || (option === "-q" && WITH_JQ.test(name))) return isUnknown || filterReaches("jq", value);
      return TEMPLATE.test(option) && REACHING_TEMPLATE.test(value);
    });
  });
}

const textOf = (word: KnownWord | undefined): string => word?.value ?? word?.prefix ?? word?.text ?? "";

/** Miller: what its language starts, shows and writes, as awk's does. */
const MILLER = /\b(?:system|exec)\s*\(|\bENV\b|\b(?:tee|emit\w*|print\w*|eprint\w*|dump|edump)\b[^;}]*(?:>|\|)/;
/** Options with a command, a file of code or of words; verbs that write. */
const MILLER_WORDS = /^(?:--(?:prepipe\w*|m?load)|tee|split)$/;

function millerReaches({ words }: SubCommand): boolean {
  const values = words.slice(1).map(({ value }) => value);
  const verbs = values.flatMap((value, i) => (value === "put" || value === "filter" ? [i] : []));
  // As its first word: a file of words.
  return (
    values[0] === "-s" ||
    values.some((value) => value !== null && (MILLER.test(value) || MILLER_WORDS.test(value.split("=")[0] ?? ""))) ||
    verbs.some((at) => {
      const code = values.slice(at + 1).findIndex((value) => !value?.startsWith("-"));
      return values[at + 1 + code] === null || values.slice(at + 1, at + 1 + Math.max(code, 0)).includes("-f");
    })
  );
}
