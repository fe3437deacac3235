/** Decisions, calls to judge, sessions and approvals. */
import * as z from "zod/mini";
import {
  approvalState,
  behavior,
  count,
  indexStanding,
  lookedFile,
  MAX_PAGE,
  MAX_PATH,
  MAX_RULE,
  MAX_TEXT,
  text,
  textOrNull,
  time,
  usageAnswer,
} from "./parts.ts";

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
  /** What the call does, why it was held, what would settle it for good, and by which command; null parts are not known. */
  help: z.nullable(z.object({ does: textOrNull, why: text, settles: textOrNull, command: textOrNull })),
  looked: z.array(lookedFile),
  /** What the walls refused it. */
  refused: z.array(text),
  restore: z.nullable(z.object({ id: text })),
  approval: approvalState,
  /** What the gate's own code established about the call: while it waits, and where what the classifier was told is kept. */
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
  index: indexStanding,
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
  /** The shell a command would run in; not told, programs that listen to variables are not proven. */
  process: z.optional(
    z.object({
      variables: z.array(text),
      path: z.optional(text),
      values: z.optional(z.record(z.string(), text)),
      names: z.optional(z.array(text)),
      terminal: z.optional(z.boolean()),
    }),
  ),
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
  /** What the person said first, cut to one line. */
  said: textOrNull,
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

export const sessionsAnswer = z.object({ sessions: z.array(sessionHead), next: textOrNull, index: indexStanding });

/** One entry of the record in its session. What a kind does not have is null. */
export const sessionEntry = z.object({
  kind: z.enum([
    "start",
    "prompt",
    "task",
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

/** `role` is `user` for the person's words, else the name of a tool. */
export const seenTurn = z.object({ role: text, text });

export const seenAnswer = z.union([
  z.object({
    kept: z.literal(true),
    system: text,
    /** The conversation as it was shown, in order. */
    transcript: z.array(seenTurn),
    /** The call that was judged. */
    action: seenTurn,
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
  /** What it would do, in the words of its question. */
  does: textOrNull,
  /** The person's own command that would settle it for good; null where there is none. */
  command: textOrNull,
  /** One line, as in lists of decisions. */
  call: text,
  input: z.record(z.string(), z.unknown()),
  behavior,
  by: text,
  effects: text,
  reason: text,
  rule: textOrNull,
  clearsWhen: textOrNull,
  /** Why it cannot be approved; null where it can. */
  refusal: textOrNull,
  /** What became of it: a person answered, or it was seen to run. `until`: how long a yes holds that was not used yet. */
  answered: z.nullable(z.object({ word: z.enum(["approved", "refused", "ran"]), until: z.nullable(time) })),
  /** A person tried it in a terminal. */
  byHand: z.boolean(),
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
export type SeenTurn = z.infer<typeof seenTurn>;
export type SeenAnswer = z.infer<typeof seenAnswer>;
export type WaitingCall = z.infer<typeof waitingCall>;
export type ApprovalsAnswer = z.infer<typeof approvalsAnswer>;
export type ApprovalAnswer = z.infer<typeof approvalAnswer>;
