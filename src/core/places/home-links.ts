/**
 * Links below home that protected places are, or lie behind: the settings of a person's shell, editor and agent often lie in a project of
 * their own, under other names. What is written where such a link leads is written under the link's name too.
 */
import { keptWith, once } from "../../contract/kept.ts";
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

interface HomeLink {
  readonly at: string;
  readonly leadsTo: string;
}

/** `.config`, `.local/share`: what protected places of home lie in. */
const holders = once(
  () =>
    new Set(
      protectedNames()
        .filter((name) => name.startsWith("~/"))
        .flatMap((name) => {
          const parts = foldedSegments(name.slice(1));
          return parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join("/"));
        }),
    ),
);

const known = keptWith<Scene, readonly HomeLink[]>();

function homeLinks(scene: Scene): readonly HomeLink[] {
  const links = known.get(scene) ?? findLinks(scene);
  known.set(scene, links);
  return links;
}

function findLinks(scene: Scene): readonly HomeLink[] {
  const { home } = scene.disk;
  const found: HomeLink[] = [];
  let left = MAX_DIRECTORIES;
  let level: readonly string[] = [home];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const inside = level.flatMap((dir) => (--left < 0 ? [] : kept(dir, scene)));
    found.push(...inside.filter(({ at, leadsTo }) => at !== leadsTo));
    level = inside.map(({ at }) => at);
  }
  return found;
}

/** Links and directories of it that are protected, or hold what is; none that nobody can follow without asking somebody else. */
function kept(dir: string, { disk, call }: Scene): readonly HomeLink[] {
  const { home } = disk;
  const isKept = (path: string): boolean =>
    holders().has(foldedSegments(path.slice(home.length)).join("/")) ||
    protectedPlace(path, { home, projectRoot: call.projectRoot }) !== undefined;
  return (entriesOf(dir, disk) ?? [])
    .filter(({ name, kind }) => (kind === "link" || kind === "directory") && !KEPT.test(foldSegment(name)))
    .flatMap(({ name, kind }) => {
      const at = `${dir}/${name}`;
      const leadsTo = isKept(at) ? (kind === "link" ? realPath(at, disk)?.path : at) : undefined;
      return leadsTo === undefined ? [] : [{ at, leadsTo }];
    });
}

/** The names below home that a real path has as well; undefined: it holds where one of those links leads. */
export function homeNames(real: string, scene: Scene): readonly string[] | undefined {
  const links = homeLinks(scene);
  if (links.some(({ leadsTo }) => leadsTo !== real && isInside(leadsTo, real))) return undefined;
  return links
    .filter(({ leadsTo }) => isInside(real, leadsTo))
    .map(({ at, leadsTo }) => at + real.slice(leadsTo.length));
}
