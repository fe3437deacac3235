/**
 * When a tool that nobody declared is taken to read. A name proves nothing: the person's rule must be for that very tool, its
 * name made of words for reading alone, and its input a place and how much of it, with no field for contents or for where they go.
 */
import type { Json, JsonObject } from "../../contract/action.ts";
import type { PolicyCall } from "../call.ts";
import { inForce } from "./book.ts";

const READS: ReadonlySet<string> = new Set("read get list view show stat describe cat head tail".split(" "));
const WHAT_IS_READ: ReadonlySet<string> = new Set(
  (
    "a all allowed an by content contents directories directory dir entries file files folder image info line lines media " +
    "metadata multiple name of path range resource size sizes text tree with"
  ).split(" "),
);

const PLACE: ReadonlySet<string> = new Set(
  "path paths file files filepath filepaths filename filenames absolutepath relativepath uri directory dir folder".split(
    " ",
  ),
);
const HOW_MUCH: ReadonlySet<string> = new Set(
  (
    "head tail offset limit length line lines start end startline endline linestart lineend startlinenumber endlinenumber " +
    "viewrange range maxlines maxbytes maxsize depth maxdepth recursive page perpage includehidden"
  ).split(" "),
);
/** A short word each: how the text is written, and which state of a repository is meant. */
const WHICH: ReadonlySet<string> = new Set("encoding owner repo ref branch sha".split(" "));

/** The person allowed this very tool, and all that is seen of it says that it only reads. */
export const readsByRule = (call: PolicyCall): boolean =>
  inForce(call.book, "allow").some(({ tool, saved }) => tool === call.tool && saved !== true) &&
  isReader(call.tool) &&
  onlyAsks(call.input);

/** `mcp__server__read_text_file`: whatever stands behind the server's name, every word of it. */
function isReader(tool: string): boolean {
  const name = tool.startsWith("mcp__") ? tool.slice("mcp__".length).split("__").slice(1).join("__") : tool;
  const [first = "", ...rest] = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]/);
  return READS.has(first) && rest.every((word) => WHAT_IS_READ.has(word));
}

function onlyAsks(input: JsonObject): boolean {
  const fields = Object.entries(input).map(
    ([name, value]) => [name.replace(/[_-]/g, "").toLowerCase(), value] as const,
  );
  const places = fields.filter(([name]) => PLACE.has(name));
  return (
    places.length === 1 &&
    fields.every(([name, value]) => {
      if (PLACE.has(name)) return isText(value) || (Array.isArray(value) && value.every(isText));
      if (HOW_MUCH.has(name)) return isCount(value) || (Array.isArray(value) && value.every(isCount));
      return WHICH.has(name) && typeof value === "string" && /^[\w./-]{0,200}$/.test(value) && !isPlaceful(name, value);
    })
  );
}

const isText = (value: Json): boolean => typeof value === "string";
const isCount = (value: Json): boolean => value === null || typeof value === "number" || typeof value === "boolean";

/** Only a state of a repository has a slash inside. */
const isPlaceful = (name: string, value: string): boolean =>
  value.startsWith("/") || value.includes("..") || (value.includes("/") && name !== "ref" && name !== "branch");
