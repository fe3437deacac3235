/** Which protected place a target is: by name, by where links lead, and by where git keeps its own. */

import { basename, dirname } from "node:path/posix";
import { beside } from "../contract/beside.ts";
import type { Target } from "../contract/effect.ts";
import { gitDirectories, gitPlace } from "../machine/git/index.ts";
import {
  absolutePath,
  couldBeGuarded,
  environmentAround,
  foldPath,
  foldSegment,
  homeNames,
  isDescriptor,
  isInside,
  nicknames,
  type ProtectedPlace,
  protectedPlace,
  twofoldPaths,
} from "../machine/index.ts";
import { broughtBy } from "./brought.ts";
import type { PolicyCall } from "./call.ts";
import { isStarted } from "./started-files.ts";

/** The strongest protection; undefined for a place that could be anywhere: nothing was found then. */
export function protectionOf(target: Target, call: PolicyCall): ProtectedPlace | undefined {
  if (target.path === "") return undefined;
  const found = target.certainty === "glob" ? globPlaces(target, call) : placesAt(target.path, call);
  return found.find(({ kind }) => kind === "ask") ?? found[0];
}

/** It lies behind a link that nobody can follow by now; an open file of the call's own does not count. */
export function isLost({ path, certainty }: Target, call: PolicyCall): boolean {
  const met = twofoldPaths(call.world);
  if (met === "astray" || path === "") return met === "astray" || met === "lost";
  return certainty !== "glob" && !isDescriptor(path) && call.real(path).problem === "process";
}

function placesAt(path: string, call: PolicyCall): readonly ProtectedPlace[] {
  const real = call.real(path);
  if (real.problem === "long") return [];
  const byName = [path, real.path].flatMap((way) => protectedPlace(way, call.places) ?? []);
  if (byName.some(({ kind }) => kind === "ask") || real.problem !== null) return byName;
  const git = gitPlace(path, { dirs: [call.projectRoot, call.cwd], made: madeBy(call) }, call.world);
  if (git !== undefined) return [{ name: ".git", matched: basename(git), kind: "ask" }];
  const started = [path, real.path].some((way) => isStarted(way, call))
    ? [{ name: basename(path), matched: basename(path), kind: "judge" } as const]
    : [];
  return [
    ...byName,
    ...started,
    ...onSearchPath([path, real.path], call),
    ...byNickname(real.path, call),
    ...inEnvironment([path, real.path], call),
  ];
}

/** A directory that programs are looked up in by name, and what stands directly in it. */
function onSearchPath(ways: readonly string[], call: PolicyCall): readonly ProtectedPlace[] {
  const held = new Set(ways.flatMap((way) => [way, dirname(way)]).map(foldPath));
  const found = call.world.path
    .flatMap((dir) => [...new Set([call.projectRoot, call.cwd])].map((base) => absolutePath(dir, base, call.world)))
    .filter((dir) => dir !== "/")
    .find((dir) => [dir, call.real(dir).path].some((one) => held.has(foldPath(one))));
  if (found === undefined) return [];
  const name = foldSegment(basename(found));
  return [{ name, matched: name, kind: "judge" }];
}

/** What an interpreter's environment holds, whatever it is called. */
function inEnvironment(ways: readonly string[], { projectRoot, world }: PolicyCall): readonly ProtectedPlace[] {
  const found = ways.map((way) => environmentAround(way, projectRoot, world)).find((dir) => dir !== undefined);
  return found === undefined ? [] : [{ name: basename(found), matched: basename(found), kind: "judge" }];
}

/** A protected name may be a link, or lie behind one: where it leads is then protected like the name. */
function byNickname(real: string, call: PolicyCall): readonly ProtectedPlace[] {
  const { world, projectRoot } = call;
  const own = gitDirectories(projectRoot, world);
  const ways = [
    ...homeNames(real, call.places, world),
    ...[projectRoot, ...own.flatMap((dir) => [dir, `${dir}/hooks`])].flatMap((dir) => nicknames(real, dir, world)),
  ];
  return ways.flatMap((way) => {
    const inGit = own.find((dir) => isInside(way, dir));
    if (inGit !== undefined) return [{ name: ".git", matched: basename(inGit), kind: "ask" } as const];
    return protectedPlace(way, call.places) ?? [];
  });
}

const made = beside<PolicyCall, readonly string[]>();

/**
 * All that the call leaves behind, trees with every name in them, and what earlier ones of the session may still be about to write,
 * folded: parts that are nothing alone may make a repository together.
 */
function madeBy(call: PolicyCall): readonly string[] {
  const kept = made.get(call) ?? [
    ...new Set(
      [...broughtBy(call).paths, ...call.memory.written]
        .filter((path) => path.split("/").some((segment) => MAKES.has(foldSegment(segment))))
        .flatMap((path) => [path, call.real(path).path].map(foldPath)),
    ),
  ];
  made.set(call, kept);
  return kept;
}

/** Names by which a directory becomes a repository, or that lie in what does. */
const MAKES: ReadonlySet<string> = new Set(["head", "objects", "refs", "config", "commondir"]);

function globPlaces(target: Target, call: PolicyCall): readonly ProtectedPlace[] {
  return call.look(target).ways.flatMap((way) => {
    const name = way.map((one) => couldBeGuarded(one, call.places.agentFiles)).find((one) => one !== undefined);
    const guarded: readonly ProtectedPlace[] = name === undefined ? [] : [{ name, matched: name, kind: "ask" }];
    const place = protectedPlace(`/${way.join("/")}`, call.places);
    return place === undefined ? guarded : [...guarded, place];
  });
}
