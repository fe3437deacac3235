/** Codex's rollout file. A message in the role of the user may be the harness's; only a `UserMessage` item is the person's. */
import type { JsonObject } from "../../contract/action.ts";
import { collector, parsedArguments, textsOf } from "../../judge/sources/parts.ts";
import { objectIn, textIn } from "../fields.ts";
import type { Heard } from "../host.ts";

const TEXT: ReadonlySet<string> = new Set(["text"]);

export function fromCodex(lines: readonly JsonObject[], leaveOut: string | null): Heard {
  const found = collector();
  for (const line of lines) {
    const payload = objectIn(line, "payload");
    if (payload === null) continue;
    if (line.type === "event_msg") person(payload);
    else if (line.type === "response_item") call(payload);
  }
  return { turns: found.turns, notHuman: [], queued: [] };

  function person(payload: JsonObject): void {
    if (payload.type === "user_message") found.user(textIn(payload, "message") ?? "");
    const item = payload.type === "item_completed" ? objectIn(payload, "item") : null;
    if (item?.type === "UserMessage") found.user(...textsOf(item.content, TEXT));
  }

  function call(payload: JsonObject): void {
    const id = textIn(payload, "call_id");
    if (id !== null && id === leaveOut) return;
    const name = textIn(payload, "name");
    if (payload.type === "function_call" && name !== null) found.call(name, parsedArguments(payload.arguments), id);
    else if (payload.type === "custom_tool_call" && name !== null)
      found.call(name, { input: payload.input ?? null }, id);
    else if (payload.type === "local_shell_call") found.call("local_shell", objectIn(payload, "action") ?? {}, id);
  }
}
