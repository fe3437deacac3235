/**
 * Step 3, `toolCheck`, `floor`, `userInteraction`, `safetyCheck`: the tool's own check; catastrophes that nothing lets
 * through; tools that need the person by nature; what no classifier may approve.
 */

import { ask, deny, type Opinion } from "../../contract/decision.ts";
import { isCredentialPlace } from "../../core/index.ts";
import { gitDirectories } from "../../machine/git/index.ts";
import { isInside, protectedPlace, realPath } from "../../machine/index.ts";
import type { TopicLabel } from "../../policy/topics/index.ts";
import { floorOf, guardedBy } from "../../rules/index.ts";
import type { Call } from "../call.ts";
import { shortPlace } from "../short-place.ts";

export const ownCheck = (call: Call): Opinion =>
  toolCheck(call) ?? floor(call) ?? userInteraction(call) ?? safetyCheck(call);

/** 3a */
export function toolCheck(call: Call): Opinion {
  const wrong = call.spec.check?.(call.input, { cwd: call.cwd, projectRoot: call.projectRoot, world: call.world });
  return wrong === undefined ? undefined : deny("toolCheck", `${call.tool}: ${wrong}.`);
}

/** 3f: literal words. With `floor: "ask"` the person decides. */
export function floor(call: Call): Opinion {
  const found = floorOf(call.met(), (path) => isKeyOrStore(path, call));
  if (found === undefined) return undefined;
  const { label, reason } = found;
  return call.settings.floor === "ask"
    ? ask("floor", reason, { rule: label, clearsWhen: "the person approves this exact call" })
    : deny("floor", reason, { rule: label, hard: true });
}

/** What others are given of ssh's own: public keys, and who is known where. */
const PUBLIC = /\.pub$|\/\.ssh\/(?:config|known_hosts|authorized_keys)$/;
const isKeyOrStore = (path: string, { world }: Call): boolean =>
  [path, realPath(path, world).path].some((way) => isCredentialPlace(way, world.home) && !PUBLIC.test(way));

/** 3b */
function userInteraction(call: Call): Opinion {
  const { requiresUserInteraction: needed } = call.spec;
  if (!(typeof needed === "function" ? needed(call.input) : needed === true)) return undefined;
  return ask("userInteraction", `${call.tool} needs the person's answer.`);
}

/** 3c: a literal place, or the gate's own program; never what is only mentioned, and never by opacity. */
function safetyCheck(call: Call): Opinion {
  const found = guardedIn(call);
  if (found?.answer !== "ask") return undefined;
  const { does, met } = found;
  const asked = (reason: string, rule: TopicLabel): Opinion =>
    ask("safetyCheck", reason, { rule, clearsWhen: "the person approves this exact call" });
  if (does === "ticket")
    return asked("Tickets to run inside walls are the gate's own; an agent that names one is asked about.", TAMPERING);
  if (does === "run gate")
    return asked("Running Sallyport is the person's own; an agent is asked about first.", TAMPERING);
  const what = call.spec.guards ?? `A write to ${shortPlace(met, call)}`;
  const rule = topicOf(met, call);
  return asked(`${what} changes what the agent may do or what runs later; only the person can allow it.`, rule);
}

const TAMPERING = "Gate Tampering" satisfies TopicLabel;

/** By a write to a guarded place, by the gate's own program, or by a mention in what could write. */
export const guardedIn = (call: Call) =>
  guardedBy(call.met(), {
    guardedPlace: (path) => guardedPlace(path, call),
    gate: { directories: call.places.gateDirectories, programs: call.places.gatePrograms },
  });

/** By its name, or because git keeps its own there. */
function guardedPlace(path: string, { places, projectRoot, world }: Call): string | undefined {
  const named = [path, realPath(path, world).path].flatMap((way) => protectedPlace(way, places) ?? []);
  const asked = named.find(({ kind }) => kind === "ask")?.name;
  if (asked !== undefined) return asked;
  return gitDirectories(projectRoot, world).some((dir) => isInside(path, dir)) ? ".git" : undefined;
}

/** A repository's own files decide what runs later; the others, what the agent may do. */
const topicOf = (place: string, call: Call): TopicLabel =>
  place === ".git" ? "Unasked Persistence" : isGate(place, call) ? TAMPERING : "Agent Self-Modification";

const isGate = (place: string, call: Call): boolean =>
  place === ".sallyport" ||
  place === "~/.config/sallyport" ||
  [...call.places.gateDirectories, ...call.places.gatePrograms].includes(place);
