/**
 * Step 9, `dontAskMode`, `powershell`, `acceptEdits`, `notRelevant`, `contained`, `deniedBefore`, `classifier`, `offline`,
 * `prompt`: what is left is decided by the mode. In auto: edits of the project, calls that cannot matter, code inside
 * walls, what was denied before, and last the classifier or `offline`.
 */

import { ask, type Draft, deny, type Opinion } from "../../contract/decision.ts";
import { assertNever } from "../../contract/result.ts";
import type { PriorDenial } from "../../contract/session.ts";
import { isOf } from "../../contract/witness.ts";
import { alikeKey } from "../alike.ts";
import { allowEdits, allowIrrelevant } from "../allow.ts";
import type { Call } from "../call.ts";
import { contained, heldWithoutWalls, verdictInWalls } from "./contained.ts";
import { judge } from "./judge.ts";

export async function byMode(call: Call): Promise<Opinion> {
  switch (call.mode) {
    case "dontAsk":
      return deny("dontAskMode", "The mode dontAsk denies what would have to be asked.");
    case "acceptEdits":
      return edits(call) ?? (await contained(call)) ?? prompt();
    case "auto":
      return (
        powershell(call) ??
        edits(call) ??
        notRelevant(call) ??
        (await contained(call)) ??
        heldWithoutWalls(call) ??
        deniedBefore(call) ??
        verdictInWalls(await judge(call), call)
      );
    case "default":
      return prompt();
    case "plan":
    case "bypassPermissions":
      return undefined; // decided at 4 and 6; reaching this place is a bug, and a bug denies
    default:
      return assertNever(call.mode);
  }
}

/** The core proves that it only edits the project. */
function edits(call: Call): Opinion {
  const proof = call.settings.autoMode.classifyEdits || heldWithoutWalls(call) !== undefined ? undefined : call.proof();
  return proof !== undefined && isOf(proof.witness, "edits") ? allowEdits(proof.witness) : undefined;
}

const prompt = (): Draft => ask("prompt", "No rule and no proof allows this; the person decides.");

function powershell(call: Call): Opinion {
  if (call.spec.shell?.dialect !== "powershell" || call.settings.powershell) return undefined;
  return ask("powershell", "PowerShell commands are not read yet (the setting powershell is off).");
}

function notRelevant(call: Call): Opinion {
  const proof = call.proof();
  return proof !== undefined && isOf(proof.witness, "irrelevant")
    ? allowIrrelevant(proof.witness, call.tool)
    : undefined;
}

/** The same command, spelled otherwise. */
function deniedAlike(call: Call): PriorDenial | undefined {
  if (call.memory.denied.size === 0) return undefined;
  const alike = alikeKey(call);
  return alike === undefined ? undefined : [...call.memory.denied.values()].find((one) => one.alike === alike);
}

/** The same call was denied and the person has said nothing since. It counts. */
function deniedBefore(call: Call): Opinion {
  const prior = call.memory.denied.get(call.key) ?? deniedAlike(call);
  if (prior === undefined) return undefined;
  return deny("deniedBefore", `Denied before, and nothing has changed: ${prior.reason}`, {
    rule: prior.rule,
    hard: prior.hard,
    clearsWhen: prior.clearsWhen,
  });
}
