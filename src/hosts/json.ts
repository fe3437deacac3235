/** Reading JSON that a host wrote and nobody vouches for: the one place where its fields get their types. */
import type { Json, JsonObject } from "../contract/action.ts";
import { parseStrictJson } from "../contract/strict-json.ts";

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

export const textIn = (object: JsonObject, key: string): string | null => {
  const value = object[key];
  return typeof value === "string" && value !== "" ? value : null;
};

export const objectIn = (object: JsonObject, key: string): JsonObject | null => {
  const value = object[key];
  return isObject(value) ? value : null;
};

/** The objects of a list; nothing where there is no list. */
export const objectsIn = (object: JsonObject, key: string): readonly JsonObject[] => {
  const value = object[key];
  return isList(value) ? value.filter(isObject) : [];
};

/** Absolute, as every host gives it: a relative one would be read against the hook's own directory. */
export const pathIn = (object: JsonObject, key: string): string | null => {
  const value = textIn(object, key);
  return value !== null && /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(value) ? value : null;
};

/** An object as text or as its bytes; undefined for anything else, and where a key stands twice. */
export function parseObject(text: string | Uint8Array): JsonObject | undefined {
  const parsed = parseStrictJson(typeof text === "string" ? text : Buffer.from(text).toString("utf8"));
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** Arguments a model wrote as text. What does not parse is shown as it is, never dropped. */
export const parseArguments = (given: unknown): JsonObject => {
  if (isObject(given)) return given;
  return typeof given === "string" ? (parseObject(given) ?? { arguments: given }) : {};
};

/** Any value as text; "" for one that is nested deeper than the machine can follow. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

/** A time in milliseconds as records write it; null where it is none. */
export const timeOf = (value: unknown): string | null =>
  typeof value === "number" && Math.abs(value) <= 8.64e15 ? new Date(value).toISOString() : null;
