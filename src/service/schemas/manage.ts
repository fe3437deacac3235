/** Statistics, rules, restore points, and the service itself. */
import * as z from "zod/mini";
import { decisionRow } from "./decisions.ts";
import {
  behavior,
  count,
  indexStanding,
  MAX_FILES,
  MAX_PATH,
  MAX_RULE,
  MAX_TEXT,
  SCOPES,
  text,
  textOrNull,
  time,
} from "./parts.ts";

export const statsQuery = z.object({
  from: z.optional(time),
  to: z.optional(time),
  bucket: z.optional(z.enum(["hour", "day"])),
  project: z.optional(text.check(z.maxLength(MAX_PATH))),
  host: z.optional(text.check(z.maxLength(MAX_TEXT))),
});

export const statsAnswer = z.object({
  totals: z.object({
    decisions: count,
    allow: count,
    deny: count,
    ask: count,
    abort: count,
    /** Allowed although the host alone would have asked. */
    promptsSaved: count,
    costUsd: z.number(),
    outages: count,
    walled: count,
    refusedInWalls: count,
  }),
  steps: z.array(z.object({ by: text, behavior, n: count })),
  topics: z.array(z.object({ topic: text, deny: count, ask: count })),
  series: z.array(
    z.object({
      at: time,
      allow: count,
      deny: count,
      ask: count,
      abort: count,
      costUsd: z.number(),
      outages: count,
      p50: z.nullable(z.number()),
      p95: z.nullable(z.number()),
    }),
  ),
  /** How long a bucket of the series is: longer than asked for where there would be too many. */
  bucketMs: z.number(),
  latency: z.array(z.object({ by: text, p50: z.number(), p95: z.number() })),
  walls: z.array(z.object({ walls: text, n: count, refused: count })),
  index: indexStanding,
});

const filterValue = z.object({ value: text, n: count });
/** What there is to filter by, the most used first. */
export const valuesAnswer = z.object({
  tool: z.array(filterValue),
  host: z.array(filterValue),
  project: z.array(filterValue),
  by: z.array(filterValue),
  topic: z.array(filterValue),
});

// Rules

const list = z.enum(["allow", "ask", "deny"]);

export const ruleInForce = z.object({
  rule: text,
  behavior: list,
  source: z.object({ kind: z.enum(["managed", "run", "user", "project", "host"]), path: textOrNull }),
  /** Why it does not count in auto mode; null where it counts. */
  rests: textOrNull,
  /** Why the call it names never passes by it, as a sentence; null where it may. */
  overruled: textOrNull,
  /** It stands in the user's own settings. */
  editable: z.boolean(),
});

export const rulesQuery = z.object({ project: z.optional(text.check(z.maxLength(MAX_PATH))) });
export const rulesAnswer = z.object({
  rules: z.array(ruleInForce),
  /** The user's settings, where a new rule goes. */
  file: textOrNull,
  warnings: z.array(text),
});

export const ruleRequest = z.strictObject({
  behavior: list,
  rule: text.check(z.minLength(1), z.maxLength(MAX_RULE)),
  /** Takes the rule out instead. */
  remove: z.optional(z.boolean()),
});
export const ruleTryRequest = z.extend(ruleRequest, { project: z.optional(text.check(z.maxLength(MAX_PATH))) });

export const ruleTryAnswer = z.object({
  /** Recorded calls that would now be decided otherwise; the newest of them. */
  would: z.array(z.object({ id: text, call: text, was: behavior, now: behavior })),
  /** How many would be. */
  counted: count,
  /** How many were looked at, the newest ones. */
  examined: count,
  /** How many there are; of a record that is still being read, so far. */
  of: count,
  index: indexStanding,
  /** What the rule would let pass besides, in words. */
  lets: z.array(text),
  /** Why it would rest in auto mode; null where it would not. */
  rests: textOrNull,
  /** Why the call it names would not pass by it, as a sentence; null where it may. */
  overruled: textOrNull,
});
export const ruleAnswer = z.object({ ok: z.literal(true), changed: z.boolean(), file: text, rests: textOrNull });

// Restore points

