/** The commits, tags and trees that git's words for revisions stand for: refs, hashes, steps back, earlier states, upstreams. */
import type { PathKind, World } from "../../contract/world.ts";
import { lastEntry, readConfig } from "./config.ts";
import { readText } from "./files.ts";
import { type ObjectStore, objectStore } from "./objects.ts";
import { resolveRef } from "./refs.ts";
import type { Repo } from "./repo.ts";
import { goBack, kindMeant, namesOf, oidsNamed } from "./revision.ts";
import { readHead } from "./state.ts";

interface Scope {
  readonly repo: Repo;
  readonly store: ObjectStore;
  readonly world: World;
}

const REFLOG_BYTES_MAX = 16 << 20;
const UPSTREAM = /^(?:u|upstream|push)$/i;

/** All that a name may stand for: none only before the first commit. "unknown": a form that is not read here, or nothing that is found. */
export function oidsMeant(scope: Scope, name: string): readonly string[] | "unknown" {
  const parts = partsOf(name);
  if (parts === undefined) return "unknown";
  const { base, steps, isHead } = parts;
  const bases = isHead ? oidsNamed(scope, "HEAD") : basesMeant(scope, base);
  if (bases === "unknown" || (bases.length === 0 && !isHead) || isAmbiguous(scope, base, bases)) return "unknown";
  const meant = bases.map((oid) => goBack(scope, oid, steps));
  return meant.includes(undefined) ? "unknown" : meant.flatMap((oid) => oid ?? []);
}

/**
 * A name may stand for less than a whole commit: for a tree, which has the files of one directory and no longer says of which. What
 * cannot be told may; a plain word that nothing is called by does not.
 */
export function mayBePart(repo: Repo, name: string, world: World): boolean {
  const parts = partsOf(name);
  const store = objectStore(repo, world);
  if (parts === undefined || !store.ok) return true;
  // One step back from a commit is a commit, and nothing else has steps.
  if (parts.isHead || parts.steps !== "") return false;
  const scope = { repo, store: store.value, world };
  const oids = basesMeant(scope, parts.base);
  if (oids === "unknown" || hasUnread(scope, parts.base)) return true;
  return oids.length === 0 ? !PLAIN_WORD.test(name) : oids.some((oid) => kindMeant(scope, oid) !== "commit");
}
const PLAIN_WORD = /^[^@^~:{}]+$/;

/** A ref of that name which cannot be read, or a file of git's own that is called so. */
const hasUnread = ({ repo, world }: Scope, base: string): boolean =>
  namesOf(base).some((name) => resolveRef(repo, name, world).kind === "unknown") || isGitFile({ repo, world }, base);

interface NameParts {
  readonly base: string;
  readonly steps: string;
  readonly isHead: boolean;
}

/** Undefined: a form that is not read here. */
function partsOf(name: string): NameParts | undefined {
  if (name === "" || name.startsWith(":") || name.includes("^{/")) return undefined;
  const bare = name.replace(/\^\{(?:commit|tree|object|tag|)\}$/, "");
  const [, base = "", steps = ""] = /^(.*?)((?:~\d*|\^\d*)*)$/s.exec(bare) ?? [];
  return { base, steps, isHead: base === "" || base === "@" || base === "HEAD" };
}

/** A tag and a branch of one name, or a file of git's own that is called so: which of them git takes is not for a proof. */
const isAmbiguous = (scope: Scope, base: string, oids: readonly string[]): boolean =>
  new Set(oids).size > 1 || isGitFile(scope, base);

const isGitFile = ({ repo, world }: Pick<Scope, "repo" | "world">, base: string): boolean =>
  !READ_THERE.test(base) &&
  [repo.gitDir, repo.commonDir].some((dir) => !NO_REF.has(world.lstat(`${dir}/${base}`).kind));
