/**
 * Splits source text into words, numbers, strings and signs. Nothing is guessed: where it is not sure what a character
 * begins, the answer is null and the code is not shown. Outside strings and comments only ASCII is read.
 */
export interface Token {
  readonly kind: "word" | "number" | "string" | "sign";
  /** For strings: what stands between the quotes, as written. */
  readonly text: string;
  readonly line: number;
}

/** A string that was found: where it ends, what it holds, and code that stands in it. */
export interface Quoted {
  readonly end: number;
  readonly text: string;
  readonly code?: readonly Token[];
}

export interface Grammar {
  /** Sticky; matches one comment. */
  readonly comment: RegExp;
  /** Sticky; matches one word. */
  readonly word: RegExp;
  /** Signs of more than one character, longest first. */
  readonly signs: readonly string[];
  /** Characters that may stand alone. */
  readonly single: string;
  /** A string, rune or pattern that begins here; undefined: none does; null: nobody can say. */
  readonly quoted: (source: Source, at: number) => Quoted | undefined | null;
}

export interface Source {
  readonly text: string;
  readonly grammar: Grammar;
  /** What was read before, last one last. */
  readonly before: readonly Token[];
  readonly line: number;
  /** How many strings with code in them this text stands in. */
  readonly depth: number;
}

const MAX_DEPTH = 12;
const MAX_TOKENS = 20_000;
const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)[\w]*/y;

export interface Lexed {
  readonly tokens: readonly Token[];
  readonly end: number;
}

/** The whole text; null when it is not understood to the last character. */
export function lex(text: string, grammar: Grammar): readonly Token[] | null {
  // A lone carriage return ends a line, and so a comment, in some languages and not in others.
  if (/\r(?!\n)/.test(text)) return null;
  const out = lexUntil(text, 0, grammar, null);
  return out === null || out.end !== text.length || pairsOf(out.tokens) === null ? null : out.tokens;
}

/** Up to the first closing bracket `close` that was not opened here, or to the end. */
export function lexUntil(
  text: string,
  from: number,
  grammar: Grammar,
  close: string | null,
  nesting = 0,
): Lexed | null {
  if (nesting > MAX_DEPTH) return null;
  const tokens: Token[] = [];
  let at = from;
  let line = 1;
  let depth = 0;
  const put = (kind: Token["kind"], value: string): void => void tokens.push({ kind, text: value, line });
  while (at < text.length) {
    if (tokens.length > MAX_TOKENS) return null;
    const char = text.charAt(at);
    if (char === "\n") line += 1;
    if (char === "\n" || char === " " || char === "\t" || char === "\r") {
      at += 1;
      continue;
    }
    const comment = matchAt(grammar.comment, text, at);
    if (comment !== undefined) {
      line += comment.split("\n").length - 1;
      at += comment.length;
      continue;
    }
    const quoted = grammar.quoted({ text, grammar, before: tokens, line, depth: nesting }, at);
    if (quoted === null) return null;
    if (quoted !== undefined) {
      put("string", quoted.text);
      if (quoted.code !== undefined) tokens.push(...quoted.code);
      line += text.slice(at, quoted.end).split("\n").length - 1;
      at = quoted.end;
      continue;
    }
    const word = matchAt(grammar.word, text, at);
    const number = word === undefined ? matchAt(NUMBER, text, at) : undefined;
    if (word !== undefined || number !== undefined) {
      put(word === undefined ? "number" : "word", word ?? number ?? "");
      at += (word ?? number ?? "").length;
      continue;
    }
    const sign = grammar.signs.find((each) => text.startsWith(each, at)) ?? char;
    if (sign.length === 1 && !grammar.single.includes(sign)) return null;
    if (close !== null && sign === close && depth === 0) return { tokens, end: at };
    if (close === "}" && sign === "{") depth += 1;
    if (close === "}" && sign === "}") depth -= 1;
    put("sign", sign);
    at += sign.length;
  }
  return close === null ? { tokens, end: at } : null;
}

export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0];
  return found === undefined || found === "" ? undefined : found;
}

/** A plain string with backslash escapes on one line. */
export function simpleString(text: string, at: number, quote: string): Quoted | null {
  for (let i = at + 1; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === "\\") i += 1;
    else if (char === "\n") return null;
    else if (char === quote) return { end: i + 1, text: text.slice(at + 1, i) };
  }
  return null;
}

/** A string that ends with a mark, over any number of lines. */
export function longString(text: string, at: number, open: string, close: string, escapes: boolean): Quoted | null {
  for (let i = at + open.length; i < text.length; i += 1) {
    if (escapes && text.charAt(i) === "\\") i += 1;
    else if (text.startsWith(close, i)) return { end: i + close.length, text: text.slice(at + open.length, i) };
  }
  return null;
}

const CLOSES: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const pairs = new WeakMap<readonly Token[], Int32Array | null>();

/** Where the bracket at `at` is closed; -1 when it is none. */
export function closingOf(tokens: readonly Token[], at: number): number {
  const known = pairs.get(tokens);
  const all = known === undefined ? pairsOf(tokens) : known;
  pairs.set(tokens, all);
  return all?.[at] ?? -1;
}

/** The closing bracket of each opening one; null when one is missing or they cross. */
function pairsOf(tokens: readonly Token[]): Int32Array | null {
  const out = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  for (const [i, { kind, text }] of tokens.entries()) {
    if (kind !== "sign") continue;
    if (Object.hasOwn(CLOSES, text)) open.push(i);
    else if (/^[)\]}]$/.test(text)) {
      const start = open.pop();
      if (start === undefined || CLOSES[tokens[start]?.text ?? ""] !== text) return null;
      out[start] = i;
    }
  }
  return open.length === 0 ? out : null;
}

export const isSign = (token: Token | undefined, text: string): boolean =>
  token?.kind === "sign" && token.text === text;
export const isWord = (token: Token | undefined, text: string): boolean =>
  token?.kind === "word" && token.text === text;
