/**
 * Every request and answer of the service's HTTP interface: one schema each, from which the types, the checks at the edge and the
 * OpenAPI document come. Times are milliseconds since the epoch, ids are those of the record. All text is data, never markup.
 */
import * as z from "zod/mini";
import { BEHAVIORS } from "../contract/decision.ts";

export const SCOPES = ["agent", "viewer", "approver", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** Limits that a page may rely on. */
export const MAX_PAGE = 200;
const MAX_TEXT = 1_000;
const MAX_RULE = 4_000;
const MAX_FILES = 5_000;
const MAX_PATH = 4_096;

const text = z.string();
const textOrNull = z.nullable(z.string());
const count = z.int().check(z.minimum(0));
const time = z.number();
const behavior = z.enum(BEHAVIORS);

export const errorAnswer = z.object({
  error: z.object({
    code: text,
    /** What went wrong, as a sentence. */
    message: text,
    /** What the person can do; null where nothing helps. */
    todo: textOrNull,
  }),
});

// Decisions

export const decisionRow = z.object({
  id: text,
  at: time,
  session: text,
  host: textOrNull,
  project: textOrNull,
  tool: text,
  /** One line; secrets are out of it as they are in the record. */
  call: text,
  behavior,
  by: text,
  rule: textOrNull,
  /** The rule, where it is the label of a topic. */
  topic: textOrNull,
  reason: text,
  walls: textOrNull,
  ms: z.number(),
  costUsd: z.nullable(z.number()),
  unavailable: textOrNull,
  /** A person tried it in a terminal: nothing is learnt from it. */
  byHand: z.boolean(),
  /** A second event of the host got the same answer. */
  joined: z.boolean(),
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
  /** Why it cannot be approved, or until when it is. */
  why: textOrNull,
});

export const usageAnswer = z.object({ input: count, output: count, cacheRead: count, cacheWrite: count });

export const decisionDetail = z.extend(decisionRow, {
  /** The fields of the call, secrets taken out. */
  input: z.record(z.string(), z.unknown()),
  cwd: textOrNull,
  effects: text,
  clearsWhen: textOrNull,
  hard: z.boolean(),
  headless: z.boolean(),
  stage: textOrNull,
  model: textOrNull,
  usage: z.nullable(usageAnswer),
  /** What the call does, why it was held, and the one command that would settle it; null parts are not known. */
  help: z.nullable(z.object({ does: textOrNull, why: text, command: textOrNull })),
  looked: z.array(lookedFile),
  /** What the walls refused it. */
  refused: z.array(text),
  restore: z.nullable(z.object({ id: text })),
  approval: approvalState,
  /** What the gate's own code established about the call, as the classifier was told; null where it is not kept. */
  facts: textOrNull,
});

export const decisionsQuery = z.object({
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_PAGE))),
  /** A cursor: what is older than it. */
  before: z.optional(text.check(z.maxLength(MAX_TEXT))),
  /** A cursor: what is newer than it. */
  after: z.optional(text.check(z.maxLength(MAX_TEXT))),
  session: z.optional(text.check(z.maxLength(MAX_TEXT))),
  /** One or several, with commas; so are `by`, `tool`, `host`, `walls`. */
  behavior: z.optional(text.check(z.maxLength(MAX_TEXT))),
  by: z.optional(text.check(z.maxLength(MAX_TEXT))),
  tool: z.optional(text.check(z.maxLength(MAX_TEXT))),
  host: z.optional(text.check(z.maxLength(MAX_TEXT))),
  rule: z.optional(text.check(z.maxLength(MAX_RULE))),
  topic: z.optional(text.check(z.maxLength(MAX_TEXT))),
  walls: z.optional(text.check(z.maxLength(MAX_TEXT))),
  project: z.optional(text.check(z.maxLength(MAX_PATH))),
  from: z.optional(time),
  to: z.optional(time),
  /** Words that stand in the call, the reason or the rule. */
  q: z.optional(text.check(z.maxLength(MAX_TEXT))),
});

export const decisionsAnswer = z.object({
  /** Newest first. */
  decisions: z.array(decisionRow),
  /** For `before`, where there are older ones. */
  next: textOrNull,
  /** Of all pages; null where it was not counted. */
  total: z.nullable(count),
});

/** A request line of the command line's contract; it is checked by the gate's own edge. */
export const checkRequest = z.object({
  tool: text,
  input: z.record(z.string(), z.unknown()),
  cwd: z.optional(text),
  mode: z.optional(text),
  headless: z.optional(z.boolean()),
  host: z.optional(text),
  session: z.optional(text),
  toolUseId: z.optional(text),
  event: z.optional(text),
  transcript: z.optional(z.array(z.record(z.string(), z.unknown()))),
  instructions: z.optional(text),
  walls: z.optional(z.boolean()),
  agentModel: z.optional(text),
});

export const checkAnswer = z.object({
  id: text,
  behavior,
  by: text,
  reason: text,
  rule: textOrNull,
  clearsWhen: textOrNull,
  hard: z.boolean(),
  stage: textOrNull,
  unavailable: textOrNull,
  degraded: textOrNull,
  headless: z.boolean(),
  walls: textOrNull,
  model: textOrNull,
  usage: z.nullable(usageAnswer),
  costUsd: z.nullable(z.number()),
  ms: z.number(),
  /** Only where the caller said that it can run a command inside walls. */
  run: z.optional(z.unknown()),
});

