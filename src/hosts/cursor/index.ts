/** Known from its documentation; not run here. */

import type { JsonObject } from "../../contract/action.ts";
import type { Held } from "../../contract/decision.ts";
import { once } from "../../contract/kept.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import {
  answerBy,
  answerWith,
  eventBeside,
  type HookAnswer,
  type HookAnswers,
  type Host,
  type HostEvent,
  type HostProtocol,
  NO_PROJECT,
  type Occasion,
  refuseEvent,
  SILENCE,
  saidAt,
} from "../host.ts";
import { type HookWaiter, hostTimeoutSeconds, type PlacedPins, shellLine } from "../install/line.ts";
import { filesAt, type HookEntry } from "../install/place.ts";
import { isList, isObject, parseObject, pathIn, textIn } from "../json.ts";
import { messageForAgent, messageForPerson, messageWhileAsked, unheardMessage } from "../message.ts";
import { CWD, fields, type HostNames, mcpName, row, type TranslatedCall } from "../names.ts";
import { PLACES } from "../places.ts";
import { isOfSubAgent } from "../records/person.ts";
import { untriedPaths } from "../spellings.ts";

// Cursor: its hook events as tools (`beforeShellExecution`, …) and the tool names of `preToolUse`.

const FILE = "file_path path:file_path target_file:file_path";
const DIRECTORY = "path target_directory:path";

const cursorNames: HostNames = {
  table: once(() => ({
    beforeShellExecution: row("Bash", "command", "", { fields: { cwd: CWD, sandbox: { only: [true] } } }),
    beforeReadFile: row("Read", "file_path", "content attachments"),
    Shell: row("Bash", "command description timeout block_until_ms:timeout", "", {
      fields: { working_directory: CWD, cwd: CWD },
    }),
    Read: row("Read", `${FILE} offset limit`),
    Write: row("Write", `${FILE} content contents:content`),
    StrReplace: row("Edit", `${FILE} old_string new_string replace_all`),
    Delete: row("Patch", "patch", "", { prepare: deletion, narrow: true }),
    Grep: row("Grep", "pattern path glob output_mode -A -B -C -i type head_limit multiline offset"),
    Glob: row("Glob", `glob_pattern:pattern pattern ${DIRECTORY}`),
    LS: row("LS", `${DIRECTORY} ignore_globs:ignore`),
    WebFetch: row("WebFetch", "url"),
    WebSearch: row("WebSearch", "search_term:query query", "explanation"),
    Task: row("Agent", "description prompt subagent_type model resume run_in_background"),
    TodoWrite: row("TodoWrite", "todos", "merge"),
    AskQuestion: row("AskUserQuestion", "questions", "title"),
  })),
  mcp: mcpCall,
};

