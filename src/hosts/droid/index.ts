/** Known from its documentation; not run here. */
import { existsSync } from "node:fs";
import type { Json, JsonObject } from "../../contract/action.ts";
import type { Held } from "../../contract/decision.ts";
import { once } from "../../contract/kept.ts";
import { preToolUseOutput, readAsClaude, refuseAsClaude, warnAsClaude } from "../claude-protocol.ts";
import { answerBy, answerWith, type HookAnswer, type HookAnswers, type Host, type HostProtocol } from "../host.ts";
import { claudeHooks, type HookContent, type HookEntry } from "../install/place.ts";
import { isObject } from "../json.ts";
import { messageForAgent, messageForPerson } from "../message.ts";
import { CWD, type HostNames, mcpName, row } from "../names.ts";
import { PLACES } from "../places.ts";
import { untriedPaths } from "../spellings.ts";

// Droid: its tools, from its documentation. MCP tools come as `mcp__server__tool`, or as `server___tool`.

const RISK = "riskLevel riskLevelReason";

const droidNames: HostNames = {
  table: once(() => ({
    Execute: row("Bash", "command summary:description timeout fireAndForget:run_in_background", RISK, {
      fields: { cwd: CWD },
    }),
    Read: row("Read", "file_path offset limit"),
    LS: row("LS", "directory_path:path path ignorePatterns:ignore"),
    Grep: row(
      "Grep",
      "pattern path glob_pattern:glob output_mode type case_insensitive:-i context:-C head_limit",
      "line_numbers context_before context_after multiline",
    ),
    Glob: row("Glob", "pattern folder:path", "excludePatterns", { prepare: onePattern }),
    Create: row("Write", "file_path content"),
    Edit: row("Edit", "file_path old_str:old_string new_str:new_string change_all:replace_all"),
    MultiEdit: row("MultiEdit", "file_path edits", "", { prepare: renameChanges }),
    ApplyPatch: row("Patch", "input:patch patch"),
    FetchUrl: row("WebFetch", "url"),
    WebSearch: row("WebSearch", "query", "category numResults includeDomains excludeDomains text"),
    Task: row("Agent", "description prompt subagent_type"),
    TodoWrite: row("TodoWrite", "todos"),
    AskUser: row("AskUserQuestion", "questionnaire:questions questions"),
    ExitSpecMode: row("ExitPlanMode", "plan", "title optionNames"),
  })),
  mcp: (tool, input) => {
    const [server = "", ...rest] = tool.split("___");
    const known = rest.length === 0 ? undefined : mcpName({ server, tool: rest.join("___") });
    return known === undefined ? undefined : { tool: known, input };
  },
};

function onePattern(input: JsonObject): JsonObject | undefined {
  const { patterns, ...rest } = input;
  const [pattern, ...others] = Array.isArray(patterns) ? patterns : [patterns];
  return typeof pattern === "string" && others.length === 0 ? { ...rest, pattern } : undefined;
}

function renameChanges(input: JsonObject): JsonObject | undefined {
  const { changes, ...rest } = input;
  if (!Array.isArray(changes)) return undefined;
  const edits = changes.map(renameChange);
  return edits.includes(null) ? undefined : { ...rest, edits };
}

const renameChange = (change: Json): Json =>
  isObject(change) && Object.keys(change).every((name) => ["old_str", "new_str", "change_all"].includes(name))
    ? { old_string: change.old_str ?? null, new_string: change.new_str ?? null }
    : null;

// Droid's events and answers: Claude Code's, with names and modes of its own.

const IDLE: ReadonlySet<string> = new Set([
  ...["PostToolUse", "Notification", "Stop", "SubagentStop", "PreCompact", "SessionEnd"],
]);

const deny = (decision: Held): HookAnswer => answerWith(preToolUseOutput("deny", messageForAgent(decision)));

const ANSWERS: HookAnswers = {
  allow: ({ by, reason }) => answerWith(preToolUseOutput("allow", `Sallyport (${by}): ${reason}`)),
  ask: (decision) => answerWith(preToolUseOutput("ask", messageForPerson(decision))),
  deny,
  abort: deny,
};

const droidProtocol: HostProtocol = {
  read: readAsClaude({
    host: "droid",
    events: { PreToolUse: "call", UserPromptSubmit: "said", SessionStart: "started" },
    idle: IDLE,
    // Its own name for planning.
    action: (action, input) =>
      input.permission_mode === "spec" ? { ...action, mode: "plan", onlyTighter: true } : action,
  }),
  answer: (_event, { decision }) => answerBy(ANSWERS, decision),
  refuse: refuseAsClaude,
  warn: warnAsClaude,
};

const { folder } = PLACES.droid;

const HOOKS = claudeHooks({
  host: "droid",
  events: [
    { event: "PreToolUse", matcher: "*", holds: true },
    { event: "UserPromptSubmit" },
    { event: "SessionStart" },
  ],
});

/** In a file of its own an event stands at the top; to take ours out again both are looked at. */
function inEitherFile(content: HookContent): HookContent {
  if (content.kind === "whole") return content;
  const top = ({ at, value }: HookEntry): HookEntry => ({ at: at.slice(1), value });
  const entries: typeof content.entries = (pins) => {
    const nested = content.entries(pins);
    if (pins.file === "") return [...nested, ...nested.map(top)];
    return pins.file.endsWith("/hooks.json") ? nested.map(top) : nested;
  };
  return { ...content, entries };
}

/** A file of hooks, once there is one, takes the place of those in the settings. */
const fileIn = (place: string): string =>
  existsSync(`${place}/hooks.json`) ? `${place}/hooks.json` : `${place}/settings.json`;

export const droid: Host = {
  name: "droid",
  title: "Droid",
  program: "droid",
  checkedVersion: null,
  failsOpen:
    "Droid lets a call run when its hook fails in any way but status 2, by its documents; its own autonomy level (`--auto low`, or asking) still stands.",
  protocol: droidProtocol,
  names: droidNames,
  paths: untriedPaths,
  isAlone: (words) => words.includes("exec"),
  ...PLACES.droid,
  install: {
    file: (scope, at) =>
      scope === "user" ? fileIn(folder(at)) : scope === "project" ? fileIn(`${at.cwd}/.factory`) : undefined,
    content: () => inEitherFile(HOOKS),
    notes: ["Written from Droid's documentation and not yet run against it: watch it with `shadow: true` first."],
  },
  // https://docs.factory.ai/cli/configuration/agents-md
  reads: { user: [[".factory/AGENTS.md"]], project: [["AGENTS.md"]], above: "repository", nested: ["AGENTS.md"] },
};
