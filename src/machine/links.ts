/** Links that a pattern matches, or that lie below a directory, and where they lead. Bounded for each decision. */
import { once } from "../contract/once.ts";
import type { PathKind, World } from "../contract/world.ts";
import { segmentMatcher } from "./glob.ts";
import { isInside, type RealPath } from "./resolve.ts";

/** Directory entries looked at in one decision, however many words and effects ask. */
const MAX_ENTRIES = 20_000;

export interface FoundLinks {
  /** Where they lead, with what stands behind them in the pattern. */
  readonly targets: readonly string[];
  /** One of them leads to no place in particular. */
  readonly lost: boolean;
}

/** Undefined: there is more than is looked through. */
export interface LinkSearch {
  /** `rest` are the segments of a pattern below `base`. */
  matching(base: string, rest: readonly string[]): FoundLinks | undefined;
  /** Links at any depth that lead out of `base`, those behind such links included. */
  below(base: string): FoundLinks | undefined;
}

export function linkSearch(world: World, real: (path: string) => RealPath): LinkSearch {
  let left = MAX_ENTRIES;
  const list: List = (dir) => {
    const names = world.readDir(dir) ?? [];
    left -= names.length;
    return left < 0
      ? undefined
      : names.map((name) => {
          const path = `${dir === "/" ? "" : dir}/${name}`;
          return { name, path, kind: once(() => world.lstat(path).kind), to: once(() => real(path)) };
        });
  };
  return {
    matching: (base, rest) => linksMatching(base, rest, list),
    below: (base) => linksBelow(real(base).path, world, list),
  };
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly kind: () => PathKind;
  readonly to: () => RealPath;
}

/** Undefined: the bound is hit. */
type List = (dir: string) => readonly Entry[] | undefined;

function linksMatching(base: string, rest: readonly string[], list: List): FoundLinks | undefined {
  let dirs = [base];
  const found: RealPath[] = [];
  for (const [depth, segment] of rest.entries()) {
    const has = segmentMatcher(segment);
    const lists = segment === "**" ? [undefined] : dirs.map(list);
    if (lists.includes(undefined)) return undefined;
    const matched = lists.flatMap((entries) => entries?.filter(({ name }) => has(name)) ?? []);
    const links = matched.filter(({ kind }) => kind() === "link");
    found.push(...links.map(({ to }) => behind(to(), rest.slice(depth + 1))));
    dirs = matched.filter(({ kind }) => kind() !== "link").map(({ path }) => path);
  }
  return summary(found);
}

function linksBelow(start: string, world: World, list: List): FoundLinks | undefined {
  const found: RealPath[] = [];
  const todo = [start];
  const seen = new Set(todo);
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    const entries = world.lstat(dir).kind === "directory" ? list(dir) : [];
    if (entries === undefined) return undefined;
    const links = entries.filter(({ kind }) => kind() === "link").map(({ to }) => to());
    found.push(...links.filter(({ path, problem }) => problem !== null || !isInside(path, start)));
    const next = [...entries.filter(({ kind }) => kind() === "directory"), ...links].map(({ path }) => path);
    for (const path of next.filter((one) => !seen.has(one))) {
      seen.add(path);
      todo.push(path);
    }
  }
  return summary(found);
}

const behind = (link: RealPath, rest: readonly string[]): RealPath => ({
  ...link,
  path: [link.path, ...rest].join("/"),
});

const summary = (found: readonly RealPath[]): FoundLinks => ({
  targets: found.map(({ path }) => path),
  lost: found.some(({ problem }) => problem !== null),
});
