/** When a service was last of use: one that a hook started goes again when nobody needs it. */
import { ticks } from "../contract/clock.ts";

/** So long nobody's call came, and nobody looked. */
const IDLE_MS = 30 * 60_000;
/** Lines of another program come, and none of ours has for so long. */
const FOREIGN_MS = 60_000;

export interface ServiceUse {
  /** A call was taken, or the page asked. */
  readonly own: () => void;
  /** A line of another program came, and decides alone. */
  readonly foreign: () => void;
  /** In words; undefined while it is of use. */
  readonly whyOver: () => string | undefined;
}

export interface UseOptions {
  readonly now?: () => number;
  readonly idleMs?: number;
}

export function watchUse({ now = ticks, idleMs = IDLE_MS }: UseOptions = {}): ServiceUse {
  let lastOwn = now();
  let foreignCame = false;
  return {
    own: () => {
      lastOwn = now();
      foreignCame = false;
    },
    foreign: () => {
      foreignCame = true;
    },
    whyOver: () => {
      const idle = now() - lastOwn;
      if (foreignCame && idle >= FOREIGN_MS) return "the hooks that ask are of another program";
      return idle >= idleMs ? "nobody has asked for a while" : undefined;
    },
  };
}
