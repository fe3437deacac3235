/** Commands in the input of a tool that nobody declared, by the names of the fields they stand in, at any depth of it. */
import type { Json, JsonObject } from "../../contract/action.ts";

/** How deep lists and objects are walked, how many texts are taken, and how long one may be, in characters. */
const MAX_DEPTH = 6;
const MAX_TEXTS = 64;
const MAX_TEXT = 16_384;

/** Words that belong to a command beside them. */
const WORDS = /^(?:args|argv|arguments)$/i;

/** The text of every field so named; of a list each element by itself, and all of them as the words of one command. */
export function commandsGiven(input: JsonObject, field: RegExp): readonly string[] {
  const texts = walk(input, field, 0).filter((text) => text.trim() !== "" && text.length <= MAX_TEXT);
  return [...new Set(texts)].slice(0, MAX_TEXTS);
}

function walk(value: Json, field: RegExp, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === "string") return /^\s*[[{]/.test(value) ? walk(parsed(value), field, depth + 1) : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => walk(one, field, depth + 1));
  const own = Object.entries(value).flatMap(([name, one]) => (field.test(name) ? textsOf(one) : []));
  const words = Object.entries(value).flatMap(([name, one]) => (WORDS.test(name) ? [wordsOf(one)] : []));
  const withWords = words.flatMap((rest) => own.map((text) => `${text} ${rest}`));
  return [...own, ...withWords, ...Object.values(value).flatMap((one) => walk(one, field, depth + 1))];
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? [wordsOf(value), ...value.filter((one) => typeof one === "string")] : [];
}

const wordsOf = (value: Json): string =>
  typeof value === "string"
    ? value
    : Array.isArray(value)
      ? value.filter((one) => typeof one === "string").join(" ")
      : "";

/** An input inside a text, as some tools take theirs. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
