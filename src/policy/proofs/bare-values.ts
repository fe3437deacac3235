/** A file that is called like a secret and holds nothing but a value: no name stands before it by which it could be told. */

/** A user and a password, a key and its answer: longer lists are of something else. */
const MAX_LINES = 3;
/** In characters. */
const SHORTEST = 6;
/** Of one kind of letters: shorter ones are words of a language. */
const LONG = 16;

export function isBareSecret(text: string): boolean {
  const lines = text.split("\n").map((line) => line.trim());
  const said = lines.filter((line) => line !== "");
  return said.length > 0 && said.length <= MAX_LINES && said.every(isBare) && said.some(isBareValue);
}

/** Neither a sentence nor data with a form of its own: a list, JSON, a setting, an address. */
const isBare = (line: string): boolean => /^[\x21-\x7e]+$/.test(line) && !/^[[{("'<#]|,|:\/\/|^[\w.-]+=[^=]/.test(line);

/** Neither a word of a language nor a version, a path or what stands for a secret. */
export const isBareValue = (word: string): boolean =>
  word.length >= SHORTEST && !NO_SECRET.some((form) => form.test(word)) && (isMixed(word) || word.length >= LONG);

/** Of more than the letters of one word. */
const isMixed = (word: string): boolean => !/^(?:[A-Za-z]?[a-z]*|[A-Z]+)$/.test(word);

const NO_SECRET: readonly RegExp[] = [
  // A version, a date.
  /^v?\d+(?:[.-]\d+)+(?:[-+][\w.]+)?$/,
  // A path, a name of a file.
  /^(?:~|\.{1,2})?\/|^[a-z0-9._-]+(?:\/[a-z0-9._-]+)+\/?$|^[\w-]+\.[a-z]{1,5}$/,
  // Where a secret is to stand.
  /^(?:\$\{?\w+\}?|%\w+%|(.)\1*|(?:change|replace|insert|put|add)[_-]?(?:me|this|it|your).*|your[_-].*|my[_-].*|.*(?:example|placeholder|redacted|dummy).*)$/i,
];
