/** Whether Codex's own sandbox holds a call, by Codex's own record: the turn's policy, and that the call asked for no more. */
import type { JsonObject } from "../../contract/action.ts";
import type { CallEvent } from "../host.ts";
import { objectIn, parseArguments, textIn } from "../json.ts";
import { linesOfFile } from "../lines.ts";

/** Fields with which a call leaves the sandbox. */
const ESCALATING = ["sandbox_permissions", "with_escalated_permissions", "additional_permissions"];

/** `held`: read-only or workspace-write, without network, and no escalation. `off`: there is no sandbox. */
export type CodexSandbox = "held" | "off" | "unknown";

export function codexSandbox({ record, turn, action }: CallEvent): CodexSandbox {
  const call = action.toolUseId;
  if (typeof record !== "string" || turn === undefined || call === undefined) return "unknown";
  let policy: JsonObject | null = null;
  let escalates: boolean | undefined;
  for (const entry of linesOfFile(record)) {
    const payload = objectIn(entry, "payload") ?? {};
    if (entry.type === "turn_context" && textIn(payload, "turn_id") === turn)
      policy = objectIn(payload, "sandbox_policy");
    if (entry.type === "response_item" && textIn(payload, "call_id") === call && payload.type === "function_call") {
      const given = parseArguments(payload.arguments);
      escalates = ESCALATING.some(
        (field) => given[field] !== undefined && !["use_default", false, null].includes(given[field] as never),
      );
    }
  }
  if (policy === null || escalates === undefined) return "unknown";
  if (policy.type === "danger-full-access") return "off";
  const closed = policy.type === "read-only" || policy.type === "workspace-write";
  return closed && (policy.network_access ?? false) === false && !escalates ? "held" : "unknown";
}
