/** Rules that could have let a held call pass. */
import { proposeForCommand, proposeForTool } from "../../policy/rules/index.ts";
import type { HeldCall } from "./held.ts";

export function candidatesFor({ tool, input, reading, open }: HeldCall): readonly string[] {
  if (tool !== "Bash") return proposeForTool(tool, input);
  return reading === undefined || reading.opaque.length > 0 ? [] : open.flatMap(proposeForCommand);
}
