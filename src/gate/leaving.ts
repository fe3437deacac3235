/**
 * Leaving it to the host (§2): an ask that names neither a topic nor a rule stays unspoken where the host itself asks the
 * person now, with its own "don't ask again".
 */
import type { Decision } from "../contract/decision.ts";
import { onlyReads } from "../contract/effect.ts";
import type { DecisionEntry, LedgerEntry, Memory } from "../contract/session.ts";
import { isSecretPath } from "../core/index.ts";
import { protectedPlace } from "../machine/index.ts";
import type { Call } from "./call.ts";
import { restingRule } from "./help.ts";
import { refusedRules } from "./steps/7-allow-rule.ts";

/** How the ask is left; undefined where it is spoken. `memory` is the newest. */
export function leaveToHost(decision: Decision, call: Call, memory: Memory): DecisionEntry["left"] {
  const { settings, action } = call;
  if (!isUnnamed(decision) || settings.shadow || settings.autoMode.unproven !== "host") return undefined;
  const asking = memory.hostSilent === undefined ? action.hostAsks?.() : "never";
  if (asking === undefined || asking === "never" || namesRule(call)) return undefined;
  // To a host that is reading like any other, and runs.
  if (namesSecret(call)) return undefined;
  if (isSureToRead(call)) return "reads";
  return asking === "always" ? "more" : undefined;
}

/** The ask speaks of a rule of the person's that would have covered the call: only we can say that. */
const namesRule = (call: Call): boolean => refusedRules(call) !== null || restingRule(call) !== undefined;

const isUnnamed = ({ behavior, by, rule }: Decision): boolean =>
  behavior === "ask" && rule === null && (by === "prompt" || by === "offline");

/** A secret by its name, or settings of a program, which may hold one. */
const namesSecret = ({ effects, scene, places }: Call): boolean =>
  effects.some(
    (effect) =>
      effect.do === "read" &&
      effect.content &&
      (isSecretPath(effect.target.path, scene) || protectedPlace(effect.target.path, places) !== undefined),
  );

const isSureToRead = ({ effects, barring, reading }: Call): boolean =>
  barring.length === 0 && effects.length > 0 && onlyReads(effects) && (reading?.opaque ?? []).length === 0;

const HOST_SILENT =
  'Sallyport had left a call to this agent\'s own prompt, and it ran without one. For the rest of this session Sallyport asks itself. "sallyport doctor" says what lets calls run here.';

/** For the person, once a session: the host was silent where it was thought to ask. */
export const hostSilentNotice = ({ hostSilent }: Memory): string | undefined =>
  hostSilent === "untold" ? HOST_SILENT : undefined;

export const hostSilentEntry = (at: number): LedgerEntry => ({
  kind: "notice",
  at,
  text: HOST_SILENT,
  tells: "hostSilent",
});
