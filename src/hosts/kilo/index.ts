import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import type { LoadingAgent } from "../doctor/loading.ts";
import type { Host, HostProtocol } from "../host.ts";
import { filesAt } from "../install/place.ts";
import { CWD, type HostNames, ignored, row, type ToolRow } from "../names.ts";
import { opencodeNames, opencodeProtocol, opencodeRules } from "../opencode/index.ts";
import { OWN_TOOLS, pluginSource } from "../opencode/plugin.ts";
import { KILO_FROM, opencodeRecords } from "../opencode/records.ts";
import { PLACES } from "../places.ts";
import { LAST_TRIED } from "../tried.ts";

// Kilo 7: OpenCode's tools and its own. MCP tools come as `server_tool`, like those a plugin adds.

const LOOKS = row("TaskList", "", "limit since", { narrow: true });

const kiloNames: HostNames = {
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

const kiloProtocol: HostProtocol = opencodeProtocol("kilo");

const { folder } = PLACES.kilo;
const LOADING: LoadingAgent = { ...{ host: "kilo", title: "Kilo", program: "kilo" }, args: ["agent", "list"] };
const OWN = `${OWN_TOOLS} background_process board_read board_post schedule_wakeup cancel_wakeup`;

export const kilo: Host = {
  name: "kilo",
  title: "Kilo",
  program: "kilo",
  checkedVersion: LAST_TRIED.kilo.version,
  failsOpen:
    "Kilo goes on without a word when a plugin does not load, or with --pure, and a repository's own plugins run inside it, unasked.",
  protocol: kiloProtocol,
  names: kiloNames,
  rewriting: { event: "tool.execute.before", tool: "bash", rules: opencodeRules },
  records: opencodeRecords({ host: "kilo", title: "Kilo", majors: [KILO_FROM, 7] }),
  ...PLACES.kilo,
  install: {
    file: filesAt((at) => `${folder(at)}/plugins/sallyport.js`, ".kilo/plugins/sallyport.js"),
    content: () => ({ kind: "whole", text: pluginSource("kilo", OWN) }),
    notes: [
      "Check with `sallyport doctor kilo` that the plugin is live. Leave --pure out: it runs without plugins.",
      "Nobody can be asked from the plugin: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  doctor: async (check) => (await import("../doctor/loading.ts")).examineLoading(LOADING, check),
  // https://kilo.ai/docs: as OpenCode, with rules of its own.
  reads: {
    user: [[".config/kilo/AGENTS.md", ".claude/CLAUDE.md"]],
    project: [["AGENTS.md", "CLAUDE.md"], [".kilocoderules"]],
    above: "repository",
    folders: [".kilo/rules", ".kilocode/rules"],
    nested: ["AGENTS.md"],
  },
};
