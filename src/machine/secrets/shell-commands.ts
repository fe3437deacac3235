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

/** Words of the shell before a command. */
const LEADING: ReadonlySet<string> = new Set("{ do then else elif if while until ! time".split(" "));
const FED = /^<<(?:<|text)$/;

export function commandsIn(tokens: readonly ShellToken[]): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [fresh()];
  /** Where the groups that are open began, and the commands of the one that was closed last. */
  const open: number[] = [];
  let closed: readonly SimpleCommand[] = [];
  /** Whose here-documents stand on the next lines. */
  const awaiting: SimpleCommand[] = [];
  let awaits: string | undefined;
  const end = (sources: readonly SimpleCommand[] = []): void => {
    commands.push(fresh(sources));
  };
  for (const token of tokens) {
    const now = commands.at(-1) ?? fresh();
    if (token.kind === "sign") {
      awaits = /^[<>&]./.test(token.text) || /^[<>]/.test(token.text) ? token.text : undefined;
      if (/^<<-?$/.test(token.text)) awaiting.push(now);
      if (token.text === "(") open.push(commands.length);
      if (token.text === ")") closed = commands.slice(open.pop() ?? 0);
      if (token.text === "|") end(now.words.length > 0 ? [now] : closed);
      else if (/^(?:[;&()\n]|&&|\|\|)$/.test(token.text) && awaits === undefined) end();
      continue;
    }
    if (awaits !== undefined) {
      if (FED.test(awaits)) (awaits === "<<<" ? now : (awaiting.shift() ?? now)).input.push(token);
      else if (awaits.includes(">")) now.into.push(token);
      awaits = undefined;
    } else if (now.words.length === 0 && LEADING.has(token.text)) {
      if (token.text === "{") open.push(commands.length - 1);
    } else if (now.words.length === 0 && /^(?:\}|done|fi)$/.test(token.text)) closed = commands.slice(open.pop() ?? 0);
    else now.words.push(token);
  }
  return commands.filter(({ words, input }) => words.length > 0 || input.length > 0);
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
  ...(/[^\s]/.test(word.text.slice(from)) && !isReference(word.text.slice(from)) ? [{ word, from }] : []),
  ...(depth > MAX_CHAIN ? [] : commandsIn(word.inner).flatMap((command) => printedBy(command, depth + 1))),
];

const isReference = (text: string): boolean => /^\$\{?\w+\}?$/.test(text);
