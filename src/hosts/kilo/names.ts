/** Kilo 7: OpenCode's tools and its own. MCP tools come as `server_tool`, like those a plugin adds. */
import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { CWD, type HostNames, ignored, row, type ToolRow } from "../names.ts";
import { opencodeNames } from "../opencode/names.ts";

const LOOKS = row("TaskList", "", "limit since", { narrow: true });

export const kiloNames: HostNames = {
  table: once(() => ({
    ...opencodeNames.table(),
    grep: row("Grep", "pattern path include:glob ignoreCase:-i context:-C limit:head_limit", "literal"),
    glob: row("Glob", "pattern path", "", { prepare: asItLists }),
    background_process: background,
    board_read: LOOKS,
    board_post: row("SendMessage", "to body:message type", "reply_to"),
    // What was said in other sessions of the project: nothing outside Kilo's own record is read.
    kilo_local_recall: row("TaskList", "", "mode query sessionID limit", { narrow: true }),
    schedule_wakeup: row("CronCreate", "prompt delay:cron when:cron", "reason"),
    cancel_wakeup: row("TaskStop", "id:task_id", "action", { narrow: true }),
  })),
};

/** A pattern that is absolute with its backslashes as slashes is read so; one without a wildcard is a directory to list. */
function asItLists(input: JsonObject): JsonObject {
  const slashed = typeof input.pattern === "string" ? input.pattern.replaceAll("\\", "/") : "";
  if (!/^(?:\/|[A-Za-z]:\/)/.test(slashed)) return input;
  return { ...input, pattern: /[*?{[]/.test(slashed) ? slashed : `${slashed}/*` };
}

/** One name for several: its `action` says which. */
function background({ action }: JsonObject): ToolRow | undefined {
  const rows: Readonly<Record<string, ToolRow>> = {
    start: row("Bash", "command description", "ready", {
      fields: { workdir: CWD, inherit: { only: [false] }, persistent: { only: [false] } },
      fixed: { run_in_background: true },
    }),
    list: row("TaskList", "", "", { narrow: true }),
    status: row("BashOutput", "id:shell_id", "", { narrow: true }),
    logs: row("BashOutput", "id:shell_id", "", { narrow: true }),
    stop: row("TaskStop", "id:shell_id", "", { narrow: true }),
  };
  const found = typeof action === "string" && Object.hasOwn(rows, action) ? rows[action] : undefined;
  return found === undefined ? undefined : { ...found, fields: { ...found.fields, ...ignored("action") } };
}
