/** Secrets in text by the name they stand under, as programs take them, and words that nobody made up. */
import { isSecretByWords, OTHER_WORDS, SECRET_WORDS } from "./names.ts";

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Anchored at a name's beginning, every part bounded: the cost is that of the text. */
const ASSIGNED =
  /(?<![\p{L}\p{M}\p{N}_.-])([\p{L}_][\p{L}\p{M}\p{N}_.-]{1,127})(["'\])]{0,3})([ \t]*)(:=|=>|=(?!=)|:(?![:/]))([ \t]*(?:\\\r?\n[ \t]*)?)(?:"([^"\r\n`\\]{1,4096})"|'([^'\r\n`\\]{1,4096})'|((?![$[-])[^\s"'`;&|<>(){}$\\,]{1,4096}))/dgu;
/** One of these is in every name that means a secret, or a letter of another alphabet. */
const ANY_NAME = new RegExp(
  `pass|pwd|secret|token|key|credential|creds|auth|otp|bearer|pat|pw|pin|psk|connection|[\u0080-\uffff]|${OTHER_WORDS.map((phrase) => phrase.split(" ")[0]).join("|")}`,
  "i",
);

const BLANKED = /^\[(?:secret, |redacted )/;
/** A place, a version, a number, a word of a language or a member of something: nobody's secret. */
const PLAIN =
  /^(?:[~.]{0,2}\/.*|[a-z]+:\/\/[^@]*|v?\d+(?:\.\d+)*|true|false|yes|no|none|null|undefined|nil|required|optional|\*+|x+|\.\.\.|<.*>|\$.*)$/i;
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:(?:\?|!)?\.[A-Za-z_$][\w$]*)+|\[.*)$/;
const TYPE =
  /^(?:(?:Big)?(?:Ui|I)nt|Float)\d+(?:Clamped)?Array$|^(?:u?int|float|varchar|sha|md|utf|u|i|f)_?\d+(?:_t)?$/i;

/** Made, not written: a digit or a sign among letters, or very long. */
export const looksMade = (value: string): boolean =>
  value.length >= 5 &&
  ((/\d/.test(value) && /[A-Za-z]/.test(value)) ||
    /[!#%^*+~]/.test(value) ||
    (value.length >= 20 && !/[\s.]/.test(value) && /[a-z]/.test(value) && /[A-Z0-9]/.test(value)));

interface Assigned {
  readonly name: string;
  readonly value: string;
  /** As a shell has it: no blank around the sign, but for a line that goes on. */
  readonly tight: boolean;
  /** Without quotes. */
  readonly bare: boolean;
  /** The character behind. */
  readonly next: string;
}

export function assignedRanges(text: string): readonly Range[] {
  if (!ANY_NAME.test(text)) return [];
  const found: Range[] = [];
  for (const match of text.matchAll(ASSIGNED)) {
    const [, name = "", , before = "", sign = "", after = "", , , bare] = match;
    const [from, to] = match.indices?.[6] ?? match.indices?.[7] ?? match.indices?.[8] ?? [0, 0];
    const tight = sign === "=" && before === "" && (after === "" || after.includes("\n"));
    const value = text.slice(from, to);
    if (to > from && isSecret({ name, value, tight, bare: bare !== undefined, next: text.charAt(to) }))
      found.push({ from, to });
  }
  return found;
}

function isSecret({ name, tight, bare, value, next }: Assigned): boolean {
  if (BLANKED.test(value) || PLAIN.test(value) || !(isSecretByWords(name) || /^(?:pw|pass)$/i.test(name))) return false;
  if (bare && next === "(") return false;
  if (tight) return isWritten(name, value);
  return looksMade(value) && !(bare && (MEMBER.test(value) || TYPE.test(value)));
}

/** As a shell has it: in capitals whatever it is, else not one of the language's words alone. */
const isWritten = (name: string, value: string): boolean => /^[A-Z0-9_]+$/.test(name) || value.length >= 3;

/** All values of a file of variables. */
const VARIABLE_LINE =
  /(?:^|[\r\n"']|(?:echo|printf)\s+(?:-\w+\s+)*)[ \t]*(?:export[ \t]+)?[A-Za-z_]\w{0,127}[ \t]*=[ \t]*(?:"([^"\r\n]{1,4096})"|'([^'\r\n]{1,4096})'|((?![$[])[^\s"'#$\\]{1,4096}))/dg;

export function variableRanges(text: string): readonly Range[] {
  return [...text.matchAll(VARIABLE_LINE)].flatMap(({ indices }) => {
    const span = indices?.[1] ?? indices?.[2] ?? indices?.[3];
    return span === undefined || BLANKED.test(text.slice(...span)) ? [] : [{ from: span[0], to: span[1] }];
  });
}

const ENV_NAME = String.raw`(?:[\w@./~-]*\/)?(?:[\w-]*\.env(?:\.(?!(?:example|sample|template|dist|schema)\b)[\w-]+)*|\.envrc)`;
const ENV_FILE = new RegExp(`^${ENV_NAME}$`);
/** A command that writes such a file. */
const ENV_WRITTEN = new RegExp(`(?:>>?|\\btee(?:\\s+-a)?)\\s*["']?${ENV_NAME}(?![\\w.-])`);

/** A file of variables: each of its values is a secret. */
export const isVariablesFile = (path: string): boolean => ENV_FILE.test(path.trim());
export const writesVariables = (text: string): boolean => text.includes(".env") && ENV_WRITTEN.test(text);

/** One word of a command: nothing in it could be a command of its own, and nothing in it is filled in later. */
const BARE = "[^\\s\"'`;&|<>()${}\\\\]";
/** Neither filled in later nor taken out already. */
export const FRESH = "(?!\\$|\\[(?:redacted |secret, ))";
/** In an address a password may hold a dollar. */
export const FRESH_ADDRESS = "(?!\\$[{(]|\\[(?:redacted |secret, ))";
const QUOTED = (quote: string, fresh = FRESH): string =>
  `\\$?\\\\*${quote}(${fresh}[^\\r\\n${quote}\`\\\\]{1,512})\\\\*${quote}`;
/** The value in a group of its own for each way of writing it. In single quotes nothing is filled in later. */
export const VALUE = `(?:${QUOTED('"')}|${QUOTED("'", FRESH_ADDRESS)}|(${FRESH}(?!-|@-(?:\\s|$)|(?:@|file:)?<\\()(?![=:>]+(?:\\s|$))(?:${BARE}|\\\\[^\\s\\w"'\\\\]){1,512}))`;

export const OPTION_WORDS = `${SECRET_WORDS}|pass|auth-token|pw|pat`;
