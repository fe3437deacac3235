/**
 * Step 8, `safeTool`, `readOnly`: reading, in every mode. The tool is on the safe list, or the command is proven
 * read-only: by reading alone where it is plain or a closed form of a service that reads, else inside walls.
 */
import type { Opinion } from "../../contract/decision.ts";
import { isOf } from "../../contract/witness.ts";
import { isOwnEnvironment, proveReading } from "../../policy/proofs/index.ts";
import { allowInside, allowReading } from "../allow.ts";
import type { Call } from "../call.ts";
import { wallsIn } from "../walls.ts";

export function reading(call: Call): Opinion {
  if (call.otherways.some((way) => proveReading(way) === undefined)) return undefined;
  const proof = proveReading(call);
  if (proof === undefined) return undefined;
  const isWalled = "walls" in proof || (proof.proven.facts.proven === "plain" && call.settings.contain.plain);
  const around = isWalled ? wallsIn(call, "look") : undefined;
  // A sandbox of the host leaves the environment as it is.
  if (around !== undefined && isOf(around, "sandbox") && call.effects.some(isOwnEnvironment)) return undefined;
  if (around !== undefined) return allowInside(around, "reads");
  return "walls" in proof ? undefined : allowReading(proof.proven, call.calledAs ?? call.tool);
}
