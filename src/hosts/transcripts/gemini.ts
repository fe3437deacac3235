/** Gemini CLI's chat file. A line is written again, under the same id, when its calls are done: the last one counts. */
import type { JsonObject } from "../../contract/action.ts";
import { collector } from "../../judge/sources/parts.ts";
import { isList, isObject, objectIn, textIn } from "../fields.ts";
import type { Heard } from "../host.ts";

/** The harness's own words at the start of a chat. */
const CONTEXT = /^\s*<(?:session_context|environment_context)>/;

export function fromGemini(lines: readonly JsonObject[]): Heard {
  const latest = new Map<string, JsonObject>();
  for (const [index, line] of lines.entries()) {
    if (line.type === "user" || line.type === "gemini") latest.set(textIn(line, "id") ?? `line ${index}`, line);
  }
  const found = collector();
  for (const line of latest.values()) {
    if (line.type === "user") found.user(...personsTexts(line.content));
    for (const call of isList(line.toolCalls) ? line.toolCalls : []) {
      const name = isObject(call) ? textIn(call, "name") : null;
      if (isObject(call) && name !== null) found.call(name, objectIn(call, "args") ?? {}, call.id);
    }
  }
  return { turns: found.turns, notHuman: [], queued: [] };
}

/** A line that carries a tool's result is not the person's, whatever stands beside it. */
function personsTexts(content: unknown): readonly string[] {
  if (typeof content === "string") return CONTEXT.test(content) ? [] : [content];
  if (!isList(content) || content.some((part) => isObject(part) && part.functionResponse !== undefined)) return [];
  return content.flatMap((part) => {
    const text = isObject(part) ? textIn(part, "text") : null;
    return text === null || CONTEXT.test(text) ? [] : [text];
  });
}
