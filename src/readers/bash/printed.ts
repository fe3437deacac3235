/** What programs that only pass text on would most likely print. Likely readings only: nothing is proven by it. */
import { basename, dirname, normalize } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { findRepo } from "../../machine/git/index.ts";
import { callPattern, realPath } from "../../machine/index.ts";
import { formatText, takeEscapes } from "./operators.ts";

/** What a program of this kind has to go by. */
export interface Printing {
  /** After its name. */
  readonly words: readonly string[];
  /** Its standard input, or the files it names; undefined: not known. */
  readonly input: string | undefined;
  readonly cwd: string;
  readonly world: World;
}

type Printer = (given: Printing) => string | undefined;

const MAX_TEXT = 65_536;

/** Undefined: nobody knows. */
export function printedBy(program: string, given: Printing): string | undefined {
  const out = Object.hasOwn(PRINTERS, program) ? PRINTERS[program]?.(given) : undefined;
  return out === undefined || out.length > MAX_TEXT ? undefined : out;
}

/** Programs whose operands, behind so many others, are files to read. */
export const READS_FILES: Readonly<Record<string, number>> = {
  cat: 0,
  tac: 0,
  rev: 0,
  head: 0,
  tail: 0,
  sort: 0,
  uniq: 0,
  nl: 0,
  cut: 0,
  base64: 0,
  base32: 0,
  grep: 1,
  sed: 1,
  awk: 1,
};

const lines = (text: string): readonly string[] => text.replace(/\n$/, "").split("\n");
const joinLines = (all: readonly string[]): string => (all.length === 0 ? "" : `${all.join("\n")}\n`);
const onInput =
  (change: (text: string, words: readonly string[]) => string | undefined): Printer =>
  ({ words, input }) =>
    input === undefined ? undefined : change(input, words);
const perLine = (change: (line: string, words: readonly string[]) => string | undefined): Printer =>
  onInput((text, words) => {
    const all = lines(text).map((line) => change(line, words));
    return all.includes(undefined) ? undefined : joinLines(all.flatMap((line) => line ?? []));
  });

const operandsOf = (words: readonly string[]): readonly string[] => words.filter((word) => !/^-./.test(word));
/** The value of an option of one letter, attached or behind it. */
const optionValue = (words: readonly string[], letter: string): string | undefined => {
  const at = words.findIndex((word) => new RegExp(`^-[a-zA-Z]*${letter}`).test(word));
  if (at < 0) return undefined;
  const attached = (words[at] ?? "").replace(new RegExp(`^-[a-zA-Z]*?${letter}`), "");
  return attached === "" ? words[at + 1] : attached;
};

const absolute = (path: string, cwd: string): string => normalize(path.startsWith("/") ? path : `${cwd}/${path}`);
const trim = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, "") || "/" : path);

const resolved: Printer = ({ words, cwd, world }) =>
  joinLines(operandsOf(words).map((path) => realPath(absolute(path, cwd), world).path));

const echo: Printer = ({ words }) => {
  const start = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const [options, rest] = start < 0 ? [words, []] : [words.slice(0, start), words.slice(start)];
  const flags = options.join("");
  const text = rest.join(" ");
  return (flags.includes("e") ? takeEscapes(text) : text) + (flags.includes("n") ? "" : "\n");
};

const decode = (encoding: "base64" | "hex", decodes: RegExp): Printer =>
  onInput((text, words) =>
    words.some((word) => decodes.test(word))
      ? Buffer.from(text.replace(/\s+/g, ""), encoding).toString("utf8")
      : encoding === "base64"
        ? `${Buffer.from(text).toString("base64")}\n`
        : undefined,
  );

