/** JSON-RPC messages as lines. What is judged is what is passed on: a line two readers could read differently is not passed. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { isObject, objectIn, textIn } from "../json.ts";

export type Id = string | number;

export interface Message {
  readonly method: string | null;
  readonly id: Id | null;
  readonly params: JsonObject;
  readonly result: JsonObject | null;
}

/** One message, or several sent as one. */
export type Received =
  | { readonly kind: "one"; readonly message: Message }
  | { readonly kind: "batch"; readonly messages: readonly Message[] };

export function received(line: string): Result<Received> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return fail("not valid JSON");
  }
  if (hasKeyTwice(line)) return fail("ambiguous: a key stands in it twice");
  if (Array.isArray(value) && value.every(isObject)) return ok({ kind: "batch", messages: value.map(messageOf) });
  if (!isObject(value)) return fail("not a JSON-RPC message");
  return ok({ kind: "one", message: messageOf(value) });
}

function messageOf(value: JsonObject): Message {
  const { id } = value;
  return {
    method: textIn(value, "method"),
    id: typeof id === "string" || typeof id === "number" ? id : null,
    params: objectIn(value, "params") ?? {},
    result: objectIn(value, "result"),
  };
}

export const resultLine = (id: Id, result: Json): string => JSON.stringify({ jsonrpc: "2.0", id, result });
export const errorLine = (id: Id | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });

/**
 * Whether an object of valid JSON, at any depth, has a key twice: the last one counts for us, the first one may for the other
 * side.
 */
export function hasKeyTwice(json: string): boolean {
  const open: (Set<string> | null)[] = [];
  let awaitsKey = false;
  for (let i = 0; i < json.length; i++) {
    const character = json[i];
    if (character === '"') {
      const end = endOfString(json, i);
      const keys = open.at(-1);
      if (awaitsKey && keys) {
        const raw = json.slice(i, end + 1);
        const key = raw.includes("\\") ? String(JSON.parse(raw)) : raw.slice(1, -1);
        if (keys.has(key)) return true;
        keys.add(key);
        awaitsKey = false;
      }
      i = end;
    } else if (character === "{" || character === "[") {
      open.push(character === "{" ? new Set() : null);
      awaitsKey = character === "{";
    } else if (character === "}" || character === "]") {
      open.pop();
      awaitsKey = false;
    } else if (character === ",") awaitsKey = open.at(-1) != null;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let i = json.indexOf('"', start + 1); i >= 0; i = json.indexOf('"', i + 1)) {
    let slashes = 0;
    while (json[i - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return i;
  }
  return json.length;
}
