/** The one door to the parser. Text in, a tree or a reason out; never throws, never slow. */
import {
  type ArithmeticExpression,
  type Assignment,
  type Command,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type TestExpression,
  type Word,
  type WordPart,
} from "unbash";
import type { Opacity } from "../../contract/reading.ts";
import type { Result } from "../../contract/result.ts";
import { fail, ok } from "../../contract/result.ts";
import { hole } from "./opaque.ts";

export type {
  ArithmeticExpression,
  Assignment,
  Command,
  CompoundList,
  ParsedScript as Script,
  Redirection,
  Statement,
  SyntaxNode,
  TestExpression,
  Word,
  WordPart,
};
export { forEachChild };

/** Longer texts are not read at all. */
export const MAX_LENGTH = 32_768;
/** The parser's time grows with what opens a nesting times the length: beyond this product it is not tried. */
const MAX_WORK = 6_000_000;
const MAX_NODES = 20_000;
const MAX_DEPTH = 100;

/** Shells, and the parser, differ in what they take for white space. */
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;
/** One of a pair of surrogates alone: what stands in its place when it is run, its writer decides. */
const HALF = /\p{Cs}/u;
/** No system takes a longer command; a likely reading goes through all of it. */
const MAX_LOOSE_LENGTH = 8 * MAX_LENGTH;
const OPENERS = /[({`[]|<</g;

export function parseShell(text: string): Result<ParsedScript, Opacity> {
  if (text.length > MAX_LENGTH) return fail({ why: `longer than ${MAX_LENGTH} characters`, at: null });
  const control = text.search(CONTROL);
  if (control !== -1) return fail({ why: "a control character", at: control });
  const half = text.search(HALF);
  if (half !== -1) return fail({ why: "half a character", at: half });
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(-64)))
    return fail({ why: "a backslash at the very end", at: text.length - 1 });
  if (text.length > 2_000 && (text.match(OPENERS)?.length ?? 0) * text.length > MAX_WORK) {
    return fail({ why: "too much nesting for its length", at: null });
  }
  try {
    const script = parse(text);
    const flaw = findHole(script, text);
    return flaw === undefined ? ok(script) : fail(flaw);
  } catch (error) {
    return fail({ why: `the parser failed: ${error instanceof Error ? error.message : "unknown"}`, at: null });
  }
}

/** What a likely reading makes of it: a tree, however sure of it one can be; the size is bounded all the same. */
export function parseLoosely(text: string): Result<ParsedScript, Opacity> {
  const clean = cleanText(text);
  if (isSlow(clean)) return fail({ why: "too much nesting for its length", at: null, cut: true });
  try {
    return ok(parse(clean));
  } catch (error) {
    return fail({ why: `the parser failed: ${error instanceof Error ? error.message : "unknown"}`, at: null });
  }
}

/** Of what opens a nesting, what takes the parser the square of the length; in quotes and in quoted documents none does. */
const SLOW_OPENERS = /\$\[|\{(?=\S)/g;
const QUOTED = /<<-?\s*(["'])(\w+)\1[^\n]*\n[\s\S]*?\n\t*\2(?=\n|$)|'[^']*'/g;
const MAX_LOOSE_WORK = 20_000_000;

const isSlow = (text: string): boolean => slowOpeners(text) * text.length > MAX_LOOSE_WORK;

function slowOpeners(text: string): number {
  const all = text.match(SLOW_OPENERS)?.length ?? 0;
  return all * text.length > MAX_LOOSE_WORK ? (text.replace(QUOTED, " ").match(SLOW_OPENERS)?.length ?? 0) : all;
}

/** The text `parseLoosely` reads: lines put together, no control characters. Cleaning it again changes nothing. */
export const cleanText = (text: string): string =>
  text.slice(0, MAX_LOOSE_LENGTH).replace(/\\\n/g, "").replace(CONTROLS, " ").replace(/\\+$/, "");

/**
 * Where arithmetic stands, or a subscript, which is arithmetic too, or a value that is expanded as a prompt: the parser does not
 * take their code apart.
 */
const ARITHMETIC = /\(\(|\$\[|[A-Za-z0-9_]\[|@P\}/;
const MAX_BODIES = 32;

/** Commands that stand in arithmetic, as text; some that stand elsewhere too. */
export function arithmeticCode(text: string): readonly string[] {
  if (!ARITHMETIC.test(text)) return [];
  const starts = [...text.matchAll(/[$<>]\((?!\()/g)].slice(0, MAX_BODIES);
  const quoted = [...text.matchAll(/`([^`]+)`/g)].slice(0, MAX_BODIES).map(([, body = ""]) => body);
  return [...starts.map(({ index }) => text.slice(index + 2, closing(text, index + 2))), ...quoted];
}

/** Where the parenthesis that is open before `from` closes; the end of the text where it does not. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === "(") depth += 1;
    else if (text[i] === ")" && --depth === 0) return i;
  }
  return text.length;
}

/** Texts that a likely reading takes one after the other for one, and whether they tell all of it. */
export interface LooseTexts {
  readonly texts: readonly string[];
  readonly cut: readonly Opacity[];
}

/** In one piece wherever the parser can take it so: nobody knows what a piece begins in, a word, a text or a command. */
export function looseTexts(text: string): LooseTexts {
  const cut: Opacity = { why: "longer than is looked through", at: null, cut: true };
  if (text.length <= MAX_LENGTH || !isSlow(cleanText(text)))
    return { texts: [text], cut: text.length > MAX_LOOSE_LENGTH ? [cut] : [] };
  return { texts: piecesOf(text.slice(0, MAX_LOOSE_LENGTH)), cut: [cut] };
}

/** Cut where commands may end. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MAX_LENGTH) {
    const ends = ["\n", ";", "&", "|", " "].map((end) => rest.lastIndexOf(end, MAX_LENGTH - 1));
    const cut = ends.find((at) => at > MAX_LENGTH / 2) ?? MAX_LENGTH - 1;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut + 1);
  }
  return [...pieces, rest];
}

/** Looks at every node, also those the shell might never reach: one hole anywhere and the tree may be wrong anywhere. */
function findHole(script: ParsedScript, text: string): Opacity | undefined {
  let nodes = 0;
  let found: Opacity | undefined;
  const visit = (node: SyntaxNode, depth: number, source: string): void => {
    if (found !== undefined) return;
    nodes += 1;
    if (nodes > MAX_NODES) found = { why: `more than ${MAX_NODES} parts`, at: null };
    else if (depth > MAX_DEPTH) found = { why: `nested deeper than ${MAX_DEPTH}`, at: node.pos };
    else {
      const why = hole(node, source);
      if (why !== undefined) found = { why, at: source === text ? node.pos : null };
      else {
        const inner = node.type === "Script" ? (node.source ?? source) : source;
        forEachChild(node, (child) => visit(child, depth + 1, inner));
      }
    }
  };
  visit(script, 0, text);
  return found;
}