/** A file is deleted: the patch that does just that. */
function deletion(input: JsonObject): JsonObject | undefined {
  const [name = "", ...others] = Object.keys(input);
  const path = others.length === 0 && Object.hasOwn(fields(FILE), name) ? input[name] : undefined;
  if (typeof path !== "string" || path.trim() !== path || /[\r\n]/.test(path)) return undefined;
  return { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` };
}

/** Cursor names the tool and how its server is reached, not the server. */
function mcpCall(tool: string, input: JsonObject): TranslatedCall | undefined {
  if (tool.startsWith("MCP:")) {
    const known = mcpName({ server: "cursor", tool: tool.slice("MCP:".length) });
    return known === undefined ? undefined : { tool: known, input };
  }
  if (tool !== "beforeMCPExecution") return undefined;
  const { tool_name: name, tool_input: given, ...server } = input;
  const known = typeof name === "string" ? mcpName({ server: "cursor", tool: name }) : undefined;
  if (known === undefined) return undefined;
  const inner = typeof given === "string" ? parseObject(given) : given;
  const fields = isObject(inner) ? Object.entries(inner) : [["tool_input", given ?? null] as const];
  const reached = Object.entries(server).map(([key, value]) => [`cursor:${key}`, value] as const);
  return { tool: known, input: Object.fromEntries([...fields, ...reached]) };
}

// Cursor's events and answers.

const cursorProtocol: HostProtocol = {
  read,
  answer: (_event, { decision }) => answerBy(ANSWERS, decision),
  refuse: (event, why) =>
    event === "beforeSubmitPrompt"
      ? answerWith({ continue: true, user_message: unheardMessage(why) })
      : refuseEvent(event, why, (reason) => output("deny", reason)),
  warn: () => SILENCE,
};

/**
 * `preToolUse` comes before every tool. Commands and servers' tools have an event of their own after it, at which the person can be
 * asked: they are decided there. For every other tool nobody can be asked.
 */
function readToolUse(input: JsonObject, at: Occasion, cwd: string): Result<HostEvent> {
  const tool = textIn(input, "tool_name");
  const given = typeof input.tool_input === "string" ? parseObject(input.tool_input) : input.tool_input;
  if (tool === null) return fail(`${at.event} has no tool_name`);
  if (tool === "Shell" || tool.startsWith("MCP:")) return ok({ kind: "other", event: at.event });
  if (!isObject(given)) return fail(`${at.event} has no tool_input`);
  const [toolUseId, model] = [textIn(input, "tool_use_id"), textIn(input, "model")];
  const { event, session } = at;
  const id = toolUseId === null ? {} : { toolUseId };
  const action = { tool, input: given, cwd, host: "cursor", session, event, headless: true, ...id };
  return ok({ ...at, kind: "call", action, ...(model === null ? {} : { model }) });
}

/** The table of Cursor's names takes an event for a tool and these fields for its input; the first must be there. */
const CALLS: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ["beforeShellExecution", ["command", "sandbox"]],
  ["beforeMCPExecution", ["tool_name", "tool_input", "url", "command"]],
]);

/** Events no call waits for. Those before a read file or a sub-agent are not read here, and so not let pass. */
const IDLE: ReadonlySet<string> = new Set([
  ...["afterShellExecution", "afterMCPExecution", "afterFileEdit", "afterAgentResponse", "afterAgentThought"],
  ...["postToolUse", "postToolUseFailure", "subagentStop", "afterTabFileEdit"],
  ...["sessionStart", "sessionEnd", "preCompact", "stop"],
]);

function read(input: JsonObject): Result<HostEvent> {
  if (input.hook_event_name !== undefined && textIn(input, "hook_event_name") === null)
    return fail("the event has a hook_event_name that is no text");
  const event = textIn(input, "hook_event_name") ?? eventByFields(input);
  if (event === null) return fail("the event has no hook_event_name");
  const root = workspaceRoot(input);
  const cwd = pathIn(input, "cwd") ?? root;
  if (cwd === null) return fail(`${event} has neither an absolute cwd nor a workspace root`);
  // Its cwd is the call's, which the agent chooses: no session begins there.
  const project = root ?? NO_PROJECT;
  const session = textIn(input, "conversation_id") ?? `cursor in ${project}`;
  const at = { event, session, cwd: project, record: null, subAgent: isOfSubAgent(input) };
  if (event === "beforeSubmitPrompt")
    return typeof input.prompt === "string" ? ok(saidAt(at, input.prompt)) : fail(`${event} has no prompt in words`);
  if (event === "preToolUse") return readToolUse(input, at, cwd);
  const names = CALLS.get(event);
  if (names === undefined) return ok(eventBeside(event, IDLE));
  if (textIn(input, names[0]) === null) return fail(`${event} has no ${names[0]}`);
  const action = { tool: event, input: pick(input, names), cwd, host: "cursor", session, event };
  return ok({ ...at, kind: "call", action });
}

function eventByFields(input: JsonObject): string | null {
  if (textIn(input, "tool_name") !== null) return "beforeMCPExecution";
  if (textIn(input, "command") !== null) return "beforeShellExecution";
  return textIn(input, "prompt") === null ? null : "beforeSubmitPrompt";
}

const pick = (input: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));

function workspaceRoot(input: JsonObject): string | null {
  const [root] = isList(input.workspace_roots) ? input.workspace_roots : [];
  return typeof root === "string" && root.startsWith("/") ? root : null;
}

/** Both spellings the documentation has had. What would settle it for good is for the person alone. */
const output = (permission: "deny" | "ask", user: string, agent = user): JsonObject => ({
  permission,
  user_message: user,
  agent_message: agent,
  userMessage: user,
  agentMessage: agent,
});

const deny = (decision: Held): HookAnswer => answerWith(output("deny", messageForAgent(decision)));

const ANSWERS: HookAnswers = {
  allow: () => answerWith({ permission: "allow" }),
  ask: (decision) => answerWith(output("ask", messageForPerson(decision), messageWhileAsked(decision))),
  deny,
  abort: deny,
};

const { folder } = PLACES.cursor;

export const cursor: Host = {
  name: "cursor",
  title: "Cursor",
  program: "cursor",
  checkedVersion: null,
  failsOpen:
    "Cursor lets a call run when its hook fails, unless it honours `failClosed`, which was never tried here; what completes as you type comes to no event.",
  protocol: cursorProtocol,
  names: cursorNames,
  paths: untriedPaths,
  ...PLACES.cursor,
  install: {
    file: filesAt((at) => `${folder(at)}/hooks.json`, ".cursor/hooks.json"),
    content: () => ({ kind: "entries", start: { version: 1 }, entries }),
    notes: ["Written from Cursor's documentation and not yet run against it: watch it with `shadow: true` first."],
  },
  // https://cursor.com/docs/context/rules
  reads: {
    user: [],
    project: [["AGENTS.md"], [".cursorrules"]],
    above: "repository",
    folders: [".cursor/rules"],
    nested: ["AGENTS.md"],
  },
};

function entries(pins: PlacedPins): readonly HookEntry[] {
  const hook = (waiting: HookWaiter) => ({
    ...{ command: shellLine("cursor", pins, waiting), timeout: hostTimeoutSeconds(pins) },
  });
  return [
    { at: ["hooks", "preToolUse"], value: { ...hook("call"), failClosed: true } },
    { at: ["hooks", "beforeShellExecution"], value: { ...hook("call"), failClosed: true } },
    { at: ["hooks", "beforeMCPExecution"], value: { ...hook("call"), failClosed: true } },
    { at: ["hooks", "beforeSubmitPrompt"], value: hook("person") },
  ];
}
