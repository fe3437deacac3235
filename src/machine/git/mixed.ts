/**
 * Names under which a three-way merge may leave what was written under others: where one side renamed a file that the other changed, git
 * brings the change to the new name, and what was added to a directory to where its other files went.
 */
import { dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { oidsMeant } from "./commit-names.ts";
import { type Comparing, comparing, type Differing, filesBetween, oidAt, type TreeId } from "./compared.ts";
import { readText } from "./files.ts";
import type { Repo } from "./repo.ts";
import { type Commit, mergeBases, readCommit, treeMeant, walkCommits } from "./walked.ts";

/** A command that merges, by the revisions it names. `fetched`: as they are known here. */
export type Merging = Merges & { readonly fetched?: true };
type Merges =
  /** Each commit, or range of commits, onto HEAD; back: what undoes them. */
  | { readonly by: "picks" | "reverts"; readonly revisions: readonly string[] }
  /** The commits of `branch` that `upstream` has not, onto another. */
  | { readonly by: "rebase"; readonly upstream: string; readonly onto: string; readonly branch: string }
  | { readonly by: "merge"; readonly revisions: readonly string[] }
  /** What is stashed, onto HEAD. */
  | { readonly by: "stash"; readonly stash: string }
  /** What the work tree has, onto another commit. */
  | { readonly by: "carried"; readonly revision: string }
  /** What is left to do of a series that was begun. */
  | { readonly by: "continued" }
  /** Any of these with any other, in whatever order: after other commands of the same call. */
  | { readonly by: "any"; readonly revisions: readonly string[] };

/** What could come along: what was written in the session. */
export interface OwnPaths {
  readonly has: (path: string) => boolean;
  /** Those of this work tree, from its top. */
  readonly here: readonly string[];
}

/** Paths from the top; undefined where they cannot be told. */
export function namesMixed(repo: Repo, merging: Merging, own: OwnPaths, world: World): readonly string[] | undefined {
  const scope = comparing(repo, () => true, world);
  const merges = scope === undefined ? undefined : mergesIn(scope, merging);
  if (scope === undefined || merges === undefined) return undefined;
  return flatten(merges.map((merge) => mixedIn(scope, merge, own)));
}

/** What may be there after it, or on its way, by its path from the top and its contents; undefined where that cannot be told. */
export function filesComing(
  repo: Repo,
  merging: Merging,
  world: World,
): ReadonlyMap<string, readonly string[]> | undefined {
  const scope = comparing(repo, () => true, world);
  const merges = scope === undefined ? undefined : mergesIn(scope, merging);
  const heads = scope === undefined ? undefined : treesNamed(scope, "HEAD");
  if (scope === undefined || merges === undefined || heads === undefined) return undefined;
  const sides = merges.flatMap(({ base, one, other }) => [
    ...heads.map((head) => filesBetween(scope, head, other)),
    ...(one === "work" ? [] : [filesBetween(scope, base, one)]),
  ]);
  if (sides.some(({ cut }) => cut)) return undefined;
  const coming = new Map<string, string[]>();
  for (const { path, entries } of sides.flatMap(({ files }) => files))
    if (entries[1] !== undefined) coming.set(path, [...(coming.get(path) ?? []), entries[1].oid]);
  return coming;
}

interface ThreeTrees {
  readonly base: TreeId;
  /** The side with less in it. "work": the base, and what the work tree has otherwise. */
  readonly one: TreeId | "work";
  readonly other: TreeId;
  /** What earlier steps of a series have brought. */
  readonly before?: readonly string[];
}

interface Change {
  readonly path: string;
  readonly had: string | undefined;
  readonly isThere: boolean;
}

function changesOf(scope: Comparing, { base, one }: ThreeTrees, own: OwnPaths): readonly Change[] | undefined {
  if (one === "work") return own.here.map((path) => ({ path, had: oidAt(scope, base, path), isThere: true }));
  const { files, cut } = filesBetween(scope, base, one);
  if (cut) return undefined;
  return files.map(({ path, entries: [was, is] }) => ({ path, had: was?.oid, isThere: is !== undefined }));
}

function mixedIn(scope: Comparing, merge: ThreeTrees, own: OwnPaths): readonly string[] | undefined {
  const { base, one, other, before = [] } = merge;
  const changes = changesOf(scope, merge, own);
  if (changes === undefined) return undefined;
  if (!changes.some((change) => mayMove(scope, merge, { change, own }))) return [];
  const [left, right] = [other, one === "work" ? base : one].map((side) => filesBetween(scope, base, side));
  if (left === undefined || right === undefined || left.cut || right.cut) return undefined;
  const added = one === "work" ? own.here.filter((path) => oidAt(scope, base, path) === undefined) : [];
  const names = [...left.files, ...right.files].filter(isNew).map(({ path }) => path);
  return [
    ...[...before, ...names],
    ...movedAlong(left.files, [...newIn(right.files, own), ...added]),
    ...movedAlong(right.files, newIn(left.files, own)),
  ];
}

interface Moving {
  readonly change: Change;
  readonly own: OwnPaths;
}

/** The change of one side meets a file that the other has under another name, or the other way round. */
function mayMove(scope: Comparing, merge: ThreeTrees, { change, own }: Moving): boolean {
  const { base, one, other, before = [] } = merge;
  const { path, had, isThere } = change;
  const hasTree = (tree: TreeId, dir: string): boolean => oidAt(scope, tree, dir) !== undefined;
  if (had === undefined)
    return own.has(path) && upwards(path).some((dir) => dir !== "." && hasTree(base, dir) && !hasTree(other, dir));
  const there = oidAt(scope, other, path);
  const isMissing = there === undefined && !before.includes(path);
  if (isThere) return isMissing && own.has(path);
  const isEmptied = one !== "work" && dirname(path) !== "." && !hasTree(one, dirname(path));
  return isMissing || isEmptied || (there !== had && own.has(path));
}

const isGone = ({ entries }: Differing): boolean => entries[0] !== undefined && entries[1] === undefined;
const isNew = ({ entries }: Differing): boolean => entries[0] === undefined;
const newIn = (files: readonly Differing[], own: OwnPaths): readonly string[] =>
  files.filter((file) => isNew(file) && own.has(file.path)).map(({ path }) => path);

/** Names that are made up at most; beyond, they cannot be told. */
const MAX_NAMES = 10_000;

/** A file that one side added below a directory that the other has emptied goes to where the other has new files. */
function movedAlong(side: readonly Differing[], added: readonly string[]): readonly string[] {
  const emptied = new Set(side.filter(isGone).map(({ path }) => dirname(path)));
  const along = added.filter((path) => upwards(path).some((dir) => emptied.has(dir)));
  if (along.length === 0) return [];
  const places = [...new Set(side.filter(isNew).flatMap(({ path }) => upwards(path)))];
  return along
    .flatMap((path) => endingsOf(path).flatMap((end) => places.map((dir) => (dir === "." ? end : `${dir}/${end}`))))
    .slice(0, MAX_NAMES);
}

function upwards(path: string): readonly string[] {
  const dir = dirname(path);
  return dir === "." ? ["."] : [dir, ...upwards(dir)];
}

const endingsOf = (path: string): readonly string[] => path.split("/").map((_, i, all) => all.slice(i).join("/"));

/** Undefined: a name leads nowhere, or there are too many. */
function mergesIn(scope: Comparing, merging: Merging): readonly ThreeTrees[] | undefined {
  const ours = treesNamed(scope, "HEAD");
  if (ours === undefined) return undefined;
  switch (merging.by) {
    case "picks":
    case "reverts":
      return forEachTree(ours, (tree) => series(scope, commitsNamed(scope, merging.revisions), tree, merging.by));
    case "rebase": {
      const commits = commitsNamed(scope, [`${merging.upstream}..${merging.branch}`]);
      return forEachTree(treesNamed(scope, merging.onto), (tree) => series(scope, commits, tree, "picks"));
    }
    case "merge":
      return flatten(merging.revisions.map((name) => meeting(scope, name)));
    case "stash":
      return forEachTree(ours, (tree) => series(scope, stashed(scope, merging.stash), tree, "picks"));
    case "carried":
      return forEachTree(treesNamed(scope, merging.revision), (tree) =>
        ours.map((base) => ({ base, one: "work", other: tree })),
      );
    case "continued":
      return forEachTree(ours, (tree) =>
        flatten((["picks", "reverts"] as const).map((by) => series(scope, commitsLeft(scope), tree, by))),
      );
    case "any":
      return anyOf(scope, [...ours], merging.revisions);
  }
}

const flatten = <T>(lists: readonly (readonly T[] | undefined)[]): readonly T[] | undefined =>
  lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);