/** Names that are read where git keeps them, and forms that are no name of a file. */
const READ_THERE = /^(?:@?|HEAD|[A-Z_]+_HEAD|refs\/.*)$|[@^~:{}\0]/s;
const NO_REF: ReadonlySet<PathKind> = new Set<PathKind>(["absent", "directory"]);

function basesMeant(scope: Scope, base: string): readonly string[] | "unknown" {
  const [, ref, which] = /^(.*)@\{([^}]*)\}$/s.exec(base) ?? [];
  if (ref !== undefined && which !== undefined) return stateMeant(scope, ref === "@" ? "HEAD" : ref, which);
  if (/[{}]/.test(base)) return "unknown";
  const described = /-g([0-9a-f]{4,40})$/.exec(base)?.[1];
  return [...oidsNamed(scope, base), ...(described === undefined ? [] : oidsNamed(scope, described))];
}

function stateMeant(scope: Scope, ref: string, which: string): readonly string[] | "unknown" {
  if (UPSTREAM.test(which)) return upstreamOf(scope, ref);
  if (/^-\d{1,4}$/.test(which)) return ref === "" ? leftBranch(scope, -Number(which)) : "unknown";
  return /^\d{1,6}$/.test(which) ? earlierState(scope, ref, Number(which)) : "unknown";
}

const branchNow = ({ repo, world }: Scope): string | undefined => {
  const head = readHead(repo, world);
  return head.kind === "branch" || head.kind === "unborn" ? head.name : undefined;
};

function upstreamOf(scope: Scope, ref: string): readonly string[] | "unknown" {
  const branch = ref === "" || ref === "HEAD" ? branchNow(scope) : ref;
  if (branch === undefined) return "unknown";
  const config = readConfig(scope.repo, scope.world);
  const remote = lastEntry(config, `branch.${branch}.remote`)?.value;
  const merge = lastEntry(config, `branch.${branch}.merge`)?.value;
  if (remote == null || merge == null) return [];
  const name = remote === "." ? merge : merge.replace(/^refs\/heads\//, `refs/remotes/${remote}/`);
  const at = resolveRef(scope.repo, name, scope.world);
  return at.kind === "object" ? [at.oid] : "unknown";
}

/** `@{-2}`: what was checked out before, by what the log says of moves. */
function leftBranch(scope: Scope, back: number): readonly string[] | "unknown" {
  const log = readText(`${scope.repo.gitDir}/logs/HEAD`, REFLOG_BYTES_MAX, scope.world);
  if (typeof log === "string" || back === 0) return "unknown";
  const left = [...log.text.matchAll(/\tcheckout: moving from (\S+) to /g)].at(-back)?.[1];
  const oids = left === undefined ? [] : oidsNamed(scope, left);
  return oids.length === 0 ? "unknown" : oids;
}

/** By the log that git keeps of each name, the newest state last. */
function earlierState(scope: Scope, ref: string, back: number): readonly string[] | "unknown" {
  const { repo, world } = scope;
  const branch = ref === "" ? branchNow(scope) : undefined;
  const names =
    branch === undefined
      ? ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"].map((at) => at + (ref === "" ? "HEAD" : ref))
      : [`refs/heads/${branch}`];
  const logs = names.flatMap((name) => {
    const read = readText(
      `${name.startsWith("refs/") ? repo.commonDir : repo.gitDir}/logs/${name}`,
      REFLOG_BYTES_MAX,
      world,
    );
    return read === "absent" ? [] : [read];
  });
  const oids = logs.flatMap((log) => {
    const lines = log === "unreadable" ? [] : log.text.split("\n").filter((line) => line !== "");
    const line = lines.at(-1 - back);
    const oid = line === undefined && lines.length === back ? lines[0]?.slice(0, 40) : line?.slice(41, 81);
    return oid !== undefined && /^[0-9a-f]{40}$/.test(oid) ? [oid] : [];
  });
  return oids.length === 0 ? "unknown" : oids;
}
