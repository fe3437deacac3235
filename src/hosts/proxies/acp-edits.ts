/**
 * An edit as an agent's request shows it: the one diff. The agent runs its own call, not what it shows, so whatever else the request
 * says must be said by the diff too, or name a place that is judged by itself.
 */
import type { Action, Json, JsonObject } from "../../contract/action.ts";
import { isList, isObject, objectsIn, pathIn } from "../json.ts";

const PATH_FIELD = /path|file|uri|director|folder|target|destination|source/i;
/** What is written, under the names agents have for it. */
const TEXT_FIELD = /^(?:(?:old|new)_?(?:text|str|string)|content|text|file_text|unified_diff)$/i;
/** Lists and objects that hold edits; the keys of `changes` are the files. */
const HOLDS_EDITS: ReadonlySet<string> = new Set(["edits", "changes", "add", "update", "delete"]);
/** Declared, and of no consequence. */
const BESIDE =
  /^(?:call_?id|auto_approved|description|explanation|instructions?|reason|replace_?all|allow_multiple|expected_replacements|line|insert_line)$/i;
/** Within a text of changes: the beginning of another file's. */
const OTHER_FILE = /^(?:\*\*\* |--- |\+\+\+ |diff |rename |copy |Index: )/m;

export function editIn(call: JsonObject, cwd: string): Action | undefined {
  const [diff, ...more] = objectsIn(call, "content").filter((part) => part.type === "diff");
  const path = diff === undefined ? null : pathIn(diff, "path");
  const text = diff?.newText;
  if (call.kind !== "edit" || path === null || typeof text !== "string" || more.length > 0) return undefined;
  return isAll(call) ? { tool: "Write", input: { file_path: path, content: text }, cwd } : undefined;
}

/** The diff, and the places it names, are all that the request says. */
function isAll({ content = null, rawInput = null, locations = null }: JsonObject): boolean {
  const shown = isList(content) && content.every((part) => isObject(part) && part.type === "diff");
  const placed = locations === null || (isList(locations) && locations.every(isObject));
  return shown && placed && (rawInput === null || (isObject(rawInput) && isExplained(rawInput)));
}

function isExplained(value: JsonObject): boolean {
  return Object.entries(value).every(([name, inner]) => {
    if (inner === null || TEXT_FIELD.test(name)) return !isOtherFile(inner);
    if (HOLDS_EDITS.has(name)) return editsOf(name, inner).every((edit) => isObject(edit) && isExplained(edit));
    if (PATH_FIELD.test(name)) return typeof inner === "string";
    return BESIDE.test(name) && !isObject(inner) && !isList(inner);
  });
}

const isOtherFile = (value: Json): boolean => value !== null && (typeof value !== "string" || OTHER_FILE.test(value));

function editsOf(name: string, value: Json): readonly Json[] {
  if (isList(value)) return value;
  return name === "changes" && isObject(value) ? Object.values(value) : [value];
}

/** Every place that is named in an agent's raw input, at any depth. */
export function placesIn(raw: Json): readonly string[] {
  if (isList(raw)) return raw.flatMap(placesIn);
  if (!isObject(raw)) return [];
  return Object.entries(raw).flatMap(([name, value]) => {
    const files = name === "changes" && isObject(value) ? Object.keys(value) : [];
    const named = typeof value === "string" && PATH_FIELD.test(name) && !TEXT_FIELD.test(name) ? [value] : [];
    return [...files, ...named, ...placesIn(value)];
  });
}
