/** The simple commands of a command line, with what each is fed, what it prints of what was typed, and where that goes. */
import type { ShellToken, ShellWord } from "./shell-words.ts";

export interface SimpleCommand {
  readonly words: ShellWord[];
  /** Here-strings and here-documents. */
  readonly input: ShellWord[];
  /** Files its output goes to. */
  readonly into: ShellWord[];
  /** Commands whose output it reads. */
  sources: readonly SimpleCommand[];
}

const fresh = (sources: readonly SimpleCommand[] = []): SimpleCommand => ({ words: [], input: [], into: [], sources });

/** Words of the shell before a command, and those that end a group. */
const LEADING = /^(?:[{}!]|do|then|else|elif|if|while|until|time|done|fi)$/;
const CLOSING = /^(?:\}|done|fi)$/;

export function commandsIn(tokens: readonly ShellToken[]): readonly SimpleCommand[] {
  const line = new CommandLine();
  for (const token of tokens) {
    if (token.kind === "sign") line.hearSign(token.text);
    else line.hearWord(token);
  }
  return line.commands.filter(({ words, input }) => words.length > 0 || input.length > 0);
}

/** Of a longer group the last commands count. */
const MAX_GROUP = 256;

class CommandLine {
  readonly commands: SimpleCommand[] = [fresh()];
  /** Where the groups that are open began, and the commands of the one that was closed last. */
  readonly #open: number[] = [];
  #closed: readonly SimpleCommand[] = [];
  /** Nothing stands between its end and here: what is redirected is its output. */
  #ended = false;
  /** Whose here-documents stand on the next lines. */
  readonly #awaiting: SimpleCommand[] = [];
  /** The sign whose word comes next. */
  #redirects: string | undefined;

  get #now(): SimpleCommand {
    return this.commands.at(-1) ?? fresh();
  }

  hearSign(sign: string): void {
    const now = this.#now;
    this.#redirects = /^[<>]|^&>/.test(sign) ? sign : undefined;
    if (/^<<-?$/.test(sign)) this.#awaiting.push(now);
    if (sign === "(") this.#open.push(this.commands.length);
    if (this.#redirects === undefined) this.#ended = false;
    if (sign === ")") this.#closeGroup();
    if (sign === "|") this.commands.push(fresh(now.words.length > 0 ? [now] : this.#closed));
    else if (this.#redirects === undefined) this.commands.push(fresh());
  }

  #closeGroup(): void {
    const count = this.commands.length;
    this.#closed = this.commands.slice(Math.max(this.#open.pop() ?? count, count - MAX_GROUP));
    this.#ended = true;
  }

  hearWord(word: ShellWord): void {
    const now = this.#now;
    if (this.#redirects !== undefined) this.#redirect(word, this.#redirects);
    else if (now.words.length > 0 || !LEADING.test(word.text)) now.words.push(word);
    else if (word.text === "{") this.#open.push(this.commands.length - 1);
    else if (CLOSING.test(word.text)) this.#closeGroup();
  }

  #redirect(word: ShellWord, sign: string): void {
    const now = this.#now;
    if (sign === "<<<" || (sign === "<" && word.inner.length > 0)) now.input.push(word);
    else if (sign === "<<text") (this.#awaiting.shift() ?? now).input.push(word);
    else if (sign.includes(">")) for (const one of this.#ended ? [now, ...this.#closed] : [now]) one.into.push(word);
    this.#redirects = undefined;
  }
}

/** A piece of a word that was typed out. */
export interface Literal {
  readonly word: ShellWord;
  readonly from: number;
  /** The end of the word, where it is not said. */
  readonly to?: number;
}

const PRINTS: ReadonlySet<string> = new Set(["echo", "printf", "yes", "print"]);
/** How far a chain of pipes and substitutions is followed. */
const MAX_CHAIN = 16;

/** What was typed out of what a command prints: its words, or what it is fed and hands on. */
export function printedBy({ words, input, sources }: SimpleCommand, depth = 0): readonly Literal[] {
  if (depth > MAX_CHAIN) return [];
  const [name, ...rest] = words;
  if (name !== undefined && PRINTS.has(name.text)) {
    const said = rest.filter(({ text }) => !/^-[A-Za-z]+$/.test(text));
    const format = name.text === "printf" && said.length > 1 ? said.slice(1) : said;
    return format.flatMap((word) => saidBy(word, 0, depth + 1));
  }
  return fedTo({ words, input, sources, into: [] }, depth + 1);
}

export const fedTo = ({ input, sources }: SimpleCommand, depth = 0): readonly Literal[] => [
  ...input.flatMap((word) => saidBy(word, 0, depth + 1)),
  ...sources.flatMap((source) => printedBy(source, depth + 1)),
];

/** What of a word is typed out, from one of its characters on, and what the substitutions in it print. */
export const saidBy = (word: ShellWord, from: number, depth = 0): readonly Literal[] => [
  ...(/[^\s]/.test(word.text.slice(from)) ? [{ word, from }] : []),
  ...(depth > MAX_CHAIN ? [] : commandsIn(word.inner).flatMap((command) => printedBy(command, depth + 1))),
];

/** A program without the place it lies in. */
export const baseName = (text: string): string => text.slice(text.lastIndexOf("/") + 1);

/** Filled in later: its variable was set to what counts. */
export const isReference = (text: string): boolean => /^\$\{?\w+\}?$/.test(text);
