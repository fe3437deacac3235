/** A call of which more was given than one reading looks at: what lies behind that was not searched, and nothing speaks for it. */
import type { PolicyCall } from "./call.ts";

/** Why the search for what rules and the floor forbid ended early; undefined where it went through the whole command. */
export function cutShort(call: PolicyCall): string | undefined {
  if (call.reading === undefined) return undefined;
  return call
    .likely()
    .flatMap(({ opaque }) => opaque)
    .find(({ cut }) => cut === true)?.why;
}