const forEachTree = (
  trees: readonly TreeId[] | undefined,
  make: (tree: TreeId) => readonly ThreeTrees[] | undefined,
): readonly ThreeTrees[] | undefined => (trees === undefined ? undefined : flatten(trees.map(make)));

function treesNamed(scope: Comparing, name: string): readonly TreeId[] | undefined {
  const oids = oidsMeant(scope, name);
  if (oids === "unknown") return undefined;
  const trees = oids.map((oid) => treeMeant(scope, oid));
  return trees.includes(undefined) ? undefined : trees.flatMap((tree) => tree ?? []);
}

/** The oldest first, as they are brought. */
function commitsNamed(scope: Comparing, names: readonly string[]): readonly Commit[] | undefined {
  return flatten(
    names.map((name) => (name.includes("..") || name.startsWith("^") ? inRange(scope, name) : single(scope, name))),
  );
}

function single(scope: Comparing, name: string): readonly Commit[] | undefined {
  const oids = oidsMeant(scope, name);
  const commits = oids === "unknown" ? [undefined] : oids.map((oid) => readCommit(scope, oid));
  return commits.some((commit) => commit == null) ? undefined : commits.flatMap((commit) => commit ?? []);
}

function inRange(scope: Comparing, name: string): readonly Commit[] | undefined {
  const [, from = "", to = ""] = /^(.*?)\.\.(?!\.)(.*)$/s.exec(name) ?? [];
  if (!name.includes("..") || to.startsWith(".")) return undefined;
  const [unwanted, wanted] = [from, to].map((end) => oidsMeant(scope, end || "HEAD"));
  if (wanted === undefined || unwanted === undefined || wanted === "unknown" || unwanted === "unknown")
    return undefined;
  const { commits, cut } = walkCommits(scope, {
    ...{ wanted, unwanted, most: Number.POSITIVE_INFINITY, firstParents: false },
    counts: () => true,
  });
  return cut ? undefined : [...commits].reverse();
}

