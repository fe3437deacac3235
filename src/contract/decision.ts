/** What goes out: the behaviour, the step that decided, and why. */
import { type Allowed, isAllow } from "./allow.ts";
import type { Told } from "./settling.ts";

/** What the operating system keeps a command from, whatever it turns out to do (§9). From the tightest to the widest. */
export const WALLS = [
  /** Reads; writes nothing but the session's temporary directory. */
  "look",
  /** Also writes the project, protected places apart. */
  "edit",
  /** Runs code: of home only the project, toolchains and private caches are there. */
  "work",
] as const;
export type Walls = (typeof WALLS)[number];

export const BEHAVIORS = ["allow", "ask", "deny", "abort"] as const;
export type Behavior = (typeof BEHAVIORS)[number];
/** What holds a call back, in one way or another: anybody may say it. */
type HeldBehavior = Exclude<Behavior, "allow">;

/** The step that decided, as a user sees it in `by`; in the order of the road. */
export const STEPS = [
  /** A deny rule of the settings matches. */
  "denyRule",
  /** A person approved this exact call. */
  "approval",
  /** The tool's own check refuses the input. */
  "toolCheck",
  /** A catastrophe that no mode, rule, model or approval lets through. */
  "floor",
  /** The tool exists to ask the person something. */
  "userInteraction",
  /** It would write where only the person may, or run Sallyport itself. */
  "safetyCheck",
  /** The mode is plan, and the call does more than read. */
  "planMode",
  /** An ask rule of the settings matches. */
  "askRule",
  /** The mode is bypassPermissions. */
  "bypassMode",
  /** Allow rules of the settings cover the whole call. */
  "allowRule",
  /** The tool only reads or coordinates. */
  "safeTool",
  /** Every part of the command is proven only to read. */
  "readOnly",
  /** The mode is dontAsk, and somebody would have to be asked. */
  "dontAskMode",
  /** A PowerShell command, while the setting `powershell` is off. */
  "powershell",
  /** It is proven only to edit files of the project. */
  "acceptEdits",
  /** A call that cannot matter. */
  "notRelevant",
  /** It only runs code, and runs inside walls. */
  "contained",
  /** The same call was denied before, and the person has said nothing since. */
  "deniedBefore",
  /** The model's verdict, or that there is none. */
  "classifier",
  /** No model is set up: a topic was recognised, or nothing was. */
  "offline",
  /** Too many denials: the person decides, or the agent is stopped. */
  "denialLimit",
  /** The mode asks about whatever nothing else decided. */
  "prompt",
  /** Something broke, so nothing is allowed. */
  "error",
] as const;
export type Step = (typeof STEPS)[number];

/** Steps that records of earlier versions name: they stay readable, nothing decides by them any more. */
export const FORMER_STEPS = ["projectTask"] as const;

/** Why there is no verdict. */
export const UNAVAILABLE = [
  "rate_limited",
  "overloaded",
  "server_error",
  "timeout",
  "network",
  "auth",
  "bad_request",
  "bad_response",
  "too_long",
  "aborted",
] as const;
export type Unavailable = (typeof UNAVAILABLE)[number];

export type Stage = "fast" | "thinking";

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

interface DecisionFields {
  readonly id: string;
  readonly by: Step;
  /** One sentence. Never teaches a way around the gate. */
  readonly reason: string;
  /** The label of the topic, or the text of the rule, that decided. */
  readonly rule: string | null;
  /** What the person would have to say for it to pass. */
  readonly clearsWhen: string | null;
  /** Nothing clears it. */
  readonly hard: boolean;
  readonly stage: Stage | null;
  readonly unavailable: Unavailable | null;
  /** A model is named and was never set up rightly, so that it was decided without one. */
  readonly degraded: "auth" | null;
  readonly headless: boolean;
  /** The walls the call is to run inside: the gate's own, or `host` where the host's sandbox holds it; null: none. */
  readonly walls: Walls | "host" | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly ms: number;
}

/** A decision as data: on record, in a report, in an answer that was read. Nothing runs because of it. */
export interface DecisionRecord extends DecisionFields {
  readonly behavior: Behavior;
}

export interface Held extends DecisionFields {
  readonly behavior: HeldBehavior;
}

/** The call may run: made by `gate/allow.ts` alone, and what a door has to be given. */
export type Allow = DecisionFields & Allowed;

export type Decision = Allow | Held;

export interface DraftFields
  extends Pick<DecisionFields, "by" | "reason">,
    Partial<Omit<DecisionFields, "id" | "by" | "reason" | "ms">> {
  /** For the person, once a session: what is not set up, and the command that mends it. */
  readonly notice?: string;
  /** Why the model that is set up could not be asked, in words: the reason says it too. */
  readonly unasked?: string;
  /** The reason in its parts. */
  readonly told?: Told;
}

export interface HeldDraft extends DraftFields {
  readonly behavior: HeldBehavior;
}

export type AllowDraft = DraftFields & Allowed;

/** What a step says; the gate adds id and time. */
export type Draft = AllowDraft | HeldDraft;

/** `undefined` is "no opinion": silence is never yes. */
export type Opinion = Draft | undefined;

/** The line under a draft. */
export interface Stamp {
  readonly id: string;
  readonly ms: number;
}

/** What no step said is null. */
export const completeDraft = (
  { notice: _, unasked: __, told: ___, ...draft }: DraftFields,
  { id, ms }: Stamp,
): DecisionFields => ({
  rule: null,
  clearsWhen: null,
  hard: false,
  stage: null,
  unavailable: null,
  degraded: null,
  headless: false,
  walls: null,
  model: null,
  usage: null,
  costUsd: null,
  ...draft,
  id,
  ms: Math.round(ms * 1000) / 1000,
});

/** A draft that holds a call becomes a decision. Throws for what says that it is an allow: nobody made it. */
export function stampHeld(draft: HeldDraft, stamp: Stamp): Held {
  const { behavior } = draft;
  if (!HELD.has(behavior)) throw new Error(`nobody made this ${behavior}`);
  return { ...completeDraft(draft, stamp), behavior };
}
const HELD: ReadonlySet<Behavior> = new Set<HeldBehavior>(["ask", "deny", "abort"]);

/** A decision for whoever reads it as text. Throws for what only says that it is an allow. */
export function toRecord(decision: Decision): DecisionRecord {
  if (isAllow(decision) || HELD.has(decision.behavior)) return decision;
  throw new Error("nobody made this allow");
}

const hold =
  (behavior: HeldBehavior) =>
  (by: Step, reason: string, more: Partial<DraftFields> = {}): HeldDraft => ({ behavior, by, reason, ...more });

export const deny = hold("deny");
export const ask = hold("ask");
export const abort = hold("abort");
