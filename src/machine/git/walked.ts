/** Commits in the order git walks them, and where two histories meet: by their dates, with a bound. */
import type { World } from "../../contract/world.ts";
import { perView } from "../view.ts";
import type { Comparing } from "./compared.ts";
import { readText } from "./files.ts";
import { parentsIn, readObject } from "./objects.ts";
import { asTree, behindTags } from "./revision.ts";

export interface Commit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** In seconds. */
  readonly date: number;
}

const SHALLOW_BYTES_MAX = 1 << 20;

const shallowIn = perView((commonDir: string, world: World): ReadonlySet<string> => {
  const read = readText(`${commonDir}/shallow`, SHALLOW_BYTES_MAX, world);
  return new Set(typeof read === "string" ? [] : read.text.split("\n"));
});

/** Null: a tree or a file that was named. Undefined: it cannot be read, or is one too many. */
export function readCommit(comparing: Comparing, oid: string): Commit | null | undefined {
  const { store, world } = comparing;
  comparing.left -= 1;
  const at = comparing.left < 0 ? undefined : behindTags(store, oid, world);
  const object = at === undefined ? undefined : readObject(store, at, world);
  if (at === undefined || object?.ok !== true) return undefined;
  if (object.value.type !== "commit") return null;
  const [head = ""] = object.value.data.toString("latin1").split("\n\n", 1);
  const tree = /^tree ([0-9a-f]{40})$/m.exec(head)?.[1];
  const date = /^committer .*> (-?\d+) [+-]\d+$/m.exec(head)?.[1];
  if (tree === undefined || date === undefined) return undefined;
  return {
    oid: at,
    tree,
    // Where a shallow clone ends, git itself knows of no parents.
    parents: shallowIn(comparing.repo.commonDir, world).has(at) ? [] : parentsIn(head),
    date: Number(date),
  };
}

/** The tree of a commit or a tag, or the tree itself. */
export function treeMeant(comparing: Comparing, oid: string): string | undefined {
  comparing.left -= 1;
  return comparing.left < 0 ? undefined : asTree(comparing, oid);
}

/** `cut`: there are more than were looked at. */
export interface Walked {
  readonly commits: readonly Commit[];
  readonly cut: boolean;
}

interface Queued extends Commit {
  marks: number;
}

const WANTED = 1;
const UNWANTED = 2;
const BOTH = WANTED | UNWANTED;
/** Older than a commit where two histories meet. */
const OLDER = 4;

export interface Walk {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
  /** How many that count are shown. */
  readonly most: number;
  readonly counts: (commit: Commit) => boolean;
  readonly firstParents: boolean;
}

/** What is reached from `wanted` and not from `unwanted`, the newest first. */
export function walkCommits(comparing: Comparing, { wanted, unwanted, most, firstParents, counts }: Walk): Walked {
  const commits: Commit[] = [];
  const queue = queueOf(comparing);
  const step = (next: Queued): "on" | "enough" | "cut" => {
    const isWanted = (next.marks & UNWANTED) === 0;
    if (isWanted) commits.push(next);
    if (isWanted && commits.filter(counts).length >= most) return "enough";
    const parents = isWanted && firstParents ? next.parents.slice(0, 1) : next.parents;
    return queue.add(parents, isWanted ? WANTED : UNWANTED) ? "on" : "cut";
  };
  if (!queue.add(wanted, WANTED) || !queue.add(unwanted, UNWANTED)) return { commits, cut: true };
  for (let next = queue.newest(); next !== undefined && queue.hasWanted(next); next = queue.newest()) {
    const went = step(next);
    if (went !== "on") return { commits, cut: went === "cut" };
  }
  return { commits, cut: false };
}

/** The newest commits that both have; undefined where they cannot be told. */
export function mergeBases(comparing: Comparing, one: string, other: string): readonly string[] | undefined {
  const bases: string[] = [];
  const queue = queueOf(comparing);
  if (!queue.add([one], WANTED) || !queue.add([other], UNWANTED)) return undefined;
  for (let next = queue.newest(); next !== undefined; next = queue.newest()) {
    if (next.marks === BOTH) bases.push(next.oid);
    const marks = (next.marks & BOTH) === BOTH ? BOTH | OLDER : next.marks;
    if (!queue.add(next.parents, marks)) return undefined;
    if (!queue.hasSingle()) return [...bases, ...queue.met()];
  }
  return bases;
}

interface Queue {
  /** False: one of them cannot be read, or there are too many. */
  readonly add: (oids: readonly string[], mark: number) => boolean;
  readonly newest: () => Queued | undefined;
  /** `next`, which was just taken, or something that waits is wanted. */
  readonly hasWanted: (next: Queued) => boolean;
  /** Something that waits was reached from one side only. */
  readonly hasSingle: () => boolean;
  /** What waits and is where both met. */
  readonly met: () => readonly string[];
}

function queueOf(comparing: Comparing): Queue {
  const seen = new Map<string, Queued>();
  const waiting = new Set<Queued>();
  const mark = (commit: Queued, marks: number): void => {
    if ((commit.marks | marks) === commit.marks) return;
    commit.marks |= marks;
    waiting.add(commit);
  };
  return {
    add: (oids, marks) =>
      oids.every((oid) => {
        const known = seen.get(oid);
        if (known !== undefined) {
          mark(known, marks);
          return true;
        }
        const commit = readCommit(comparing, oid);
        if (commit === undefined) return false;
        if (commit === null) return true;
        const queued = seen.get(commit.oid) ?? { ...commit, marks: 0 };
        seen.set(oid, queued).set(commit.oid, queued);
        mark(queued, marks);
        return true;
      }),
    newest: () => {
      let best: Queued | undefined;
      for (const one of waiting) if (best === undefined || one.date > best.date) best = one;
      if (best !== undefined) waiting.delete(best);
      return best;
    },
    hasWanted: (next) => next.marks === WANTED || [...waiting].some(({ marks }) => marks === WANTED),
    hasSingle: () => [...waiting].some(({ marks }) => (marks & BOTH) !== BOTH),
    met: () => [...waiting].flatMap(({ marks, oid }) => (marks === BOTH ? [oid] : [])),
  };
}