/** Each against what it was made from, onto what stands there with what those before it brought. */
function series(
  scope: Comparing,
  commits: readonly Commit[] | undefined,
  ours: TreeId,
  by: "picks" | "reverts",
): readonly ThreeTrees[] | undefined {
  if (commits === undefined) return undefined;
  const before = new Set<string>();
  const steps = commits.flatMap(({ tree, parents }) =>
    (parents.length === 0 ? [null] : parents.map((parent) => treeMeant(scope, parent))).map((parent) => ({
      tree,
      parent,
    })),
  );
  return flatten(
    steps.map(({ tree, parent }) => {
      const between = parent === undefined ? undefined : filesBetween(scope, parent, tree);
      if (parent === undefined || between?.cut !== false) return undefined;
      const brought = [...before];
      for (const { path } of between.files) before.add(path);
      const [base, one] = by === "picks" ? [parent, tree] : [tree, parent];
      return [{ base, one, other: ours, before: brought }];
    }),
  );
}

function meeting(scope: Comparing, name: string): readonly ThreeTrees[] | undefined {
  const [heads, others] = [oidsMeant(scope, "HEAD"), oidsMeant(scope, name)];
  if (heads === "unknown" || others === "unknown") return undefined;
  const all = heads.flatMap((head) => others.map((other) => ({ head, other, bases: mergeBases(scope, head, other) })));
  return flatten(
    all.map(({ head, other, bases }) => {
      const [ours, theirs] = [treeMeant(scope, head), treeMeant(scope, other)];
      if (bases === undefined || ours === undefined || theirs === undefined) return undefined;
      const trees = bases.map((base) => treeMeant(scope, base));
      return trees.includes(undefined)
        ? undefined
        : trees.map((base) => ({ base: base ?? null, one: ours, other: theirs }));
    }),
  );
}

/** What was stashed, as a commit on where that was done. */
function stashed(scope: Comparing, name: string): readonly Commit[] | undefined {
  return single(scope, name)?.map((commit) => ({ ...commit, parents: commit.parents.slice(0, 1) }));
}

const TODO_BYTES_MAX = 1 << 20;

/** As git keeps the list of what is left, with the one it stopped at. */
function commitsLeft(scope: Comparing): readonly Commit[] | undefined {
  const lists = ["rebase-merge/git-rebase-todo", "rebase-merge/done", "sequencer/todo"].map((file) =>
    readText(`${scope.repo.gitDir}/${file}`, TODO_BYTES_MAX, scope.world),
  );
  const lines = lists.flatMap((list) => (typeof list === "string" ? [] : list.text.split("\n")));
  const picked = lines.flatMap((line) => /^(?:[a-z]+) (?:-[cC] )?([0-9a-f]{7,40})\b/.exec(line)?.[1] ?? []);
  return lists.includes("unreadable") ? undefined : commitsNamed(scope, [...new Set(picked)]);
}

/** Any two of the trees, each of them as the base. */
function anyOf(scope: Comparing, ours: readonly TreeId[], names: readonly string[]): readonly ThreeTrees[] | undefined {
  const commits = flatten(names.map((name) => single(scope, name)));
  if (commits === undefined) return undefined;
  const parents = commits
    .map((commit) => commit.parents[0])
    .map((oid) => (oid === undefined ? null : treeMeant(scope, oid)));
  if (parents.includes(undefined)) return undefined;
  const trees = [...new Set([...ours, ...commits.map(({ tree }) => tree), ...parents.flatMap((tree) => tree ?? [])])];
  return trees.flatMap((base) =>
    trees
      .filter((other) => other !== base)
      .flatMap((other) => [...trees, "work" as const].map((one) => ({ base, one, other }))),
  );
}
