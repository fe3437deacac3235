/** What goes out. Behaviours are ordered once: among sub-commands the strictest wins, among steps the first. */

export const BEHAVIORS = ["allow", "ask", "deny", "abort"] as const;
export type Behavior = (typeof BEHAVIORS)[number];

/** The step that decided; one name for each row of the road's table. */
export const STEPS = [
  "denyRule",
  "approval",
  "toolCheck",
  "userInteraction",
  "safetyCheck",
  "planMode",
  "askRule",
  "bypassMode",
  "allowRule",
  "safeTool",
  "readOnly",
  "dontAskMode",
  "powershell",
  "acceptEdits",
  "notRelevant",
  "deniedBefore",
  "classifier",
  "offline",
  "denialLimit",
  "prompt",
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

export interface Decision {
  readonly id: string;
  readonly behavior: Behavior;
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
  readonly headless: boolean;
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly ms: number;
}

/** What a step says; the gate adds id and time. */
export type Draft = Pick<Decision, "behavior" | "by" | "reason"> & Partial<Omit<Decision, "id" | "ms">>;

/** `undefined` is "no opinion": silence is never yes. */
export type Opinion = Draft | undefined;

export const allow = (by: Step, reason: string, more: Partial<Draft> = {}): Draft => ({
  behavior: "allow",
  by,
  reason,
  ...more,
});
export const deny = (by: Step, reason: string, more: Partial<Draft> = {}): Draft => ({
  behavior: "deny",
  by,
  reason,
  ...more,
});
export const ask = (by: Step, reason: string, more: Partial<Draft> = {}): Draft => ({
  behavior: "ask",
  by,
  reason,
  ...more,
});
export const abort = (by: Step, reason: string, more: Partial<Draft> = {}): Draft => ({
  behavior: "abort",
  by,
  reason,
  ...more,
});

export const strictest = (a: Behavior, b: Behavior): Behavior => (BEHAVIORS.indexOf(a) >= BEHAVIORS.indexOf(b) ? a : b);
