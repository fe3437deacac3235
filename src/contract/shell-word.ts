/** Words for a POSIX shell. */

/** In quotes, whatever it is: a shell takes it as it is written. */
export const inQuotes = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** In quotes only where it needs them. */
export const shellWord = (word: string): string => (/^[\w./:@%+=,-]+$/.test(word) ? word : inQuotes(word));
