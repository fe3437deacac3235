/** A call of which more was given than one reading looks at: what lies behind that was not searched, and nothing speaks for it. */
import type { Effect } from "../contract/effect.ts";
import type { PolicyCall } from "./call.ts";

/** A longer word has no value for the reader, in characters. */
const MAX_WORD = 16_384;

/** Why the search for what rules and the floor forbid ended early; undefined where it went through the whole command. */
export function cutShort(call: PolicyCall): string | undefined {
  if (call.reading === undefined) return undefined;
  const likely = call.likely();
  const why = likely.flatMap(({ opaque }) => opaque).find(({ cut }) => cut === true)?.why;
  if (why !== undefined || call.reading.command.length <= MAX_WORD) return why;
  return [call.effects, ...likely.map(({ effects }) => effects)].flat().some(isUnreadCode)
    ? `code in a word of more than ${MAX_WORD} characters`
    : undefined;
}

const isUnreadCode = (effect: Effect): boolean =>
  effect.do === "run" && effect.what === "code" && effect.code === undefined;
