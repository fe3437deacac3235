/**
 * One spelling for names that a file system or an eye may take for one another: case, compatibility forms (NFKC),
 * invisible characters, trailing dots and spaces, NTFS streams and short names. Used by deny and ask rules and by
 * protected places, where matching too much is the safe side; never by allow rules. The work grows with the length of
 * what is folded and no faster.
 */

import { keepAnswers } from "../contract/answers.ts";
import { once } from "../contract/once.ts";

/** ASCII without upper case, colon, backslash, tilde or space, and no dot at the end: its own fold. */
const PLAIN = /^[\x21-\x39\x3b-\x40\x5b\x5d-\x7d]*[\x21-\x2d\x2f-\x39\x3b-\x40\x5b\x5d-\x7d]$/;
/** Nothing in it is invisible or has another form. */
const ASCII = /^[\x20-\x7e]*$/;
// Format characters, variation selectors, fillers and other code points that draw nothing.
const invisible = once(() => /\p{Cf}|\p{Cc}|\p{Default_Ignorable_Code_Point}/gu);
const SHORT_NAME = /^([^.~]{1,6})~\d+$/;
/** Sorting combining marks is quadratic in a run of them: longer text is normalised in pieces, in UTF-16 units. */
const PIECE_UNITS = 128;
/** May change together with what stands before it: marks, the second half of a pair, vowels and finals of Hangul. */
const joined = once(() => /^(?:[\p{M}\u1161-\u11ff\ud7b0-\ud7ff\uff9e\uff9f]|[\udc00-\udfff])/u);

/** One path segment. `.` and `..` are expected to be gone already. */
export function foldSegment(segment: string): string {
  if (PLAIN.test(segment)) return segment;
  const folded = compose(foldText(segment));
  const stream = folded.indexOf(":");
  const name = withoutEnd(stream < 0 ? folded : folded.slice(0, stream));
  const short = SHORT_NAME.exec(name);
  // NTFS gives ".git" the short name "GIT~1": taken for the long one.
  return short?.[1] !== undefined ? `.${short[1]}` : name;
}

/**
 * One segment of a pattern: matches the folded name of whatever the segment matches. A colon may begin a stream, which
 * names lose: from there on, or from a bracket before it, anything goes.
 */
export function foldPattern(segment: string): string {
  if (!/[*?[\\]/.test(segment)) return foldSegment(segment);
  const folded = compose(foldText(segment));
  const colon = folded.indexOf(":");
  if (colon < 0) return withoutEnd(folded);
  const bracket = folded.indexOf("[");
  return `${folded.slice(0, bracket < 0 ? colon : Math.min(bracket, colon))}*`;
}

/** A whole path; backslashes count as separators on every platform. */
export const foldPath = keepAnswers((path) => path.split(/[/\\]/).map(foldSegment).join("/"));

/** Free text (a command, a host name): as for segments, but dots and spaces stay. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return compose(text.replace(invisible(), "")).toLowerCase();
}

/** NFKC. A piece ends before something that stands by itself, or in the middle of more marks than any letter bears. */
function compose(text: string): string {
  if (text.length <= PIECE_UNITS) return text.normalize("NFKC");
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PIECE_UNITS;
    while (end < start + 2 * PIECE_UNITS && joined().test(text.slice(end, end + 2))) end++;
    if (/^[\udc00-\udfff]/.test(text.slice(end, end + 1))) end++;
    pieces.push(text.slice(start, end).normalize("NFKC"));
    start = end;
  }
  return pieces.join("");
}

function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === "." || name[end - 1] === " ")) end--;
  return name.slice(0, end);
}