export const restorePoint = z.object({
  ...{ id: text, at: time, session: text, files: count, bytes: count },
  /** Before what it was made: an edit, code inside walls, or a person's own undo. */
  cause: z.enum(["edit", "work", "undo"]),
  tool: text,
  /** One line of the call; of an undo, the call that was undone. */
  call: text,
  /** How many places differ now from what is kept: as the call left them, and changed by something since. Null where nobody looked. */
  differs: z.nullable(z.object({ byCall: count, since: count })),
});
export const restoreListAnswer = z.object({ points: z.array(restorePoint) });
export const restoreFile = z.object({
  path: text,
  kind: text,
  /** What undoing would do with it: `bring back`, `same`, `changed` (since the call), `blocked`. */
  verdict: text,
  why: text,
  /** What would go (-) and come back (+); null where there is nothing to show. */
  diff: textOrNull,
});
export const restoreAnswer = z.extend(restorePoint, {
  /** Place by place, the first of them. */
  entries: z.array(restoreFile),
  /** Made since; undoing leaves it. */
  created: z.array(text),
});
export const undoRequest = z.strictObject({
  files: z.optional(z.array(text.check(z.maxLength(MAX_PATH))).check(z.maxLength(MAX_FILES))),
  /** Of those, the ones to bring back although they were changed since. */
  force: z.optional(z.array(text.check(z.maxLength(MAX_PATH))).check(z.maxLength(MAX_FILES))),
});
export const undoAnswer = z.object({
  ok: z.literal(true),
  restored: z.array(text),
  /** What was left as it is, and why. */
  left: z.array(z.object({ path: text, why: text })),
  /** The restore point that undoes this undo; null where nothing changed. */
  saved: textOrNull,
});

// The service itself

export const statusAnswer = z.object({
  version: text,
  state: z.enum(["live", "shadow", "paused"]),
  /** Of a pause. */
  until: z.nullable(time),
  mode: text,
  walls: z.object({ stand: z.boolean(), why: textOrNull }),
  model: z.object({ provider: text, name: textOrNull }),
  /** The version of a guarded agent's program; null where it has not told it yet. */
  hosts: z.array(z.object({ name: text, installed: z.boolean(), version: textOrNull })),
  service: z.object({ started: time, hooks: z.boolean() }),
  /** What lists, search and figures come from. */
  index: z.object({ standing: indexStanding, decisions: count, sessions: count }),
  warnings: z.array(text),
  /** Who asks. */
  scope: z.enum(SCOPES),
});

export const pauseRequest = z.strictObject({ minutes: z.int().check(z.minimum(1), z.maximum(24 * 60)) });
export const pauseAnswer = z.object({ ok: z.literal(true), until: z.nullable(time) });
export const emptyRequest = z.strictObject({});
export const signinRequest = z.strictObject({ code: text.check(z.minLength(1), z.maxLength(200)) });
/** The page sends `key` as `X-Sallyport` with every request: a cookie alone is also sent to other ports of this machine. */
export const signinAnswer = z.object({ ok: z.literal(true), scope: z.enum(SCOPES), until: time, key: text });
export const signoutAnswer = z.object({ ok: z.literal(true) });
export const healthAnswer = z.object({ ok: z.literal(true), version: text });

/** What `GET /v1/events` sends: the event's name and its data. */
export const liveEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("decision"), data: decisionRow }),
  z.object({
    event: z.literal("approval"),
    data: z.object({ id: text, answer: z.enum(["approve", "refuse"]), by: text }),
  }),
  z.object({ event: z.literal("waiting"), data: z.object({ waiting: count }) }),
  z.object({ event: z.literal("pause"), data: z.object({ until: z.nullable(time) }) }),
]);
export const eventsQuery = z.object({ session: z.optional(text.check(z.maxLength(MAX_TEXT))) });

export type StatsQuery = z.infer<typeof statsQuery>;
export type StatsAnswer = z.infer<typeof statsAnswer>;
export type ValuesAnswer = z.infer<typeof valuesAnswer>;
export type RuleInForce = z.infer<typeof ruleInForce>;
export type RulesAnswer = z.infer<typeof rulesAnswer>;
export type RuleRequest = z.infer<typeof ruleRequest>;
export type RuleTryRequest = z.infer<typeof ruleTryRequest>;
export type RuleTryAnswer = z.infer<typeof ruleTryAnswer>;
export type RuleAnswer = z.infer<typeof ruleAnswer>;
export type RestoreListAnswer = z.infer<typeof restoreListAnswer>;
export type RestoreAnswer = z.infer<typeof restoreAnswer>;
export type UndoAnswer = z.infer<typeof undoAnswer>;
export type StatusAnswer = z.infer<typeof statusAnswer>;
export type PauseAnswer = z.infer<typeof pauseAnswer>;
export type SigninAnswer = z.infer<typeof signinAnswer>;
export type LiveEvent = z.infer<typeof liveEvent>;
