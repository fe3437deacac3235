/** The events an agent writes, one JSON value a line; a line that says a thing twice says nothing. */
import { parseStrictJson } from "../../../contract/strict-json.ts";

export const parseLines = (text: string): readonly unknown[] =>
  text.split("\n").flatMap((line) => {
    const parsed = parseStrictJson(line);
    return parsed.ok ? [parsed.value] : [];
  });
