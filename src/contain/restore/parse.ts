/** The lines of a restore point's file, read back. Whoever owns the state directory wrote them; damage is still possible. */
import * as z from "zod/mini";
import { once } from "../../contract/kept.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { POINT_CAUSES, type PointHead, type SavedEntry } from "./point.ts";

const absolute = () => z.string().check(z.regex(/^\/[^\0]+$/));
const digest = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));
const expected = () => z.union([z.literal("absent"), z.strictObject({ sha256: digest() })]);
const mode = () => z.int().check(z.minimum(0), z.maximum(0o7777));
const size = () => z.int().check(z.minimum(0));

const head = once(() =>
  z.object({
    version: z.literal(1),
    id: z.string(),
    at: z.number(),
    cause: z.enum(POINT_CAUSES),
    call: z.object({
      session: z.string(),
      key: z.string(),
      toolUseId: z.nullable(z.string()),
      tool: z.string(),
      text: z.string(),
    }),
    roots: z.array(absolute()),
    creates: z.array(absolute()),
    entries: size(),
    bytes: size(),
    uses: z.array(z.string()),
  }),
);

const entry = once(() => {
  const base = { path: absolute(), mode: mode(), expected: z.exactOptional(expected()) };
  return z.discriminatedUnion("kind", [
    z.object({
      ...base,
      kind: z.literal("file"),
      size: size(),
      mtimeMs: z.number(),
      sha256: digest(),
      data: z.string(),
      offset: size(),
      stamp: z.string(),
    }),
    z.object({ ...base, kind: z.literal("link"), to: z.string() }),
    z.object({ ...base, kind: z.literal("directory") }),
  ]);
});

export const parseHead = (line: string): Result<PointHead> => parsed(line, (value) => head().safeParse(value));
export const parseEntry = (line: string): Result<SavedEntry> => parsed(line, (value) => entry().safeParse(value));

function parsed<T>(
  line: string,
  parse: (value: unknown) => { success: true; data: T } | { success: false; error: z.core.$ZodError },
): Result<T> {
  try {
    const read = parse(JSON.parse(line));
    if (read.success) return ok(read.data);
    const [issue] = read.error.issues;
    return fail(`${issue?.path.map(String).join(".") ?? ""}: ${issue?.message ?? "is not valid"}`);
  } catch (error) {
    return fail(messageOf(error));
  }
}
