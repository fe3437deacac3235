/** In step 9, `contained`: a command that only runs code, inside walls (§9). */
import { isAllow } from "../../contract/allow.ts";
import type { Draft, Opinion } from "../../contract/decision.ts";
import type { Target } from "../../contract/effect.ts";
import { isOf } from "../../contract/witness.ts";
import { decideOffline } from "../../judge/index.ts";
import { containable } from "../../policy/proofs/index.ts";
import { allowInside, wallVerdict } from "../allow.ts";
import type { Call } from "../call.ts";
import { isBarredInWalls, runsBare, wallsIn } from "../walls.ts";
import { runsFresh } from "./7-allow-rule.ts";

/** With a model set up, what could not be read whole is the model's to judge. */
export async function contained(call: Call): Promise<Opinion> {
  const around = wallsIn(call, "work");
  if (around === undefined) return undefined;
  const how = containable(call);
  if (isOf(around, "sandbox") && (how !== "read" || !isProjectsOwn(call))) return undefined;
  if (how === undefined || (how === "opaque" && call.parts.classifier !== null) || isBarredInWalls(call))
    return undefined;
  const { hard, rule } = await decideOffline(call);
  // What nothing could excuse is not tried, whoever holds it.
  if (hard === true) return undefined;
  if (how !== "edits") return allowInside(around, "runs");
  if ((rule ?? null) !== null) return undefined;
  return allowInside(around, "opaqueEdits");
}

/**
 * A host's sandbox shows code the whole machine, its credentials too: only what the project had before runs there unasked. Where it
 * leaves the project writable, with its protected places, after a restore point. What the agent wrote or gives as text is judged.
 */
const isProjectsOwn = (call: Call): boolean =>
  (call.around === "host" || call.parts.restore !== null) &&
  !runsFresh(call) &&
  call.reading?.opaque.length === 0 &&
  call.effects.every((effect) => effect.do !== "run" || effect.what === "task" || isFound(effect.script, call));

const isFound = (script: Target | undefined, { world }: Call): boolean =>
  script?.certainty === "exact" && world.stat(script.path).kind === "file";

/** A model's allow of what could not be read whole holds inside walls, where they can hold the call. */
export function verdictInWalls(draft: Draft, call: Call): Draft {
  const around = runsBare(call) ? undefined : wallsIn(call, "work");
  const wall = isAllow(draft) && around !== undefined && containable(call) === "opaque";
  return wall ? wallVerdict(draft, around) : draft;
}
