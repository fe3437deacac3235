/**
 * One spelling for names that a file system or an eye may take for one another: case, compatibility forms, invisible characters,
 * dots and spaces at the end, streams and short names of NTFS. It makes the tables match more, never less.
 */

import { keepAnswers } from "../../contract/kept.ts";

/** Only case is left to fold. */
const SIGNS = /^[\x20-\x7e]*$/;
const INVISIBLE = /\p{Cf}|\p{Cc}|\p{Default_Ignorable_Code_Point}/gu;
const SHORT_NAME = /^([^.~]{1,6})~\d+$/;

/** One segment of a path. */
export function foldSegment(segment: string): string {
  const seen = SIGNS.test(segment)
    ? segment.toLowerCase()
    : segment.normalize("NFKC").replace(INVISIBLE, "").toLowerCase().normalize("NFKC");
  const name = seen.replace(/:.*$/su, "").replace(/[. ]+$/, "");
  // NTFS gives ".git" the short name "GIT~1": taken for the long one.
  const [, short] = SHORT_NAME.exec(name) ?? [];
  return short === undefined ? name : `.${short}`;
}

/** What stands behind a colon is a stream of NTFS, and elsewhere the end of the name (`a:b.pem`): both are looked at. */
export const spelledOut = (name: string): readonly string[] =>
  name.includes(":") ? [name, name.replaceAll(":", "_")] : [name];

/** The segments of a path, folded; `\` parts names too. */
export const foldedSegments = keepAnswers((path): readonly string[] =>
  path
    .split(/[/\\]/)
    .filter((part) => part !== "")
    .map(foldSegment),
);

/** `path` is `dir` or lies below it, in any spelling: for what forbids. */
export function isInsideFolded(path: string, dir: string): boolean {
  const segments = foldedSegments(path);
  return foldedSegments(dir).every((part, i) => segments[i] === part);
}
