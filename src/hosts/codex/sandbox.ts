/** Whether Codex's own sandbox holds a call, by Codex's own record: the turn's policy, and that the call asked for no more. */
import type { JsonObject } from "../../contract/action.ts";
import type { CallEvent } from "../host.ts";
import { objectIn, parseArguments } from "../json.ts";
import { linesOfFile } from "../lines.ts";

/** Fields with which a call leaves the sandbox. */
const ESCALATING = ["sandbox_permissions", "with_escalated_permissions", "additional_permissions"];

const HARMLESS: readonly unknown[] = [undefined, null, false, "use_default"];

/** `held`: read-only or workspace-write, without network, and no escalation. `off`: there is no sandbox. */
export type CodexSandbox = "held" | "off" | "unknown";

export function codexSandbox({ record, turn, action }: CallEvent): CodexSandbox {
  const call = action.toolUseId;
  if (typeof record !== "string" || turn === undefined || call === undefined) return "unknown";
  const entries = linesOfFile(record).map((entry) => ({ type: entry.type, payload: objectIn(entry, "payload") ?? {} }));
  const said = entries.findLast(({ type, payload }) => type === "turn_context" && payload.turn_id === turn);
  const made = entries.findLast(
    ({ type, payload }) => type === "response_item" && payload.type === "function_call" && payload.call_id === call,
  );
  const policy = objectIn(said?.payload ?? {}, "sandbox_policy");
  if (policy === null || made === undefined) return "unknown";
  if (policy.type === "danger-full-access") return "off";
  const closed = policy.type === "read-only" || policy.type === "workspace-write";
  return closed && (policy.network_access ?? false) === false && !escalates(made.payload) ? "held" : "unknown";
}

function escalates({ arguments: given }: JsonObject): boolean {
  const fields = parseArguments(given);
  return ESCALATING.some((name) => !HARMLESS.includes(fields[name]));
}
