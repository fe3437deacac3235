/** Secrets in text, found by pattern and taken out of everything that is recorded, sent or shown. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { sha256 } from "../../contract/key.ts";
import { DETECTOR_PATTERNS } from "./detector.ts";
import { isSecretField, isSecretName } from "./names.ts";
import { randomRanges } from "./random.ts";
import { ownPatterns, type SecretPattern } from "./tokens.ts";
import { assignedRanges, isVariablesFile, type Range, variableRanges, writesVariables } from "./values.ts";

/** Longer text is kept up to here, with the hash of all of it. */
export const MAX_KEPT_CHARS = 262_144;
/** Looked at beyond that, so that no secret is cut in two and its first half kept. */
const OVERLAP_CHARS = 16_384;

const PATTERNS: readonly SecretPattern[] = [...DETECTOR_PATTERNS, ...ownPatterns()];
/** Of what has no hint nothing is shorter, and there are no blanks in it. */
const LONG_WORD = /\S{20}/;
/** Looked for one by one only where any hint is in the text at all. */
const WITHOUT_HINT = PATTERNS.filter(({ hints }) => hints === null);
const ANY_HINT = new RegExp(
  [...new Set(PATTERNS.flatMap(({ hints }) => hints ?? []))].map((hint) => hint.replace(/[^\w ]/g, "\\$&")).join("|"),
);
/** Filled in when the command runs: a command to be seen, not a secret. */
const FILLED_IN_LATER = /\$[({]|`.*`/;

/** For what is kept: secrets taken out, and what is too long cut. */
export function redact(text: string): string {
  if (text.length <= MAX_KEPT_CHARS) return withoutSecrets(text, text.length);
  const kept = withoutSecrets(text.slice(0, MAX_KEPT_CHARS + OVERLAP_CHARS), MAX_KEPT_CHARS);
  return `${kept}[${text.length - MAX_KEPT_CHARS} more characters left out, sha256 of all ${sha256(text)}]`;
}

/** For what is judged: secrets taken out, nothing cut. */
export const hideSecrets = (text: string): string => withoutSecrets(text, text.length);

type TextChange = (text: string) => string;

/** Strings, and the names of fields, at any depth. The same value when there is nothing to take out. */
export const redactJson = (value: Json): Json => changeTexts(value, redact);

/** Two fields whose names are secrets stay two fields. */
export const redactObject = (value: JsonObject): JsonObject => changeFields(value, redact);
export const hideInObject = (value: JsonObject): JsonObject => changeFields(value, hideSecrets);

function changeTexts(value: Json, change: TextChange): Json {
  if (typeof value === "string") return change(value);
  if (value === null || typeof value !== "object") return value;
  return isList(value) ? changeItems(value, change) : changeFields(value, change);
}

/** An option and its value may stand one behind the other; of two texts the first may name the second (`["X-Api-Key", "…"]`). */
const changeItems = (items: readonly Json[], change: TextChange): Json =>
  items.map((item, i) => (isNamedItem(items, i) ? hideAll(item) : changeTexts(item, change)));

function isNamedItem(items: readonly Json[], i: number): boolean {
  const before = items[i - 1];
  const names = items.length === 2 ? /^[\w.-]+$/ : /^--?[\w-]+$/;
  return typeof before === "string" && names.test(before) && isSecretName(before) && typeof items[i] === "string";
}

const FILE_FIELDS = ["file_path", "path", "filePath", "file", "filename", "uri"];
const CONTENT_FIELDS = new Set([
  "content",
  "contents",
  "new_string",
  "old_string",
  "text",
  "file_text",
  "new_str",
  "old_str",
]);

/** What of a field is secret because it is the contents of a file of variables. */
function fileRanges(key: string, beside: JsonObject): readonly Range[] {
  const text = beside[key];
  if (!CONTENT_FIELDS.has(key) || typeof text !== "string") return [];
  const paths = FILE_FIELDS.flatMap((name) => beside[name] ?? []).filter((path) => typeof path === "string");
  return paths.some(isVariablesFile) ? variableRanges(text) : [];
}

const withoutFiles = (key: string, beside: JsonObject, text: string): string =>
  cut(text, fileRanges(key, beside), text.length);

function changeFields(value: JsonObject, change: TextChange): JsonObject {
  const next = new Map<string, Json>();
  for (const [key, item] of Object.entries(value)) {
    let name = change(key);
    while (next.has(name)) name = `${name}'`;
    if (isSecretField(key, value))
      next.set(name, isNumberSecret(key, item) ? blank(String(item).length) : hideAll(item));
    else next.set(name, changeTexts(typeof item === "string" ? withoutFiles(key, value, item) : item, change));
  }
  return Object.fromEntries(next);
}

/** Counts are called tokens, too; what is called a PIN or a password is none. */
const isNumberSecret = (key: string, item: Json): boolean =>
  typeof item === "number" && item >= 1_000 && /(?:pin|otp|passcode|passwor[dt]|passwd|pwd)$/i.test(key);

/** Shorter ones are words of their own too often to be taken out wherever they stand. */
const VALUE_CHARS_MIN = 4;

/** The secrets of a value, for texts that were made from it and say no longer what they stood under. */
export const secretsIn = (value: JsonObject): readonly string[] =>
  Object.entries(value).flatMap(([key, item]) => secretsUnder(item, value, key));

function secretsUnder(value: Json, beside: JsonObject, name: string): readonly string[] {
  if (typeof value === "string") {
    // An element of a list stands where the list does; any other is not copied, of thousands.
    const field = beside[name] === value ? beside : { ...beside, [name]: value };
    const found = isSecretField(name, field) ? [value] : [];
    const ranges = [...secretRanges(value), ...fileRanges(name, field)];
    return [...found, ...ranges.map(({ from, to }) => value.slice(from, to))].filter(
      (text) => text.length >= VALUE_CHARS_MIN && !IS_BLANK.test(text),
    );
  }
  if (value === null || typeof value !== "object") return [];
  if (isList(value))
    return value.flatMap((item, i) => [
      ...(typeof item === "string" && item.length >= VALUE_CHARS_MIN && isNamedItem(value, i) ? [item] : []),
      ...secretsUnder(item, beside, name),
    ]);
  return secretsIn(value);
}

/** Secrets that are known from elsewhere taken out. */
export const hideKnown = (text: string, secrets: readonly string[]): string =>
  [...new Set(secrets)]
    .sort((a, b) => b.length - a.length)
    .reduce((left, secret) => left.replaceAll(secret, blank(secret.length)), text);

/** What stands where a secret stood. */
const blank = (characters: number): string => `[secret, ${characters} characters]`;
const IS_BLANK = /^\[secret, \d+ characters\]$/;

/** Under a name that means a secret every text is one; what is filled in later is a command to be seen. */
function hideAll(value: Json): Json {
  if (typeof value === "string")
    return value === "" || FILLED_IN_LATER.test(value) || IS_BLANK.test(value) ? redact(value) : blank(value.length);
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map(hideAll);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), hideAll(item)]));
}

