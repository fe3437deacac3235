/** Windsurf's events and answers: the status alone counts, 2 with words on the error output blocks. Nobody can be asked. */

import type { JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import {
  answerWith,
  eventBeside,
  type HookAnswer,
  type HostEvent,
  type HostProtocol,
  SILENCE,
  saidAt,
} from "../host.ts";
import { objectIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent } from "../message.ts";
import { isOfSubAgent } from "../person.ts";

const block = (reason: string): HookAnswer => ({ stdout: { decision: "deny", reason }, stderr: reason, exit: 2 });

export const windsurfProtocol: HostProtocol = {
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
