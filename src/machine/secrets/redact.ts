/** Secrets in text, found by pattern and taken out of everything that is recorded, sent or shown. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { sha256 } from "../../contract/key.ts";
import { OWN_PATTERNS } from "./own-patterns.ts";
import type { SecretPattern } from "./pattern.ts";
import { DETECTOR_PATTERNS } from "./secret-patterns.ts";

/** Longer text is kept up to here, with the hash of all of it. */
export const MAX_KEPT_CHARS = 262_144;
/** Looked at beyond that, so that no secret is cut in two and its first half kept. */
const OVERLAP_CHARS = 16_384;

const PATTERNS: readonly SecretPattern[] = [...DETECTOR_PATTERNS, ...OWN_PATTERNS];
/** Most text holds no hint at all: one look says so. */
const ANY_HINT = new RegExp(
  [...new Set(PATTERNS.flatMap(({ hints }) => hints))].map((hint) => hint.replace(/[^\w]/g, "\\$&")).join("|"),
);
/** Filled in when the command runs: a command to be seen, not a secret. */
const FILLED_IN_LATER = /\$[({]|`.*`/;

interface Range {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

export function redact(text: string): string {
  if (text.length <= MAX_KEPT_CHARS) return withoutSecrets(text, text.length);
  const kept = withoutSecrets(text.slice(0, MAX_KEPT_CHARS + OVERLAP_CHARS), MAX_KEPT_CHARS);
  return `${kept}[${text.length - MAX_KEPT_CHARS} more characters left out, sha256 of all ${sha256(text)}]`;
}

/** Strings, and the names of fields, at any depth. The same value when there is nothing to take out. */
export function redactJson(value: Json): Json {
  if (typeof value === "string") return redact(value);
  if (value === null || typeof value !== "object") return value;
  return isList(value) ? value.map(redactJson) : redactObject(value);
}

/** Two fields whose names are secrets stay two fields. */
export function redactObject(value: JsonObject): JsonObject {
  const next = new Map<string, Json>();
  for (const [key, item] of Object.entries(value)) {
    let name = redact(key);
    while (next.has(name)) name = `${name}'`;
    next.set(name, redactJson(item));
  }
  return Object.fromEntries(next);
}

/** Whether more than single words would be hidden in a value: such a call cannot be shown whole. */
export function hidesMore(value: Json): boolean {
  if (typeof value === "string")
    return (
      value.length > MAX_KEPT_CHARS || secretRanges(value).some(({ from, to }) => /\s/.test(value.slice(from, to)))
    );
  if (value === null || typeof value !== "object") return false;
  return isList(value)
    ? value.some(hidesMore)
    : Object.entries(value).some(([key, item]) => hidesMore(key) || hidesMore(item));
}

function withoutSecrets(text: string, end: number): string {
  const ranges = secretRanges(text);
  if (ranges.length === 0) return end === text.length ? text : text.slice(0, end);
  let out = "";
  let at = 0;
  for (const { from, to } of ranges) {
    if (from >= end) break;
    if (from > at) out += text.slice(at, from);
    if (from >= at) out += `[secret, ${to - from} characters]`;
    at = Math.max(at, to);
  }
  return at < end ? out + text.slice(at, end) : out;
}

function secretRanges(text: string): readonly Range[] {
  const lower = text.toLowerCase();
  if (!ANY_HINT.test(lower)) return [];
  const ranges: Range[] = [];
  for (const { name, hints, part, pattern } of PATTERNS) {
    if (!hints.some((hint) => lower.includes(hint))) continue;
    for (const match of text.matchAll(pattern)) {
      const span = typeof part === "number" ? match.indices?.[part] : match.indices?.groups?.[part];
      if (span === undefined) continue;
      const [from, to] = span;
      if (part !== 0 && FILLED_IN_LATER.test(text.slice(from, to))) continue;
      ranges.push({ from, to, name });
    }
  }
  return ranges.sort((a, b) => a.from - b.from || b.to - a.to);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