/** Whether more than single words would be hidden in a value: such a call cannot be shown whole. */
export function hidesMore(value: Json): boolean {
  if (typeof value === "string") return value.length > MAX_KEPT_CHARS || hidesWords(value);
  if (value === null || typeof value !== "object") return false;
  if (isList(value)) return value.some((item) => hidesMore(item));
  return Object.entries(value).some(
    ([key, item]) =>
      hidesMore(key) ||
      hidesMore(item) ||
      (isSecretField(key, value) && textsIn(item).some(hasWords)) ||
      (typeof item === "string" && fileRanges(key, value).some(hidesText(item))),
  );
}

const hidesText =
  (text: string) =>
  ({ from, to }: Range): boolean =>
    hasWords(text.slice(from, to));
/** Several words, signs of a shell or of code, an address, a path or the name of a host: more than a secret is, and may be what is run or reached. */
const SAYS_MORE =
  /[\s<>{}()|;&`,]|:\/\/|\/.*\.|\..*\/|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,24}$|\b(?:system|exec|eval|spawn|require|import|qx|qw)\b/i;
const hasWords = (text: string): boolean => SAYS_MORE.test(text);
const hidesWords = (text: string): boolean => secretRanges(text).some(({ from, to }) => hasWords(text.slice(from, to)));

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

const withoutSecrets = (text: string, end: number): string => cut(text, secretRanges(text), end);

function cut(text: string, ranges: readonly Range[], end: number): string {
  if (ranges.length === 0) return end === text.length ? text : text.slice(0, end);
  let out = "";
  let at = 0;
  for (const { from, to } of ranges) {
    if (from >= end) break;
    if (from > at) out += text.slice(at, from);
    if (from >= at) out += blank(to - from);
    at = Math.max(at, to);
  }
  return at < end ? out + text.slice(at, end) : out;
}

/** Short texts in which nothing was found come again and again. Only such are kept, and not for long. */
const CLEAN = new Set<string>();
const MAX_CLEAN = 4_096;
const MAX_CLEAN_CHARS = 512;
/** Names of fields and tools: shorter than any secret, and nothing in them is given a value. */
const WORD = /^[a-z_]{0,12}$/i;

function secretRanges(text: string): readonly Range[] {
  if (WORD.test(text) || CLEAN.has(text)) return [];
  const ranges = findRanges(text);
  if (ranges.length > 0 || text.length > MAX_CLEAN_CHARS) return ranges;
  if (CLEAN.size >= MAX_CLEAN) CLEAN.clear();
  CLEAN.add(text);
  return ranges;
}

function findRanges(text: string): readonly Range[] {
  const lower = text.toLowerCase();
  const byName = [
    ...assignedRanges(text),
    ...randomRanges(text),
    ...(writesVariables(text) ? variableRanges(text) : []),
  ].filter(({ from, to }) => !FILLED_IN_LATER.test(text.slice(from, to)));
  return [...patternRanges(text, lower), ...byName]
    .map((range) => wholeWord(range, text))
    .sort((a, b) => a.from - b.from || b.to - a.to);
}

const isHinted = (hints: SecretPattern["hints"], text: string, lower: string): boolean =>
  hints === null ? LONG_WORD.test(text) : hints.some((hint) => lower.includes(hint));

function patternRanges(text: string, lower: string, patterns = PATTERNS): readonly Range[] {
  const ranges: Range[] = [];
  for (const { hints, part, pattern } of ANY_HINT.test(lower) ? patterns : WITHOUT_HINT) {
    if (!isHinted(hints, text, lower)) continue;
    for (const match of text.matchAll(pattern)) {
      const span = spanOf(match, part);
      if (span === undefined) continue;
      const [from, to] = span;
      if (part !== 0 && FILLED_IN_LATER.test(text.slice(from, to))) continue;
      ranges.push({ from, to });
    }
  }
  return ranges;
}

/** A pattern's bound is no end of a secret. */
const BOUND_CHARS = 200;
const REST = /[A-Za-z0-9_+/=.~-]*/y;

function wholeWord({ from, to }: Range, text: string): Range {
  if (to - from < BOUND_CHARS) return { from, to };
  REST.lastIndex = to;
  return { from, to: to + (REST.exec(text)?.[0].length ?? 0) };
}

function spanOf({ indices }: RegExpExecArray, part: SecretPattern["part"]): readonly [number, number] | undefined {
  if (typeof part === "number") return indices?.[part];
  return part === "any" ? indices?.slice(1).find((span) => span !== undefined) : indices?.groups?.[part];
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Something in it would be taken out. */
export const tellsSecret = (text: string): boolean => secretRanges(text).length > 0;
