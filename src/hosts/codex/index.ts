import type { Json, JsonObject } from "../../contract/action.ts";
import type { HostPaths } from "../../contract/world.ts";
import { type CallEvent, type Host, NO_PROJECT } from "../host.ts";
import { claudeHooks, filesAt } from "../install/place.ts";
import { objectIn, parseArguments } from "../json.ts";
import { filesIn, keepAsIs, NO_RULES, type OwnRules, type RulesPlace, upwards } from "../own-rules.ts";
import { PLACES } from "../places.ts";
import { linesOfFile } from "../records/lines.ts";
import { LAST_TRIED } from "../tried.ts";
import { codexNames } from "./names.ts";
import { codexProtocol } from "./protocol.ts";
import { begunIn, codexRecords, isSpawnedThread } from "./records.ts";

// Whether Codex's own sandbox holds a call, by Codex's own record: the turn's policy, and that the call asked for no more.

/** Fields with which a call leaves the sandbox. */
const ESCALATING = ["sandbox_permissions", "with_escalated_permissions", "additional_permissions"];

const HARMLESS: readonly unknown[] = [undefined, null, false, "use_default"];

/**
 * Without network and without escalation `held` is read-only, `writable` is workspace-write: there other protected
 * places than `.git` and `.codex` can be written, and no event surely follows the end of what a call started. `off`: there is no
 * sandbox.
 */
type CodexSandbox = "held" | "writable" | "off" | "unknown";

export function codexSandbox(event: CallEvent): CodexSandbox {
  const { turn, event: kind } = event;
  // A call for which leave is asked may be run without the sandbox as soon as it is given.
  if (turn === undefined || kind !== "PreToolUse") return "unknown";
  const entries = entriesFor(event);
  const said = entries.findLast(({ type, payload }) => type === "turn_context" && payload.turn_id === turn);
  const made = callsIn(entries).findLast(({ id }) => id !== undefined && id === event.action.toolUseId);
  const policy = objectIn(said?.payload ?? {}, "sandbox_policy");
  if (policy === null || made === undefined) return "unknown";
  if (policy.type === "danger-full-access") return "off";
  if ((policy.network_access ?? false) !== false || escalates(made.given)) return "unknown";
  if (profileOpens(said?.payload ?? {}, policy.type)) return "unknown";
  return policy.type === "read-only" ? "held" : policy.type === "workspace-write" ? "writable" : "unknown";
}

/** Newer versions go by a profile, of which the policy is only the nearest old name: where the two differ nobody knows. */
function profileOpens(
  { permission_profile, file_system_sandbox_policy }: JsonObject,
  policy: Json | undefined,
): boolean {
  const said = JSON.stringify([permission_profile, file_system_sandbox_policy]);
  return OPEN.test(said) || (policy === "read-only" && said.includes('"write"'));
}

const OPEN = /"(?:disabled|external|enabled|unrestricted|external-sandbox)"/;

/** What the hook's event leaves out of a call: that it runs at a terminal, where more can be typed unseen. */
export function codexTerminal(event: CallEvent): JsonObject {
  const { tool, input, toolUseId } = event.action;
  if (tool !== "Bash") return {};
  const calls = callsIn(entriesFor(event));
  const made = calls.filter(({ id, given }) =>
    toolUseId === undefined ? given.cmd === input.command : id === toolUseId,
  );
  return made.every(({ given }) => (given.tty ?? false) === false) ? {} : { tty: true };
}

interface RolloutEntry {
  readonly type: Json | undefined;
  readonly payload: JsonObject;
}

const entriesFor = ({ record }: CallEvent): readonly RolloutEntry[] =>
  typeof record === "string"
    ? linesOfFile(record).map((entry) => ({ type: entry.type, payload: objectIn(entry, "payload") ?? {} }))
    : [];

interface RolloutCall {
  readonly id: Json | undefined;
  /** The arguments as the model gave them. */
  readonly given: JsonObject;
}

const callsIn = (entries: readonly RolloutEntry[]): readonly RolloutCall[] =>
  entries
    .filter(({ type, payload }) => type === "response_item" && payload.type === "function_call")
    .map(({ payload }) => ({ id: payload.call_id, given: parseArguments(payload.arguments) }));

