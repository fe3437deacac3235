/**
 * Code that a command writes into files and then starts, by whatever runner: each text as the command that is given it in a word, so
 * that everything that looks at code looks at it in its own language. Where a command starts something, every file it makes with the
 * ending of a language counts, and any other that is started or named. For what finds, and never proves.
 */

import { basename } from "node:path/posix";
import type { Effect, RunEffect } from "../contract/effect.ts";
import type { ShellReading, SubCommand } from "../contract/reading.ts";
import { inQuotes } from "../contract/shell-word.ts";
import type { World } from "../contract/world.ts";
import { filesLeft, type LeftFile } from "./files-left.ts";

const MAX_CODES = 24;
const MAX_DIRECTORIES = 3;
/** Longer texts are read in pieces, in characters. */
const MAX_CODE = 12_000;
const MAX_PIECES = 12;

const SHELL = /^(?:shell|bash|sh|zsh|dash|ksh)$/;

interface Language {
  readonly ending: RegExp;
  /** Of its interpreter, or of the language. */
  readonly name: RegExp;
  /** What it is given as a word; those that take none are read like another. */
  readonly start: string;
}

const LANGUAGES: readonly Language[] = [
  { ending: /\.(?:py[wi]?|pyx)$/i, name: /python|pypy|^uv$|pytest/, start: "python3 -c" },
  { ending: /\.[cm]?[jt]sx?$/i, name: /node|deno|bun|tsx|javascript|typescript/, start: "node -e" },
  { ending: /\.(?:rb|rake|gemspec|ru)$/i, name: /ruby/, start: "ruby -e" },
  { ending: /\.(?:pl|pm|t)$/i, name: /perl/, start: "perl -e" },
  { ending: /\.(?:php\d?|phtml)$/i, name: /php/, start: "php -r" },
  { ending: /\.lua$/i, name: /lua/, start: "lua -e" },
  { ending: /\.jl$/i, name: /julia/, start: "julia -e" },
  { ending: /\.r$/i, name: /^rscript$|^r$/i, start: "Rscript -e" },
  { ending: /\.exs?$/i, name: /elixir|^iex$/, start: "elixir -e" },
  { ending: /\.(?:groovy|gradle)$/i, name: /groovy/, start: "groovy -e" },
  { ending: /\.(?:awk|gawk)$/i, name: /awk/, start: "awk" },
  {
    ending:
      /\.(?:go|rs|java|kts?|scala|swift|c|cc|cpp|cxx|cs|fsx?|dart|nim|zig|hs|ml|tcl|cr|cljs?|clj|d|v|raku|ipynb)$/i,
    name: /^(?:go|rust|cargo|java|kotlin|scala|swift|dart|nim|zig|runghc|ocaml|tclsh|crystal|raku|dotnet)$/,
    start: "node -e",
  },
];
const BASH = "bash -c";

/** Commands to be read in the place of what they stand for. `cwd`: where the call stands. */
export function writtenCode(reading: ShellReading, world: World, cwd: string): readonly string[] {
  const starters = reading.commands.filter(({ effects }) => effects.some(isStart));
  if (starters.length === 0) return [];
  const files = [...filesLeft(reading, world).values()];
  const grounds = groundsOf(starters, cwd);
  const texts = [...files.flatMap((file) => startsOf(file, { starters, files })), ...starters.flatMap(longCode)];
  return [...new Set(texts.flatMap((text) => grounds.map((ground) => ground + text)))].slice(0, MAX_CODES);
}

/** Of a shell, what it is given is read by itself. */
const isStart = (effect: Effect): effect is RunEffect =>
  effect.do === "run" && effect.what !== "helper" && effect.what !== "remote" && !isShellCode(effect);
const isShellCode = ({ code, language }: RunEffect): boolean => code !== undefined && SHELL.test(language ?? "");

const groundsOf = (starters: readonly SubCommand[], cwd: string): readonly string[] => {
  const dirs = starters.map((command) => (command.cwd.certainty === "exact" ? command.cwd.path : cwd));
  return [...new Set(dirs)].slice(0, MAX_DIRECTORIES).map((dir) => (dir === cwd ? "" : `cd ${inQuotes(dir)} && `));
};

/** Code that is given in a word or by the input, and is more than is looked at in one piece. */
const longCode = ({ effects }: SubCommand): readonly string[] =>
  effects.filter(isStart).flatMap(({ code = "", language, program }) => {
    const start = code.length > MAX_CODE ? (named(language ?? "") ?? named(program)) : undefined;
    return start === undefined ? [] : piecesOf(code).map((piece) => `${start} ${inQuotes(piece)}`);
  });

