/** The path and query of a request: one spelling of each, or the request is refused. */
import type * as z from "zod/mini";
import { safeParse } from "zod/mini";
import { fail, ok, type Result } from "../../contract/result.ts";
import { badRequest, type HttpProblem } from "./problem.ts";

const MAX_TARGET = 8_192;
const PATH = /^(?:\/(?:[\w.~:@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)+$/;
/** What most requests name: nothing in it can be read in another way. */
const SURELY_PLAIN = /^(?:\/[\w-]+)+$/;
const NUMBERS: ReadonlySet<string> = new Set(["limit", "from", "to"]);
const WHOLE = /^\d{1,15}$/;
/** Control characters, wherever they hide. */
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Origin form alone; no segment that walks, none that is empty, nothing hidden in an escape. */
export function checkTarget(target: string): HttpProblem | undefined {
  const path = target.split("?", 1)[0] ?? "";
  if (target.length > MAX_TARGET) return badRequest("the address is too long");
  if (SURELY_PLAIN.test(path)) return undefined;
  if (!PATH.test(path) || (path.length > 1 && path.includes("//"))) return badRequest("the path is not one of ours");
  return path.split("/").every(isPlain) ? undefined : badRequest("the path is not one of ours");
}

function isPlain(segment: string): boolean {
  try {
    const decoded = decodeURIComponent(segment);
    return decoded !== "." && decoded !== ".." && !CONTROL.test(decoded);
  } catch {
    return false;
  }
}

/** What stands behind the question mark, by its schema; a key nobody declared, or twice, is an error. */
export function parseQuery<T>(target: string, schema: z.ZodMiniObject | undefined): Result<T, HttpProblem> {
  const at = target.indexOf("?");
  const found: Record<string, string | number> = {};
  if (at < 0) return schema === undefined ? ok(found as T) : checkShape<T>(found, schema);
  for (const [key, value] of new URLSearchParams(target.slice(at + 1))) {
    const wrong = Object.hasOwn(schema?.shape ?? {}, key)
      ? wrongWith(key, value, found)
      : `there is no parameter ${JSON.stringify(key.slice(0, 40))}`;
    if (wrong !== undefined) return fail(badRequest(wrong));
    found[key] = NUMBERS.has(key) ? Number(value) : value;
  }
  return schema === undefined ? ok(found as T) : checkShape<T>(found, schema);
}

function wrongWith(key: string, value: string, found: object): string | undefined {
  if (Object.hasOwn(found, key)) return `${key} is given twice`;
  if (CONTROL.test(value)) return `${key} holds a control character`;
  return NUMBERS.has(key) && !WHOLE.test(value) ? `${key} must be a whole number` : undefined;
}

/** A sentence names the field that is wrong. */
export function checkShape<T>(value: unknown, schema: z.ZodMiniType): Result<T, HttpProblem> {
  const parsed = safeParse(schema, value);
  if (parsed.success) return ok(parsed.data as T);
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "the request" : issue.path.map(String).join(".");
  return fail(badRequest(`${where.slice(0, 80)}: ${issue?.message ?? "is not what it must be"}`));
}
