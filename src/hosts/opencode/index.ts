import { dirname } from "node:path/posix";
import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { HostPaths } from "../../contract/world.ts";
import type { LoadingAgent } from "../doctor/loading.ts";
import { type Host, type HostEvent, type HostProtocol, type Occasion, saidAt } from "../host.ts";
import { filesAt } from "../install/place.ts";
import { isList, isObject, objectIn, objectsIn, pathIn, textIn } from "../json.ts";
import { moduleAnswers } from "../module-protocol.ts";
import { CWD, fields, type HostNames, row } from "../names.ts";
import { keepAsIs, NO_RULES, type OwnRules, ownRule, type RulesPlace, type RuleText } from "../own-rules.ts";
import { PLACES } from "../places.ts";
import { isOfSubAgent } from "../records/person.ts";
import { resolveLiterally } from "../spellings.ts";
import { LAST_TRIED } from "../tried.ts";
import { OWN_TOOLS, pluginSource } from "./plugin.ts";
import { opencodeRecords, unquote } from "./records.ts";

// OpenCode 1.18: its built-in tools. A plugin or an MCP server (`server_tool`) can add any other name.

const PATCH = row("Patch", "patchText:patch");
const EDIT = "oldString:old_string newString:new_string replaceAll:replace_all";

export const opencodeNames: HostNames = {
  table: once(() => ({
    bash: row("Bash", "command description timeout", "", { fields: { workdir: CWD } }),
    read: row("Read", "filePath:file_path offset limit"),
    write: row("Write", "filePath:file_path content"),
    edit: row("Edit", `filePath:file_path ${EDIT}`),
    multiedit: row("MultiEdit", "filePath:file_path edits", "", { prepare: renameEdits }),
    patch: PATCH,
    apply_patch: PATCH,
    grep: row("Grep", "pattern path include:glob"),
    glob: row("Glob", "pattern path"),
    // A tree, not one directory.
    list: row("Glob", "path", "ignore", { fixed: { pattern: "**" }, narrow: true }),
    lsp: row("LSP", "operation filePath line character"),
    webfetch: row("WebFetch", "url", "format timeout"),
    websearch: row("WebSearch", "query", "numResults livecrawl type contextMaxCharacters"),
    codesearch: row("WebSearch", "query", "tokensNum", { narrow: true }),
    task: row("Agent", "description prompt subagent_type task_id:resume background:run_in_background", "command"),
    todowrite: row("TodoWrite", "todos"),
    todoread: row("TaskList"),
    skill: row("Skill", "name:skill"),
    question: row("AskUserQuestion", "questions"),
    plan_enter: row("EnterPlanMode"),
    plan_exit: row("ExitPlanMode"),
  })),
};

function renameEdits(input: JsonObject): JsonObject {
  const { edits } = input;
  return Array.isArray(edits)
    ? { ...input, edits: edits.map((edit) => renameEdit(edit, input.filePath ?? null)) }
    : input;
}

/** Its elements name the file once more; another file than the call's stays, as a field nobody declares. */
function renameEdit(edit: Json, file: Json): Json {
  if (!isObject(edit)) return edit;
  const ours = fields(EDIT);
  const rename = (name: string): string => (Object.hasOwn(ours, name) ? (ours[name] ?? name) : name);
  const own = Object.entries(edit).filter(([name, value]) => name !== "filePath" || value !== file);
  return Object.fromEntries(own.map(([name, value]) => [rename(name), value]));
}

// OpenCode's own rules, as it says them itself with the event: its plugin asks it for the configuration in force. The
// bash tool asks for permission after the plugin has changed the command, so rules for commands are applied to the original.

const SOURCE = "OpenCode's permission";

/** `said`: the permissions in force, of the whole and of each agent. */
export function opencodeRules({ event: { said }, toolNames }: RulesPlace): OwnRules {
  if (!isList(said)) return keepAsIs("OpenCode did not say its permissions");
  const rules: RuleText[] = [];
  for (const permission of said) {
    const own = rulesOf(permission);
    if (own === undefined) return keepAsIs("OpenCode asks about commands itself, or in a way our rules cannot say");
    rules.push(...own);
  }
  return rules.length === 0 ? NO_RULES : { rules: rules.map((rule) => ownRule(rule, toolNames)), keep: null };
}

/** Undefined where commands are not allowed as a whole: what a pattern then allows would be asked about once rewritten. */
function rulesOf(permission: Json): readonly RuleText[] | undefined {
  if (permission === null || permission === "allow") return [];
  if (!isObject(permission)) return undefined;
  if (![permission["*"], permission.external_directory].every((one) => one === undefined || one === "allow"))
    return undefined;
  const { bash = "allow" } = permission;
  if (bash === "allow") return [];
  if (!isObject(bash) || (bash["*"] ?? "allow") !== "allow") return undefined;
  const bound = Object.entries(bash).filter(([, decision]) => decision !== "allow");
  return bound.every(([, decision]) => decision === "deny" || decision === "ask")
    ? bound.map(([pattern, decision]) => ({
        text: `Bash(${pattern})`,
        list: decision === "deny" ? "deny" : "ask",
        source: SOURCE,
      }))
    : undefined;
}

