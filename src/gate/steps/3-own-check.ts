/**
 * Step 3, `toolCheck`, `floor`, `userInteraction`, `safetyCheck`: the tool's own check; catastrophes that nothing lets
 * through; tools that need the person by nature; what no classifier may approve.
 */

import { ask, deny, type Opinion } from "../../contract/decision.ts";
import type { Effect } from "../../contract/effect.ts";
import { foldPath, isInside, type ProtectedPlace } from "../../machine/index.ts";
import { floorOf } from "../../policy/floor/index.ts";
import {
  broughtGuarded,
  endsGate,
  foundGuarded,
  isLost,
  isOnlyLook,
  loosensAgent,
  movesHooks,
  ownPlaceReached,
  protectionOf,
  runsGate,
  searchedPlaces,
} from "../../policy/index.ts";
import {
  guardedPathspec,
  guardedTree,
  handedSettings,
  handedWords,
  namedLoosely,
  readsByRule,
  saidPlaces,
} from "../../policy/rules/index.ts";
import type { TopicLabel } from "../../policy/topics/index.ts";
import { type Call, onAnyWay } from "../call.ts";

export const ownCheck = (call: Call): Opinion =>
  onAnyWay(toolCheck)(call) ?? onAnyWay(floor)(call) ?? userInteraction(call) ?? onAnyWay(safetyCheck)(call);

/** 3a */
export function toolCheck(call: Call): Opinion {
  const wrong = call.spec.check?.(call.input, { cwd: call.cwd, projectRoot: call.projectRoot, world: call.world });
  return wrong === undefined ? undefined : deny("toolCheck", `${call.tool}: ${wrong}.`);
}

/** 3f: found by reading, never by opacity. With `floor: "ask"` the person decides. */
export function floor(call: Call): Opinion {
  const found = floorOf(call);
  if (found === undefined) return undefined;
  const { label, reason } = found;
  return call.settings.floor === "ask"
    ? ask("floor", reason, { rule: label, clearsWhen: "the person approves this exact call" })
    : deny("floor", reason, { rule: label, hard: true });
}

/** 3b */
function userInteraction(call: Call): Opinion {
  const { requiresUserInteraction: needed } = call.spec;
  if (!(typeof needed === "function" ? needed(call.input) : needed === true)) return undefined;
  return ask("userInteraction", `${call.tool} needs the person's answer.`);
}

/** 3c: by any tool or by a shell effect that was found, never by opacity. */
function safetyCheck(call: Call): Opinion {
  return (
    changesGuarded(call) ??
    (typesTicket(call) ? askAboutTicket() : undefined) ??
    startsGate(call) ??
    stopsGate(call) ??
    byItsOwnCommand(call)
  );
}

/** By a write or a delete, wherever it leads. */
function changesGuarded(call: Call): Opinion {
  if (isOnlyLook(call)) return undefined;
  const said = [...saidPlaces(call), ...handedSettings(call), ...searchedPlaces(call)];
  const loose = [...looseWrites(call), ...said.map((target): Effect => ({ do: "write", target, recursive: false }))];
  for (const effect of [...call.effects, ...call.likely().flatMap(({ effects }) => effects), ...loose]) {
    const place = guardedPlace(effect, call);
    if (place !== undefined) return askAboutWrite(place, call);
  }
  const own = handedOwn(call) ?? broughtGuarded(call) ?? foundGuarded(call);
  if (own !== undefined) return askAboutWrite(own, call);
  const byGit = guardedTree(call) ?? guardedPathspec(call);
  if (byGit !== undefined) return askAboutWrite(byGit, call);
  if (changesLost(call))
    return ask(
      "safetyCheck",
      "It would write behind a link or a pattern that nobody can follow beforehand, which could be any place; only the person can allow it.",
      {
        rule: "Gate Tampering" satisfies TopicLabel,
        clearsWhen: "the path is written out, or the person approves this exact call",
      },
    );
  const reached = ownPlaceReached(call);
  if (reached !== undefined) {
    return ask(
      "safetyCheck",
      `It would change or take away what ${reached} lies in, and that decides what the agent may do; only the person can allow it.`,
      {
        rule: topicOf(reached, call),
        clearsWhen: "the person approves this exact call",
      },
    );
  }
  return undefined;
}

