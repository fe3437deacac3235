/**
 * Values in code that do not stand right behind their name: on a line below, in brackets, in a text of several lines, or in pieces that are
 * put together. As of any value in code, only what looks made is one. Every part is bounded: the cost is that of the text.
 */
import { looksMade, type Range } from "./assigned-values.ts";
import { isSecretByWords } from "./secret-words.ts";

const LIKELY = /pass|pwd|secret|token|key|cred|auth|pin|otp|bearer/i;
/** A name, the type it may have, and the sign. */
const ASSIGNED =
  /(?<![\w.-])\$?([A-Za-z_][\w.-]{1,127})["'\])]{0,3}[ \t]{0,16}(?::[ \t]{0,4}[&?*\w<>[\].' ]{1,48}(?==))?(?::=|=>|=(?![=~])|:(?![:/=]))/g;
/** Blanks, lines, comments of one line, brackets, and what puts pieces together. */
const OPENS =
  /(?:\s{1,64}|\\\r?\n|(?:#|\/\/)[^\n]{0,200}\n|[([]|concat!?\(|(?:""|'')\.join\(|String\.join\(\s{0,8}""\s{0,8},|!!str|[|>][+-]?(?=\s)|<<<?[-~]?["']?\w{1,32}["']?(?=\r?\n)|@(?=")|&(?=")|[bruf](?=["'])){0,24}/y;
const TEXT =
  /"""(?:\\?\r?\n)?([^"\\]{1,1024})"""|'''(?:\\?\r?\n)?([^'\\]{1,1024})'''|"(?:\\\r?\n\s{0,64})?([^"\r\n\\]{1,1024})"|'([^'\r\n\\]{1,1024})'|`\s{0,64}([^`\\$]{1,1024})`|(?<=\w["']?\r?\n[ \t]{0,64})([^\s"'`\\;,(){}[\]:=$#]{5,1024})(?=\r?\n)/dy;
/** Between two pieces. */
const JOINS = /\s{0,64}(?:[+.&,]|\.\.|\\\r?\n|<>)?(?:\s{1,64}|\\\r?\n|(?:#|\/\/)[^\n]{0,200}\n){0,4}[bruf]?/y;
const MAX_PIECES = 16;

export function joinedRanges(text: string): readonly Range[] {
  if (!LIKELY.test(text)) return [];
  return [...text.matchAll(ASSIGNED)].flatMap(({ 0: whole, 1: name = "", index }) =>
    LIKELY.test(name) && isSecretByWords(name) ? valueFrom(text, index + whole.length) : [],
  );
}

/** The pieces of one value, where all of it looks made. */
function valueFrom(text: string, from: number): readonly Range[] {
  const opened = stick(OPENS, text, from);
  const pieces = piecesFrom(text, opened, /join|concat/.test(text.slice(from, opened)));
  const whole = pieces.map((range) => text.slice(range.from, range.to)).join("");
  return isValue(whole) && (pieces.length > 1 || opened > from) ? pieces : [];
}

/** `joined`: what stands behind a comma is another piece, and not another value. */
function piecesFrom(text: string, from: number, joined: boolean): readonly Range[] {
  const pieces: Range[] = [];
  let [at, commas] = [from, false];
  while (pieces.length < MAX_PIECES) {
    const piece = pieceAt(text, at);
    if (piece === undefined) break;
    pieces.push(piece.range);
    at = stick(JOINS, text, piece.end);
    commas ||= text.slice(piece.end, at).includes(",");
    if (at === piece.end) break;
  }
  return !commas || joined || stick(JOINED, text, at) > at ? pieces : pieces.slice(0, 1);
}
const JOINED = /[\])]{1,2}\s{0,16}\.join\(/y;

const isValue = (whole: string): boolean =>
  !/\s|^\$|^\[secret, |^[a-z]+:\/\/[^@]*$|^[~.]{0,2}\//.test(whole) && looksMade(whole);

function stick(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}

function pieceAt(text: string, from: number): { readonly range: Range; readonly end: number } | undefined {
  TEXT.lastIndex = from;
  const match = TEXT.exec(text);
  const span = match?.indices?.slice(1).find((one) => one !== undefined);
  if (match === null || span === undefined) return undefined;
  const said = text.slice(...span);
  const start = span[0] + said.length - said.trimStart().length;
  return { range: { from: start, to: start + said.trim().length }, end: from + match[0].length };
}