// The events and answers of OpenCode and of the agents made from it. The plugin runs inside the agent and talks to the hook in these
// words: `tool.execute.before` throws unless the answer is exactly an allow. Nobody can be asked from there.

export const opencodeProtocol = (host: string): HostProtocol => ({
  read: (input) => read(input, host),
  // What comes back from a sub-agent the plugin also hands to the agent that takes over.
  ...moduleAnswers({ after: "tool.execute.after" }),
});

function read(input: JsonObject, host: string): Result<HostEvent> {
  const event = textIn(input, "event");
  if (event === null) return fail("the event has no name");
  const session = textIn(input, "sessionID");
  const cwd = pathIn(input, "cwd");
  if (session === null) return fail(`${event} has no sessionID`);
  if (cwd === null) return fail(`${event} has no absolute cwd`);
  const record = isList(input.messages) ? objectsIn(input, "messages") : null;
  const at: Occasion = { event, session, cwd, record, subAgent: isOfSubAgent(input) };
  if (event === "chat.message") return ok(saidAt(at, unquote(textIn(input, "text") ?? "")));
  if (event === "tool.execute.after")
    return input.tool === undefined ? readFinished(input, at) : readRan(input, at, host);
  return event === "tool.execute.before" ? readCall(input, at, host) : ok({ kind: "unknown", event });
}

function readFinished(input: JsonObject, at: Occasion): Result<HostEvent> {
  const agent = textIn(input, "agent");
  return ok({
    ...{ ...at, kind: "finished", agentRecord: objectsIn(input, "agentMessages") },
    ...(agent === null ? {} : { agent }),
  });
}

function readRan(input: JsonObject, at: Occasion, host: string): Result<HostEvent> {
  const call = readCall(input, at, host);
  if (!call.ok || call.value.kind !== "call") return call;
  return ok({ ...at, kind: "ran", action: call.value.action, result: input.result ?? null, waits: true });
}

function readCall(input: JsonObject, at: Occasion, host: string): Result<HostEvent> {
  const { event, session, cwd } = at;
  const tool = textIn(input, "tool");
  const args = objectIn(input, "args");
  if (tool === null) return fail(`${event} has no tool`);
  if (args === null) return fail(`${event} has no args`);
  const toolUseId = textIn(input, "callID");
  const id = toolUseId === null ? {} : { toolUseId };
  const action = { tool, input: args, cwd, host, session, event, headless: true, ...id };
  return ok({ ...at, kind: "call", action, ...(input.permissions === undefined ? {} : { said: input.permissions }) });
}

/** OpenCode 1.18 opens what is written; but `grep`, given anything but a directory, searches all of the directory it lies in. */
const opencodePaths: HostPaths = (text, at) => {
  const path = resolveLiterally(text, at);
  return at.tool === "grep" && at.world.stat(path).kind !== "directory" ? [dirname(path)] : [];
};

const { folder } = PLACES.opencode;

const LOADING: LoadingAgent = {
  ...{ host: "opencode", title: "OpenCode", program: "opencode" },
  args: ["agent", "list"],
};

export const opencode: Host = {
  name: "opencode",
  title: "OpenCode",
  program: "opencode",
  checkedVersion: LAST_TRIED.opencode.version,
  failsOpen:
    "OpenCode goes on without a word when a plugin does not load, and a repository's own plugins run inside it, unasked.",
  protocol: opencodeProtocol("opencode"),
  names: opencodeNames,
  paths: opencodePaths,
  rewriting: { event: "tool.execute.before", tool: "bash", rules: opencodeRules },
  records: opencodeRecords({ host: "opencode", title: "OpenCode", majors: [1, 1] }),
  ...PLACES.opencode,
  install: {
    file: filesAt((at) => `${folder(at)}/plugins/sallyport.js`, ".opencode/plugins/sallyport.js"),
    content: () => ({ kind: "whole", text: pluginSource("opencode", OWN_TOOLS) }),
    notes: [
      "Check with `sallyport doctor opencode` that the plugin is live.",
      "Nobody can be asked from the plugin: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  doctor: async (check) => (await import("../doctor/loading.ts")).examineLoading(LOADING, check),
  // https://opencode.ai/docs/rules
  reads: {
    user: [[".config/opencode/AGENTS.md", ".claude/CLAUDE.md"]],
    project: [["AGENTS.md", "CLAUDE.md"]],
    above: "repository",
    nested: ["AGENTS.md"],
  },
};
