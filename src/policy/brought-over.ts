/**
 * Guarded places of home and of the project that are brought there without being named: with a tree that is copied over them, with what an
 * archive holds, by code that copies or unpacks. Only where they count is looked: the copy of a project elsewhere binds nobody here.
 */
import { basename, dirname } from "node:path/posix";
import { type Effect, exact, unknownTarget, type WriteEffect } from "../contract/effect.ts";
import { foldPath, isInside, isProtectedName, type ProtectedPlace, segmentMatches } from "../machine/index.ts";
import { layAll } from "./brought.ts";
import type { PolicyCall } from "./call.ts";
import { broughtByCode } from "./code-brings.ts";
import { feedersOf, searchesBehind } from "./floor/index.ts";
import { type CallCommand, type CallView, viewsOf } from "./offline/index.ts";
import { namesAsked } from "./own-places.ts";
import { protectionOf } from "./protection.ts";
import { takenIn } from "./taken-in.ts";

/** Places of one call that are looked up: there are few of such a name. */
const MAX_PLACES = 400;

export function broughtGuarded(call: PolicyCall): ProtectedPlace | undefined {
  const roots = rootsOf(call);
  for (const view of viewsOf(call)) {
    const effects = view.commands.flatMap((command) => bringing(command, view, call));
    if (!effects.some((effect) => effect.do === "write" && effect.from !== undefined)) continue;
    const excluded = view.commands.flatMap(namesExcluded);
    const places = [...layAll(call, effects, true).made]
      .filter(([path, { from }]) => from !== undefined && from !== path && isNamedSo(path, call))
      .filter(([path]) => !excluded.some((name) => path.split("/").some((part) => segmentMatches(name, part))))
      .slice(0, MAX_PLACES);
    for (const [path] of places) {
      const place = protectionOf(exact(path), call);
      if (place?.kind === "ask" && isAtRoot(path, place, { roots, call })) return place;
    }
  }
  return undefined;
}

const isNamedSo = (path: string, { places }: PolicyCall): boolean => isProtectedName(basename(path), places.agentFiles);

/** Where agents, git and the gate look for what binds this session: home, the project, and what it lies in. */
function rootsOf({ projectRoot, cwd, world }: PolicyCall): readonly string[] {
  const above: string[] = [];
  for (let dir = projectRoot; dir !== "/" && above.length < MAX_ABOVE; dir = dirname(dir)) above.push(dir);
  return [...new Set([world.home, cwd, ...above])];
}
const MAX_ABOVE = 32;

/** It stands there by the name that guards it, and not further down: a project in the project has its own. */
function isAtRoot(
  path: string,
  { matched }: ProtectedPlace,
  { roots, call }: { readonly roots: readonly string[]; readonly call: PolicyCall },
): boolean {
  const ways = [path, call.real(path).path];
  return roots.some((root) =>
    ways.some((way) => {
      const below = foldPath(way).slice(foldPath(root).length + 1);
      return (
        isInside(foldPath(way), foldPath(root)) && [matched, `.config/${matched}`].some((one) => isInside(below, one))
      );
    }),
  );
}

/** What a command writes, with the places its sources may be where only a list of names tells of them. */
function bringing(command: CallCommand, view: CallView, call: PolicyCall): readonly Effect[] {
  const feeders = feedersOf(command, view);
  const written = command.effects.flatMap((effect): readonly Effect[] =>
    effect.do === "write" && effect.from?.path === "" ? fromListed(effect, command, feeders) : [effect],
  );
  const found = written.filter((effect) => couldBring(effect, command, { view, call }));
  return [...found, ...takenIn(command, feeders, call.world), ...broughtByCode(command, call)];
}

/** A search by name hands on what is so called. */
function couldBring(
  effect: Effect,
  command: CallCommand,
  { view, call }: { readonly view: CallView; readonly call: PolicyCall },
): boolean {
  if (effect.do !== "write" || effect.from?.certainty !== "unknown") return true;
  const asked = searchesBehind(command, view).map(namesAsked);
  if (asked.every((names) => names.length === 0)) return true;
  const landing = layAll(call, [effect], true).paths.filter((path) => isNamedSo(path, call));
  return landing.some((path) => asked.flat().some((name) => segmentMatches(name, basename(path))));
}

/** `ls y | xargs -I{} cp y/{} .`: from the directory its word begins with, or those whose names it is given. */
function fromListed(
  effect: WriteEffect,
  { words, cwd }: CallCommand,
  feeders: readonly CallCommand[],
): readonly Effect[] {
  const dir = cwd?.path ?? "";
  const begun = words.flatMap(({ value, prefix }) =>
    value === null && prefix.includes("/") ? [dirname(`${prefix.startsWith("/") ? "" : `${dir}/`}${prefix}x`)] : [],
  );
  const listed = feeders.flatMap(({ effects }) =>
    effects.flatMap((one) => (one.do === "read" && !one.content && one.target.path !== "" ? [one.target.path] : [])),
  );
  return [effect, ...[...new Set([...begun, ...listed])].map((path) => ({ ...effect, from: unknownTarget(path) }))];
}

/** `rsync --exclude .git`, `tar --exclude=.git`; none where something is told to be taken all the same. */
function namesExcluded({ name, words }: CallCommand): readonly string[] {
  if (!/^(?:rsync|g?tar|bsdtar)$/.test(name ?? "")) return [];
  const values = words.map(({ value }) => value ?? "");
  if (values.some((value) => /^--(?:include|filter|files-from)|^-f/.test(value))) return [];
  return values
    .flatMap((value, i) =>
      value === "--exclude" ? [values[i + 1] ?? ""] : (/^--exclude=(.+)$/.exec(value)?.[1] ?? []),
    )
    .map((value) => value.replace(/^\/|\/$/g, ""))
    .filter((value) => value !== "" && !value.includes("/"));
}
