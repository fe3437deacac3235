/**
 * What stands beside a request in `_meta`. What the protocols themselves say there passes as it came; whatever else it holds says
 * something to whoever reads it, and is judged as part of the request.
 */
import type { Json, JsonObject } from "../../contract/action.ts";
import { isObject } from "../json.ts";
import type { Message } from "./message.ts";

type Check = (value: Json) => boolean;

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);
const WORD = matches(/^[\w.:-]{1,128}$/);
const PRINTABLE = matches(/^[\x20-\x7e]{0,8192}$/);

/** By the protocols' own documents: MCP in both of its eras, ACP, the headers of W3C Trace Context; and the id of Claude Code's call. */
const DEFINED: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["progressToken", (value) => typeof value === "string" || typeof value === "number"],
  ["traceparent", WORD],
  ["tracestate", PRINTABLE],
  ["baggage", PRINTABLE],
  ["io.modelcontextprotocol/protocolVersion", WORD],
  ["io.modelcontextprotocol/clientCapabilities", isObject],
  ["io.modelcontextprotocol/clientInfo", isObject],
  ["io.modelcontextprotocol/logLevel", WORD],
  ["io.modelcontextprotocol/related-task", (value) => isObject(value) && Object.keys(value).join() === "taskId"],
  ["io.modelcontextprotocol/subscriptionId", (value) => typeof value === "string" || typeof value === "number"],
  ["claudecode/toolUseId", WORD],
]);

/** What no protocol defines, or defines as something else; undefined where there is nothing of it. */
export function otherMeta({ _meta: meta = null }: JsonObject): Json | undefined {
  if (meta === null || !isObject(meta)) return meta ?? undefined;
  const others = Object.entries(meta).filter(([name, value]) => DEFINED.get(name)?.(value) !== true);
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

/** More than a word, a number or a yes, beside a message that passes unjudged. */
export function saysMoreBeside({ params }: Message): boolean {
  const others = otherMeta(params);
  return others !== undefined && !(isObject(others) && Object.values(others).every(isOneWord));
}

/** At whatever depth something that is neither, or a word in a field that is called after commands. */
export const tellsMore = (value: Json): boolean =>
  typeof value === "object" && value !== null
    ? Object.entries(value).some(([name, one]: [string, Json]) => (DOES.test(name) && one !== null) || tellsMore(one))
    : !isOneWord(value);
const DOES = /command|cmd|exec|script|shell|argv|^(?:args|run|env|cwd|code)$/i;

const isOneWord: Check = (value) =>
  value === null || typeof value !== "object" ? typeof value !== "string" || WORD(value) : false;
