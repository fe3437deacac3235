/**
 * A secret's word and, behind it, a value that nobody would write by hand: in files that shells and editors start with, whatever the line
 * is in (`set-environment -g API_TOKEN …`, `(setq gptel-api-key "…")`, `tokens=(github …)`). It says that there is one, and not where it ends.
 */
import { isSecretByWords } from "./secret-words.ts";

const NAME = /(?<![\w])[A-Za-z_][\w.-]{1,127}/g;
/** Short for a token, or a key of somebody's: with such a value behind it, where nothing is parsed. */
const SHORT = /(?:^|[_-])toks?$|(?<!(?:primary|foreign|public|cache|sort|partition|map|shared|host|row|hash))[_-]key$/i;
const MAX_LINES = 24;

export function tellsSecret(text: string): boolean {
  const whole = text.replace(/\\\r?\n/g, " ");
  for (const { 0: name, index } of whole.matchAll(NAME)) {
    if (!SHORT.test(name) && !isSecretByWords(name)) continue;
    if (hasOpaque(saidBehind(whole, index + name.length))) return true;
  }
  return false;
}

/** The rest of the line, and the lines below as long as no value came yet or a bracket is open. */
function saidBehind(text: string, from: number): string {
  let end = text.indexOf("\n", from);
  for (let i = 0; i < MAX_LINES && end >= 0 && goesOn(text.slice(from, end), text.slice(end + 1, end + 64)); i += 1)
    end = text.indexOf("\n", end + 1);
  return text.slice(from, end < 0 ? text.length : end);
}

/** `next`: how the line below begins. A name alone is followed by its value only where that is indented, or quoted. */
function goesOn(said: string, next: string): boolean {
  if (/^\s*$/.test(said)) return /^[ \t]+["'(]|^["']/.test(next);
  if (/^["'\])}\s=:,(]*$/.test(said)) return /[=:,(]\s*$/.test(said);
  return /^["'\]]*\s*[=:]\s*[([{]/.test(said) && !/[)\]}]\s*$/.test(said);
}

/** Filled in later, found elsewhere, or how something looks: a variable, an address, a commit, a colour. */
const NO_VALUE =
  /\$\{?\w+\}?|@(?:sha256:)?[0-9a-f]{7,64}(?![\w])|[a-z][a-z0-9+.-]*:\/\/[^\s"']+|#[0-9a-f]{3,8}(?![\w])/gi;
const BETWEEN = /[\s"'`=,;:()[\]{}<>|&]+/;

function hasOpaque(said: string): boolean {
  const rest = said.replace(/^\/[^\s"']*/, "").replace(NO_VALUE, " ");
  const words = rest.split(BETWEEN).filter((word) => word !== "" && !PASSED_OVER.test(word));
  return words.some(isOpaque) || (isSet(rest) && isMade(words[0] ?? ""));
}

/** Options, formats. */
const PASSED_OVER = /^(?:-.*|%\w)$/;
/** The value comes next: behind a sign, a blank, or the end of what the name stood in. */
const isSet = (rest: string): boolean => /^["'\])}]{0,3}(?:\s|[=:,])/.test(rest);

const isPath = (word: string): boolean => /^(?:~|\.{0,2}\/)/.test(word);

/** Letters and digits among each other, more than a word with a number at one of its ends. */
function isOpaque(word: string): boolean {
  if (isPath(word)) return false;
  const mixed = word.split(/[^A-Za-z0-9]+/).filter(isMixed);
  return mixed.some(({ length }) => length >= 8) || mixed.filter(({ length }) => length >= 4).length >= 3;
}

const isMixed = (part: string): boolean =>
  /\d/.test(part) && /[A-Za-z]/.test(part) && !/^(?:[A-Za-z]+\d{1,4}|v?\d{1,4}[A-Za-z]+)$/.test(part);

/** Right behind the name a word with a number is enough, unless it is what programs are called. */
const isMade = (word: string): boolean =>
  word.length >= 8 &&
  !isPath(word) &&
  ((/^\d+$/.test(word) && !DAY.test(word)) ||
    (/^[A-Za-z]+\d+$/.test(word) && !/^(?:python|openjdk|postgres|xterm|localhost)\d/i.test(word)));
const DAY = /^(?:19|20)\d{6}$/;
