/** Words that nobody would write: long, of letters of both cases and digits in no order. */
import type { Range } from "./values.ts";

/** A name with an ending is a file's. */
const WORD = /(?<![\w+-])[\w+-]{20,512}={0,2}(?![\w+]|\.[a-z]{1,4}\b)/g;
/** A sum that a lock file holds. */
const SUM = /\bsha\d{1,3}-$/;

/** Words that people put together are longer than this on the average, numbers and single letters among them. */
const LONGEST_PIECE = 2.6;
const MIN_DIGITS = 2;
const PIECE = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;

export const randomRanges = (text: string): readonly Range[] =>
  [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    isRandom(word) && !isEncoded(text, index) ? [{ from: index, to: index + word.length }] : [],
  );

function isRandom(word: string): boolean {
  const digits = word.replace(/\D/g, "").length;
  if (digits < MIN_DIGITS || !/[a-z]/.test(word) || !/[A-Z]/.test(word) || SUM.test(word.slice(0, 7))) return false;
  const pieces = word.match(PIECE) ?? [];
  return pieces.join("").length < LONGEST_PIECE * pieces.length;
}

const MAX_ENCODED = 4_096;

/** A text in base64 may be what is run: it is shown. */
function isEncoded(text: string, at: number): boolean {
  const [before = ""] = /[\w+/-]*$/.exec(text.slice(Math.max(0, at - MAX_ENCODED), at)) ?? [];
  const [whole = ""] = /^[\w+/-]*/.exec(text.slice(at - before.length, at + MAX_ENCODED)) ?? [];
  return /^[\t\n\r\x20-\x7e]+$/.test(Buffer.from(whole, "base64").toString("latin1"));
}
