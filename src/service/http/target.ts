/** The path and query of a request: one spelling of each, or the request is refused. */
import type * as z from "zod/mini";
import { safeParse } from "zod/mini";
import { fail, ok, type Result } from "../../contract/result.ts";
import { badRequest, type Problem } from "./problem.ts";

const MAX_TARGET = 8_192;
const PATH = /^(?:\/(?:[\w.~:@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)+$/;
const NUMBERS: ReadonlySet<string> = new Set(["limit", "from", "to"]);
const WHOLE = /^\d{1,15}$/;
/** Control characters, wherever they hide. */
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Origin form alone; no segment that walks, none that is empty, nothing hidden in an escape. */
export function checkTarget(target: string): Problem | undefined {
  const path = target.split("?", 1)[0] ?? "";
  if (target.length > MAX_TARGET) return badRequest("the address is too long");
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
export function parseQuery<T>(target: string, schema: z.ZodMiniObject | undefined): Result<T, Problem> {
  const at = target.indexOf("?");
  const found: Record<string, string | number> = {};
  for (const [key, value] of new URLSearchParams(at < 0 ? "" : target.slice(at + 1))) {
    if (schema === undefined || !Object.hasOwn(schema.shape, key))
      return fail(badRequest(`there is no parameter ${JSON.stringify(key.slice(0, 40))}`));
    if (Object.hasOwn(found, key)) return fail(badRequest(`${key} is given twice`));
    if (CONTROL.test(value)) return fail(badRequest(`${key} holds a control character`));
    if (NUMBERS.has(key) && !WHOLE.test(value)) return fail(badRequest(`${key} must be a whole number`));
    found[key] = NUMBERS.has(key) ? Number(value) : value;
  }
  if (schema === undefined) return ok(found as T);
  return checkShape<T>(found, schema);
}

/** A sentence names the field that is wrong. */
export function checkShape<T>(value: unknown, schema: z.ZodMiniType): Result<T, Problem> {
  const parsed = safeParse(schema, value);
  if (parsed.success) return ok(parsed.data as T);
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "the request" : issue.path.map(String).join(".");
  return fail(badRequest(`${where.slice(0, 80)}: ${issue?.message ?? "is not what it must be"}`));
}
