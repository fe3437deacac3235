/** The one door to the parser. Text in, a tree and what makes it doubtful out; never throws, never slow. */
import {
  type Assignment,
  type Command,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
  type WordPart,
} from "unbash";
import type { Opacity } from "../../contract/reading.ts";
import { hole } from "./holes.ts";

export type {
  Assignment,
  Command,
  CompoundList,
  ParsedScript as Script,
  Redirection,
  Statement,
  SyntaxNode,
  Word,
  WordPart,
};
export { forEachChild };

/** Longer texts are not read at all. */
export const MAX_LENGTH = 131_072;
/** The parser's time grows with what opens a nesting times the length: beyond this product it is not tried. */
const MAX_WORK = 6_000_000;
const MAX_NODES = 40_000;
const MAX_DEPTH = 80;

const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;
const OPENERS = /[({`[]|<</g;
/** In single quotes and in quoted documents nothing opens. */
const QUOTED = /<<-?\s*(["'])(\w+)\1[^\n]*\n[\s\S]*?\n\t*\2(?=\n|$)|'[^']*'/g;

export interface Parsed {
  /** Absent: nothing of it can be read. */
  readonly script?: ParsedScript;
  readonly opaque: readonly Opacity[];
}

/** A tree that may be misread somewhere is walked all the same: it is found by, and nothing is proven with it. */
export function parseText(given: string): Parsed {
  if (given.length > MAX_LENGTH) return cut(`longer than ${MAX_LENGTH} characters`);
  if (isSlow(given)) return cut("too much nesting for its length");
  const text = given.replace(CONTROLS, " ").replace(/\\+$/, (end) => " ".repeat(end.length));
  try {
    const script = parse(text);
    const flaw = findFlaw(script, text);
    if (flaw?.cut === true) return { opaque: [flaw] };
    return { script, opaque: flaw === undefined ? [] : [flaw] };
  } catch {
    return cut("the parser failed");
  }
}

const cut = (why: string): Parsed => ({ opaque: [{ why, at: null, cut: true }] });

function isSlow(text: string): boolean {
  if (text.length < 2_000) return false;
  const most = MAX_WORK / text.length;
  return (text.match(OPENERS)?.length ?? 0) > most && (text.replace(QUOTED, " ").match(OPENERS)?.length ?? 0) > most;
}

/** The first thing the parser may have misread; more than is looked at comes before it. */
function findFlaw(script: ParsedScript, text: string): Opacity | undefined {
  let nodes = 0;
  let found: Opacity | undefined;
  const visit = (node: SyntaxNode, depth: number, source: string): void => {
    if (found?.cut === true) return;
    nodes += 1;
    found = tooLarge(nodes, depth) ?? found ?? flawAt(node, source === text);
    const inner = node.type === "Script" ? (node.source ?? source) : source;
    if (found?.cut !== true) forEachChild(node, (child) => visit(child, depth + 1, inner));
  };
  visit(script, 0, text);
  return found;
}

function tooLarge(nodes: number, depth: number): Opacity | undefined {
  if (nodes > MAX_NODES) return { why: `more than ${MAX_NODES} parts`, at: null, cut: true };
  return depth > MAX_DEPTH ? { why: `nested deeper than ${MAX_DEPTH}`, at: null, cut: true } : undefined;
}

function flawAt(node: SyntaxNode, isTyped: boolean): Opacity | undefined {
  const why = hole(node);
  return why === undefined ? undefined : { why, at: isTyped ? node.pos : null };
}
