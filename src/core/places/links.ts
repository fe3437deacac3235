/**
 * Links that protected places of home and of the project are, or lie behind: the settings of a person's shell, editor and agent often lie
 * in a project of their own, and a hook of git among its scripts. What is written where such a link leads is written under its name too.
 */
import { keepWith, once } from "../../contract/kept.ts";
import type { Scene } from "../types.ts";
import { foldedSegments, foldSegment } from "./fold.ts";
import { protectedNames, protectedPlace } from "./protected.ts";
import { isInside, realPath } from "./real.ts";
import { entriesOf } from "./search.ts";

/** The outer ones first: what lies beyond them is not looked at. */
const MAX_DIRECTORIES = 100;
const MAX_DEPTH = 5;
/** What tools keep for themselves there: nothing that is obeyed, and much of it. */
const KEPT =
  /cache|^(?:registry|repository|node_modules|objects|projects|sessions|extensions|versions|logs|history|tmp)$/;

interface ProtectedLink {
  readonly at: string;
  readonly leadsTo: string;
}

/** `.config`, `.local/share`, `.github`: what protected places of home or of a project lie in. */
const holders = once(
  () =>
    new Set(
      protectedNames().flatMap((name) => {
        const parts = foldedSegments(name.replace(/^~\//, ""));
        return parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join("/"));
      }),
    ),
);

const protectedLinks = keepWith((scene: Scene): readonly ProtectedLink[] =>
  [scene.call.projectRoot, ...scene.call.additional, scene.disk.home].flatMap((start) => findLinks(start, scene)),
);

function findLinks(start: string, scene: Scene): readonly ProtectedLink[] {
  const found: ProtectedLink[] = [];
  let left = MAX_DIRECTORIES;
  let level: readonly string[] = [start];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const inside = level.flatMap((dir) => (--left < 0 ? [] : protectedIn(dir, start, scene)));
    found.push(...inside.filter(({ at, leadsTo }) => at !== leadsTo));
    level = inside.map(({ at }) => at);
  }
  return found;
}

/** Links and directories of it that are protected, or hold what is; none that nobody can follow without asking somebody else. */
function protectedIn(dir: string, start: string, { disk, call }: Scene): readonly ProtectedLink[] {
  const isMeant = (path: string): boolean =>
    holders().has(foldedSegments(path.slice(start.length)).join("/")) ||
    protectedPlace(path, { home: disk.home, projectRoot: call.projectRoot }) !== undefined;
  return (entriesOf(dir, disk) ?? [])
    .filter(({ name, kind }) => (kind === "link" || kind === "directory") && !KEPT.test(foldSegment(name)))
    .flatMap(({ name, kind }) => {
      const at = `${dir}/${name}`;
      const leadsTo = isMeant(at) ? (kind === "link" ? realPath(at, disk)?.path : at) : undefined;
      return leadsTo === undefined ? [] : [{ at, leadsTo }];
    });
}

/** The protected names, or names below such, that a real path has as well; undefined: it holds where one of those links leads. */
export function protectedNamesOf(real: string, scene: Scene): readonly string[] | undefined {
  const links = protectedLinks(scene);
  if (links.some(({ leadsTo }) => leadsTo !== real && isInside(leadsTo, real))) return undefined;
  return links
    .filter(({ leadsTo }) => isInside(real, leadsTo))
    .map(({ at, leadsTo }) => at + real.slice(leadsTo.length));
}
