/** What a few programs print, where their words settle it. Everything else prints something unknown. */
import type { KnownWord } from "../../contract/reading.ts";
import type { Input } from "./point.ts";
import { textValue, type Value } from "./state.ts";

type Output = (words: readonly string[], input: Input) => Value | null;

/** Passes on some of the names it is given. */
const filter =
  (operands: number): Output =>
  (words, input) =>
    input?.kind === "names" && words.filter((word) => !word.startsWith("-")).length === operands ? input : null;

const isPlain = (words: readonly string[]): boolean => !words.some((word) => word.includes("\\"));

const OUTPUTS: Readonly<Record<string, Output>> = {
  echo: (words) => {
    const [first, ...rest] = words;
    if (first === "-n") return textValue(rest.join(" "));
    return isPlain(words) && first !== "-e" ? textValue(`${words.join(" ")}\n`) : null;
  },
  printf: ([format = "", ...rest]) =>
    /^%s(?:\\n)?$/.test(format) && rest.length > 0
      ? textValue(rest.map((word) => word + (format === "%s" ? "" : "\n")).join(""))
      : rest.length === 0 && !/%|\\(?!n)/.test(format)
        ? textValue(format.replaceAll("\\n", "\n"))
        : null,
  cat: (words, input) => (words.every((word) => word === "-") ? input : null),
  true: () => textValue(""),
  ":": () => textValue(""),
  basename: (words) => (words.length === 1 ? textValue(`${words[0]?.replace(/^.*\//s, "")}\n`) : null),
  dirname: ([path = "", ...more]) =>
    more.length > 0 || !/^[\w./-]+$/.test(path)
      ? null
      : textValue(`${path.includes("/") ? path.replace(/\/[^/]*$/, "") || "/" : "."}\n`),
  head: filter(0),
  tail: filter(0),
  sort: filter(0),
  uniq: filter(0),
  grep: (words, input) => (input?.kind === "names" ? filter(1)(words, input) : grepFiles(words)),
  rg: (words) => grepFiles(["-r", ...words]),
  find: foundNames,
};

export function outputOf(program: string, words: readonly KnownWord[], input: Input): Value | null {
  if (!Object.hasOwn(OUTPUTS, program)) return null;
  const values = words.flatMap(({ value, glob }) => (value === null || glob ? [] : [value]));
  return values.length === words.length ? (OUTPUTS[program]?.(values, input) ?? null) : null;
}

/** Actions that print something else than names, or nothing. */
const FIND_PRINTS = /^-(?:exec|execdir|ok|okdir|printf|ls|delete|quit|fprint\w*|fls)$/;

function foundNames(words: readonly string[]): Value | null {
  const first = words.findIndex((word) => /^[-!(]/.test(word));
  const roots = first < 0 ? words : words.slice(0, first);
  return roots.length > 1 || words.some((word) => FIND_PRINTS.test(word))
    ? null
    : { kind: "names", under: roots[0] ?? "." };
}

/** `grep -rl pattern place`: the names of files, and only those. */
function grepFiles(words: readonly string[]): Value | null {
  const has = (letter: string): boolean => words.some((word) => new RegExp(`^-[a-zA-Z]*${letter}`).test(word));
  const [, place, ...more] = words.filter((word) => !word.startsWith("-"));
  return has("l") && has("[rR]") && more.length === 0 ? { kind: "names", under: place ?? "." } : null;
}
