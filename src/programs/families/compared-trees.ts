/** Two directories compared: files of the same name are shown, which is no search. What of them holds secrets by its name is read by name. */
import { basename } from "node:path/posix";
import type { Effect } from "../../contract/effect.ts";
import { exact, unknownTarget } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import { foldSegment, isInStore, matchesNow, mayBeKey, secretFile } from "../../machine/index.ts";
import { reads } from "../disk-makers.ts";
import { given, valuesOf } from "../makers.ts";
import type { Use } from "../spec.ts";

/** Of more entries than this nobody can say what is shown. */
const MAX_ENTRIES = 5_000;

/** The secret files that `diff` would show of the directories it is given, as they stand now. `whole`: all below them, in one or both. */
export function shownSecrets(use: Use, whole = false): readonly Effect[] {
  if (!whole && given(use, "-q --brief")) return [];
  const named = [...use.operands, ...valuesOf(use, "--from-file --to-file")].map((word) => use.target(word));
  // What a shell writes out are names that are there.
  const matched = named.map(({ certainty, path }) =>
    certainty === "glob" ? matchesNow(path, use.context.world) : certainty === "exact" ? [path] : undefined,
  );
  const roots = matched.flatMap((paths) => paths ?? []);
  const found: string[] = [];
  let left = matched.includes(undefined) ? 0 : MAX_ENTRIES;
  const todo = [""];
  for (let below = todo.pop(); below !== undefined && left > 0; below = todo.pop()) {
    const pairs = comparedIn(use, roots, { below, whole });
    left -= pairs.length;
    found.push(...pairs.filter(({ isSecret }) => isSecret).flatMap(({ path }) => roots.map((root) => root + path)));
    if (whole || given(use, "-r --recursive"))
      todo.push(...pairs.filter(({ isTree }) => isTree).map(({ path }) => path));
  }
  return [...found.map(exact), ...(left > 0 ? [] : [unknownTarget()])].map((target) => reads(target));
}

interface Pair {
  /** Below the roots. */
  readonly path: string;
  readonly isTree: boolean;
  readonly isSecret: boolean;
}

/** What stands in one directory of each tree by the same name; with some options also what stands in one of them alone. */
function comparedIn(
  use: Use,
  roots: readonly string[],
  { below, whole }: { readonly below: string; readonly whole: boolean },
): readonly Pair[] {
  const { world } = use.context;
  const listed = roots.flatMap((root) => world.readDir(root + below) ?? nameAlone(root, below, world));
  const alone = whole || given(use, "-N --new-file -P --unidirectional-new-file");
  const seen = new Set<string>();
  const twice = listed.filter((name) => seen.size === seen.add(name).size);
  return [...new Set(alone ? listed : twice)].slice(0, MAX_ENTRIES).map((name) => {
    const path = `${below}/${name}`;
    const kinds = roots.map((root) => world.stat(root + path).kind);
    const isFile = kinds.some((kind) => kind === "file" || kind === "unreadable");
    const isSecret = isFile && roots.some((root) => mayBeSecret(root + path));
    return { path, isTree: kinds.includes("directory"), isSecret };
  });
}

/** By its name, or called like a key: whether it is one, is for whoever asks what is read. */
function mayBeSecret(path: string): boolean {
  const name = foldSegment(basename(path));
  return secretFile(name) !== undefined || mayBeKey(name) || isInStore(path);
}

/** A file beside a directory is compared with the one of its name in there. */
const nameAlone = (root: string, below: string, world: World): readonly string[] =>
  below === "" && world.stat(root).kind === "file" ? [basename(root)] : [];
