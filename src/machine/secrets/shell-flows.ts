/**
 * Secrets of a command line by the way they take: what is assigned to, read into or printed for a name that means a secret, fed to a
 * program that asks for one, written into a file that holds them, given behind an option that is called after one; and whatever
 * a variable was set to, over any number of others, that ends in such a place.
 */
import type { Range } from "./assigned-values.ts";
import { calledForSecrets } from "./called-for-values.ts";
import { evaluatedSecrets } from "./evaluated-values.ts";
import { ASSIGNMENT, fedSecrets, handedFiles } from "./fed-values.ts";
import { writtenSecrets } from "./filed-values.ts";
import { filteredSecrets } from "./filter-values.ts";
import { givenSecrets, literalsOf } from "./given-values.ts";
import {
  argumentsOf,
  fedVariable,
  feedingOf,
  filledIn,
  functionsIn,
  scriptOf,
  setTo,
  type Variable,
} from "./handed-words.ts";
import { loginSecrets } from "./login-values.ts";
import { printedSecrets } from "./printed-values.ts";
import { replacedSecrets } from "./replaced-values.ts";
import { optionValues, resolveLine } from "./resolved-line.ts";
import { setValues } from "./secret-stores.ts";
import { isSecretByWords } from "./secret-words.ts";
import { commandsIn, fedTo, isReference, type Literal, type SimpleCommand } from "./shell-commands.ts";
import { type ShellToken, type ShellWord, shellTokens } from "./shell-words.ts";
import { logonSecrets, spokenSecrets } from "./spoken-lines.ts";

/** Longer text is no command line. */
const MAX_CHARS = 131_072;
/** One of these is in every line that has such a secret. */
const HINT =
  /pass|pw|pin|secret|token|tok|key|cred|auth|bearer|cookie|sudo|\bsu\b|curl|\.env|netrc|pgpass|-u|:\/\/|\s-[hp]*p|var(?:iable)?s?\b|\benvs?\b|:set|encrypt|nuget|login|ldap|snmp|redis|valkey|sql|zip|openssl|tool|rdp|rclone|dsn|[a-z]ftp|\bftp|telnet|rlogin|rman|\b(?:exp|imp)|sops|\bage\b|gpg|argon|bteq|db2|\bn?cat\b|\bnc\b|socat|psk|_client|vault|unseal|:[^\s@/]{1,256}@|config|base64|\bid_|\.ssh|\.\w{0,16}(?:rc|cnf|cfg)\b/i;
