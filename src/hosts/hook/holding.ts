/** An ask that waits for a person somewhere else than in the host: in the page, or at a terminal of their own. */

import type { Action } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import { type Decision, deny, stampHeld } from "../../contract/decision.ts";
import type { Fact } from "../../contract/fact.ts";
import { assertNever, type Result } from "../../contract/result.ts";
import type { Memory } from "../../contract/session.ts";
import type { CheckOptions, Gate, Judgement } from "../../gate/index.ts";
import type { Session, SessionStore } from "../../memory/index.ts";
import type { Settings } from "../../policy/settings/index.ts";
import type { Deadline } from "./deadline.ts";

/** `nobody`: the time is over and nobody has answered. */
export type PersonSays = "yes" | "no" | "nobody";

export interface HeldAsk {
  readonly decision: Decision;
  /** Where a yes or a no goes on record. */
  readonly session: Session;
  /** As people call it. */
  readonly host: string;
  readonly mostMs: number;
  /** Tell the person at the desktop. */
  readonly notify: boolean;
  readonly signal: AbortSignal | undefined;
  /** What the gate's own code establishes about the call; it may hold text of the project. */
  readonly facts: () => Promise<readonly Fact[]>;
}

/** A yes is an approval on record. Rejects where the record cannot be read: nothing is allowed then. */
export type HoldAsk = (ask: HeldAsk) => Promise<PersonSays>;

interface HoldingParts {
  readonly hold?: HoldAsk;
  readonly host: { readonly title: string };
  readonly signal?: AbortSignal;
  readonly settings: Settings;
  readonly session: Session;
  readonly clock: Deadline;
}

/**
 * What is answered in place of an ask. Silence and no are a deny; a yes is an approval, and the call is judged again with it:
 * where that does not let it pass, what it would do is not what the person was asked about.
 */
export async function answerHeld(
  judged: Judgement,
  again: () => Promise<Judgement>,
  parts: HoldingParts,
): Promise<Judgement> {
  const { hold, settings, session, clock, signal } = parts;
  const { decision, joined } = judged;
  const waitMs = settings.service.waitSeconds * 1_000;
  if (hold === undefined || decision.behavior !== "ask" || joined || waitMs === 0 || settings.shadow) return judged;
  const mostMs = Math.min(waitMs, clock.leftMs());
  const says = await hold({
    ...{ decision, session, host: parts.host.title, mostMs, signal },
    notify: settings.service.notify,
    facts: judged.facts ?? (async () => []),
  });
  switch (says) {
    case "yes": {
      const second = await again();
      return isAllow(second.decision) ? second : refuseHeld(second.decision, CHANGED);
    }
    case "no":
      return refuseHeld(decision, "The person was asked and said no.");
    case "nobody":
      return refuseHeld(decision, `The person was asked and nobody answered in ${Math.round(mostMs / 1_000)} seconds.`);
    default:
      return assertNever(says);
  }
}

const CHANGED = "The person approved it, but what it would do is not what it was when they were asked.";

const refuseHeld = (decision: Decision, why: string): Judgement => ({
  decision: { ...decision, behavior: "deny", reason: `${why} ${decision.reason}` },
  joined: false,
  run: null,
});

// A call that a person was waited for, judged once more: by the rules and settings of now, not of when the waiting began.

interface WaitedCall {
  readonly action: Action;
  /** Of the question. */
  readonly asked: Judgement;
  readonly options: CheckOptions;
}

/** An event of its own: it spends an approval, and joins nothing. Where the settings cannot be used any more, it does not run. */
export async function judgeAgain(
  now: Result<{ readonly gate: Pick<Gate, "judge"> }>,
  { action, asked, options }: WaitedCall,
): Promise<Judgement> {
  const { toolUseId: _id, event: _event, ...call } = action;
  if (now.ok) return now.value.gate.judge(call, options);
  return { decision: stampHeld(deny("error", now.error), { id: asked.decision.id, ms: 0 }), joined: false, run: null };
}

// A session that is open already, for a gate.

/** The gate takes the session as it was opened for this event, with the memory as it was just read; renewed, as it is then. */
export function alreadyOpen(
  session: Session,
  memory: Memory,
): { readonly store: SessionStore; readonly renew: () => void } {
  let known: Memory | undefined = memory;
  const opened: Session = {
    id: session.id,
    memory: async () => known ?? session.memory(),
    transact: (body) => session.transact(body),
  };
  return {
    store: { open: async () => opened },
    renew: () => {
      known = undefined;
    },
  };
}