const selected: Printer = perLine((line, words) => {
  const fields = optionValue(words, "f") ?? optionValue(words, "c");
  const parts = optionValue(words, "f") === undefined ? [...line] : line.split(optionValue(words, "d") ?? "\t");
  const between = optionValue(words, "f") === undefined ? "" : (optionValue(words, "d") ?? "\t");
  const [, from = "", dash = "", to = ""] = /^(\d*)(-?)(\d*)$/.exec(fields ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const first = Number(from || "1");
  return parts.slice(first - 1, dash === "" ? first : to === "" ? undefined : Number(to)).join(between);
});

/** Ranges and classes of `tr`, written out. */
const setOf = (set: string): readonly string[] => [
  ...takeEscapes(
    set
      .replaceAll("[:upper:]", "A-Z")
      .replaceAll("[:lower:]", "a-z")
      .replaceAll("[:digit:]", "0-9")
      .replaceAll("[:space:]", " \\t\\n"),
  ).replace(/([\s\S])-([\s\S])/g, (all, a: string, b: string) => {
    const [from, to] = [a.charCodeAt(0), b.charCodeAt(0)];
    return to < from || to - from > 512
      ? all
      : String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
  }),
];

const translated: Printer = onInput((text, words) => {
  const [from = "", to = ""] = operandsOf(words).map((set) => setOf(set).join(""));
  const flags = words.filter((word) => /^-[cdsC]+$/.test(word)).join("");
  const has = (one: string): boolean => from.includes(one) !== /[cC]/.test(flags);
  if (flags.includes("d")) return [...text].filter((one) => !has(one)).join("");
  if (to === "") return text;
  return [...text]
    .map((one) => (has(one) ? (to[Math.min(Math.max(from.indexOf(one), 0), to.length - 1)] ?? one) : one))
    .join("");
});

/** Where a program most likely is. */
const programFile = (name: string): string => `/usr/bin/${name}`;
const whichOf = (words: readonly string[]): string => joinLines(operandsOf(words).map(programFile));
const saysFile = (words: readonly string[]): string =>
  joinLines(operandsOf(words).map((name) => `${name} is ${programFile(name)}`));

/** One `s` command, or deleting lines. */
const edited: Printer = perLine((line, words) => {
  const script = optionValue(words, "e") ?? operandsOf(words)[0] ?? "";
  const [, , pattern = "", by = "", flags = ""] =
    /^s([^\w\s\\])((?:\\.|(?!\1)[^\\\n])*)\1((?:\\.|(?!\1)[^\\\n])*)\1([gIi]*)$/.exec(script) ?? [];
  const source = words.some((word) => /^-[nrE]+$/.test(word)) ? pattern : pattern.replace(/\\([(){}+?|])/g, "$1");
  const match = pattern === "" ? undefined : callPattern(source, flags.toLowerCase(), line.length);
  return match === undefined
    ? undefined
    : line.replace(
        match,
        by
          .replace(/\\(\d)/g, "$$$1")
          .replace(/\\(.)/g, "$1")
          .replace(/&/g, "$$&"),
      );
});

/** `awk '{print $2}'`. */
const picked: Printer = perLine((line, words) => {
  const program = words.find((word) => word.includes("{")) ?? "";
  const field = /^\s*\{\s*print\s*\$(\d|NF)\s*;?\s*\}\s*$/.exec(program)?.[1];
  if (field === undefined) return undefined;
  const between = optionValue(words, "F");
  const parts = between === undefined ? line.trim().split(/\s+/) : line.split(between);
  return field === "0" ? line : (parts[(field === "NF" ? parts.length : Number(field)) - 1] ?? "");
});

const matching: Printer = onInput((text, words) => {
  const [pattern] = operandsOf(words);
  const all = lines(text);
  const longest = all.reduce((most, line) => Math.max(most, line.length), 0);
  const flags = words.some((word) => /^-\w*i/.test(word)) ? "i" : "";
  const match = pattern === undefined ? undefined : callPattern(pattern, flags, longest);
  const turned = words.some((word) => /^-\w*v/.test(word));
  return match === undefined ? undefined : joinLines(all.filter((line) => match.test(line) !== turned));
});

const count = (words: readonly string[]): number =>
  Number(optionValue(words, "n") ?? words.find((word) => /^-\d+$/.test(word))?.slice(1) ?? "10");

/** The user database, or one user's line of it. */
const users: Printer = ({ words, world }) => {
  const [base, name] = words;
  if (base !== "passwd") return undefined;
  const all = lines(passwd(world));
  if (name === undefined) return joinLines([...all, ownLine(world)]);
  const named = all.filter((line) => line.startsWith(`${name}:`) || line.split(":")[2] === name);
  // Whoever asks for a user mostly asks for itself, and not every user stands in the file.
  const isOwn = named.length === 0 || name === userOf(world) || name === OWN_NUMBER;
  return joinLines([...named, ...(isOwn ? [ownLine(world)] : [])]);
};

const OWN_NUMBER = "1000";
const ownLine = (world: World): string => `${userOf(world)}:x:${OWN_NUMBER}:${OWN_NUMBER}::${world.home}:/bin/sh`;

export const passwd = (world: World): string => {
  const read = world.readFile("/etc/passwd", MAX_TEXT);
  return read === undefined ? "" : Buffer.from(read).toString("utf8");
};

export const userOf = (world: World): string => basename(world.home);

const user: Printer = ({ world }) => `${userOf(world)}\n`;

const found: Printer = ({ words, cwd }) => {
  const roots = words.slice(
    0,
    words.findIndex((word) => /^[-(!]/.test(word)),
  );
  const alone = /-maxdepth 0(?: |$)/.test(words.join(" "));
  return alone ? joinLines(roots.length === 0 ? [cwd] : roots) : undefined;
};

const variable: Printer = (given) =>
  given.words.join(" ") === "HOME" ? `${given.world.home}\n` : given.words.length === 0 ? variables(given) : undefined;

/** What nearly every environment has. */
const variables: Printer = ({ words, cwd, world }) =>
  words.length === 0
    ? joinLines([`HOME=${world.home}`, `PWD=${cwd}`, `USER=${userOf(world)}`, `LOGNAME=${userOf(world)}`])
    : undefined;

/** Code that does nothing but say where home is. */
const saysHome: Printer = ({ words, world }) => {
  const code = words.find((word) => /[("'$]/.test(word)) ?? "";
  const plain = /^[^;]*(?:;[^;]*)?;?$/.test(code) && !/\/\w/.test(code.replace(/["']\/["']/g, ""));
  const home =
    /expanduser\(\s*["']~\/?["']\s*\)|homedir\(\)|Path\.home\(\)|Dir\.home|(?:ENV|environ|env)\W{0,2}\s*[[{.(]?["']?HOME\b/;
  return plain && home.test(code) ? `${world.home}\n` : undefined;
};

/** The work tree around a directory. */
const repository: Printer = ({ words, cwd, world }) => {
  const tree = words.join(" ") === "rev-parse --show-toplevel" ? findRepo(cwd, world)?.workTree : undefined;
  return tree === undefined || tree === null ? undefined : `${tree}\n`;
};

const PRINTERS: Readonly<Record<string, Printer>> = {
  echo,
  printf: ({ words }) => formatText(words[0] ?? "", words.slice(1)),
  cat: onInput((text) => text),
  tee: onInput((text) => text),
  sort: onInput((text) => joinLines([...lines(text)].sort())),
  uniq: onInput((text) => text),
  tac: onInput((text) => joinLines([...lines(text)].reverse())),
  rev: perLine((line) => [...line].reverse().join("")),
  head: onInput((text, words) =>
    optionValue(words, "c") === undefined
      ? joinLines(lines(text).slice(0, count(words)))
      : text.slice(0, Number(optionValue(words, "c"))),
  ),
  tail: onInput((text, words) =>
    optionValue(words, "c") === undefined
      ? joinLines(lines(text).slice(-count(words)))
      : text.slice(-Number(optionValue(words, "c"))),
  ),
  tr: translated,
  cut: selected,
  sed: edited,
  awk: picked,
  gawk: picked,
  mawk: picked,
  grep: matching,
  base64: decode("base64", /^(?:-\w*[dD]\w*|--decode)$/),
  xxd: decode("hex", /^-\w*r/),
  realpath: resolved,
  readlink: ({ words, ...given }) =>
    words.some((word) => /^-\w*[fem]|^--canonicalize/.test(word)) ? resolved({ words, ...given }) : undefined,
  dirname: ({ words }) => joinLines(operandsOf(words).map((path) => dirname(trim(path)))),
  basename: ({ words }) => joinLines([basename(trim(words[0] ?? ""), words[1])]),
  pwd: ({ cwd }) => `${cwd}\n`,
  which: ({ words }) => whichOf(words),
  whereis: ({ words }) => joinLines(operandsOf(words).map((name) => `${name}: ${programFile(name)}`)),
  type: ({ words }) => (words.some((word) => /^-\w*[pP]/.test(word)) ? whichOf(words) : saysFile(words)),
  command: ({ words }) => (words.some((word) => /^-\w*V/.test(word)) ? saysFile(words) : whichOf(words)),
  printenv: variable,
  env: variables,
  getent: users,
  whoami: user,
  logname: user,
  id: (given) => {
    const asked = given.words.join("");
    return /^-(?:un|nu)$/.test(asked) ? user(given) : asked === "-u" ? `${OWN_NUMBER}\n` : undefined;
  },
  find: found,
  git: repository,
  python: saysHome,
  python3: saysHome,
  node: saysHome,
  ruby: saysHome,
  perl: saysHome,
  php: saysHome,
};
