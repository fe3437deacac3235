/** What a word must be as a whole, where its role alone does not keep it harmless. Rows name these. */
import { isPlainLoopback } from "./loopback.ts";

/** A part of a regular expression in which every shell's `sed` finds the same end: a bracket holds no mark. */
const MATCHED = (mark: string): string => `(?:[^${mark}\\\\\\n[]|\\\\[^\\n]|\\[\\^?[^\\]${mark}\\\\\\n[]+\\])*`;
const PUT = (mark: string): string => `(?:[^${mark}\\\\\\n]|\\\\[^\\n])*`;
/** `5`, `$`, `/text/`: one line or a stretch of them, printed or left out; or a replacement that neither writes nor runs. */
const LINE = `(?:\\d+|\\$|/(?!/)${MATCHED("/")}/)`;
const REPLACED = ["/", "|", "#", ","]
  .map((mark) => `s\\${mark}${MATCHED(mark)}\\${mark}${PUT(mark)}\\${mark}[gpI0-9]*`)
  .join("|");
const SED = `(?:(?:${LINE}(?:,${LINE})?)?[pd=]|${REPLACED})(?:;${LINE}(?:,${LINE})?[pd=])*`;

/** What takes a document apart: no environment, no further input, no module. A backslash stands for a character, or for a value in a text. */
const JQ = /^(?!.*(?:\benv\b|\$ENV|\b(?:inputs?|import|include)\b))(?:[^\\`]|\\[(nt"\\]){1,600}$/is;

const FORMS: Readonly<Record<string, Pick<RegExp, "test">>> = {
  number: /^\d{1,12}$/,
  numbers: /^\d{1,9}(?:,\d{1,9})*$/,
  name: /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
  sed: new RegExp(`^(?:${SED})$`),
  /** Other signs behind a backslash are a live `%` to some shells. */
  printf: /^(?:[^%\\]|\\[nrt]|%%|%-?[0-9]{0,3}[sb])*$/,
  ps: /^(?:aux|ax|auxww)$/,
  executable: /^[ua]?\+x$/,
  /** Of git: placeholders of names, times and messages, and none that has a signature looked at, or git started. */
  gitformat: /^(?!.*(?:%[-+ ]?G|signature|describe))[^\n]*$/,
  gitsort: /^-?(?:v:|version:)?(?:refname|objectname|(?:creator|committer|author|tagger)date)$/,
  /** `title,body,files`. */
  fields: /^[A-Za-z]+(?:,[A-Za-z]+)*$/,
  /** `owner/name`: on the service's own host. */
  repository: /^(?!.*\.\.)[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/,
  branch: /^[A-Za-z0-9_][A-Za-z0-9_./-]*$/,
  state: /^(?:open|closed|merged|all|queued|in_progress|completed|success|failure|cancelled)$/,
  words: /^[A-Za-z0-9_ :./@=<>-]{1,200}$/,
  duration: /^\d{1,4}[smh]$/,
  endpoint: /^\/?repos\/(?!.*\.\.)[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_./-]+)?(?:\?[A-Za-z0-9_=&.+-]*)?$/,
  get: /^GET$/,
  jq: JQ,
  loopback: { test: isPlainLoopback },
};

/** "text:number" of `5`. A form nobody knows fits nothing. */
export function fits(use: string, value: string): boolean {
  const form = use.split(":")[1];
  return form === undefined || (Object.hasOwn(FORMS, form) && FORMS[form]?.test(value) === true);
}

export const isForm = (name: string): boolean => Object.hasOwn(FORMS, name);
