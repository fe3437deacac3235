import { existsSync } from "node:fs";
import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { HostPaths } from "../../contract/world.ts";
import { type CallEvent, type Host, type HostEvent, type HostProtocol, type Occasion, saidAt } from "../host.ts";
import { filesAt } from "../install/place.ts";
import { isList, isObject, objectsIn, pathIn, textIn } from "../json.ts";
import { moduleAnswers, moduleCall } from "../module-protocol.ts";
import { type HostNames, mcpName, row, type ToolRow } from "../names.ts";
import { filesIn, keepAsIs, NO_RULES, type OwnRules, type RulesPlace } from "../own-rules.ts";
import { PLACES } from "../places.ts";
import { isOfSubAgent } from "../records/person.ts";
import { namesLike, ODD_SPACES, resolveLiterally } from "../spellings.ts";
import { LAST_TRIED } from "../tried.ts";
import { pluginSource } from "./plugin.ts";
import { clineFolder, clineRecords, personsInput } from "./records.ts";

// Cline 3: its tools. Several of them take a list; our plugin asks about each element by itself, so that here a list has one.
// MCP tools come as `server__tool`.

const LOOKS = row("TaskList", "", "status agentId includeCompleted runId unreadOnly", { narrow: true });
const NOTES = row("TodoWrite", "", "title requiredSections outcomeId section sourceRunId content fragmentId approved", {
  narrow: true,
});

const clineNames: HostNames = {
  table: once(() => ({
    run_commands: row("Bash", "command", "", { prepare: only("commands", (command) => ({ command })) }),
    read_files: row("Read", "path:file_path", "start_line end_line", { prepare: only("files", pathOf) }),
    search_codebase: row("Grep", "pattern", "", { prepare: only("queries", (pattern) => ({ pattern })) }),
    fetch_web_content: row("WebFetch", "url prompt", "", { prepare: only("requests", (one) => one) }),
    editor,
    apply_patch: row("Patch", "input:patch patch"),
    ask_question: row("AskUserQuestion", "question:questions", "options"),
    skills: row("Skill", "skill name:skill args"),
    spawn_agent: row("Agent", "task:prompt systemPrompt:mode"),
    team_spawn_teammate: row("Agent", "rolePrompt:prompt agentId:name", "", { narrow: true }),
    team_run_task: row("Agent", "task:prompt agentId:name", "taskId runMode continueConversation", { narrow: true }),
    team_send_message: row("SendMessage", "toAgentId:to body:message subject:summary", "taskId"),
    team_broadcast: row("SendMessage", "body:message subject:summary", "taskId", { fixed: { to: "all" } }),
    team_task: row("TodoWrite", "", "action title description dependsOn assignee status taskId summary reason", {
      narrow: true,
    }),
    team_mission_log: row("TodoWrite", "", "kind summary taskId evidence nextAction", { narrow: true }),
    team_shutdown_teammate: row("TaskStop", "agentId:task_id", "reason", { narrow: true }),
    team_cancel_run: row("TaskStop", "runId:task_id", "reason", { narrow: true }),
    team_status: LOOKS,
    team_list_runs: LOOKS,
    team_await_runs: LOOKS,
    team_read_mailbox: LOOKS,
    team_list_outcomes: LOOKS,
    team_cleanup: row("TeamDelete"),
    team_create_outcome: NOTES,
    team_attach_outcome_fragment: NOTES,
    team_review_outcome_fragment: NOTES,
    team_finalize_outcome: NOTES,
    submit_and_exit: row("TodoWrite", "", "summary verified", { narrow: true }),
  })),
  mcp: (tool, input) => {
    const [server = "", ...rest] = tool.split("__");
    const known = rest.length === 0 ? undefined : mcpName({ server, tool: rest.join("__") });
    return known === undefined ? undefined : { tool: known, input };
  },
};

/** The one element of a list, and nothing beside it. */
const only =
  (name: string, shape: (element: Json) => Json | undefined) =>
  (input: JsonObject): JsonObject | undefined => {
    const list = input[name];
    const [element, ...others] = Array.isArray(list) ? list : [];
    if (element === undefined || others.length > 0 || Object.keys(input).length > 1) return undefined;
    const shaped = shape(element);
    return isObject(shaped) ? shaped : undefined;
  };

const pathOf = (one: Json): Json | undefined => (typeof one === "string" ? { path: one } : one);

/** With a text to replace it edits, with a line it inserts; else it makes the file. */
function editor({ old_text, insert_line }: JsonObject): ToolRow | undefined {
  if ((insert_line ?? null) !== null) return row("Edit", "path:file_path new_text:new_string", "old_text insert_line");
  return (old_text ?? null) === null
    ? row("Write", "path:file_path new_text:content", "old_text insert_line")
    : row("Edit", "path:file_path old_text:old_string new_text:new_string", "insert_line");
}

