/**
 * pi 0.87: its built-in tools; an extension can add any other. It reads a path in ways of its own (`@` before it, odd spaces, a
 * `file:` address), and where a file is not there it tries names like it: what that could lead elsewhere is not one we know.
 */
import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { isObject } from "../json.ts";
import { type HostNames, row } from "../names.ts";

const ODD_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

export const piNames: HostNames = {
  table: once(() => ({
    bash: row("Bash", "command", "timeout"),
    powershell: row("PowerShell", "command", "timeout"),
    read: row("Read", "path:file_path offset limit", "", { prepare: foundPath }),
    write: row("Write", "path:file_path content", "", { prepare: plainPath }),
    edit: row("MultiEdit", "path:file_path edits", "", { prepare: plainEdits }),
    grep: row("Grep", "pattern path glob ignoreCase:-i context:-C limit:head_limit", "literal", { prepare: plainPath }),
    find: row("Glob", "pattern path", "limit", { prepare: plainPath }),
    ls: row("LS", "path", "limit", { prepare: plainPath }),
    // As the extension in its own examples has it.
    subagent: row("Agent", "task:prompt agent:subagent_type", "agentScope confirmProjectAgents", { prepare: oneTask }),
  })),
};

function plainPath(input: JsonObject): JsonObject | undefined {
  const { path } = input;
  if (path === undefined) return input;
  if (typeof path !== "string") return undefined;
  const plain = path.replace(ODD_SPACES, " ").replace(/^@/, "");
  return /^file:/i.test(plain) ? undefined : { ...input, path: plain };
}

function foundPath(input: JsonObject): JsonObject | undefined {
  const plain = plainPath(input);
  const path = typeof plain?.path === "string" ? plain.path : "";
  return / [AP]M\.|'/i.test(path) || path.normalize("NFD") !== path ? undefined : plain;
}

function plainEdits(input: JsonObject): JsonObject | undefined {
  const { edits } = input;
  if (!Array.isArray(edits)) return undefined;
  const ours = edits.map((edit) =>
    isObject(edit) && Object.keys(edit).length === 2
      ? { old_string: edit.oldText ?? null, new_string: edit.newText ?? null }
      : null,
  );
  return ours.includes(null) ? undefined : plainPath({ ...input, edits: ours });
}

/** Several tasks at once are not one we know. */
const oneTask = (input: JsonObject): JsonObject | undefined => (typeof input.task === "string" ? input : undefined);
