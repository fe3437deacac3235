/** A call that a person was waited for, judged once more: by the rules and settings of now, not of when the waiting began. */
import type { Action } from "../contract/action.ts";
import { deny, stampHeld } from "../contract/decision.ts";
import type { Result } from "../contract/result.ts";
import type { CheckOptions, Gate, Judgement } from "../gate/index.ts";

export interface WaitedCall {
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
