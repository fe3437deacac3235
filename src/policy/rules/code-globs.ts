/** Files that patterns in code find now, where the code changes what it is handed: for rules that forbid editing. */
import { placesMatched } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

const MAX_FOUND = 128;
/** A pattern in quotes, and perl's own way to write one. */
const PATTERN = /(["'`])([\w./~-]*[*?][\w./*?~[\]-]*)\1|<([\w./~-]*[*?][\w./*?~[\]-]*)>/g;
/** A change to what a variable names; one to a name that stands in quotes is none. */
const CHANGES_VARIABLE =
  /\bopen\w*\(?\s*\w+\s*,\s*(?:\w+\s*=\s*)?["'][rb]*[wax+]|\b(?:[A-Za-z_]\w*\.(?:write_?(?:text|bytes)|unlink|touch|rename|replace|open\(["'][wa])|(?:un)?link\w*|remove\w*|rm\w*|rename\w*|replace|truncate\w*|chmod\w*|(?:write|append)File\w*|copy\w*|move)\s*\(?\s*(?:[A-Za-z_$][\w.$]*\s*[,)]|<|glob\b)|\b[A-Za-z_]\w*\.(?:write_?(?:text|bytes)|unlink|touch)\(|["']\+?[>]{1,2}\s*["',]*\s*\$|inplace/;
const DEEP = /\brglob\b|\bwalk\w*\b|recursive/;

/** Absolute. */
export function globbedByCode(code: string, from: string, { world }: PolicyCall): readonly string[] {
  if (!CHANGES_VARIABLE.test(code)) return [];
  const patterns = [...code.matchAll(PATTERN)].map(([, , quoted, angled]) => quoted ?? angled ?? "");
  return patterns
    .flatMap((pattern) => (DEEP.test(code) ? [pattern, `**/${pattern}`] : [pattern]))
    .map((pattern) => (pattern.startsWith("/") ? pattern : `${from}/${pattern.replace(/^\.\//, "")}`))
    .flatMap(
      (pattern) => placesMatched(pattern, world, (directory) => !/\/(?:node_modules|\.git)$/.test(directory)) ?? [],
    )
    .slice(0, MAX_FOUND);
}
