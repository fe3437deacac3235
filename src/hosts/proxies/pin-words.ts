/** What a server changed about a tool, for people: each field that differs, before and now. */
import { oneLine } from "../../contract/escape.ts";
import { parseObject, textOf } from "../json.ts";
import type { ToolChange } from "./pins.ts";

const MAX_FIELD_CHARS = 600;

export function describeChange({ tool, before, now }: ToolChange): string {
  const [old, next] = [parseObject(before), parseObject(now)];
  if (old === undefined || next === undefined)
    return `${oneLine(tool, MAX_FIELD_CHARS)} is now: ${oneLine(now, MAX_FIELD_CHARS)}`;
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (name) => textOf(old[name]) !== textOf(next[name]),
  );
  const shown = (value: unknown): string => (value === undefined ? "nothing" : oneLine(textOf(value), MAX_FIELD_CHARS));
  return fields
    .map(
      (name) => `${oneLine(`${tool}.${name}`, MAX_FIELD_CHARS)} was: ${shown(old[name])}\n  now: ${shown(next[name])}`,
    )
    .join("\n");
}