// Sessions

export const sessionHead = z.object({
  session: text,
  host: textOrNull,
  project: textOrNull,
  began: time,
  last: time,
  decisions: count,
  asks: count,
  denies: count,
  costUsd: z.number(),
});

export const sessionsQuery = z.object({
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_PAGE))),
  before: z.optional(text.check(z.maxLength(MAX_TEXT))),
  q: z.optional(text.check(z.maxLength(MAX_TEXT))),
});

export const sessionsAnswer = z.object({ sessions: z.array(sessionHead), next: textOrNull });

/** One entry of the record in its session. What a kind does not have is null. */
export const sessionEntry = z.object({
  kind: z.enum([
    "start",
    "prompt",
    "decision",
    "joined",
    "ran",
    "approval",
    "refusal",
    "handoff",
    "handoffTold",
    "probe",
    "probeTold",
    "notice",
  ]),
  at: time,
  seq: count,
  /** What there is to read: the prompt, the warning, the notice, who approved. */
  text: textOrNull,
  /** Of a decision. */
  decision: z.nullable(decisionRow),
  /** Of what belongs to a decision: its id. */
  decisionId: textOrNull,
  /** Of a walled call that ran: what the walls refused it. */
  refused: z.array(text),
});

export const sessionQuery = z.object({
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_PAGE))),
  before: z.optional(text.check(z.maxLength(MAX_TEXT))),
});

/** Entries newest first; `next` is for `before`. */
export const sessionAnswer = z.extend(sessionHead, { entries: z.array(sessionEntry), next: textOrNull });

export const seenQuery = z.object({ decision: text.check(z.maxLength(MAX_TEXT)) });

export const seenStage = z.object({
  stage: text,
  model: textOrNull,
  /** What the model answered, reasoning included. */
  answer: textOrNull,
  at: z.nullable(time),
});

export const seenAnswer = z.union([
  z.object({
    kept: z.literal(true),
    system: text,
    /** The conversation as it was shown, in order. */
    transcript: z.array(z.object({ role: text, text })),
    action: text,
    stages: z.array(seenStage),
  }),
  z.object({ kept: z.literal(false), how: text }),
]);

// Approvals

export const waitingCall = z.object({
  id: text,
  at: time,
  /** Until when an answer counts; null where nobody waits for it. */
  deadline: z.nullable(time),
  session: text,
  host: textOrNull,
  project: textOrNull,
  cwd: textOrNull,
  tool: text,
  input: z.record(z.string(), z.unknown()),
  behavior,
  by: text,
  effects: text,
  reason: text,
  rule: textOrNull,
  clearsWhen: textOrNull,
  /** Why it cannot be approved; null where it can. */
  refusal: textOrNull,
  looked: z.array(lookedFile),
  /** Looked-through files that are no longer what they were. */
  sinceAsked: z.array(text),
  facts: textOrNull,
});

export const approvalsAnswer = z.object({ waiting: z.array(waitingCall) });
export const approvalRequest = z.strictObject({
  id: text.check(z.minLength(1), z.maxLength(MAX_TEXT)),
  answer: z.enum(["approve", "refuse"]),
});
export const approvalAnswer = z.object({
  ok: z.literal(true),
  /** Until when the approval holds; null for a refusal. */
  until: z.nullable(time),
});

// Statistics

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
  /** How many were looked at. */
  examined: count,
  /** What the rule would let pass besides, in words. */
  lets: z.array(text),
  /** Why it would rest in auto mode; null where it would not. */
  rests: textOrNull,
});
export const ruleAnswer = z.object({ ok: z.literal(true), changed: z.boolean(), file: text, rests: textOrNull });

// Restore points

export const restorePoint = z.object({ id: text, at: time, session: text, why: text, files: count, bytes: count });
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
  hosts: z.array(z.object({ name: text, installed: z.boolean(), version: textOrNull })),
  service: z.object({ started: time, hooks: z.boolean() }),
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

export type ErrorAnswer = z.infer<typeof errorAnswer>;
export type DecisionRow = z.infer<typeof decisionRow>;
export type DecisionDetail = z.infer<typeof decisionDetail>;
export type DecisionsQuery = z.infer<typeof decisionsQuery>;
export type DecisionsAnswer = z.infer<typeof decisionsAnswer>;
export type LookedFile = z.infer<typeof lookedFile>;
export type ApprovalState = z.infer<typeof approvalState>;
export type CheckRequest = z.infer<typeof checkRequest>;
export type CheckAnswer = z.infer<typeof checkAnswer>;
export type SessionHead = z.infer<typeof sessionHead>;
export type SessionsQuery = z.infer<typeof sessionsQuery>;
export type SessionsAnswer = z.infer<typeof sessionsAnswer>;
export type SessionEntry = z.infer<typeof sessionEntry>;
export type SessionQuery = z.infer<typeof sessionQuery>;
export type SessionAnswer = z.infer<typeof sessionAnswer>;
export type SeenAnswer = z.infer<typeof seenAnswer>;
export type WaitingCall = z.infer<typeof waitingCall>;
export type ApprovalsAnswer = z.infer<typeof approvalsAnswer>;
export type ApprovalAnswer = z.infer<typeof approvalAnswer>;
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
