/** Places as a person is told of them: from the project or from home, on one line. */
import { oneLine } from "../contract/escape.ts";
import { isInside, pathBelow } from "../machine/index.ts";
import type { Call } from "./call.ts";

export const MAX_PHRASE_CHARACTERS = 90;

export function shortPlace(text: string, { projectRoot, world }: Pick<Call, "projectRoot" | "world">): string {
  if (text.startsWith("/") && isInside(text, projectRoot)) return pathBelow(text, projectRoot) || "the project";
  return text.startsWith(`${world.home}/`) ? `~${text.slice(world.home.length)}` : text;
}

/** Behind what a rule says of a call: ": secrets/db.txt". */
export const sayMet = (met: string, call: Call): string =>
  met === "" || met === call.tool ? "" : `: ${oneLine(shortPlace(met, call), MAX_PHRASE_CHARACTERS)}`;