function escalates(fields: JsonObject): boolean {
  return ESCALATING.some((name) => !HARMLESS.includes(fields[name]));
}

/** Codex's own rules for commands are programs of their own: where there are any, or its sandbox is on, a call runs as it is. */

function codexRules({ home, projectRoot, agent, event }: RulesPlace): OwnRules {
  if (codexSandbox(event) !== "off") return keepAsIs("Codex's own sandbox is on, or its record does not say");
  if (agent === undefined)
    return keepAsIs(
      "the command line that codex was started with cannot be read: start codex yourself, as the user who set Sallyport up",
    );
  const places = [
    agent.env.CODEX_HOME ?? `${home}/.codex`,
    "/etc/codex",
    ...upwards(projectRoot).map((each) => `${each}/.codex`),
  ];
  const rules = places.map((place) => filesIn(`${place}/rules`, ".rules"));
  return rules.every((files) => files !== null && files.length === 0)
    ? NO_RULES
    : keepAsIs("Codex has rules for commands of its own");
}

/** Codex CLI 0.166 makes an address of every path, by which tabs and ends of lines fall out of it; all else is a name. */
const codexPaths: HostPaths = (text) => [text.replace(/[\t\n\r]/g, "")];

const HOOKS = claudeHooks({
  host: "codex",
  events: [
    { event: "PreToolUse", matcher: "*", holds: true },
    { event: "PermissionRequest", matcher: "*", holds: true },
    { event: "UserPromptSubmit" },
    { event: "SessionStart" },
    // Only what a server returned is waited for: the agent is told what the probe found in it.
    { event: "PostToolUse", matcher: "mcp__.*" },
  ],
});

const HOLDS = { held: "host", writable: "hostWritable", off: undefined, unknown: undefined } as const;

const { folder } = PLACES.codex;

export const codex: Host = {
  name: "codex",
  title: "Codex CLI",
  program: "codex",
  checkedVersion: LAST_TRIED.codex.version,
  failsOpen: null,
  protocol: codexProtocol,
  names: codexNames,
  paths: codexPaths,
  rewriting: { event: "PreToolUse", tool: "Bash", rules: codexRules },
  holds: (event) => HOLDS[codexSandbox(event)],
  leavesOut: codexTerminal,
  locate: ({ record, event, kind }) => {
    const file = typeof record === "string" ? record : null;
    // An agent's own thread has the same events as the person's: only its file tells them apart.
    if (event === "UserPromptSubmit") return file !== null && isSpawnedThread(file) ? { subAgent: true } : {};
    // The event of a call names the directory the call chose: no session begins there.
    return kind === "call" ? { cwd: (file === null ? null : begunIn(file)) ?? NO_PROJECT } : {};
  },
  records: codexRecords,
  ...PLACES.codex,
  install: {
    file: filesAt((at) => `${folder(at)}/hooks.json`, ".codex/hooks.json"),
    content: () => HOOKS,
    notes: [
      "Codex runs no hook you have not trusted, and says nothing about it in `exec`: start `codex` once and review the hooks, then check with `sallyport doctor codex`. After an update of Sallyport that changes the line, do it again.",
      "Run it with the sandbox read-only and approvals on request (`codex -s read-only -a on-request`, or `codex exec -s read-only --approve-for-me`): there a hook that fails lets nothing write. With workspace-write or without the sandbox a failing hook lets the call run: there the gate is advisory.",
      "What is typed into a running program (write_stdin) has no event: a call at a terminal (tty) is never proven harmless, and only the sandbox holds what is typed later.",
      "Nobody can be asked before a call runs inside the sandbox: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  doctor: async (check) => (await import("./doctor.ts")).examineCodex(check),
  // https://developers.openai.com/codex/guides/agents-md
  reads: {
    user: [[".codex/AGENTS.override.md", ".codex/AGENTS.md"]],
    project: [["AGENTS.override.md", "AGENTS.md"]],
    above: "repository",
    nested: [],
  },
};
