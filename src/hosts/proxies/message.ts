/** JSON-RPC messages as lines. What is judged is what is passed on: a line two readers could read differently is not passed. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { isDeeper, MAX_DEPTH } from "../../contract/parse-action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { keyTwice, lossyPart } from "../../contract/strict-json.ts";
import { isObject, objectIn, textIn } from "../json.ts";

export type MessageId = string | number;

export interface Message {
  readonly method: string | null;
  readonly id: MessageId | null;
  readonly params: JsonObject;
  readonly result: JsonObject | null;
}

/** One message, or several sent as one. */
export type MessageLine =
  | { readonly kind: "one"; readonly message: Message }
  | { readonly kind: "batch"; readonly messages: readonly Message[] };

export function parseMessage(line: string): Result<MessageLine> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return fail("not valid JSON");
  }
  if (isDeeper(value, MAX_DEPTH)) return fail(`nested deeper than ${MAX_DEPTH} levels`);
  const twice = keyTwice(line, foldName);
  if (twice !== undefined)
    return fail(`ambiguous: the key ${JSON.stringify(twice)} stands twice in it, or differs from another only in case`);
  const ids = (Array.isArray(value) ? value : [value]).map((one) => (isObject(one) ? one.id : null));
  if (ids.some((id) => typeof id === "number" && !Number.isSafeInteger(id)))
    return fail("under an id that readers round");
  if (Array.isArray(value) && value.every(isMessage)) return ok({ kind: "batch", messages: value.map(messageOf) });
  return isMessage(value) ? ok({ kind: "one", message: messageOf(value) }) : fail("not a JSON-RPC message");
}

/** What is judged and passed on as it came must be the same for every reader. */
export function unclearIn(line: string): { readonly ok: false; readonly error: string } | undefined {
  const lossy = lossyPart(line);
  return lossy === undefined ? undefined : fail(describeLossy(lossy));
}

const describeLossy = (lossy: string): string =>
  `${lossy.slice(0, MAX_SHOWN)} is not the same for every reader; write long numbers as text, and whole characters`;
const MAX_SHOWN = 80;

/** JSON in which no reader could find a method, whatever else it holds. */
export function isAnswer(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && !Object.keys(value).some((name) => foldName(name) === "method");
  } catch {
    return false;
  }
}

const MESSAGE_FIELDS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params", "result", "error"]);

/**
 * A field more could be the method for a reader that does not mind its case, and a method that is no text one for a reader that
 * makes it one. Parameters have names: none is known by its place. It asks or it answers, never both.
 */
const isMessage = (value: unknown): value is JsonObject =>
  isObject(value) &&
  Object.keys(value).every((name) => MESSAGE_FIELDS.has(name)) &&
  (value.jsonrpc ?? "2.0") === "2.0" &&
  isIdOrNone(value.id ?? null) &&
  ("method" in value ? isAsking(value) : isAnswering(value));

const isIdOrNone = (id: Json): boolean => id === null || typeof id === "string" || typeof id === "number";

const isAsking = ({ method, params = null, result, error }: JsonObject): boolean =>
  typeof method === "string" &&
  method !== "" &&
  (params === null || isObject(params)) &&
  result === undefined &&
  error === undefined;

const isAnswering = ({ params, result, error }: JsonObject): boolean =>
  params === undefined && (result !== undefined || error !== undefined);

/** What a reader without regard for case, width or invisible characters could take a name for. */
export const foldName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/[\s\p{C}\p{M}]/gu, "")
    .toLowerCase();

/** Whether a method is one of these for some reader and not exactly so for all of them. */
export const isDisguised = (method: string, judged: ReadonlySet<string>): boolean =>
  !judged.has(method) && judged.has(foldName(method));

function messageOf(value: JsonObject): Message {
  const { id } = value;
  return {
    method: textIn(value, "method"),
    id: typeof id === "string" || typeof id === "number" ? id : null,
    params: objectIn(value, "params") ?? {},
    result: objectIn(value, "result"),
  };
}

export const resultLine = (id: MessageId, result: Json): string => JSON.stringify({ jsonrpc: "2.0", id, result });
export const errorLine = (id: MessageId | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });

// What stands beside a request in `_meta`. What the protocols themselves say there passes as it came; whatever else it holds says
// something to whoever reads it, and is judged as part of the request.

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
