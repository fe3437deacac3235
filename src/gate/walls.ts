/** Walls as the gate sees them: whether a call can have them, which rules they keep, and putting them up. */
import { type RaisedWalls, repositoryAround, type WallsOrder, type WallsPart } from "../contain/index.ts";
import type { Action, HostSandbox } from "../contract/action.ts";
import { fail, messageOf, ok, type Result } from "../contract/result.ts";
import type { CallKey, Memory } from "../contract/session.ts";
import type { Walls } from "../contract/walls.ts";
import { openSource } from "../contract/witness.ts";
import { findRepo, trackedClean, trackedPaths } from "../machine/git/index.ts";
import { absolutePath } from "../machine/index.ts";
import type { PolicyCall } from "../policy/index.ts";
import { reachesOutside } from "../policy/proofs/index.ts";
import { couldMatch, inForce, namedPlaces, type Rule } from "../policy/rules/index.ts";
import type { Settings } from "../policy/settings/index.ts";
import type { Room } from "./allow.ts";
import type { Call } from "./call.ts";
import { saveProject } from "./restore.ts";

/**
 * What a call can have around it: walls of the gate's own, the host's sandbox, or nothing. `refused`: walls refused it
 * something before, and it is not walled again in this session.
 */
export type Around = "gate" | HostSandbox | "refused" | null;

interface Doors {
  readonly action: Action;
  readonly settings: Settings;
  readonly walls: WallsPart | null;
  readonly memory: Memory;
  readonly key: CallKey;
}

/** Only commands of a shell that is started for them, with no field that nobody declared. */
export function aroundCall(call: PolicyCall, { action, settings, walls, memory, key }: Doors): Around {
  const { reading, spec, barring } = call;
  if (!settings.contain.enabled || reading === undefined || barring.length > 0) return null;
  if (spec.keepsState === true || spec.neverProven === true) return null;
  if (action.walls === "host" || action.walls === "hostWritable") return action.walls;
  if (action.walls !== true || walls === null) return null;
  return memory.refused.has(key) ? "refused" : "gate";
}

const room = openSource("room");
const sandbox = openSource("sandbox");

/** Undefined where there are no walls for the call. */
export const wallsIn = ({ around }: Call, walls: Walls): Room | undefined =>
  around === "gate" ? room({ walls }) : around === "host" || around === "hostWritable" ? sandbox(null) : undefined;

/** Nothing stands around code of the agent's own: a sandbox in which it could write protected places is none. */
export const runsBare = ({ around }: Pick<Call, "around">): boolean => around === null || around === "hostWritable";

/** A deny or ask rule could still speak of what nobody can read, and walls do not keep it (§4). */
export const isBarredInWalls = (call: Call): boolean =>
  bindingRules(call).some((rule) => couldMatch(rule, call) && !isKept(rule, call));

const bindingRules = ({ book }: Call): readonly Rule[] => [...inForce(book, "deny"), ...inForce(book, "ask")];

/** What a `Read` rule names is not there, what an `Edit` rule names is read-only, nobody is contacted. */
function isKept(rule: Rule, call: Call): boolean {
  const { content } = rule;
  switch (content?.kind) {
    case "path":
      return call.around === "gate" && namedPlaces([rule], call) !== undefined;
    case "domain":
    case "name":
      return true;
    case "prefix":
      return cannotHarm(content.words, call);
    case "wildcard":
      return cannotHarm(content.pattern.split("*")[0] ?? "", call);
    case "exact":
      return cannotHarm(content.text, call);
    default:
      return false;
  }
}

/** What the rule names needs the network or reaches outside by its nature: inside walls it fails. */
function cannotHarm(words: string, call: Call): boolean {
  const { cwd, projectRoot, world } = call;
  const { effects } = call.readShell(words, { cwd, projectRoot, world, written: new Set() });
  return reachesOutside(effects, call);
}

/** Everything the walls need, ready for the call. Never rejects. */
export async function raiseWalls(call: Call, walls: Walls): Promise<Result<RaisedWalls>> {
  const order = orderFor(call, walls);
  if (!order.ok || call.parts.walls === null) return order.ok ? fail("there are no walls here") : order;
  try {
    return await call.parts.walls.raise(order.value);
  } catch (error) {
    return fail(messageOf(error));
  }
}

/** What the call's walls have to let it do, and what they have to keep. */
export function orderFor(call: Call, walls: Walls): Result<WallsOrder> {
  const command = call.spec.shell?.command(call.input);
  if (command === undefined) return fail("there are no walls for this call");
  const found = repositoryAround(call.places, call.world);
  const wider = found.workTree === null ? undefined : namedPlaces(bindingRules(call), call, [found.workTree]);
  const kept = wider ?? namedPlaces(bindingRules(call), call);
  if (kept === undefined) return fail("the rules name more places than walls can keep");
  const { settings, projectRoot, world, cwd, session, key } = call;
  const absolute = (places: readonly string[]): readonly string[] =>
    places.map((place) => absolutePath(place, projectRoot, world));
  return ok({
    ...call.places,
    walls,
    command,
    cwd,
    writable: absolute([...call.parts.settings.additionalDirectories, ...settings.contain.writable]),
    // What the rules name in it has to be known before it is shown.
    around: found.workTree !== null && wider === undefined ? { ...found, workTree: null } : found,
    hidden: [...absolute(settings.contain.hidden), ...kept.read],
    hiddenObjects: walls === "work" ? objectsWith(kept.readNames, call) : [],
    readOnly: kept.edit,
    unmade: kept.unmade,
    gitWrites: walls === "edit" && call.effects.some((effect) => effect.do === "vcs"),
    envFiles: runsTrackedTasks(call),
    made: [...call.memory.created],
    env: settings.contain.env,
    session,
    call: key,
    save: (plan) => saveProject(call, plan),
  });
}

/** Git's objects hold what `Read` rules keep, where one of them names a tracked file: nobody knows which code asks git. */
function objectsWith(isNamed: ((path: string) => boolean) | null, { projectRoot, world }: Call): readonly string[] {
  const repo = isNamed === null ? undefined : findRepo(projectRoot, world);
  if (isNamed === null || repo === undefined) return [];
  // What is tracked cannot be known: it may be among it.
  return trackedPaths(repo, world)?.some(isNamed) === false ? [] : [`${repo.commonDir}/objects`];
}

const DEFINITIONS = ["package.json", "Makefile", "makefile", "GNUmakefile", "justfile", "Justfile", "mise.toml"];

/** It is nothing but tasks named in definitions that are tracked and as they were when the session began. */
function runsTrackedTasks(call: Call): boolean {
  const commands = (call.reading?.commands ?? []).filter(({ under }) => under === undefined);
  return (
    commands.length > 0 &&
    commands.every(
      ({ cwd, fresh, effects }) =>
        fresh !== true &&
        cwd.certainty === "exact" &&
        effects.some((effect) => effect.do === "run") &&
        effects.every((effect) => effect.do !== "environment" && (effect.do !== "run" || effect.what === "task")) &&
        definesUnchanged(cwd.path, call),
    )
  );
}

function definesUnchanged(directory: string, call: Call): boolean {
  const there = DEFINITIONS.map((name) => `${directory}/${name}`).filter(
    (path) => call.world.lstat(path).kind !== "absent",
  );
  return (
    there.length > 0 &&
    there.every((path) => !call.memory.written.has(path) && trackedClean(path, call.world) === "clean")
  );
}
