/**
 * Secrets of a command line by the way they take: what is assigned to, read into or printed for a name that means a secret, fed to a
 * program that asks for one, written into a file that holds them, given behind an option that is called after one; and whatever
 * a variable was set to, over any number of others, that ends in such a place.
 */
import type { Range } from "./assigned-values.ts";
import { FROM_INPUT } from "./named-values.ts";
import { holdsSecrets, madeRanges } from "./secret-files.ts";
import { isSecretByWords } from "./secret-words.ts";
import { commandsIn, fedTo, type Literal, printedBy, type SimpleCommand, saidBy } from "./shell-commands.ts";
import { type ShellToken, type ShellWord, shellTokens } from "./shell-words.ts";

/** Longer text is no command line. */
const MAX_CHARS = 131_072;
/** One of these is in every line that has such a secret. */
const HINT = /pass|pw|pin|secret|token|tok|key|cred|auth|bearer|cookie|sudo|\bsu\b|curl|\.env|netrc|pgpass|-u|:\/\//i;

/** `handed`: variables that stand where a secret belongs. */
export function shellRanges(text: string, handed: () => ReadonlySet<string>): readonly Range[] {
  if (text.length > MAX_CHARS || !HINT.test(text.replace(/["'\\]\n?/g, "")) || !/[\s=]/.test(text)) return [];
  const tokens = shellTokens(text);
  const commands = allCommands(tokens);
  const variables = commands.flatMap((command) => variablesOf(command));
  const lists = listsIn(tokens);
  const named = [...variables, ...lists].filter(({ name }) => isSecretByWords(name));
  const found = [
    ...named.flatMap(({ values }) => values),
    ...followed([...variables, ...lists], new Set([...handed(), ...named.flatMap(({ refs }) => refs)])),
    ...commands.flatMap((command) => [...fedSecrets(command), ...writtenSecrets(command), ...givenSecrets(command)]),
  ];
  return found.flatMap(rangeOf);
}

function allCommands(tokens: readonly ShellToken[], depth = 0): readonly SimpleCommand[] {
  const inner =
    depth > 8 ? [] : tokens.flatMap((token) => (token.kind === "word" ? allCommands(token.inner, depth + 1) : []));
  return [...(tokens.length === 0 ? [] : commandsIn(tokens)), ...inner];
}

/** Nothing that is filled in, no place and no number alone, and long enough to be one. */
const NO_SECRET = /^(?:[~.]{0,2}\/[^\s]*|\d{1,3}|true|false|yes|no|none|null|-+|\W+)$/i;

function rangeOf({ word: { text, at }, from, to = text.length }: Literal): readonly Range[] {
  const value = text.slice(from, to);
  const [first, last] = [at[from], at[to - 1]];
  const isNone = value.length < 3 || NO_SECRET.test(value) || /^\[(?:secret, |redacted )/.test(value);
  return isNone || first === undefined || last === undefined ? [] : [{ from: first, to: last + 1 }];
}

interface Variable {
  readonly name: string;
  readonly values: readonly Literal[];
  readonly refs: readonly string[];
}

const ASSIGNMENT = /^([A-Za-z_]\w{0,127})(?:\[[^\]]*\])?\+?=(?!=)/;
const DEFAULT = /\$\{([A-Za-z_]\w{0,127}|\d):?[-=]([^}]*)\}?/;
const READS = /^(?:read|mapfile|readarray)$/;

/** What a command sets: by assignments, in whichever of its words; `printf -v`, `read`, `for`, `set --`, and defaults of variables. */
function variablesOf(command: SimpleCommand): readonly Variable[] {
  const [first, second] = command.words;
  const names = (words: readonly ShellWord[]): readonly string[] =>
    words.map(({ text }) => text).filter((text) => /^[A-Za-z_]\w*$/.test(text));
  const all = (name: string, words: readonly ShellWord[]): Variable => ({
    ...{ name, values: words.flatMap((word) => saidBy(word, 0)), refs: words.flatMap(({ refs }) => refs) },
  });
  const set = command.words.flatMap((word) => [...assigned(word), ...defaulted(word)]);
  if (first === undefined || second === undefined) return set;
  const rest = command.words.slice(1);
  if (READS.test(first.text))
    return [...set, ...names(rest).map((name) => ({ name, values: fedTo(command), refs: [] }))];
  if (first.text === "printf" && second.text === "-v") return [...set, all(rest[1]?.text ?? "", rest.slice(3))];
  if (first.text === "for" && rest[1]?.text === "in") return [...set, all(second.text, rest.slice(2))];
  if (first.text === "set" && second.text === "--")
    return [...set, ...rest.slice(1).map((word, i) => all(String(i + 1), [word]))];
  return set;
}

function assigned(word: ShellWord): readonly Variable[] {
  const [whole = "", name] = ASSIGNMENT.exec(word.text) ?? [];
  return name === undefined ? [] : [{ name, values: literalsOf(word, whole.length), refs: word.refs }];
}

/** A plain value in code may be anything; there assignments are looked at for themselves. */
const literalsOf = (word: ShellWord, from: number): readonly Literal[] =>
  saidBy(word, from).filter((one) => one.word !== word || !/[$,;(){}]/.test(word.text.slice(from)));

function defaulted(word: ShellWord): readonly Variable[] {
  const found = DEFAULT.exec(word.text);
  const [, name, value] = found ?? [];
  if (!found || name === undefined || value === undefined) return [];
  const from = found.index + found[0].indexOf(value);
  return [{ name, values: [{ word, from, to: from + value.length }], refs: [] }];
}

/** `NAME=(a b)`: the words up to the bracket. With a comma it is another language's. */
function listsIn(tokens: readonly ShellToken[]): readonly Variable[] {
  return tokens.flatMap((token, i) => {
    const name = token.kind === "word" ? ASSIGNMENT.exec(token.text) : null;
    const opens = tokens[i + 1];
    if (name === null || token.text !== name[0] || opens?.kind !== "sign" || opens.text !== "(") return [];
    const words = wordsFrom(tokens, i + 2);
    if (words.some(({ text }) => text.includes(","))) return [];
    return [
      {
        name: name[1] ?? "",
        values: words.flatMap((word) => saidBy(word, 0)),
        refs: words.flatMap(({ refs }) => refs),
      },
    ];
  });
}

function wordsFrom(tokens: readonly ShellToken[], from: number): readonly ShellWord[] {
  const words: ShellWord[] = [];
  for (let i = from; i < tokens.length && words.length < MAX_LIST; i++) {
    const token = tokens[i];
    if (token?.kind === "word") words.push(token);
    else if (token?.text !== "\n") break;
  }
  return words;
}
const MAX_LIST = 256;

/** What these variables were set to, and those they were set from. */
function followed(variables: readonly Variable[], wanted: ReadonlySet<string>): readonly Literal[] {
  const names = new Set(wanted);
  for (const name of names)
    for (const one of variables) if (one.name === name) for (const ref of one.refs) names.add(ref);
  return variables.filter(({ name }) => names.has(name)).flatMap(({ values }) => values);
}

const ASKS = new RegExp(FROM_INPUT, "i");
/** Takes its options from what it is fed. */
const CONFIGURED = /\bcurl\b.*\s(?:-K|--config)[ =]?-(?:\s|$)/;
const lineOf = ({ words }: SimpleCommand): string =>
  words
    .map(({ text }) => text.slice(0, 256))
    .join(" ")
    .slice(0, 2_048);

function fedSecrets(command: SimpleCommand): readonly Literal[] {
  if (command.input.length === 0 && command.sources.length === 0) return [];
  const line = lineOf(command);
  if (CONFIGURED.test(line)) return fedTo(command).flatMap(madeIn);
  return ASKS.test(line) ? fedTo(command) : [];
}

/** What of it nobody would write by hand. */
const madeIn = ({ word, from }: Literal): readonly Literal[] =>
  madeRanges(word.text.slice(from)).map((range) => ({ word, from: from + range.from, to: from + range.to }));

/** `NAME=value` keeps its name: there the value alone is one. */
function writtenSecrets(command: SimpleCommand): readonly Literal[] {
  const tee = command.words.some(({ text }) => text === "tee") ? command.words.slice(1) : [];
  if (![...command.into, ...tee].some(({ text }) => holdsSecrets(text))) return [];
  return (tee.length > 0 ? fedTo(command) : printedBy(command))
    .filter(({ word }) => !/^\s*(?:export\s+)?[\w.-]+\s*(?:=|:\s)/.test(word.text))
    .flatMap(madeIn);
}

const OPTION = /^--?([A-Za-z][\w-]*)=/;
const isSecretOption = (name: string): boolean => isSecretByWords(name) || /(?<!by|com)pass$/i.test(name);
/** Options whose value is a secret where the command is about one. */
const SETS = /^--?(?:value|secret-value|plaintext|body)$/;

/** Behind an option by its name, or behind the name of a setting. */
function givenSecrets({ words }: SimpleCommand): readonly Literal[] {
  const values = words.map(({ text }) => text);
  const verb = values.findIndex((text) => /^(?:set|config|put|create|update|add)$/.test(text));
  const about = values.slice(1, 4).some((text) => /^secrets?$/.test(text)) && verb > 0;
  return words.flatMap((word, i) => {
    if (i === 0) return [];
    if (/^--?[A-Za-z]/.test(word.text)) return optionSecrets(word);
    if (isNamedBefore(values, i, { verb, about })) return literalsOf(word, 0);
    const pair = about && i > verb ? ASSIGNMENT.exec(word.text) : null;
    return pair === null ? [] : literalsOf(word, pair[0].length);
  });
}

/** `--name=value`. */
function optionSecrets(word: ShellWord): readonly Literal[] {
  const [option, name = ""] = OPTION.exec(word.text) ?? [];
  return option !== undefined && isSecretOption(name) ? literalsOf(word, option.length) : [];
}

/** `verb`: where it says that something is set. `about`: it is about secrets. */
function isNamedBefore(
  values: readonly string[],
  i: number,
  { verb, about }: { readonly verb: number; readonly about: boolean },
): boolean {
  const before = i < 2 ? "" : (values[i - 1] ?? "");
  const [, option] = /^--?([A-Za-z][\w-]*)$/.exec(before) ?? [];
  if (option !== undefined) return isSecretOption(option) || (about && SETS.test(before));
  const isSet = verb > 0 && i > verb + 1 && /^(?:set|config)$/.test(values[verb] ?? "");
  return isSet && /^[\w.-]+$/.test(before) && (isSecretByWords(before) || values.includes("--secret"));
}
