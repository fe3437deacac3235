/**
 * THE ROAD. Every action walks these steps in this order; the first opinion is the decision. No other file knows the
 * order. A step that has no opinion says nothing, and silence is never yes. Whatever throws, denies.
 */

import type { Action } from "../contract/action.ts";
import { ticks } from "../contract/clock.ts";
import { type Decision, type Draft, deny, type Opinion } from "../contract/decision.ts";
import type { LedgerEntry, Memory } from "../contract/session.ts";
import { atLimit, type Event, joinable, LedgerError, type Session } from "../memory/index.ts";
import { type Call, type Circumstances, examine, type Surroundings, shownTargets } from "./call.ts";
import { denyRule } from "./steps/1-deny-rule.ts";
import { approval, approvalFor } from "./steps/2-approval.ts";
import { ownCheck } from "./steps/3-own-check.ts";
import { planMode } from "./steps/4-plan-mode.ts";
import { askRule, isClassified } from "./steps/5-ask-rule.ts";
import { bypassMode } from "./steps/6-bypass-mode.ts";
import { allowRule } from "./steps/7-allow-rule.ts";
import { reading } from "./steps/8-reading.ts";
import { byMode } from "./steps/9-by-mode.ts";
import { nobodyThere } from "./steps/10-nobody-there.ts";
import { broken, changesOf, entryFor, stamped } from "./steps/record.ts";

export async function road(call: Call): Promise<Opinion> {
  const first = denyRule(call) ?? approval(call) ?? ownCheck(call) ?? planMode(call);
  if (first !== undefined) return first;
  if (isClassified(call)) return byMode(call);
  return askRule(call) ?? bypassMode(call) ?? allowRule(call) ?? reading(call) ?? (await byMode(call));
}

export interface Walk {
  readonly action: Action;
  readonly around: Surroundings;
  readonly at: Omit<Circumstances, "memory">;
  readonly open: () => Promise<Session>;
  readonly newId: () => string;
}

/** Never rejects. What is returned was recorded first; where it could not be, it is a deny. */
export async function walk(step: Walk): Promise<Decision> {
  const started = ticks();
  const stamp = (draft: Draft): Decision => stamped(draft, step.newId(), ticks() - started);
  try {
    const session = await step.open();
    try {
      return await decide(session, step, stamp);
    } catch (error) {
      if (error instanceof LedgerError) throw error;
      const decision = stamp(broken(error));
      await session.transact(() => ({
        entries: [entryFor(step.action, decision, "", "", step.around.now())],
        value: undefined,
      }));
      return decision;
    }
  } catch (error) {
    return stamp(broken(error));
  }
}

async function decide(session: Session, step: Walk, stamp: (draft: Draft) => Decision): Promise<Decision> {
  const { action, around, at } = step;
  const call = examine(action, around, { ...at, memory: await session.memory() });
  const event: Event = {
    call: call.key,
    toolUseId: action.toolUseId ?? null,
    event: action.event ?? null,
    at: around.now(),
  };
  if (joined(call.memory, event) !== undefined) {
    const earlier = await session.transact((memory) => joined(memory, event) ?? NOTHING);
    if (earlier !== undefined) return earlier;
  }
  const opinion = (await road(call)) ?? deny("error", "No step decided; nothing is allowed by silence.");
  return session.transact((memory) => joined(memory, event) ?? settle(call, opinion, memory, stamp));
}

/** Under the lock: the newest counters, one use of an approval, and the record, all or nothing. */
function settle(call: Call, opinion: Draft, memory: Memory, stamp: (draft: Draft) => Decision) {
  const spent = opinion.by === "approval" ? approvalFor(call, memory) : undefined;
  const lost = opinion.by === "approval" && spent === undefined;
  const held = lost ? deny("error", "The approval was used by another call in the meantime.") : opinion;
  const limited = atLimit(memory, held, call.around.settings.limits, call.headless || call.mode === "dontAsk");
  const decision = stamp(nobodyThere(limited, call.headless, call.mode));
  const targets = decision.behavior === "allow" ? "" : shownTargets(call);
  const entry = entryFor(call.action, decision, call.key, targets, call.around.now());
  return {
    entries: [{ ...entry, ...changesOf(call, decision), ...(spent === undefined ? {} : { approval: spent.id }) }],
    value: decision,
  };
}

const NOTHING = { entries: [], value: undefined };

/** Two hooks of one call are one decision (§8), also when they run at once. */
function joined(memory: Memory, event: Event) {
  if (event.toolUseId === null && event.event === null) return undefined;
  const found = joinable(memory, event);
  if (found === undefined) return undefined;
  const entry: LedgerEntry = { kind: "joined", at: event.at, decisionId: found.decision.id, event: event.event };
  return { entries: [entry], value: found.decision };
}