const askAboutWrite = (place: ProtectedPlace, call: Call): Opinion =>
  ask(
    "safetyCheck",
    `${call.spec.guards ?? `A write to ${describePlace(place)}`} changes what the agent may do or what runs later; only the person can allow it.`,
    { rule: topicOf(place.name, call), clearsWhen: "the person approves this exact call" },
  );

/** What of the gate's own is handed to a program of which nobody knows what it does with it. */
const handedOwn = (call: Call): ProtectedPlace | undefined =>
  handedWords(call)
    .map((target) => guardedPlace({ do: "write", target, recursive: false }, call))
    .find((place) => place !== undefined && isGate(place.name, call));

/** What a tool that nobody declared is told of may be written, whatever it is called; a rule of the person's can say that it reads. */
const looseWrites = (call: Call): readonly Effect[] =>
  readsByRule(call) ? [] : namedLoosely(call).map((target) => ({ do: "write", target, recursive: false }));

/** By a path behind a link of a process, or one that the call makes and goes through and back. */
const changesLost = (call: Call): boolean =>
  call.effects.some((effect) => (effect.do === "write" || effect.do === "delete") && isLost(effect.target, call));

const TAMPERING = {
  rule: "Gate Tampering" satisfies TopicLabel,
  clearsWhen: "the person approves this exact call",
};

const askAboutTicket = (): Opinion =>
  ask(
    "safetyCheck",
    "Tickets to run inside walls are the gate's own; an agent that names one is asked about.",
    TAMPERING,
  );

const startsGate = (call: Call): Opinion =>
  runsGate(call)
    ? ask("safetyCheck", "Running Sallyport is the person's own; an agent is asked about first.", TAMPERING)
    : undefined;

const stopsGate = (call: Call): Opinion =>
  endsGate(call)
    ? ask(
        "safetyCheck",
        "It would end Sallyport or take its program away, and with it what holds the agent; only the person can allow it.",
        TAMPERING,
      )
    : undefined;

/** Settings that are changed by a command of their own program, and an agent that is started without what binds it. */
function byItsOwnCommand(call: Call): Opinion {
  if (movesHooks(call)) return askAboutWrite({ name: ".git", matched: "hooks", kind: "ask" }, call);
  if (!loosensAgent(call)) return undefined;
  return ask(
    "safetyCheck",
    "It would change what an agent may do or starts, or start one that is bound by less; only the person can allow it.",
    { rule: "Agent Self-Modification" satisfies TopicLabel, clearsWhen: "the person approves this exact call" },
  );
}

function guardedPlace(effect: Effect, call: Call): ProtectedPlace | undefined {
  if (effect.do !== "write" && effect.do !== "delete") return undefined;
  const place = protectionOf(effect.target, call);
  return place?.kind === "ask" ? place : undefined;
}

/** What the person would call it. */
const describePlace = ({ name, matched }: ProtectedPlace): string =>
  name === ".git" && matched !== name ? `${matched}, where git keeps its own,` : matched;

/** A repository's own files decide what runs later; the others, what the agent may do. */
const topicOf = (place: string, call: Call): TopicLabel =>
  place === ".git" ? "Unasked Persistence" : isGate(place, call) ? "Gate Tampering" : "Agent Self-Modification";

const isGate = (place: string, call: Call): boolean =>
  place === ".sallyport" ||
  place === "~config/sallyport" ||
  [...call.places.gateDirectories, ...call.places.gatePrograms].includes(place);

/** Names a ticket, or anything else beside the tickets: by its text, or by a place that leads there. */
function typesTicket(call: Call): boolean {
  if (call.reading === undefined && call.effects.length === 0) return false;
  const places = call.places.gateDirectories.map((directory) => `${directory}/walls`);
  const { command } = call.reading ?? {};
  if (command !== undefined && places.some((place) => command.includes(place))) return true;
  return call.effects.some((effect) => {
    const target = effect.do === "read" ? effect.target : effect.do === "run" ? effect.script : undefined;
    if (target === undefined || target.path === "") return false;
    return call.look(target).ways.some((way) => {
      const path = `/${way.join("/")}`;
      return places.some((place) => isInside(path, foldPath(place)));
    });
  });
}
