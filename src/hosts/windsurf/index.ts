/** Known from its documentation; not run here. */

import type { Json, JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import { once } from "../../contract/kept.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import {
  answerWith,
  eventBeside,
  type HookAnswer,
  type Host,
  type HostEvent,
  type HostProtocol,
  SILENCE,
  saidAt,
} from "../host.ts";
import { type HookWaiter, type PlacedPins, shellLine } from "../install/line.ts";
import { filesAt, type HookEntry } from "../install/place.ts";
import { isObject, objectIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent } from "../message.ts";
import { CWD, type HostNames, mcpName, row, type TranslatedCall } from "../names.ts";
import { PLACES } from "../places.ts";
import { isOfSubAgent } from "../records/person.ts";
import { untriedPaths } from "../spellings.ts";

// Windsurf: its events as tools, from its documentation. A reading may be of a whole directory.

const EVERYTHING = { fixed: { pattern: ".*" }, narrow: true } as const;

const windsurfNames: HostNames = {
  table: once(() => ({
    pre_run_command: row("Bash", "command_line:command", "", { fields: { cwd: CWD } }),
    pre_read_code: row("Grep", "file_path:path", "", EVERYTHING),
    pre_write_code: row("MultiEdit", "file_path edits", "", { prepare: plainEdits }),
    // The names its model knows them by, in its prompts and rules.
    run_command: row("Bash", "command_line:command", "", { fields: { cwd: CWD } }),
    view_file: row("Grep", "file_path:path", "", EVERYTHING),
    write_to_file: row("MultiEdit", "file_path edits", "", { prepare: plainEdits }),
  })),
  mcp: mcpCall,
};

function plainEdits(input: JsonObject): JsonObject | undefined {
  const { edits } = input;
  return Array.isArray(edits) && edits.every(isEdit) ? input : undefined;
}

const isEdit = (edit: Json): boolean =>
  isObject(edit) && Object.keys(edit).every((name) => name === "old_string" || name === "new_string");

function mcpCall(tool: string, input: JsonObject): TranslatedCall | undefined {
  const { mcp_server_name: server, mcp_tool_name: name, mcp_tool_arguments: given, ...rest } = input;
  if (tool !== "pre_mcp_tool_use" || typeof server !== "string" || typeof name !== "string") return undefined;
  const known = mcpName({ server, tool: name });
  if (known === undefined) return undefined;
  const fields = isObject(given) ? given : { mcp_tool_arguments: given ?? null };
  return { tool: known, input: { ...fields, ...rest } };
}

// Windsurf's events and answers: the status alone counts, 2 with words on the error output blocks. Nobody can be asked.

const block = (reason: string): HookAnswer => ({ stdout: { decision: "deny", reason }, stderr: reason, exit: 2 });

const windsurfProtocol: HostProtocol = {
  read,
  answer: (_event, { decision }) =>
    isAllow(decision) ? answerWith({ decision: "allow", reason: decision.reason }) : block(messageForAgent(decision)),
  refuse: (event, why) => (event === "pre_user_prompt" ? SILENCE : block(faultMessage(why))),
  warn: () => SILENCE,
};

/** The events a call waits at, and the field that must be there. */
const CALLS: ReadonlyMap<string, string> = new Map([
  ["pre_run_command", "command_line"],
  ["pre_read_code", "file_path"],
  ["pre_write_code", "file_path"],
  ["pre_mcp_tool_use", "mcp_tool_name"],
]);

const IDLE: ReadonlySet<string> = new Set([
  ...["post_run_command", "post_read_code", "post_write_code", "post_mcp_tool_use", "post_cascade_response"],
  ...["post_setup_worktree", "post_cascade_response_with_transcript"],
]);

/** Windsurf runs a hook in the root of the workspace; the directory an event names is the call's, which the agent chooses. */
function read(input: JsonObject, here?: { readonly cwd?: string | undefined }): Result<HostEvent> {
  const event = textIn(input, "agent_action_name");
  if (event === null) return fail("the event has no agent_action_name");
  const needed = CALLS.get(event);
  if (needed === undefined && event !== "pre_user_prompt") return ok(eventBeside(event, IDLE));
  const info = objectIn(input, "tool_info");
  if (info === null) return fail(`${event} has no tool_info`);
  const cwd = here?.cwd;
  if (cwd === undefined) return fail(`${event} comes from no known directory`);
  const session = textIn(input, "trajectory_id") ?? `windsurf in ${cwd}`;
  const at = { event, session, cwd, record: null, subAgent: isOfSubAgent(input) };
  if (needed === undefined) return ok(saidAt(at, textIn(info, "user_prompt")));
  if (textIn(info, needed) === null) return fail(`${event} has no ${needed}`);
  const action = { tool: event, input: info, cwd, host: "windsurf", session, event, headless: true };
  return ok({ ...at, kind: "call", action });
}

const { folder } = PLACES.windsurf;

export const windsurf: Host = {
  name: "windsurf",
  title: "Windsurf",
  program: "windsurf",
  checkedVersion: null,
  failsOpen:
    "Windsurf lets an action run when its hook fails in any way but status 2, by its documents; its own approval of commands (auto-execution off) still stands.",
  protocol: windsurfProtocol,
  names: windsurfNames,
  paths: untriedPaths,
  toldByPlace: true,
  ...PLACES.windsurf,
  install: {
    file: filesAt((at) => `${folder(at)}/hooks.json`, ".windsurf/hooks.json", {
      managed: ({ platform }) =>
        platform === "darwin" ? "/Library/Application Support/Windsurf/hooks.json" : "/etc/windsurf/hooks.json",
    }),
    content: () => ({ kind: "entries", start: {}, entries }),
    notes: [
      "Written from Windsurf's documentation and not yet run against it: watch it with `shadow: true` first.",
      "Nobody can be asked through Windsurf: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  // https://docs.windsurf.com/windsurf/cascade/memories
  reads: {
    user: [[".codeium/windsurf/memories/global_rules.md"]],
    project: [["AGENTS.md"], [".windsurfrules"]],
    above: "repository",
    folders: [".windsurf/rules"],
    nested: ["AGENTS.md"],
  },
};

function entries(pins: PlacedPins): readonly HookEntry[] {
  const hook = (event: string, waiting: HookWaiter): HookEntry => ({
    ...{ at: ["hooks", event], value: { command: shellLine("windsurf", pins, waiting), show_output: false } },
  });
  const calls = ["pre_run_command", "pre_read_code", "pre_write_code", "pre_mcp_tool_use"];
  return [...calls.map((event) => hook(event, "call")), hook("pre_user_prompt", "person")];
}
