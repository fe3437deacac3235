/** What was written in the session, and by the parts of this very call: absolute. */
import { type Effect, fixedPart } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { broughtBy } from "../brought.ts";
import type { PolicyCall } from "../call.ts";

/** Without what the command alone writes: it does not begin with what it leaves. */
export function changedPaths(call: PolicyCall, command: SubCommand): ReadonlySet<string> {
  const { written } = call.memory;
  const writes = call.effects.flatMap(pathWritten);
  if (writes.length === 0) return written;
  const own = new Set(command.effects.flatMap(pathWritten));
  for (const path of call.effects.filter((effect) => !command.effects.includes(effect)).flatMap(pathWritten))
    own.delete(path);
  return new Set([...written, ...[...writes, ...broughtBy(call).paths].filter((path) => !own.has(path))]);
}

const pathWritten = (effect: Effect): readonly string[] => (effect.do === "write" ? [fixedPart(effect.target)] : []);
