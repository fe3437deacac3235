/**
 * The one maker of an allow: a function for each source, and each takes a witness that only its source can make. What is let through
 * without one, left to the host or in shadow, is no allow.
 */
import type { RaisedWalls } from "../contain/index.ts";
import { brandAllow, isAllow } from "../contract/allow.ts";
import type { Allow, AllowDraft, DraftFields, Stamp, Step } from "../contract/decision.ts";
import { completeDraft } from "../contract/decision.ts";
import { factsOf, isOf, type Witness } from "../contract/witness.ts";

const allow = (by: Step, reason: string, more: Partial<DraftFields> = {}): AllowDraft =>
  brandAllow({ behavior: "allow", by, reason, ...more });

/** The proof that it only reads; `tool`: as it was called. */
export function allowReading(proof: Witness<"reading">, tool: string): AllowDraft {
  const [by, reason] = READING[factsOf(proof, "reading").proven];
  return allow(by, by === "safeTool" ? `${tool} ${reason}` : reason);
}
const READING = {
  tool: ["safeTool", "only reads or coordinates"],
  plain: ["readOnly", "every part of the command only reads"],
  service: ["readOnly", "it only asks a service, in a form that can do nothing else"],
} as const;

/** The proof that it only edits the project. */
export function allowEdits(proof: Witness<"edits">): AllowDraft {
  factsOf(proof, "edits");
  return allow("acceptEdits", "edits only files of the project");
}

/** It is on the closed list of calls that cannot matter. */
export function allowIrrelevant(proof: Witness<"irrelevant">, tool: string): AllowDraft {
  factsOf(proof, "irrelevant");
  return allow("notRelevant", `${tool} cannot matter.`);
}

/** Walls of the gate's own, or the host's sandbox. */
export type Room = Witness<"room"> | Witness<"sandbox">;

const wallsOf = (around: Room): NonNullable<DraftFields["walls"]> =>
  isOf(around, "sandbox") ? "host" : factsOf(around, "room").walls;

/** Whatever it turns out to do, what stands around it keeps it. */
export function allowInside(around: Room, what: keyof typeof INSIDE): AllowDraft {
  const [by, reason] = INSIDE[what];
  return allow(by, reason, { walls: wallsOf(around) });
}
const INSIDE = {
  reads: ["readOnly", "It only reads, inside walls that let it do nothing else."],
  edits: ["acceptEdits", "It edits only files of the project, inside walls that keep the rest."],
  runs: ["contained", "It runs code of the project inside walls, which keep the rest of the machine out."],
  opaqueEdits: ["contained", "It edits the project inside walls, after a restore point."],
} as const;

/** Allow rules of the person's; inside walls where it is to run there. */
export function allowByRules(covering: Witness<"rule">, around: Room | undefined): AllowDraft {
  const rule = factsOf(covering, "rule").rules.join(", ");
  return allow("allowRule", `Allowed by ${rule}.`, { rule, walls: around === undefined ? null : wallsOf(around) });
}

/** A person's yes to this exact call. */
export function allowApproved(approval: Witness<"approval">): AllowDraft {
  factsOf(approval, "approval");
  return allow("approval", "A person approved this exact call.");
}

export function allowBypassed(bypass: Witness<"bypass">): AllowDraft {
  factsOf(bypass, "bypass");
  return allow("bypassMode", "The mode bypassPermissions allows what no rule stopped.");
}

/** Drafts by a verdict, each with what it is without walls: the model has judged the call itself, not where it runs. */
const verdicts = new WeakMap<AllowDraft, AllowDraft>();

type Answered = Pick<DraftFields, "model" | "usage" | "costUsd" | "stage">;

/** The model's verdict, in either protocol. */
export function allowByVerdict(verdict: Witness<"verdict">, answered: Answered): AllowDraft {
  factsOf(verdict, "verdict");
  const draft = allow("classifier", "The classifier found no block rule that applies.", answered);
  verdicts.set(draft, draft);
  return draft;
}

/** A verdict's allow, inside walls; any other stays what it is. */
export function wallVerdict(draft: AllowDraft, around: Room): AllowDraft {
  const bare = verdicts.get(draft);
  if (bare === undefined) return draft;
  const walled = brandAllow({ ...bare, walls: wallsOf(around) });
  verdicts.set(walled, bare);
  return walled;
}

/** The same without walls, where a verdict allows it; undefined for whatever walls are the reason of. */
export const bareVerdict = (draft: AllowDraft): AllowDraft | undefined => verdicts.get(draft);

/** The same allow, with why it was made without a model. */
export const noteUnasked = (
  draft: AllowDraft,
  { degraded, notice, unasked }: Required<Pick<DraftFields, "degraded" | "notice" | "unasked">>,
): AllowDraft => brandAllow({ ...made(draft), degraded, notice, unasked });

function made(draft: AllowDraft): AllowDraft {
  if (!isAllow(draft)) throw new Error("nobody made this allow");
  return draft;
}

/** A draft becomes a decision. Throws for one that nobody made, and for one inside walls that do not stand. */
export function stampAllow(draft: AllowDraft, stamp: Stamp, raised: RaisedWalls | null): Allow {
  const { walls = null } = made(draft);
  if (walls !== null && walls !== "host") {
    if (raised === null) throw new Error("the walls it is allowed in do not stand");
    factsOf(raised.stand, "walls");
  }
  return brandAllow(completeDraft(draft, stamp));
}

/** What was allowed at an earlier event of the same call, as the record has it. */
export const allowAgain = (remembered: Witness<"remembered">): Allow =>
  brandAllow(factsOf(remembered, "remembered").decision);
