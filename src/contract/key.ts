/** Which calls are the same call. */
import { hash } from "node:crypto";
import type { Json, JsonObject } from "./action.ts";
import type { CallKey } from "./session.ts";

export const sha256 = (text: string | Uint8Array): string => hash("sha256", text, "hex");

/** JSON with sorted keys and nothing left out: equal text exactly for equal values. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== "object") return scalar(value);
  if (isList(value)) return `[${value.map(canonical).join(",")}]`;
  const parts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const item = value[key];
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${canonical(item)}`);
  }
  return `{${parts.join(",")}}`;
}

/** Tool, executed fields and directory, before any redaction. */
export const callKey = (tool: string, executedFields: JsonObject, cwd: string): CallKey =>
  sha256(canonical([tool, executedFields, cwd]));

/** A value JSON cannot say would be written like another one: refused. */
function scalar(value: null | boolean | number | string): string {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError("a call's input holds a number JSON cannot say");
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a call's input holds a ${typeof value}`);
  return text;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
