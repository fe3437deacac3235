/**
 * Work trees that a git command changes or makes. Inside the project, its repository and that repository's other work trees
 * this is git's everyday work. Elsewhere it is a write of everything below: `git -C ~/.config/x checkout`, `git init ~`.
 */
import { exact, onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, otherTrees } from "../../machine/git/index.ts";
import { absolutePath, couldHold, isInside, type ProtectedPlace } from "../../machine/index.ts";
import { programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { placesSpelled } from "../proofs/credentials.ts";
import { protectionOf } from "../protection.ts";
import { type GitFront, gitFront, gitStands, isGit } from "./git-base.ts";
import { keepsForPrograms } from "./home-places.ts";
import { pathsWritten } from "./tree-words.ts";

/** Sub-commands that change no file of a work tree, whatever their words; what only reads is none of them by its effects. */
const STAYS: ReadonlySet<string> = new Set(
  "add stage commit fetch push tag branch remote config notes reflog gc prune repack pack-refs maintenance update-ref symbolic-ref ls-remote bundle archive format-patch help version".split(
    " ",
  ),
);
/** They make a tree at a place of their own, which an effect of theirs names. */
const MAKES: ReadonlySet<string> = new Set(["clone", "worktree"]);

/** The roots of the trees; undefined stands for one that is not known. */
export function treeRoots(command: SubCommand, call: PolicyCall): readonly (string | undefined)[] {
  if (!isGit(command) || (command.understood && onlyReads(command.effects))) return [];
  const front = gitFront(command);
  const sub = front?.sub;
  const readers = String(programNamed("git")?.reader ?? "").split(" ");
  if (front === undefined || STAYS.has(sub ?? "") || readers.includes(sub ?? "")) return [];
  if (MAKES.has(sub ?? "")) return treesMade(command);
  const from = gitStands(command, call.world);
  if (from === undefined) return [undefined];
  return sub === "init" || sub === "init-db"
    ? treeBegun(front, from, call)
    : treeChanged(command, { front, from, call });
}

const treesMade = ({ effects }: SubCommand): readonly (string | undefined)[] =>
  effects.flatMap((effect) =>
    effect.do === "write" && effect.recursive
      ? [effect.target.certainty === "exact" ? effect.target.path : undefined]
      : [],
  );

function treeBegun({ rest }: GitFront, from: string, { world }: PolicyCall): readonly (string | undefined)[] {
  const dirs =
    pathsWritten("init", rest, { stands: () => true, isRead: false, isAlias: true, anyCommand: false })?.words ?? [];
  if (dirs.length === 0) return [from];
  return dirs.map(({ value }) => (value === null ? undefined : absolutePath(value, from, world)));
}

interface Standing {
  readonly front: GitFront;
  readonly from: string;
  readonly call: PolicyCall;
}

/** Variables and settings by which git is told of another tree or directory of its own. */
const TELLS = /^GIT_(?:WORK_TREE|DIR|COMMON_DIR)$/;

function treeChanged({ assignments }: SubCommand, { front, from, call }: Standing): readonly (string | undefined)[] {
  const set = [...assignments, ...call.effects.flatMap((effect) => (effect.do === "environment" ? [effect] : []))];
  const told = [
    ...set.filter(({ name }) => TELLS.test(name)),
    ...front.options.filter(({ name }) => name === "--work-tree" || name === "--git-dir"),
    ...front.options.flatMap(({ name, value }) => (name === "-c" ? treeSetting(value) : [])),
  ];
  const discovered = findRepo(from, call.world)?.workTree ?? from;
  if (told.length === 0) return [discovered];
  const own = findRepo(from, call.world)?.gitDir ?? from;
  return [
    from,
    discovered,
    ...told.map(({ name, value }) => placeTold(name, value, { from, call })),
    // A setting counts from git's own directory.
    ...told.flatMap(({ name, value }) =>
      name === "core.worktree" ? [placeTold(name, value, { from: own, call })] : [],
    ),
  ];
}

/** Another directory of git's own says where its tree is, or has it around itself. */
function placeTold(name: string, value: string | null, { from, call }: Omit<Standing, "front">): string | undefined {
  if (value === null || value === "") return undefined;
  const place = absolutePath(value, from, call.world);
  return /dir$/i.test(name) ? (findRepo(place, call.world)?.workTree ?? from) : place;
}

const treeSetting = (setting: string | null): readonly { readonly name: string; readonly value: string | null }[] => {
  const [, value] = /^core\.worktree=?(.*)$/is.exec(setting ?? "core.worktree") ?? [];
  return value === undefined ? [] : [{ name: "core.worktree", value: value === "" ? null : value }];
};

/** It changes or makes a tree at a place that is protected, lies around one or belongs to home's programs, and the rule does not say so. */
export function changesOtherTree(command: SubCommand, spelled: readonly string[], call: PolicyCall): boolean {
  const known = placesSpelled(spelled, command.cwd.path, call);
  return treeRoots(command, call).some((root) => {
    if (root === undefined) return true;
    if (isOwnTree(root, call) || known.some((place) => isInside(root, place))) return false;
    const way = call.real(root).path;
    return (
      [root, way].some(
        (one) => placeAt(one, call) !== undefined || keepsForPrograms(one, call) || couldHold(one, call.places),
      ) || takesOver(way, call)
    );
  });
}

/** What lies there, outside the project, is nobody's work tree yet: with the next commands it is git's to take away. */
function takesOver(root: string, { projectRoot, world }: PolicyCall): boolean {
  if (isInside(root, projectRoot) || findRepo(root, world)?.workTree === root) return false;
  return isInside(projectRoot, root) || (world.readDir(root)?.length ?? 0) > 0;
}

/** 3c: what such a tree is, lies in or lies around, where only the person may allow it. */
export function guardedTree(call: PolicyCall): ProtectedPlace | undefined {
  const commands = [call.reading, ...call.likely()].flatMap((reading) => reading?.commands ?? []);
  return commands
    .flatMap((command) => [...treeRoots(command, call), ...treesSet(command, call)].map((root) => ({ command, root })))
    .flatMap(({ command, root }) => (root === undefined || isOwnTree(root, call) ? [] : guardedAt(root, command, call)))
    .find(({ kind }) => kind === "ask");
}

function guardedAt(root: string, command: SubCommand, call: PolicyCall): readonly ProtectedPlace[] {
  const makes = MAKES.has(gitFront(command)?.sub ?? "");
  return [root, call.real(root).path].flatMap(
    (way) => (makes ? placeAt(way, call) : protectionOf(exact(way), call)) ?? placeBelow(way, call) ?? [],
  );
}

/** `git config core.worktree X`: from then on every checkout writes there. */
function treesSet(command: SubCommand, call: PolicyCall): readonly string[] {
  const values = command.words.map(({ value, prefix }) => value ?? prefix);
  if (!isGit(command) || !values.includes("config")) return [];
  const from = gitStands(command, call.world) ?? call.projectRoot;
  const dirs = [from, findRepo(from, call.world)?.gitDir ?? from];
  return values
    .filter((_, i) => /^core\.worktree$/i.test(values[i - 1] ?? ""))
    .flatMap((value) => dirs.map((dir) => absolutePath(value, dir, call.world)));
}

/** Git's own directory is its own, where it makes a tree that it keeps in order there. */
function placeAt(path: string, call: PolicyCall): ProtectedPlace | undefined {
  const place = protectionOf(exact(path), call);
  return place?.name === ".git" ? undefined : place;
}

/** The gate's directories, and home with all that agents keep in it. */
function placeBelow(path: string, { places, world }: PolicyCall): ProtectedPlace | undefined {
  const own = [...places.gateDirectories, ...places.gatePrograms, ...places.movedPlaces, world.home];
  const held = own.find((directory) => isInside(directory, path));
  return held === undefined ? undefined : { name: held, matched: held, kind: "ask" };
}

function isOwnTree(root: string, call: PolicyCall): boolean {
  const { projectRoot, world, settings } = call;
  if (isInside(world.home, root)) return false;
  const around = findRepo(projectRoot, world)?.workTree;
  const added = settings.additionalDirectories.map((dir) => absolutePath(dir, projectRoot, world));
  const own = [projectRoot, ...(around == null ? [] : [around]), ...added, ...otherTrees(projectRoot, world)];
  return own.some((dir) => dir === root || call.real(dir).path === root);
}
