/** Words that commands hand on: to a script (`sh -c '…' _ x`), to a function, to what `xargs` starts. */
import { baseName, commandsIn, fedTo, type Literal, printedBy, type SimpleCommand, saidBy } from "./shell-commands.ts";
import { type ShellToken, type ShellWord, shellTokens } from "./shell-words.ts";

export interface Variable {
  readonly name: string;
  readonly values: readonly Literal[];
  readonly refs: readonly string[];
}

/** What a command is fed, as `xargs` puts it into another. */
export const FED = "<";

export interface Handed {
  /** What stands for it in which words. */
  readonly marks: ReadonlyMap<ShellWord, string>;
  /** Words behind which it comes. */
  readonly endsFed: ReadonlySet<ShellWord>;
  /** Variables that are options, as they were typed. */
  readonly options: ReadonlyMap<string, readonly Literal[]>;
}

export const positional = (name: string): boolean => /^\d$/.test(name);
/** `$1` to `$9`, and `$0` of a script. */
const MAX_ARGUMENTS = 10;

export const setTo = (name: string, words: readonly ShellWord[]): Variable => ({
  name,
  values: words.flatMap((word) => saidBy(word, 0)),
  refs: words.flatMap(({ refs }) => refs),
});

const argumentsFrom = (first: number, words: readonly ShellWord[]): readonly Variable[] =>
  words.slice(0, MAX_ARGUMENTS - first).map((word, i) => setTo(String(i + first), [word]));

const SHELLS: ReadonlySet<string> = new Set("sh bash zsh dash ksh ash fish busybox su".split(" "));

/** Where its script stands among the words of a command. */
function scriptAt({ words }: SimpleCommand): number | undefined {
  const first = words.slice(0, 8).findIndex(({ text }) => SHELLS.has(baseName(text)));
  if (first < 0) return undefined;
  const option = words.slice(first, first + 8).findIndex(({ text }) => /^-[a-z]*c$/.test(text));
  return option < 0 || words[first + option + 1] === undefined ? undefined : first + option + 1;
}

/** The script that a command is given as a word, as tokens of the text it stands in. */
export function scriptOf(command: SimpleCommand): readonly ShellToken[] {
  const index = scriptAt(command) ?? (command.words[0]?.text === "eval" ? 1 : remoteAt(command));
  const word = index === undefined ? undefined : command.words[index];
  return word === undefined ? [] : wordTokens(word, 0);
}

/** A command for another machine, in one word at the end. */
function remoteAt({ words }: SimpleCommand): number | undefined {
  const isRemote = words.slice(0, 4).some(({ text }) => baseName(text) === "ssh");
  return isRemote && /\S\s+\S/.test(words.at(-1)?.text ?? "") ? words.length - 1 : undefined;
}

/** What stands in a word, from one of its characters on, as tokens of the text it stands in. */
export const wordTokens = (word: ShellWord, from: number): readonly ShellToken[] =>
  shellTokens(word.text.slice(from)).map((token) => movedTo(word.at.slice(from), token));

function movedTo(places: readonly number[], token: ShellToken): ShellToken {
  if (token.kind === "sign") return token;
  const inner = token.inner.map((one) => movedTo(places, one));
  return { ...token, inner, at: token.at.map((i) => places[i] ?? 0) };
}

/** What a command hands on to its script or to a function by place. */
export function argumentsOf(command: SimpleCommand, functions: ReadonlySet<string>): readonly Variable[] {
  const [first, ...rest] = command.words;
  const script = scriptAt(command);
  if (script !== undefined) return argumentsFrom(0, command.words.slice(script + 1));
  return first !== undefined && functions.has(first.text) ? argumentsFrom(1, rest) : [];
}

/** `f() {`, `function f {`. */
export function functionsIn(tokens: readonly ShellToken[]): readonly string[] {
  return tokens.flatMap((token, i) => {
    if (token.kind !== "word") return [];
    const [before, open, close] = [tokens[i - 1], tokens[i + 1], tokens[i + 2]];
    const isNamed = before?.kind === "word" && before.text === "function";
    const isOpened = open?.kind === "sign" && open.text === "(" && close?.kind === "sign" && close.text === ")";
    return isNamed || isOpened ? [token.text] : [];
  });
}

interface Feeding {
  readonly mark: string | undefined;
  readonly words: readonly ShellWord[];
}

/** What `xargs` and `parallel` start, and what stands in it for what they are fed. */
export function feedingOf({ words }: SimpleCommand): Feeding | undefined {
  const at = words.slice(0, 8).findIndex(({ text }) => /^(?:xargs|parallel)$/.test(baseName(text)));
  if (at < 0) return undefined;
  const rest = words.slice(at + 1);
  const option = rest.findIndex(({ text }) => /^(?:-[A-Za-z0-9]*[Ii]|--replace)/.test(text));
  const [, attached = ""] = /^(?:-[A-Za-z0-9]*?[Ii]|--replace=?)(.*)$/s.exec(rest[option]?.text ?? "") ?? [];
  if (option < 0) return { mark: baseName(words[at]?.text ?? "") === "parallel" ? "{}" : undefined, words: rest };
  const next = rest[option]?.text === "-I" ? rest[option + 1]?.text : "{}";
  return { mark: attached || next, words: rest.slice(option + 1) };
}

export const fedVariable = (command: SimpleCommand): Variable => {
  const values = fedTo(command);
  return { name: FED, values, refs: values.flatMap(({ word }) => word.refs) };
};

/** What substitutions print stands under the name of their place. */
export const filledIn = ({ holes, inner }: ShellWord): readonly Variable[] =>
  holes.map(({ name, from, to }) => {
    const values = commandsIn(inner.slice(from, to)).flatMap((command) => printedBy(command));
    return { name, values, refs: values.flatMap(({ word }) => word.refs) };
  });
