/** What a package says of itself: its scripts, and the files it is entered by. */

export function entriesIn(text: string): readonly string[] {
  try {
    const { main, module, bin, exports } = JSON.parse(text);
    return stringsIn([main, module, bin, exports]).slice(0, MAX_ENTRIES);
  } catch {
    return [];
  }
}
export const MAX_ENTRIES = 64;

const stringsIn = (value: unknown): readonly string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).slice(0, MAX_ENTRIES).flatMap(stringsIn)
      : [];

export const namesScript = (word: string, script: string): boolean =>
  word.split(":").length > 1 && word.replace(/^npm:/, "") === script
    ? true
    : [word, `pre${word}`, `post${word}`].includes(script) ||
      (/^(?:t|tst)$/.test(word) && /^(?:pre|post)?test$/.test(script));

export function scriptsIn(text: string): readonly (readonly [string, string])[] {
  try {
    const { scripts } = JSON.parse(text);
    return Object.entries(scripts ?? {}).flatMap(([name, script]) =>
      typeof script === "string" ? [[name, script] as const] : [],
    );
  } catch {
    return [];
  }
}

/** Definitions that hold commands; others hold code or versions. */
export const COMMANDS = /make|just|deno\.|tox|task|lefthook|pre-commit|\.py$|procfile|rakefile/i;