/** Cline has no rules about commands, but a hook or another plugin may judge them: after ours it would judge another text. */

function clineRules({ home, projectRoot, agent }: RulesPlace): OwnRules {
  if (agent === undefined) return keepAsIs("how Cline was started is not known");
  const own = clineFolder({ home, env: agent.env });
  const plugins = [`${own}/plugins`, `${projectRoot}/.cline/plugins`, `${home}/Documents/Cline/Plugins`];
  const hooks = [
    `${own}/hooks`,
    `${projectRoot}/.cline/hooks`,
    `${projectRoot}/.clinerules/hooks`,
    `${home}/Documents/Cline/Hooks`,
  ];
  const others = plugins
    .flatMap((folder) => filesIn(folder, "") ?? ["?"])
    .filter((file) => !/\/sallyport\.js$/.test(file));
  return others.length > 0 || hooks.some((folder) => existsSync(folder))
    ? keepAsIs("a hook or another plugin of Cline may judge the changed command")
    : NO_RULES;
}

// Cline's events and answers. Our plugin runs beside it and talks to the hook in these words: `beforeTool` skips the call unless the
// answer is exactly an allow. A plugin has three seconds, so nobody is asked there.

const clineProtocol: HostProtocol = { read, ...moduleAnswers({ after: "afterTool", lists: true }) };

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "event");
  if (event === null) return fail("the event has no name");
  const session = textIn(input, "sessionId");
  const cwd = pathIn(input, "cwd");
  if (session === null) return fail(`${event} has no sessionId`);
  if (cwd === null) return fail(`${event} has no absolute cwd`);
  const record = isList(input.messages) ? objectsIn(input, "messages") : null;
  const at: Occasion = { event, session, cwd, record, subAgent: isOfSubAgent(input) };
  if (event === "beforeRun") return ok(saidAt(at, personsInput(textIn(input, "text") ?? "")));
  if (event === "beforeTool") return readCall(input, at);
  return event === "afterTool" ? readRan(input, at) : ok({ kind: "unknown", event });
}

const readCall = (input: JsonObject, at: Occasion): Result<CallEvent> =>
  moduleCall(input, at, { host: "cline", headless: true });

function readRan(input: JsonObject, at: Occasion): Result<HostEvent> {
  const call = readCall(input, at);
  if (!call.ok) return call;
  return ok({ ...at, kind: "ran", action: call.value.action, result: input.result ?? null, waits: true });
}

/**
 * Cline CLI 3.0 reads a name like the one it was given where that file is not there: the names pi tries, and any in the same
 * directory that is the same once composed and with plain spaces.
 */
const clinePaths: HostPaths = (text, at) => {
  const path = resolveLiterally(text, at);
  if (at.tool !== "read_files" || at.world.lstat(path).kind !== "absent") return [];
  const [folder, name] = [path.slice(0, path.lastIndexOf("/")), plain(path.slice(path.lastIndexOf("/") + 1))];
  const alike = (at.world.readDir(folder || "/") ?? []).filter((one) => plain(one) === name);
  return [...namesLike(path), ...alike.map((one) => `${folder}/${one}`)];
};

const plain = (name: string): string => name.normalize("NFC").replace(ODD_SPACES, " ");

export const cline: Host = {
  name: "cline",
  title: "Cline CLI",
  program: "cline",
  checkedVersion: LAST_TRIED.cline.version,
  failsOpen:
    "Cline goes on without a plugin that has not loaded in four seconds: export CLINE_PLUGIN_IMPORT_TIMEOUT_MS=60000 where it is started, or start it with --auto-approve false.",
  protocol: clineProtocol,
  names: clineNames,
  paths: clinePaths,
  rewriting: { event: "beforeTool", tool: "run_commands", rules: clineRules },
  records: clineRecords,
  ...PLACES.cline,
  install: {
    file: filesAt((at) => `${clineFolder(at)}/plugins/sallyport.js`, ".cline/plugins/sallyport.js"),
    content: () => ({ kind: "whole", text: pluginSource }),
    notes: [
      "Check with `sallyport doctor cline` that the plugin was loaded by the newest session.",
      "Nobody can be asked from the plugin: what would be asked is denied, and the person approves it with `sallyport approve`.",
      "Cline gives a plugin three seconds: where a verdict takes longer, the agent is told to repeat the call.",
      "Cline counts a call that is denied or has to be repeated as a mistake, and ends a run after three in a row: start it with --retries 12 where a run should go on.",
    ],
  },
  doctor: async (check) => (await import("./doctor.ts")).examineCline(check),
  // https://docs.cline.bot/customization/cline-rules
  reads: {
    user: [[".agents/AGENTS.md"]],
    project: [["AGENTS.md"], [".clinerules"]],
    above: "repository",
    folders: [".clinerules", ".cline/rules"],
    nested: [],
  },
};
