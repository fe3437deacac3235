/** Whether Codex's own sandbox holds a call, by Codex's own record: the turn's policy, and that the call asked for no more. */
import type { Json, JsonObject } from "../../contract/action.ts";
import type { CallEvent } from "../host.ts";
import { objectIn, parseArguments } from "../json.ts";
import { linesOfFile } from "../lines.ts";

/** Fields with which a call leaves the sandbox. */
const ESCALATING = ["sandbox_permissions", "with_escalated_permissions", "additional_permissions"];

const HARMLESS: readonly unknown[] = [undefined, null, false, "use_default"];

/**
 * Without network and without escalation `held` is read-only, `writable` is workspace-write: there other protected
 * places than `.git` and `.codex` can be written, and no event surely follows the end of what a call started. `off`: there is no
 * sandbox.
 */
export type CodexSandbox = "held" | "writable" | "off" | "unknown";

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
