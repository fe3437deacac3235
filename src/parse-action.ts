/** The edge: the one function through which an action from outside comes in. */
import * as z from "zod/mini";
import { type Action, MODES } from "./action.ts";
import { once } from "./once.ts";
import { fail, ok, type Result } from "./result.ts";

/** Nothing real is nested deeper; what is, was made to break a parser. */
const MAX_DEPTH = 64;

const schema = once(() => {
  const object = z.record(z.string(), z.unknown());
  const turn = z.union([
    z.strictObject({ user: z.string() }),
    z.strictObject({ tool: z.string(), input: object, answer: z.optional(z.string()) }),
  ]);
  return z.strictObject({
    tool: z.string().check(z.minLength(1)),
    input: object,
    cwd: z.optional(z.string().check(z.regex(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, "must be an absolute path"))),
    mode: z.optional(z.enum(MODES)),
    headless: z.optional(z.boolean()),
    host: z.optional(z.string()),
    session: z.optional(z.string().check(z.minLength(1))),
    toolUseId: z.optional(z.string()),
    event: z.optional(z.string()),
    transcript: z.optional(z.array(turn)),
    instructions: z.optional(z.string()),
    agentModel: z.optional(z.string()),
  });
});

/** A sentence says which field is wrong. */
export function parseAction(value: unknown): Result<Action> {
  if (isDeeper(value, MAX_DEPTH)) return fail(`the action is nested deeper than ${MAX_DEPTH} levels`);
  const parsed = schema().safeParse(value);
  // The value itself, not the checker's copy of it: a key the copy leaves out (`__proto__`) must still be seen.
  if (parsed.success) return ok(value as Action);
  const issue = parsed.error.issues[0];
  const at = issue?.path.map(String).join(".") || "the action";
  if (issue?.code === "unrecognized_keys")
    return fail(`${at}: unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`);
  if (issue?.code === "invalid_value") return fail(`${at}: must be one of ${issue.values.map(String).join(", ")}`);
  if (issue?.code === "invalid_type")
    return fail(`${at}: must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`);
  if (issue?.code === "invalid_union") return fail(`${at}: must be {"user": …} or {"tool": …, "input": …}`);
  return fail(`${at}: ${issue?.message || "is not valid"}`);
}

/** Without recursion: the depth is what is in doubt. */
function isDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Text that came in as bytes, then JSON, then an action. */
export function parseActionLine(bytes: Uint8Array): Result<Action> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return fail("the line is not valid UTF-8");
  }
  try {
    return parseAction(JSON.parse(text) as unknown);
  } catch (error) {
    return fail(
      `the line is not valid JSON: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : "cannot be read"}`,
    );
  }
}
