/**
 * Names on a disk and in git are bytes, and not all of them are text. Read as text, two such names become one, and that one a third
 * which may be there as well.
 */

/** Something in it stands for bytes that are no text, or cannot be written as text. */
export const isGarbled = (text: string): boolean => text.includes("\uFFFD") || HALVES.test(text);

const HALVES = /\p{Surrogate}/u;
