/**
 * A command line as it ends up: words without their quotes, put side by side, and a stand-in for each variable, each substitution and each
 * word that is handed on. What would be a secret in there is one where it was typed, whatever its quoting and its way.
 */
import type { Range } from "./assigned-values.ts";
import { FED, type Handed, positional, type Variable } from "./handed-words.ts";
import type { Literal } from "./shell-commands.ts";
import { type ShellToken, type ShellWord, TAKEN_OUT_SOURCE } from "./shell-words.ts";

/** Looks like a secret, and is in nobody's text. */
const STAND_IN = "Vq8xK3z9Wm4T";
const ADDED = -1;
/** A value that is itself options is put where it ends up, up to this length. */
const MAX_SPLICED = 512;

const REFERENCES = /\$\{(?:[A-Za-z_]\w{0,127}|\d)[^{}]{0,256}\}|\$(?:[A-Za-z_]\w{0,127}|[\d@*])/g;
const REFERENCE = /\$\{([A-Za-z_]\w{0,127}|\d)[^{}]{0,256}\}|\$([A-Za-z_]\w{0,127}|[\d@*])/y;
const TAKEN_OUT = new RegExp(TAKEN_OUT_SOURCE, "g");
const TAKEN_OUT_HERE = new RegExp(TAKEN_OUT_SOURCE, "y");
/** What a shell would not take as part of a plain word. */
const QUOTED = /[\s"'`;&|<>(){}$\\]/;
/** Stands before the value, and outside its quotes. */
const LEADS = /^(?:--?[\w-]+=|-[A-Za-z]|[A-Za-z_]\w*=)/;

interface Resolved {
  readonly text: string;
  /** Variables and the like that stand in a range of it. */
  readonly namesIn: (range: Range) => readonly string[];
  /** Where what was typed of a range stands; undefined where something else is among it. */
  readonly typed: (range: Range) => Range | undefined;
}

/** `source`: the text the tokens stand in. */
export function resolveLine(lists: readonly (readonly ShellToken[])[], handed: Handed, source: string): Resolved {
  const line = new Line(handed, source);
  for (const tokens of lists) line.hearAll(tokens);
  return line;
}

class Line implements Resolved {
  readonly #handed: Handed;
  readonly #source: string;
  /** Variables may be long, and stand in many places. */
  readonly #room: number;
  readonly #parts: string[] = [];
  /** Where each character stands; below -1: what it stands for. */
  readonly #at: number[] = [];
  readonly #names: string[] = [];

  constructor(handed: Handed, source: string) {
    this.#handed = handed;
    this.#source = source;
    this.#room = 2 * source.length + 4_096;
  }

  get text(): string {
    return this.#parts.join("");
  }

  hearAll(tokens: readonly ShellToken[]): void {
    let isDocument = false;
    for (const token of tokens) {
      if (this.#at.length > this.#room) return;
      if (token.kind === "word") this.#word(token, isDocument);
      else if (token.text === "\n") this.#add("\n");
      else if (token.text !== "<<text") this.#add(` ${token.text} `);
      isDocument = token.kind === "sign" && token.text === "<<text";
    }
    this.#add(" ;\n");
  }

  #word(word: ShellWord, isDocument: boolean): void {
    const text = word.text.replace(TAKEN_OUT, "").replace(REFERENCES, "");
    const lead = isDocument || !QUOTED.test(text) ? undefined : (LEADS.exec(word.text)?.[0].length ?? 0);
    const quote = text.includes("'") ? '"' : "'";
    if (lead === undefined) this.#piece(word, 0, word.text.length);
    else {
      this.#piece(word, 0, lead);
      this.#add(quote);
      this.#piece(word, lead, word.text.length);
      this.#add(quote);
    }
    this.#add(isDocument ? "\n" : " ");
    if (this.#handed.endsFed.has(word)) this.#standIn(FED);
  }

  #piece(word: ShellWord, from: number, to: number): void {
    const { text, holes } = word;
    const here = holes.filter(({ at }) => at >= from && (at < to || to === text.length));
    let at = from;
    for (const hole of here) {
      at = this.#plain(word, at, Math.min(hole.at, to));
      this.#standIn(hole.name);
    }
    this.#plain(word, at, to);
  }

  /** Without substitutions; gives back how far it came. */
  #plain(word: ShellWord, from: number, to: number): number {
    const mark = this.#handed.marks.get(word);
    let i = from;
    while (i < to) {
      const length = this.#special(word.text, i, mark);
      if (length === 0) this.#push(word.text[i] ?? "", word.at[i] ?? ADDED);
      i += Math.max(1, length);
    }
    return i;
  }

  /** How long what something else stands for is. */
  #special(text: string, i: number, mark: string | undefined): number {
    if (mark !== undefined && text.startsWith(mark, i)) {
      this.#standIn(FED);
      return mark.length;
    }
    if (text[i] === "$") return this.#reference(text, i);
    return text[i] === "[" ? this.#takenOut(text, i) : 0;
  }

  #reference(text: string, from: number): number {
    REFERENCE.lastIndex = from;
    const [whole = "", inner, name = inner] = REFERENCE.exec(text) ?? [];
    if (name === undefined) return 0;
    const spliced = this.#handed.options.get(name === "*" ? "@" : name) ?? [];
    if (spliced.length === 0) this.#standIn(name);
    for (const literal of spliced) this.#splice(literal);
    return whole.length;
  }

  /** Filled in later, as far as patterns go. */
  #takenOut(text: string, from: number): number {
    TAKEN_OUT_HERE.lastIndex = from;
    const length = TAKEN_OUT_HERE.exec(text)?.[0].length ?? 0;
    if (length > 0) this.#add("$_");
    return length;
  }

  #splice({ word: { text, at }, from, to = text.length }: Literal): void {
    if (this.#at.length > this.#room || to - from > MAX_SPLICED) return;
    for (let i = from; i < to; i++) this.#push(text[i] ?? "", at[i] ?? ADDED);
    this.#add(" ");
  }

  #standIn(name: string | undefined): void {
    if (name === undefined) return;
    this.#names.push(name);
    const id = -1 - this.#names.length;
    for (const char of STAND_IN) this.#push(char, id);
  }

  #add(text: string): void {
    for (const char of text) this.#push(char, ADDED);
  }

  #push(char: string, at: number): void {
    this.#parts.push(char);
    this.#at.push(at);
  }

  namesIn({ from, to }: Range): readonly string[] {
    const ids = new Set(this.#at.slice(from, to).filter((at) => at < ADDED));
    return [...ids].flatMap((id) => this.#names[-id - 2] ?? []);
  }

  typed({ from, to }: Range): Range | undefined {
    const at = this.#at.slice(from, to);
    const said = this.#parts.slice(from, to).join("");
    const [first, last] = [at[0], at.at(-1)];
    if (first === undefined || last === undefined || !/^(?![})\]]).*[A-Za-z0-9]/.test(said)) return undefined;
    const isOne = at.every((here, i) => here >= 0 && (i === 0 || this.#follows(at[i - 1] ?? 0, here)));
    return isOne && (!BEYOND.test(said) || this.#isOptionValue({ from, to }, said))
      ? { from: first, to: last + 1 }
      : undefined;
  }

  /** Only quotes may stand between two characters of one word, or a backslash before a sign. In code they part more than they join. */
  #follows(before: number, here: number): boolean {
    const between = this.#source.slice(before + 1, here);
    const next = this.#source[here] ?? "";
    if (here <= before || between === "") return here > before;
    return /^["']+$/.test(between) ? !/[,;:)\]}]/.test(next) : between === "\\" && !/\w/.test(next);
  }

  /** Several words, quoted right behind their option: `'-pa b'`. */
  #isOptionValue({ from, to }: Range, said: string): boolean {
    const isQuoted = this.#at[from - 1] === ADDED && this.#at[to] === ADDED && (this.#at[from - 2] ?? ADDED) >= 0;
    return isQuoted && /[\w=]/.test(this.#parts[from - 2] ?? "") && !/["'`;&|<>(){}$\\]/.test(said);
  }
}

/** More than one word. */
const BEYOND = /[\s"'`;&|<>]/;

/** Variables that were set to options, all in one: `O="-p x"`, and the words `"$@"` stands for. */
export function optionValues(variables: readonly Variable[]): ReadonlyMap<string, readonly Literal[]> {
  const values = new Map<string, Literal[]>();
  for (const { name, values: said } of variables)
    for (const literal of said) {
      const key = positional(name) ? "@" : name;
      const known = values.get(key) ?? [];
      if (known.length < 16) values.set(key, [...known, literal]);
    }
  return new Map([...values].filter(([, said]) => said.some(isOption)));
}

const isOption = ({ word, from }: Literal): boolean => /^-[A-Za-z-]/.test(word.text.slice(from, from + 3));
