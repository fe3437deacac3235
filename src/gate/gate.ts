/**
 * THE ORDER. Every action walks these steps in this order, and the first opinion is the decision. No other file knows
 * the order: where a step depends on what a later one would say, it is handed that step here. A step that has no
 * opinion says nothing, and silence is never yes.
 */

import type { RaisedWalls } from "../contain/index.ts";
import { isAllow } from "../contract/allow.ts";
import { type Draft, deny } from "../contract/decision.ts";
import type { Memory } from "../contract/session.ts";
import { bareVerdict } from "./allow.ts";
import { type Call, runIn } from "./call.ts";
import { explainHeld } from "./help.ts";
import { denyRule } from "./steps/1-deny-rule.ts";
import { approval, keepApproval } from "./steps/2-approval.ts";
import { floor, ownCheck, toolCheck } from "./steps/3-own-check.ts";
import { planMode } from "./steps/4-plan-mode.ts";
import { askRule, isClassified } from "./steps/5-ask-rule.ts";
import { bypassMode } from "./steps/6-bypass-mode.ts";
import { allowRule } from "./steps/7-allow-rule.ts";
import { reading } from "./steps/8-reading.ts";
import { byMode } from "./steps/9-by-mode.ts";
import { denialLimit } from "./steps/9-denial-limit.ts";
import { nobodyThere } from "./steps/10-nobody-there.ts";
import { raiseWalls } from "./walls.ts";

/** What the person approved never overrules these. */
const OVER_APPROVAL = [toolCheck, floor, (call: Call) => planMode(call, reading)];

/** What was decided, and the walls that were put up for it. */
export interface Opined {
  readonly opinion: Draft;
  readonly raised: RaisedWalls | null;
}

/** Where walls could not be put up, the call goes on as if they had refused it: it never runs without them because of that. */
export async function decide(call: Call): Promise<Opined> {
  const opinion = await walk(call);
  if (!isAllow(opinion)) return { opinion: explainHeld(opinion, call, call.action.noWalls), raised: null };
  const { walls = null } = opinion;
  if (walls === null || walls === "host") return { opinion, raised: null };
  await call.waited();
  const raised = await raiseWalls(call, walls);
  if (raised.ok) return { opinion, raised: raised.value };
  const bare = bareVerdict(opinion) ?? (await walk(runIn(call, "refused")));
  return { opinion: explainHeld(bare, call, raised.error), raised: null };
}

async function walk(call: Call): Promise<Draft> {
  return (
    denyRule(call) ??
    (await approval(call, OVER_APPROVAL)) ??
    ownCheck(call) ??
    planMode(call, reading) ??
    (isClassified(call)
      ? undefined
      : (askRule(call) ?? bypassMode(call) ?? (await allowRule(call)) ?? reading(call))) ??
    (await byMode(call)) ??
    deny("error", "No step decided; nothing is allowed by silence.")
  );
}

/** The rest of the order, under the session's lock, with the newest counters and approvals. */
export function settle(opinion: Draft, call: Call, memory: Memory): Draft {
  const held = keepApproval(opinion, call, memory);
  const limited = denialLimit(held, call, memory);
  return nobodyThere(limited, call);
}
