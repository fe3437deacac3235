/**
 * One spelling for names that a file system or an eye may take for one another: case, compatibility forms (NFKC), invisible
 * characters, trailing dots and spaces, NTFS streams and short names. For deny and ask rules; never for allow rules.
 */
import { keepAnswers } from "../contract/kept.ts";

const ASCII = /^[\x20-\x7e]*$/;
const INVISIBLE = /\p{Cf}|\p{Cc}|\p{Default_Ignorable_Code_Point}/gu;
const SHORT_NAME = /^([^.~]{1,6})~\d+$/;
/** UTF-16 units. Sorting combining marks is quadratic in a run of them: no name is longer, and longer text is folded in pieces. */
const PIECE_UNITS = 128;

/** Free text: a command, a host's name. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const seen = text.replace(INVISIBLE, "");
  const pieces = seen.match(new RegExp(`[\\s\\S]{1,${PIECE_UNITS}}[\\p{M}]{0,${PIECE_UNITS}}`, "gu")) ?? [];
  return pieces
    .map((piece) => piece.normalize("NFKC"))
    .join("")
    .toLowerCase();
}

/** One segment of a path, or of a pattern for one. */
export function foldSegment(segment: string): string {
  const folded = foldText(segment);
  if (/[*?[\\]/.test(folded)) return folded;
  const stream = folded.indexOf(":");
  const name = (stream < 0 ? folded : folded.slice(0, stream)).replace(/[. ]{1,64}$/, "");
  // NTFS gives ".git" the short name "GIT~1".
  const short = SHORT_NAME.exec(name);
  return short?.[1] === undefined ? name : `.${short[1]}`;
}

/** A whole path; backslashes count as separators on every platform. */
export const foldPath = keepAnswers((path) =>
  path
    .split(path.includes("*") ? "/" : /[/\\]/)
    .map(foldSegment)
    .join("/"),
);
