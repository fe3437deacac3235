/** In step 9, `contained`: a command that only runs code, inside walls (§9). */
import { allow, type Draft, type Opinion } from "../../contract/decision.ts";
import { decideOffline } from "../../judge/index.ts";
import { containable } from "../../policy/proofs/index.ts";
import type { Call } from "../call.ts";
import { isBarredInWalls, wallsIn } from "../walls.ts";

/** With a model set up, what could not be read whole is the model's to judge. */
export async function contained(call: Call): Promise<Opinion> {
  const walls = wallsIn(call, "work");
  if (walls === undefined) return undefined;
  const how = containable(call);
  if (how === undefined || (how === "opaque" && call.parts.classifier !== null) || isBarredInWalls(call))
    return undefined;
  const { hard, rule } = await decideOffline(call);
  // What nothing could excuse is not tried, whoever holds it.
  if (hard === true) return undefined;
  if (how !== "edits")
    return allow("contained", "It runs code of the project inside walls, which keep the rest of the machine out.", {
      walls,
    });
  // A sandbox of the host has no restore point before it.
  if (walls === "host" || (rule ?? null) !== null) return undefined;
  return allow("contained", "It edits the project inside walls, after a restore point.", { walls });
}

/** A model's allow of what could not be read whole holds inside walls, where they can hold the call. */
export function wallVerdict(draft: Draft, call: Call): Draft {
  const walls = wallsIn(call, "work");
  const wall = draft.behavior === "allow" && walls !== undefined && containable(call) === "opaque";
  return wall ? { ...draft, walls } : draft;
}
