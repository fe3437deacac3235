/** What the schemas of the interface are made of. */
import * as z from "zod/mini";
import { BEHAVIORS } from "../../contract/decision.ts";

export const SCOPES = ["agent", "viewer", "approver", "admin"] as const;
export type TokenScope = (typeof SCOPES)[number];

/** Limits that a page may rely on. */
export const MAX_PAGE = 200;
export const MAX_TEXT = 1_000;
export const MAX_RULE = 4_000;
export const MAX_FILES = 5_000;
export const MAX_PATH = 4_096;

export const text = z.string();
export const textOrNull = z.nullable(z.string());
export const count = z.int().check(z.minimum(0));
export const time = z.number();
export const behavior = z.enum(BEHAVIORS);
/** Whether a list is the whole: `reading`, the record is still being read; `full`, the newest of it is not in the index. */
export const indexStanding = z.enum(["complete", "reading", "full"]);

export const errorAnswer = z.object({
  error: z.object({
    code: text,
    /** What went wrong, as a sentence. */
    message: text,
    /** What the person can do; null where nothing helps. */
    todo: textOrNull,
  }),
});

export const lookedFile = z.object({
  path: text,
  /** Since it was looked through; null where that is not known. */
  changed: z.nullable(z.boolean()),
  /** What was looked through, while the file still holds it. */
  text: textOrNull,
});

export const approvalState = z.object({
  state: z.enum(["can", "cannot", "approved", "used"]),
  /** Why it cannot be approved; null where it can, or is. */
  why: textOrNull,
  /** Until when an approval holds that was not used yet; else null. */
  until: z.nullable(time),
});

export const usageAnswer = z.object({ input: count, output: count, cacheRead: count, cacheWrite: count });

export type IndexStanding = z.infer<typeof indexStanding>;
export type ErrorAnswer = z.infer<typeof errorAnswer>;
