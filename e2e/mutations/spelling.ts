/** Other spellings of the same words: quotes, escapes, variables, substitutions, encodings. */
import type { Random } from "../fuzz-grammar.ts";

/** The words of a command, or undefined where they cannot be told apart by spaces. */
export type Words = readonly string[];

export interface Spelling {
  readonly name: string;
  readonly spell: (words: Words, random: Random) => string;
}

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)] ?? (from[0] as T);
const hex = (text: string): string =>
  [...text].map((c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
const octal = (text: string): string =>
  [...text].map((c) => `\\${c.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");
const line = (words: Words): string => words.join(" ");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const plainHex = (text: string): string => Buffer.from(text).toString("hex");
const reversed = (text: string): string => [...text].reverse().join("");
const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (c) =>
    String.fromCharCode((((c.charCodeAt(0) & 31) + 12) % 26) + (c.charCodeAt(0) & 96) + 1),
  );

/** One word, written otherwise. */
const WORD_SPELLINGS: readonly ((word: string, random: Random) => string)[] = [
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => [...word].map((c) => (/[\w]/.test(c) ? `\\${c}` : c)).join(""),
  (word, random) => cut(word, random, (a, b) => `${a}''${b}`),
  (word, random) => cut(word, random, (a, b) => `${a}""${b}`),
  (word, random) => cut(word, random, (a, b) => `'${a}'"${b}"`),
  (word, random) => cut(word, random, (a, b) => `${a}\\${b}`),
  (word, random) => cut(word, random, (a, b) => `${a}\\\n${b}`),
  (word, random) => cut(word, random, (a, b) => `${a}$()${b}`),
  (word, random) => cut(word, random, (a, b) => `${a}\${UNSET_}${b}`),
  (word, random) => cut(word, random, (a, b) => `${a}$@${b}`),
  (word) => `$'${word}'`,
  (word) => `$'${hex(word)}'`,
  (word) => `$'${octal(word)}'`,
  (word) => `$"${word}"`,
  (word) => `"$(echo ${word})"`,
  (word) => `$(printf %s ${word})`,
  (word) => `\`echo ${word}\``,
  (word) => `$(printf '${hex(word)}')`,
  (word) => `$(echo ${reversed(word)} | rev)`,
  (word) => `$(echo ${rot13(word)} | tr A-Za-z N-ZA-Mn-za-m)`,
  (word) => `$(echo ${base64(word)} | base64 -d)`,
  (word) => `$(echo ${plainHex(word)} | xxd -r -p)`,
  (word) => `\${UNSET_:-${word}}`,
  (word) => `\${HOME:+${word}}`,
  (word) => `{${word},}`,
];

function cut(word: string, random: Random, join: (a: string, b: string) => string): string {
  const at = 1 + Math.floor(random() * Math.max(word.length - 1, 1));
  return at < word.length ? join(word.slice(0, at), word.slice(at)) : word;
}

const NAMES = ["X", "cmd", "a1", "_z"];

export const SPELLINGS: readonly Spelling[] = [
  ...WORD_SPELLINGS.map(
    (spell, i): Spelling => ({
      name: `word ${i}`,
      spell: ([program = "", ...rest], random) =>
        line([spell(program, random), ...rest.map((word) => (random() < 0.3 ? spell(word, random) : word))]),
    }),
  ),
  { name: "any word", spell: (words, random) => line(words.map((word) => pick(WORD_SPELLINGS, random)(word, random))) },
  { name: "variable", spell: ([program = "", ...rest], random) => variable(program, rest, random, (x) => `$${x}`) },
  {
    name: "braced variable",
    spell: ([program = "", ...rest], random) => variable(program, rest, random, (x) => `"\${${x}}"`),
  },
  { name: "split variable", spell: (words) => `X='${line(words)}'; $X` },
  { name: "split at a comma", spell: (words) => `IFS=,; X='${words.join(",")}'; $X` },
  {
    name: "two halves",
    spell: ([program = "", ...rest]) => line([`a=${program.slice(0, 1)} b=${program.slice(1)}; $a$b`, ...rest]),
  },
  { name: "array", spell: (words) => `a=(${line(words)}); "\${a[@]}"` },
  { name: "array by place", spell: ([program = "", ...rest]) => line([`a=(ls ${program}); \${a[1]}`, ...rest]) },
  { name: "indirect", spell: ([program = "", ...rest]) => line([`x=${program}; n=x; \${!n}`, ...rest]) },
  { name: "default", spell: ([program = "", ...rest]) => line([`\${NOTHING:-${program}}`, ...rest]) },
  { name: "assigned default", spell: ([program = "", ...rest]) => line([`: \${z:=${program}}; $z`, ...rest]) },
  { name: "prefix removed", spell: ([program = "", ...rest]) => line([`x=zz${program}; \${x#zz}`, ...rest]) },
  { name: "replaced", spell: ([program = "", ...rest]) => line([`x=${program}zz; \${x/zz/}`, ...rest]) },
  { name: "sliced", spell: ([program = "", ...rest]) => line([`x=zz${program}; \${x:2}`, ...rest]) },
  { name: "lower case", spell: ([program = "", ...rest]) => line([`x=${program.toUpperCase()}; \${x,,}`, ...rest]) },
  { name: "positional", spell: (words) => `set -- ${line(words)}; "$@"` },
  { name: "printf -v", spell: ([program = "", ...rest]) => line([`printf -v x %s ${program}; $x`, ...rest]) },
  { name: "read", spell: ([program = "", ...rest]) => line([`read -r x <<< ${program}; $x`, ...rest]) },
  { name: "mapfile", spell: ([program = "", ...rest]) => line([`mapfile -t x <<< ${program}; $x`, ...rest]) },
  { name: "loop variable", spell: ([program = "", ...rest]) => `for x in ${program}; do $x ${line(rest)}; done` },
  { name: "while read", spell: (words) => `echo '${line(words)}' | while read -r x; do $x; done` },
  { name: "export", spell: ([program = "", ...rest]) => line([`export x=${program}; $x`, ...rest]) },
  { name: "declare", spell: ([program = "", ...rest]) => line([`declare x=${program}; $x`, ...rest]) },
  { name: "nameref", spell: ([program = "", ...rest]) => line([`y=${program}; declare -n x=y; $x`, ...rest]) },
  { name: "function argument", spell: (words) => `f() { "$@"; }; f ${line(words)}` },
  { name: "braces", spell: (words) => (words.length > 1 ? `{${words.join(",")}}` : `{${words[0]},}`) },
  {
    name: "path",
    spell: ([program = "", ...rest], random) =>
      line([
        `${pick(["/bin/", "/usr/bin/", "//bin/", "/bin/../bin/", "/usr/local/../bin/"], random)}${program}`,
        ...rest,
      ]),
  },
  {
    name: "pattern",
    spell: ([program = "", ...rest], random) =>
      line([
        pick(
          [
            `/bin/${program.slice(0, -1)}?`,
            `/b?n/${program}`,
            `/bin/[${program[0]}]${program.slice(1)}`,
            `/*/${program}`,
          ],
          random,
        ),
        ...rest,
      ]),
  },
  { name: "tabs and newlines", spell: (words) => `\t${words.join(" \\\n\t ")}\t` },
  {
    name: "look-alike",
    spell: ([program = "", ...rest], random) =>
      line([
        program.replace(/[aeo]/, (c) => ({ a: "а", e: "е", o: "о" })[c] ?? c) +
          pick(["", "\u200b", "\u00ad", "\ufeff"], random),
        ...rest,
      ]),
  },
  {
    name: "other blanks",
    spell: (words, random) => words.join(pick(["\u00a0", "\u2003", "\v", "\f", "\u3000"], random)),
  },
  { name: "carriage returns", spell: (words) => `${line(words)}\r\n` },
  { name: "zero", spell: (words) => `ls\0; ${line(words)}` },
];

function variable(program: string, rest: Words, random: Random, use: (name: string) => string): string {
  const name = pick(NAMES, random);
  return line([`${name}=${program}; ${use(name)}`, ...rest]);
}

/** Words that spaces alone keep apart. */
export const wordsOf = (command: string): Words | undefined =>
  /^[\w\s./:=@+,%-]+$/.test(command) ? command.trim().split(/\s+/) : undefined;
