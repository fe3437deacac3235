/** JSON-RPC messages as lines. What is judged is what is passed on: a line two readers could read differently is not passed. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
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
  if (hasKeyTwice(line)) return fail("ambiguous: a key stands in it twice, or differs from another only in case");
  if (Array.isArray(value) && value.every(isMessage)) return ok({ kind: "batch", messages: value.map(messageOf) });
  return isMessage(value) ? ok({ kind: "one", message: messageOf(value) }) : fail("not a JSON-RPC message");
}

const MESSAGE_FIELDS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params", "result", "error"]);

/** A field more could be the method for a reader that does not mind its case. */
const isMessage = (value: unknown): value is JsonObject =>
  isObject(value) && Object.keys(value).every((name) => MESSAGE_FIELDS.has(name));

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

/**
 * Whether an object of valid JSON, at any depth, has a key twice: the last one counts for us, the first one may for the other
 * side. Keys that differ only in case are one key for some readers.
 */
export function hasKeyTwice(json: string): boolean {
  /** What is open around the present place: the keys of an object so far, or null for a list. */
  const open: (Set<string> | null)[] = [];
  let awaitsKey = false;
  for (const token of tokensOf(json)) {
    const keys = open.at(-1) ?? null;
    if (awaitsKey && token.startsWith('"') && isKnown(keys, token)) return true;
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    awaitsKey = token === "{" || (token === "," && keys !== null);
  }
  return false;
}

/** Strings, with their quotes, and the characters between which keys stand. */
function* tokensOf(json: string): Generator<string> {
  for (let i = 0; i < json.length; i++) {
    const character = json[i] ?? "";
    const end = character === '"' ? endOfString(json, i) : i;
    if (character === '"' || "{}[],".includes(character)) yield json.slice(i, end + 1);
    i = end;
  }
}

/** Whether a key, as it is written, is there already; from now on it is. */
function isKnown(keys: Set<string> | null, raw: string): boolean {
  if (keys === null) return false;
  const key = foldName(raw.includes("\\") ? String(JSON.parse(raw)) : raw.slice(1, -1));
  const known = keys.has(key);
  keys.add(key);
  return known;
}

function endOfString(json: string, start: number): number {
  for (let i = json.indexOf('"', start + 1); i >= 0; i = json.indexOf('"', i + 1)) {
    let slashes = 0;
    while (json[i - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return i;
  }
  return json.length;
}
