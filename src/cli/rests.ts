/** What is said of an allow rule that rests, wherever one is shown: the word alone explains nothing. */

export const restsBecause = (why: string): string => `rests in auto mode, where it does not count: ${why}`;
