/**
 * Step 8, `safeTool`, `readOnly`: reading, in every mode. The core proves it, or every command of it is a row that reads and the walls
 * let it do nothing else.
 */
import type { Opinion } from "../../contract/decision.ts";
import { isOf } from "../../contract/witness.ts";
import { allowInside, allowReading } from "../allow.ts";
import type { Call } from "../call.ts";
import { heldBare } from "../restriction.ts";
import { keepsRule, onlyReads, wallsIn } from "../walls.ts";

export function reading(call: Call): Opinion {
  const proof = call.proof();
  const isProven = proof !== undefined && proof.kind !== "edits" && proof.kind !== "irrelevant";
  const held = heldBare(call);
  if (
    isProven &&
    held === undefined &&
    !(proof.kind === "reads" && call.settings.contain.plain && call.around === "gate")
  )
    return isOf(proof.witness, "reading") ? allowReading(proof.witness, call.calledAs ?? call.tool) : undefined;
  if (!onlyReads(call) || (held !== undefined && !keepsRule(held.rule, call))) return undefined;
  const around = wallsIn(call, "look");
  // A sandbox of the host leaves the environment, and the whole machine, as they are.
  return around === undefined || isOf(around, "sandbox") ? undefined : allowInside(around, "reads");
}
