/** Small readers of a tool's input, so that encodings and checks read like the table of §5. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { MAX_PATH } from "../../machine/index.ts";

/** The string in a field, or "" where there is none: an encoding never throws. */
export const text = (input: JsonObject, field: string): string => {
  const value = input[field];
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
};

export const has = (input: JsonObject, field: string): boolean => {
  const value = input[field];
  return value !== undefined && value !== null && value !== "";
};

type Kind = "string" | "boolean" | "number" | "array" | "object";

const kindOf = (value: Json): Kind | "null" =>
  value === null ? "null" : Array.isArray(value) ? "array" : (typeof value as Kind);

/** The first field that is missing or of the wrong kind, as a sentence. A `?` behind the kind makes it optional. */
export function misshapen(input: JsonObject, fields: Readonly<Record<string, Kind | `${Kind}?`>>): string | undefined {
  for (const [field, wanted] of Object.entries(fields)) {
    const optional = wanted.endsWith("?");
    const kind = optional ? wanted.slice(0, -1) : wanted;
    const value = input[field];
    if (value === undefined || value === null) {
      if (!optional) return `the field "${field}" is missing`;
    } else if (kindOf(value) !== kind) {
      return `the field "${field}" must be a ${kind}, not ${kindOf(value)}`;
    }
  }
  return undefined;
}

/** A path no program can open is a mistake or a trick. */
export function badPath(input: JsonObject, field: string): string | undefined {
  const path = input[field];
  if (typeof path !== "string") return undefined;
  if (path === "") return `the field "${field}" is empty`;
  if (path.length > MAX_PATH) return `the field "${field}" is longer than any path`;
  return path.includes("\0") ? `the field "${field}" holds a NUL character` : undefined;
}
