/** pi 0.87: its built-in tools; an extension can add any other. */
import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { isObject } from "../json.ts";
import { type HostNames, row } from "../names.ts";

export const piNames: HostNames = {
  table: once(() => ({
    bash: row("Bash", "command", "timeout"),
    powershell: row("PowerShell", "command", "timeout"),
    read: row("Read", "path:file_path offset limit"),
    write: row("Write", "path:file_path content"),
    edit: row("MultiEdit", "path:file_path edits", "", { prepare: plainEdits }),
    grep: row("Grep", "pattern path glob ignoreCase:-i context:-C limit:head_limit", "literal"),
    find: row("Glob", "pattern path", "limit"),
    ls: row("LS", "path", "limit"),
    // As the extension in its own examples has it.
    subagent: row("Agent", "task:prompt agent:subagent_type", "agentScope confirmProjectAgents", { prepare: oneTask }),
  })),
};

function plainEdits(input: JsonObject): JsonObject | undefined {
  const { edits } = input;
  if (!Array.isArray(edits)) return undefined;
  const ours = edits.map((edit) =>
    isObject(edit) && Object.keys(edit).length === 2
      ? { old_string: edit.oldText ?? null, new_string: edit.newText ?? null }
      : null,
  );
  return ours.includes(null) ? undefined : { ...input, edits: ours };
}

/** Several tasks at once are not one we know. */
const oneTask = (input: JsonObject): JsonObject | undefined => (typeof input.task === "string" ? input : undefined);
