/** OpenCode's messages as its plugin hands them over. `run` puts a prompt that has spaces in quotes. */
import type { JsonObject } from "../../contract/action.ts";
import { collector } from "../../judge/sources/parts.ts";
import { isList, isObject, objectIn, textIn } from "../fields.ts";
import type { Heard } from "../host.ts";

export function fromOpenCode(messages: readonly JsonObject[], leaveOut: string | null): Heard {
  const found = collector();
  for (const message of messages) {
    const role = objectIn(message, "info")?.role;
    const parts = isList(message.parts) ? message.parts.filter(isObject) : [];
    if (role === "user") found.user(...parts.flatMap(personsText));
    else for (const part of parts) call(part);
  }
  return { turns: found.turns, notHuman: [], queued: [] };

  function call(part: JsonObject): void {
    const tool = textIn(part, "tool");
    if (part.type !== "tool" || tool === null || (leaveOut !== null && part.callID === leaveOut)) return;
    found.call(tool, objectIn(objectIn(part, "state") ?? {}, "input") ?? {}, part.callID);
  }
}

/** Parts the harness made (a file's text, a reminder) are marked. */
function personsText(part: JsonObject): readonly string[] {
  const text = textIn(part, "text");
  if (part.type !== "text" || text === null || part.synthetic === true || part.ignored === true) return [];
  return [unquoted(text)];
}

export const unquoted = (text: string): string => /^"([^"]*)"\s*$/.exec(text)?.[1] ?? text;
