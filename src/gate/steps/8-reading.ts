/**
 * Step 8, `safeTool`, `readOnly`: reading, in every mode. The tool is on the safe list, or the command is proven
 * read-only: by reading alone where it is plain or a closed form of a service that reads, else inside walls.
 */
import { allow, type Opinion } from "../../contract/decision.ts";
import { isOwnEnvironment, provenReading, proveReading } from "../../policy/proofs/index.ts";
import type { Call } from "../call.ts";
import { wallsIn } from "../walls.ts";

export function reading(call: Call): Opinion {
  if (call.otherways.some((way) => proveReading(way) === undefined)) return undefined;
  const proof = proveReading(call);
  if (proof === undefined) return undefined;
  const isWalled = "walls" in proof || (proof.proven === "plain" && call.settings.contain.plain);
  const walls = isWalled ? wallsIn(call, "look") : undefined;
  // A sandbox of the host leaves the environment as it is.
  if (walls === "host" && call.effects.some(isOwnEnvironment)) return undefined;
  if (walls !== undefined)
    return allow("readOnly", "It only reads, inside walls that let it do nothing else.", { walls });
  return "walls" in proof ? undefined : provenReading(proof.proven, call);
}
