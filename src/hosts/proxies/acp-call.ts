/** A call of the Agent Client Protocol in words the gate knows. */
import type { Action, JsonObject } from "../../contract/action.ts";
import { isObject, objectIn, objectsIn, pathIn, textIn } from "../json.ts";

/**
 * An agent says of its calls only what kind they are; that word proves nothing, so only what would be run or written is taken
 * from it, and every other call is judged as it stands. `host` is whose tool names the agent's `_meta` carries.
 */
export function actionFor(call: JsonObject, host: string | undefined, cwd: string): Action {
  const raw = objectIn(call, "rawInput");
  const named = toolNameIn(call);
  if (host !== undefined && named !== null && raw !== null) return { tool: named, input: raw, cwd, host };
  return commandIn(call, raw, cwd) ?? editIn(call, cwd) ?? asItStands(call, raw, cwd);
}

const SHELL_FIELDS: ReadonlySet<string> = new Set(["command", "description", "cwd", "timeout"]);

function commandIn(call: JsonObject, raw: JsonObject | null, cwd: string): Action | undefined {
  const command = raw === null ? null : textIn(raw, "command");
  if (call.kind !== "execute" || raw === null || command === null) return undefined;
  if (!Object.keys(raw).every((name) => SHELL_FIELDS.has(name))) return undefined;
  return { tool: "Bash", input: { command }, cwd: pathIn(raw, "cwd") ?? cwd };
}

function editIn(call: JsonObject, cwd: string): Action | undefined {
  const [diff, ...more] = objectsIn(call, "content").filter((part) => part.type === "diff");
  const path = diff === undefined ? null : textIn(diff, "path");
  if (call.kind !== "edit" || diff === undefined || path === null || more.length > 0) return undefined;
  return { tool: "Write", input: { file_path: path, content: textIn(diff, "newText") ?? "" }, cwd };
}

function asItStands(call: JsonObject, raw: JsonObject | null, cwd: string): Action {
  const { title = "", kind = "other", content = null, locations = null } = call;
  return { tool: `acp:${String(kind)}`, input: { title, input: raw ?? content, locations }, cwd };
}

/** `_meta: {"claudeCode": {"toolName": "Bash"}}`, and the like. */
function toolNameIn(call: JsonObject): string | null {
  for (const value of Object.values(objectIn(call, "_meta") ?? {})) {
    const name = isObject(value) ? textIn(value, "toolName") : null;
    if (name !== null) return name;
  }
  return null;
}
