/** What was written in the session, and by the parts of this very call: absolute. */
import { fixedPart } from "../../contract/effect.ts";
import { broughtBy } from "../brought.ts";
import type { PolicyCall } from "../call.ts";

export function changedPaths(call: PolicyCall): ReadonlySet<string> {
  const { written } = call.memory;
  const writes = call.effects.flatMap((effect) => (effect.do === "write" ? [fixedPart(effect.target)] : []));
  return writes.length === 0 ? written : new Set([...written, ...writes, ...broughtBy(call).paths]);
}