interface Around {
  readonly starters: readonly SubCommand[];
  readonly files: readonly LeftFile[];
}

function startsOf(file: LeftFile, { starters, files }: Around): readonly string[] {
  // What changes a file by code of its own does not start it.
  const others = starters.filter((command) => !file.writers.includes(command));
  if (others.length === 0) return [];
  const by = others.flatMap((command) =>
    command.effects.filter(isStart).flatMap((run) => (isStartedBy(file, run) ? [{ run, command }] : [])),
  );
  const isNamed = by.length > 0 || isMentioned(file, { starters: others, files });
  const start = startFor(file, isNamed ? (by[0]?.run ?? others[0]?.effects.find(isStart)) : undefined);
  if (start === undefined) return [];
  const pieces = piecesOf(cleaned(isNamed ? file.text : file.made, start));
  const given = by.length === 0 ? [""] : [...new Set(by.map(({ command }) => givenTo(command, file)))];
  return pieces.flatMap((piece) => given.map((words) => `${start} ${inQuotes(piece)}${words}`));
}

/** A script of which the place is not known may be any file of which it is not, and the other way round. */
const isStartedBy = ({ path, placed }: LeftFile, { script, what }: RunEffect): boolean =>
  script === undefined
    ? !placed && what !== "task"
    : placed && script.certainty === "exact"
      ? script.path === path
      : script.certainty !== "exact" && !placed;

/** By its name, or as a module, in the words of what starts something or in another text that is written. */
function isMentioned({ path, writers }: LeftFile, { starters, files }: Around): boolean {
  const name = basename(path);
  const stem = name.replace(/(?<=.)\.[^.]*$/, "");
  if (name === "") return false;
  const texts = [
    ...starters.flatMap(({ words }) => words.slice(1).map(({ value, outline, prefix }) => value ?? outline ?? prefix)),
    ...files
      .filter((file) => file.path !== path && !writers.some((one) => file.writers.includes(one)))
      .map(({ made }) => made),
  ];
  const isCode = LANGUAGES.some(({ ending }) => ending.test(name));
  return texts.some((text) => hasWord(text, name) || (isCode && hasWord(text, stem)));
}

const hasWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + word.length))) return true;
  return false;
};

/** By its first line, by its ending, by what starts it; undefined: nothing runs it. */
function startFor({ path, text }: LeftFile, run: RunEffect | undefined): string | undefined {
  const [shebang] = /^#!.*/.exec(text) ?? [];
  const interpreter =
    shebang === undefined
      ? undefined
      : basename(
          shebang
            .split(/[\s/]+/)
            .filter(isProgram)
            .at(-1) ?? "",
        );
  if (interpreter !== undefined) return named(interpreter) ?? BASH;
  const byEnding = LANGUAGES.find(({ ending }) => ending.test(path))?.start;
  if (byEnding !== undefined || run === undefined || DOCUMENT.test(path)) return byEnding;
  if (/\.(?:sh|bash|zsh|ksh|bats)$/i.test(path)) return BASH;
  return named(run.language ?? "") ?? named(run.program) ?? BASH;
}
const isProgram = (word: string): boolean => word !== "" && !word.startsWith("-");
const named = (language: string): string | undefined =>
  SHELL.test(language) ? BASH : LANGUAGES.find(({ name }) => name.test(language))?.start;

/** Named to be read, or to be written. */
const DOCUMENT = /\.(?:md|rst|html?|css|csv|lock|log|svg|json|ya?ml|toml|ini|cfg|conf|patch|diff|xml|sql|tf|env)$/i;

const cleaned = (text: string, start: string): string =>
  start.startsWith("php") ? text.replace(/<\?(?:php|=)?|\?>/g, "") : text.replace(/^#!.*\n?/, "");

function piecesOf(text: string): readonly string[] {
  if (text.trim() === "") return [];
  if (text.length <= MAX_CODE) return [text];
  const pieces = [text.slice(-MAX_CODE)];
  for (let at = 0; at < text.length && pieces.length < MAX_PIECES; at += MAX_CODE / 2)
    pieces.push(text.slice(at, at + MAX_CODE));
  // Each from a line's beginning on.
  return pieces.map((piece, i) => (i === 1 ? piece : piece.slice(piece.indexOf("\n") + 1)));
}

/** The words behind the script's own name. */
function givenTo({ words }: SubCommand, { path }: LeftFile): string {
  const values = words.map(({ value, outline, prefix }) => value ?? outline ?? prefix);
  const at = values.findIndex((value) => basename(value) === basename(path));
  return at < 0
    ? ""
    : values
        .slice(at + 1)
        .map((value) => ` ${inQuotes(value)}`)
        .join("");
}
