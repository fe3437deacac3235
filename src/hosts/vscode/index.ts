/** Known from its documentation; not run here. It reads the files of hooks that Copilot CLI reads, so one hook serves both. */

import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import type { HostPaths } from "../../contract/world.ts";
import { copilot } from "../copilot/index.ts";
import type { Host } from "../host.ts";
import { isObject } from "../json.ts";
import { type HostNames, row } from "../names.ts";
import { PLACES } from "../places.ts";
import { vscodeProtocol } from "./protocol.ts";

// VS Code's agent: its tools, from its documentation and the names it gives its model. Its terminal stays open between calls and keeps
// directory, variables and functions: nothing run there is proven by reading it.

const LOOKS = row("TaskList", "", "", { narrow: true });
const ANY_LINE = { pattern: "." };
const EDIT = "filePath:file_path oldString:old_string newString:new_string";

const vscodeNames: HostNames = {
  table: once(() => ({
    run_in_terminal: row(
      "Bash",
      "command explanation:description isBackground:run_in_background timeout",
      "goal mode",
      {
        prepare: inTerminal,
      },
    ),
    get_terminal_output: row("BashOutput", "id:shell_id"),
    kill_terminal: row("TaskStop", "id:shell_id", "", { narrow: true }),
    terminal_last_command: LOOKS,
    terminal_selection: LOOKS,
    read_file: row("Read", "filePath:file_path", "startLine endLine offset limit"),
    list_dir: row("LS", "path"),
    file_search: row("Glob", "query:pattern", "maxResults"),
    grep_search: row("Grep", "query:pattern includePattern:glob", "isRegexp maxResults includeIgnoredFiles"),
    create_file: row("Write", "filePath:file_path content"),
    replace_string_in_file: row("Edit", EDIT, "explanation"),
    multi_replace_string_in_file: row("MultiEdit", "filePath:file_path edits", "explanation", { prepare: oneFile }),
    apply_patch: row("Patch", "input:patch", "explanation"),
    fetch_webpage: row("WebFetch", "url query:prompt", "", { prepare: onePage }),
    manage_todo_list: row("TodoWrite", "todoList:todos", "operation"),
    // Both show what stands in files.
    get_changed_files: row("Grep", "repositoryPath:path", "sourceControlState", { narrow: true, fixed: ANY_LINE }),
    get_errors: row("Grep", "path", "", { narrow: true, fixed: ANY_LINE, prepare: oneOrAll }),
    runSubagent: row("Agent", "prompt description agentName:subagent_type"),
    ask_questions: row("AskUserQuestion", "questions"),
  })),
};

/** A field no tool of ours declares. */
const inTerminal = (input: JsonObject): JsonObject => ({ ...input, terminal: "stays open" });

/** Replacements in one file; several files are not one we know. */
function oneFile(input: JsonObject): JsonObject | undefined {
  const { replacements, ...rest } = input;
  const all = Array.isArray(replacements) ? replacements.filter(isReplacement) : [];
  const [first] = all;
  if (first === undefined || !Array.isArray(replacements) || all.length !== replacements.length) return undefined;
  if (all.some(({ filePath }) => filePath !== first.filePath)) return undefined;
  const edits = all.map(({ oldString, newString }) => ({
    old_string: oldString ?? null,
    new_string: newString ?? null,
  }));
  return { ...rest, filePath: first.filePath ?? null, edits };
}

const FIELDS: ReadonlySet<string> = new Set(["filePath", "oldString", "newString", "explanation"]);
const isReplacement = (one: Json): one is JsonObject =>
  isObject(one) && Object.keys(one).every((name) => FIELDS.has(name));

/** The errors of one file, or of all of them; several files are not one we know. */
function oneOrAll({ filePaths, ...rest }: JsonObject): JsonObject | undefined {
  if (filePaths === undefined) return rest;
  const [path, ...others] = Array.isArray(filePaths) ? filePaths : [null];
  return typeof path === "string" && others.length === 0 ? { ...rest, path } : undefined;
}

function onePage(input: JsonObject): JsonObject | undefined {
  const { urls, ...rest } = input;
  const [url, ...others] = Array.isArray(urls) ? urls : [];
  return typeof url === "string" && others.length === 0 ? { ...rest, url } : undefined;
}

// VS Code's own tools, by their sources: a path with a slash in front is opened as it is; any other text with a scheme anywhere in
// it is parsed as an address, which decodes it, drops `?…` and `#…`, and roots it. A scheme that is not a file's leads to whatever
// an extension makes of it.

const LOOKS_LIKE_ADDRESS = /\w[\w+.-]*:\S/;
const ADDRESS = /^(?:([^:/?#]+?):)?(?:\/\/([^/?#]*))?([^?#]*)/;
const DRIVE = /^(?:[A-Za-z]:|\\)/;

const vscodePaths: HostPaths = (text, { world }) => {
  if (text.startsWith("/") || !LOOKS_LIKE_ADDRESS.test(text)) return [];
  if (world.platform === "win32" && DRIVE.test(text)) return [text.replace(/\\+/g, "\\")];
  const [, scheme = "file", authority = "", path = ""] = ADDRESS.exec(text) ?? [];
  const rooted = decodeEach(path).replace(/^\/*/, "/");
  const onHost = authority === "" ? [] : [`/${decodeEach(authority)}${rooted}`];
  return [rooted, ...onHost, ...(scheme.toLowerCase() === "file" ? [] : [null])];
};

/** Each run of `%xx` by itself; one that does not decode stays as it is, as far as it does not. */
const decodeEach = (text: string): string => text.replace(/(?:%[0-9a-z]{2})+/gi, decodeGracefully);

function decodeGracefully(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.length > 3 ? text.slice(0, 3) + decodeGracefully(text.slice(3)) : text;
  }
}

export const vscode: Host = {
  name: "vscode",
  title: "VS Code",
  program: "code",
  checkedVersion: null,
  failsOpen:
    "VS Code lets a call run when its hook fails in any way but status 2, by its documents; its own confirmation of tools (no auto-approval) still stands.",
  protocol: vscodeProtocol,
  names: vscodeNames,
  paths: vscodePaths,
  ...PLACES.vscode,
  install: {
    ...copilot.install,
    notes: [
      "Written from VS Code's documentation and not yet run against it: watch it with `shadow: true` first.",
      "The hook is the one of Copilot CLI, in the same file: installing or removing one does it for both.",
    ],
  },
  reads: copilot.reads,
};
