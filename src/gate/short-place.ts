/** Places as a person is told of them: from the project or from home, on one line. */
import { describeMet, type Met } from "../contract/describe.ts";
import { oneLine } from "../contract/escape.ts";
import { isInside, pathBelow } from "../machine/index.ts";
import type { Call } from "./call.ts";

export const MAX_PHRASE_CHARACTERS = 90;

export function shortPlace(text: string, { projectRoot, world }: Call): string {
  if (text.startsWith("/") && isInside(text, projectRoot)) return pathBelow(text, projectRoot) || "the project";
  return text.startsWith(`${world.home}/`) ? `~${text.slice(world.home.length)}` : text;
}

/** Behind what a rule says of a call: ": git diff would show secrets/db.txt", or nothing. */
export const sayMet = (met: Met | undefined, call: Call): string =>
  met === undefined ? "" : `: ${describeMet(met, (text) => oneLine(shortPlace(text, call), MAX_PHRASE_CHARACTERS))}`;
