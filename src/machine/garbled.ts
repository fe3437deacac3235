/**
 * Names on a disk and in git are bytes, and not all of them are text. Read as text, two such names become one, and that one a third
 * which may be there as well.
 */

/** Something in it stands for bytes that are no text, or cannot be written as text. */
export const isGarbled = (text: string): boolean => text.includes("\uFFFD") || HALVES.test(text);

const HALVES = /\p{Surrogate}/u;

/** A name as text. Of one that is none, each byte beyond ASCII becomes half a sign: no text holds that, and no two names are alike. */
export function nameOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD") || Buffer.from(text).equals(bytes)) return text;
  return bytes.toString("latin1").replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
}

/** Lines of names. */
export function linesOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD")) return text;
  return bytes
    .toString("latin1")
    .split("\n")
    .map((line) => nameOf(Buffer.from(line, "latin1")))
    .join("\n");
}
