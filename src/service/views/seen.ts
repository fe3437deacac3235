/** What the classifier was shown before a decision: only where exchanges were written down. */
import type { SeenAnswer } from "../api.ts";
import type { FoundDecision } from "../index-store/index.ts";

export const findSeen = (_found: FoundDecision, _stateDir: string): SeenAnswer => ({
  kept: false,
  how: "sallyport dump on",
});
