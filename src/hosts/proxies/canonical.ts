/** The same text whatever order a value's fields are written in. */
import type { Json } from "../../contract/action.ts";
import { isList, isObject } from "../json.ts";

export function canonicalJson(value: Json): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`);
  return `{${fields.join(",")}}`;
}
