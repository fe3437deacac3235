/** Text of ours in the languages a ticket's shell speaks: its words, its patterns of paths, its regular expressions. */

import { inQuotes } from "../../contract/shell-word.ts";

/** For bash: an array of such words. */
export const shellArray = (words: readonly string[]): string => `(${words.map(inQuotes).join(" ")})`;

/** For `find -path` and for bash: exactly this path. */
export const findPattern = (path: string): string => path.replace(/[\\*?[\]]/g, "\\$&");

/** For POSIX extended expressions and for those of JavaScript alike: exactly this text. */
export const literalPattern = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\/]/g, (c) => (c === "/" ? c : `\\${c}`));

/** A name with `*` in it, as an expression that stays within one segment. */
export const namePattern = (name: string): string => name.split("*").map(literalPattern).join("[^/]*");

/** An entry of a ticket's lists, a mark and a type before it, that has this whole path. */
export const pathPattern = (path: string): string => `^..${namePattern(path).replaceAll("\n", ".")}$`;
