/** Words of commands, and what stands for those that are not known. */

/** Stands for what is not known of a word. */
export const UNKNOWN = "\u{f8fff}";
/** Before words that are files, directories and patterns of which all is run, or lists of what is run. */
export const EVERY = "\u{f8ffe}";

export type Words = readonly string[];

export const wordsIn = (command: string): Words => command.split(/[\s<>=,\\[\]{}]+/).filter((word) => word !== "");

/** Rules name files to say what may be done with them (`Edit(src/a.ts)`): that starts none. A quote in it is code (`require('./a')`). */
export const isRule = (text: string): boolean => /^[\w*-]+\((?!["'`]).*\)$/s.test(text);
