/**
 * One spelling for names that a file system or an eye may take for one another: case, compatibility forms (NFKC),
 * invisible characters, trailing dots and spaces, NTFS streams and short names. Used by deny and ask rules and by
 * protected places, where matching too much is the safe side; never by allow rules.
 */

import { once } from "../contract/once.ts";

/** ASCII without upper case, colon, backslash, tilde or space, and no dot at the end: its own fold. */
const PLAIN = /^[\x21-\x39\x3b-\x40\x5b\x5d-\x7d]*[\x21-\x2d\x2f-\x39\x3b-\x40\x5b\x5d-\x7d]$/;
/** Nothing in it is invisible or has another form. */
const ASCII = /^[\x20-\x7e]*$/;
// Format characters, variation selectors, fillers and other code points that draw nothing.
const invisible = once(() => /\p{Cf}|\p{Cc}|\p{Default_Ignorable_Code_Point}/gu);
const TRAILING = /[. ]+$/;
const STREAM = /::?\$[a-z_]+.*$|:[^/]*$/;
const SHORT_NAME = /^([^.~]{1,6})~\d+$/;

/** One path segment. `.` and `..` are expected to be gone already. */
export function foldSegment(segment: string): string {
  if (PLAIN.test(segment)) return segment;
  const name = foldText(segment).normalize("NFKC").replace(STREAM, "").replace(TRAILING, "");
  const short = SHORT_NAME.exec(name);
  // NTFS gives ".git" the short name "GIT~1": taken for the long one.
  return short?.[1] !== undefined ? `.${short[1]}` : name;
}

/** A whole path; backslashes count as separators on every platform. */
export function foldPath(path: string): string {
  return path.split(/[/\\]/).map(foldSegment).join("/");
}

/** Free text (a command, a host name): as for segments, but dots and spaces stay. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.replace(invisible(), "").normalize("NFKC").toLowerCase();
}
