/** Reading JSON that a host wrote: the one place where its fields get their types. */
import type { JsonObject } from "../contract/action.ts";
import { isObject } from "../judge/sources/parts.ts";

export { isList, isObject } from "../judge/sources/parts.ts";

export const textIn = (object: JsonObject, key: string): string | null => {
  const value = object[key];
  return typeof value === "string" && value !== "" ? value : null;
};

export const objectIn = (object: JsonObject, key: string): JsonObject | null => {
  const value = object[key];
  return isObject(value) ? value : null;
};

/** Absolute, as every host gives it: a relative one would be read against the hook's own directory. */
export const pathIn = (object: JsonObject, key: string): string | null => {
  const value = textIn(object, key);
  return value !== null && /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(value) ? value : null;
};