/** Where one of these is, a line may end up as another than it was typed. */
const RESOLVED = /["'$\\`]|<\(|xargs|parallel/;
const MAX_DEPTH = 8;
const MAX_SCRIPTS = 4;

/** `rangesIn`: secrets of a text, by pattern. */
export function shellRanges(text: string, rangesIn: (text: string) => readonly Range[]): readonly Range[] {
  if (text.length > MAX_CHARS || !HINT.test(text.replace(/["'\\]\n?/g, "")) || !/[\s=]/.test(text)) return [];
  const lists = allLists(shellTokens(text));
  const commands = lists.flatMap((tokens) => commandsIn(tokens));
  const functions = new Set(lists.flatMap((tokens) => functionsIn(tokens)));
  const words = lists.flatMap((tokens) => tokens.filter((token) => token.kind === "word"));
  const variables = [
    ...commands.flatMap((command) => [...variablesOf(command), ...argumentsOf(command, functions)]),
    ...lists.flatMap((tokens) => listsIn(tokens)),
  ];
  const named = variables.filter(({ name }) => isSecretByWords(name));
  const given = commands.flatMap((command) => [
    ...fedSecrets(command),
    ...handedFiles(command),
    ...givenSecrets(command),
    ...evaluatedSecrets(command),
    ...spokenSecrets(command),
    ...logonSecrets(command),
    ...replacedSecrets(command),
    ...loginSecrets(command),
    ...calledForSecrets(command),
    ...printedSecrets(command, rangesIn),
    ...setValues(command).filter(isPlain),
  ]);
  const filtered = commands.map((command) => filteredSecrets(command));
  const written = writtenSecrets(commands, variables);
  const ways = [...variables, ...words.flatMap(filledIn)];
  const ended = RESOLVED.test(text) ? endedIn({ text, lists, commands, ways }, rangesIn) : NOWHERE;
  const handed = [...given, ...filtered.flatMap(({ literals }) => literals)];
  const names = filtered.flatMap(({ names }) => names);
  const wanted = [...ended.names, ...names, ...named.flatMap(({ refs }) => refs), ...handed.flatMap(refsIn)];
  const found = [
    ...named.flatMap(({ values }) => values),
    ...followed([...ways, ...ended.fed], new Set(wanted)),
    ...handed,
    ...written,
  ];
  return [...ended.ranges, ...found.flatMap(rangeOf)];
}

interface Ended {
  /** Variables and the like that are handed over where a secret belongs. */
  readonly names: readonly string[];
  readonly ranges: readonly Range[];
  readonly fed: readonly Variable[];
}
const NOWHERE: Ended = { names: [], ranges: [], fed: [] };

interface ReadLine {
  readonly text: string;
  readonly lists: readonly (readonly ShellToken[])[];
  readonly commands: readonly SimpleCommand[];
  readonly ways: readonly Variable[];
}

/** What is secret in the line as it ends up. */
function endedIn({ text, lists, commands, ways }: ReadLine, rangesIn: (text: string) => readonly Range[]): Ended {
  const feeding = commands.flatMap((command) => {
    const found = feedingOf(command);
    return found === undefined ? [] : [{ ...found, command }];
  });
  const marks = new Map<ShellWord, string>();
  for (const { mark, words } of feeding)
    if (mark !== undefined && mark !== "") for (const word of words) marks.set(word, mark);
  const endsFed = new Set(feeding.flatMap(({ mark, words }) => (mark === undefined ? words.slice(-1) : [])));
  const handed = { marks, endsFed, options: optionValues(ways) };
  const line = resolveLine(lists, handed, text);
  const found = rangesIn(line.text);
  return {
    names: found.flatMap((range) => line.namesIn(range)),
    ranges: found.flatMap((range) => line.typed(range) ?? []),
    fed: feeding.map(({ command }) => fedVariable(command)),
  };
}

/** The line itself, what stands in its substitutions, and scripts that it hands over as a word. */
function allLists(tokens: readonly ShellToken[], depth = 0, scripts = 0): readonly (readonly ShellToken[])[] {
  if (depth > MAX_DEPTH || tokens.length === 0) return [];
  const inner = tokens.flatMap((token) => (token.kind === "word" ? allLists(token.inner, depth + 1, scripts) : []));
  const given =
    scripts < MAX_SCRIPTS
      ? commandsIn(tokens).flatMap((command) => allLists(scriptOf(command), depth + 1, scripts + 1))
      : [];
  return [tokens, ...inner, ...given];
}

/** Variables in what is handed over, and not in all of a text it is a part of. */
const refsIn = ({ word, from, to }: Literal): readonly string[] =>
  to === undefined
    ? word.refs
    : [...word.text.slice(from, to).matchAll(/\$\{?([A-Za-z_]\w{0,127}|\d)/g)].map(({ 1: name = "" }) => name);

/** Nothing that is filled in, no place and no number alone, and long enough to be one. */
const NO_SECRET = /^(?:(?:file|env|fd):|[~.]{0,2}\/[^\s]*|\d{1,3}|true|false|yes|no|none|null|-+|\W+)$/i;

function rangeOf({ word: { text, at }, from, to = text.length }: Literal): readonly Range[] {
  const value = text.slice(from, to);
  const [first, last] = [at[from], at[to - 1]];
  const isNone =
    value.length < 3 || isReference(value) || NO_SECRET.test(value) || /^\[(?:secret, |redacted )/.test(value);
  return isNone || first === undefined || last === undefined ? [] : [{ from: first, to: last + 1 }];
}

const DEFAULT = /\$\{([A-Za-z_]\w{0,127}|\d):?[-=]([^}]*)\}?/;
const READS = /^(?:read|mapfile|readarray)$/;

/** What a command sets: by assignments, in whichever of its words; `printf -v`, `read`, `for`, `set --`, and defaults of variables. */
function variablesOf(command: SimpleCommand): readonly Variable[] {
  const [first, second] = command.words;
  const names = (words: readonly ShellWord[]): readonly string[] =>
    words.map(({ text }) => text).filter((text) => /^[A-Za-z_]\w*$/.test(text));
  const set = command.words.flatMap((word) => [...assigned(word), ...defaulted(word)]);
  if (first === undefined || second === undefined) return set;
  const rest = command.words.slice(1);
  if (READS.test(first.text))
    return [...set, ...names(rest).map((name) => ({ name, values: fedTo(command), refs: [] }))];
  if (first.text === "printf" && second.text === "-v") return [...set, setTo(rest[1]?.text ?? "", rest.slice(3))];
  if (first.text === "for" && rest[1]?.text === "in") return [...set, setTo(second.text, rest.slice(2))];
  if (first.text === "set" && second.text === "--")
    return [...set, ...rest.slice(1).map((word, i) => setTo(String(i + 1), [word]))];
  return set;
}

function assigned(word: ShellWord): readonly Variable[] {
  const [whole = "", name] = ASSIGNMENT.exec(word.text) ?? [];
  return name === undefined ? [] : [{ name, values: literalsOf(word, whole.length), refs: word.refs }];
}

/** A plain value in code may be anything; there assignments are looked at for themselves. */
const isPlain = ({ word, from, to }: Literal): boolean =>
  to !== undefined || !/[$,;(){}]/.test(word.text.slice(from)) || word.refs.length > 0;

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
    return [setTo(name[1] ?? "", words)];
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
  const refs = new Map<string, Set<string>>();
  for (const one of variables) {
    const known = refs.get(one.name) ?? new Set();
    for (const ref of one.refs) known.add(ref);
    refs.set(one.name, known);
  }
  const names = new Set(wanted);
  // The set grows while it is walked.
  for (const name of names) for (const ref of refs.get(name) ?? []) names.add(ref);
  return variables.filter(({ name }) => names.has(name)).flatMap(({ values }) => values);
}
