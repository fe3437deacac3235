/** Tools that read and write files. */
import type { JsonObject } from "../../contract/action.ts";
import { type Effect, type Target, unknownTarget } from "../../contract/effect.ts";
import { type PatchPart, patchedFiles } from "../../core/index.ts";
import { placesBelow, placesOf, placesOfPath, readsOpened } from "./places.ts";
import { badSearch, encodeSearch, places, searched } from "./searched.ts";
import { badPath, has, misshapen, text } from "./shape.ts";
import type { Tool, ToolContext } from "./tool.ts";

const reads = (targets: readonly Target[], recursive: boolean, content: boolean): readonly Effect[] =>
  targets.map((target) => ({ do: "read", target, recursive, content }));
const writes = (targets: readonly Target[]): readonly Effect[] =>
  targets.map((target) => ({ do: "write", target, recursive: false }));

/** `pattern` of Glob may be absolute or climb out with `..`: its fixed part is where the search begins. */
function globRoots(input: JsonObject, context: ToolContext): readonly Target[] {
  const bases = searched(input, context);
  const fixed = text(input, "pattern").split(/[*?[{]/)[0] ?? "";
  const dir = fixed.slice(0, fixed.lastIndexOf("/") + 1);
  return dir === "" ? bases : bases.flatMap((base) => placesBelow(base, dir, context));
}

export const Read: Tool = {
  name: "Read",
  fields: { file_path: "executed", offset: "harmless", limit: "harmless", pages: "harmless" },
  encode: (input) => text(input, "file_path"),
  effects: (input, context) => reads(places(input, "file_path", context), false, true),
  check: (input) => misshapen(input, { file_path: "string" }) ?? badPath(input, "file_path"),
  safe: true,
};

export const Grep: Tool = {
  name: "Grep",
  fields: {
    pattern: "executed",
    path: "executed",
    paths: "executed",
    glob: "executed",
    type: "executed",
    output_mode: "harmless",
    "-A": "harmless",
    "-B": "harmless",
    "-C": "harmless",
    "-n": "harmless",
    "-i": "harmless",
    "-o": "harmless",
    context: "harmless",
    head_limit: "harmless",
    offset: "harmless",
    multiline: "harmless",
  },
  encode: encodeSearch,
  effects: (input, context) => reads(searched(input, context), true, true),
  check: badSearch,
  safe: true,
};

export const Glob: Tool = {
  name: "Glob",
  fields: { pattern: "executed", path: "executed", paths: "executed" },
  encode: encodeSearch,
  effects: (input, context) => reads(globRoots(input, context), true, false),
  check: badSearch,
  safe: true,
};

export const LS: Tool = {
  name: "LS",
  fields: { path: "executed", ignore: "harmless" },
  encode: (input) => text(input, "path"),
  effects: (input, context) => reads(places(input, "path", context), false, false),
  check: (input) => misshapen(input, { path: "string?" }) ?? badPath(input, "path"),
  safe: true,
};

/** Questions to a language server: it reads the file it is asked about. */
export const LSP: Tool = {
  name: "LSP",
  fields: {
    operation: "executed",
    filePath: "executed",
    file_path: "executed",
    line: "executed",
    character: "executed",
    symbol: "executed",
    query: "executed",
  },
  encode: (input) => `LSP ${JSON.stringify(input)}`,
  effects: (input, context) =>
    ["filePath", "file_path"].flatMap((field) => (has(input, field) ? readsOpened(text(input, field), context) : [])),
  check: (input) => misshapen(input, { filePath: "string?", file_path: "string?" }),
  safe: true,
};

export const Edit: Tool = {
  name: "Edit",
  fields: { file_path: "executed", old_string: "executed", new_string: "executed", replace_all: "executed" },
  encode: (input) => `${text(input, "file_path")}: ${text(input, "new_string")}`,
  effects: (input, context) => writes(places(input, "file_path", context)),
  check: (input) => misshapen(input, { file_path: "string", new_string: "string" }) ?? badPath(input, "file_path"),
  showsChanged: true,
};

export const MultiEdit: Tool = {
  name: "MultiEdit",
  fields: { file_path: "executed", edits: { each: ["old_string", "new_string", "replace_all"] } },
  encode: (input) => `${text(input, "file_path")}: ${editTexts(input).join("\n")}`,
  effects: (input, context) => [
    ...writes(places(input, "file_path", context)),
    ...editedElsewhere(input).flatMap((path) => writes(placesOf(path, context))),
  ],
  check: (input) => misshapen(input, { file_path: "string", edits: "array" }) ?? badPath(input, "file_path"),
  showsChanged: true,
};

/** An element that names a file of its own: some host may take that one. */
function editedElsewhere({ edits }: JsonObject): readonly string[] {
  const elements = Array.isArray(edits) ? edits : [edits ?? null];
  return elements.flatMap((edit) =>
    typeof edit !== "object" || edit === null || Array.isArray(edit)
      ? []
      : Object.entries(edit).flatMap(([name, value]) =>
          /path|file|uri/i.test(name) && typeof value === "string" && value !== "" ? [value] : [],
        ),
  );
}

function editTexts(input: JsonObject): string[] {
  const edits = input.edits;
  if (!Array.isArray(edits)) return [text(input, "edits")];
  return edits.map((edit: unknown) =>
    typeof edit === "object" && edit !== null && "new_string" in edit && typeof edit.new_string === "string"
      ? edit.new_string
      : JSON.stringify(edit),
  );
}

export const Write: Tool = {
  name: "Write",
  fields: { file_path: "executed", content: "executed" },
  encode: (input) => `${text(input, "file_path")}: ${text(input, "content")}`,
  effects: (input, context) =>
    places(input, "file_path", context).map((target) => ({
      do: "write",
      target,
      recursive: false,
      contents: text(input, "content"),
    })),
  check: (input) => misshapen(input, { file_path: "string", content: "string" }) ?? badPath(input, "file_path"),
};

export const NotebookEdit: Tool = {
  name: "NotebookEdit",
  fields: {
    notebook_path: "executed",
    cell_id: "executed",
    cell_number: "executed",
    cell_type: "executed",
    edit_mode: "executed",
    new_source: "executed",
  },
  encode: (input) =>
    `${text(input, "notebook_path")} ${text(input, "edit_mode") || "replace"}: ${text(input, "new_source")}`,
  effects: (input, context) => writes(places(input, "notebook_path", context)),
  check: (input) =>
    misshapen(input, { notebook_path: "string", new_source: "string?" }) ?? badPath(input, "notebook_path"),
  showsChanged: true,
};

/** A patch in the `*** Begin Patch` form: shown whole; every file it names is written or deleted. */
export const Patch: Tool = {
  name: "Patch",
  fields: { patch: "executed" },
  encode: (input) => text(input, "patch"),
  effects: (input, context) => {
    const files = patchedFiles(text(input, "patch"));
    return (
      files?.flatMap((file) => patched(file, context)) ?? [{ do: "write", target: unknownTarget(), recursive: true }]
    );
  },
  check: (input) => misshapen(input, { patch: "string" }) ?? notStrict(text(input, "patch")),
  showsChanged: true,
};

/** What is moved is changed, copied and then deleted: whether the old place may be emptied is asked of it by itself. */
function patched({ path, does, to }: PatchPart, context: ToolContext): readonly Effect[] {
  const sources = placesOfPath(path, context);
  const gone = sources.map((target): Effect => ({ do: "delete", target, recursive: false }));
  if (does === "delete") return gone;
  if (to === undefined) return writes(sources);
  const moved = placesOfPath(to, context).flatMap((target) =>
    sources.map((from): Effect => ({ do: "write", target, recursive: false, as: "copy", from })),
  );
  return [...writes(sources), ...gone, ...moved];
}

/** What hosts could read in two ways is refused, so that what is judged is what is applied. */
const notStrict = (patch: string): string | undefined =>
  patchedFiles(patch) === undefined ? "the patch is not in the form that every host reads the same" : undefined;
