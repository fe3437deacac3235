/** Claude Code's session file: one line a content block, unstable by declaration, so everything not known is passed over. */
import type { JsonObject } from "../../contract/action.ts";
import { collector, parsedArguments, textsOf } from "../../judge/sources/parts.ts";
import { isList, isObject, objectIn, textIn } from "../fields.ts";
import type { Heard } from "../host.ts";

const TEXT: ReadonlySet<string> = new Set(["text"]);

export function fromClaudeCode(lines: readonly JsonObject[], leaveOut: string | null): Heard {
  const found = collector();
  const notHuman: string[] = [];
  const typedMeanwhile: string[] = [];
  for (const line of lines) {
    const message = objectIn(line, "message");
    if (line.type === "user" && message !== null) userLine(line, message);
    else if (line.type === "assistant" && message !== null) calls(message.content);
    else if (line.type === "attachment") queued(objectIn(line, "attachment"));
  }
  return { turns: found.turns, notHuman, queued: typedMeanwhile };

  function userLine(line: JsonObject, message: JsonObject): void {
    const { content } = message;
    const results = isList(content) ? content.filter((block) => isObject(block) && block.type === "tool_result") : [];
    for (const block of results) if (isObject(block)) found.result(block.tool_use_id, answersIn(line));
    if (results.length > 0) return;
    const texts = textsOf(content, TEXT);
    if (isNotHuman(line)) notHuman.push(texts.join("\n"));
    else found.user(...texts);
  }

  function calls(content: unknown): void {
    if (!isList(content)) return;
    for (const block of content) {
      if (!isObject(block) || block.type !== "tool_use" || typeof block.name !== "string") continue;
      if (leaveOut === null || block.id !== leaveOut) found.call(block.name, parsedArguments(block.input), block.id);
    }
  }

  /** Typed while the agent worked: it never becomes a user line. */
  function queued(attachment: JsonObject | null): void {
    if (attachment?.type !== "queued_command") return;
    const texts = textsOf(attachment.prompt, TEXT);
    const mode = textIn(attachment, "commandMode");
    if ((mode !== null && mode !== "prompt") || isNotHuman(attachment)) notHuman.push(texts.join("\n"));
    else {
      typedMeanwhile.push(texts.join("\n"));
      found.user(...texts);
    }
  }
}

function isNotHuman(line: JsonObject): boolean {
  const kind = objectIn(line, "origin")?.kind;
  if (kind !== undefined && kind !== "human") return true;
  return [line.isMeta, line.isSidechain, line.isCompactSummary, line.isVisibleInTranscriptOnly].includes(true);
}

/** What the person chose; the questions are the agent's own words and stay out. */
function answersIn(line: JsonObject): readonly string[] {
  const answers = objectIn(objectIn(line, "toolUseResult") ?? {}, "answers");
  return answers === null
    ? []
    : Object.values(answers).flatMap((answer) => (typeof answer === "string" ? [answer] : []));
}
