/** A gate for a process that stays: each call is judged by the settings, rules and pauses of that moment. */
import { deny, stampHeld } from "../contract/decision.ts";
import { fail, type Result } from "../contract/result.ts";
import type { Gate } from "../gate/index.ts";
import type { OpenedGate } from "./open.ts";

export type FollowedGate = Pick<Gate, "check" | "answered" | "personSaid" | "probe" | "shadow">;

/** Where the settings cannot be used, nothing passes. */
export function followingGate(openedNow: () => Result<OpenedGate>): FollowedGate {
  const now = (): FollowedGate => {
    const opened = openedNow();
    return opened.ok ? opened.value.gate : refusing(opened.error);
  };
  return {
    get shadow() {
      return now().shadow;
    },
    check: (...asked) => now().check(...asked),
    answered: (...said) => now().answered(...said),
    personSaid: (...said) => now().personSaid(...said),
    probe: (...told) => now().probe(...told),
  };
}

function refusing(error: string): FollowedGate {
  const decision = stampHeld(deny("error", error), { id: "not-judged", ms: 0 });
  return {
    shadow: false,
    check: async () => decision,
    answered: async () => fail(error),
    personSaid: async () => undefined,
    probe: async () => null,
  };
}
