/**
 * What others print into the words and the input of a command that tells it on: a substitution, a pipe, a variable that was filled
 * before. An open allow rule covers it as long as it comes from where the session works and shows no secret, as with a file that is sent.
 */
import { type Effect, fixedPart, type ReadEffect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isUnproven, placesSpelled } from "../proofs/credentials.ts";
import { isLoopback } from "./addresses.ts";
import { feedersOf } from "./feeders.ts";
import { isOwnReach } from "./own-reach.ts";

/** `spelled`: every word of the rule. */
export function sendsOutput(command: SubCommand, spelled: readonly string[], call: PolicyCall): boolean {
  if (!tellsOthers(command)) return false;
  const own = command.redirections ?? [];
  const fed = feedersOf(command, call).flatMap(({ effects }) => effects);
  const shown = [...own, ...fed].filter((effect): effect is ReadEffect => effect.do === "read" && effect.content);
  if (shown.length === 0) return false;
  const named = placesSpelled(spelled, command.cwd.path, call);
  return shown.some(
    (effect) => !named.some((place) => isInside(effect.target.path, place)) && !isToBeTold(effect, call),
  );
}

const isToBeTold = (effect: ReadEffect, call: PolicyCall): boolean => {
  const place = fixedPart(effect.target);
  return (
    effect.target.path !== "" && (isOwnReach(place, call) || SAYS_NOTHING.test(place)) && !isUnproven(effect, call)
  );
};
/** Devices, and what every machine says of its system. */
const SAYS_NOTHING = /^\/(?:dev\/(?:null|zero|u?random|stdin|fd\/\d+)|etc\/(?:os-release|lsb-release|timezone|issue))$/;

/** Somebody else may get to see its words: a service, a repository's history, or whomever a program nobody knows tells. */
const tellsOthers = ({ effects, understood }: SubCommand): boolean => !understood || effects.some(isTold);

function isTold(effect: Effect): boolean {
  if (effect.do === "network") return effect.host === null || !isLoopback(effect.host);
  if (effect.do === "vcs") return KEEPS_WORDS.has(effect.op);
  if (effect.do === "run") return effect.what === "unknown-program" || effect.what === "remote";
  return OTHERS.has(effect.do);
}
const KEEPS_WORDS: ReadonlySet<string> = new Set(["push", "commit", "amend", "tag", "other"]);
const OTHERS: ReadonlySet<Effect["do"]> = new Set(["unknown", "cloud", "publish", "message", "account", "cluster"]);
