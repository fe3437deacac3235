/**
 * Files of the work tree that git writes or takes away because a pathspec names them. A rule that forbids editing a place means
 * what git puts there too. Commands on the whole tree, which name no place, are not among them: a rule about some files is
 * not one about branches.
 */
import { beside } from "../../contract/beside.ts";
import { exact, onlyReads, type Target, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { EXCLUDES, filesBrought, findRepo, specExpression, spreadSpec, trackedPaths } from "../../machine/git/index.ts";
import { absolutePath, toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { unpackedBy } from "../unpacked.ts";
import { bareWords } from "./bare-commands.ts";
import { aliasTexts, usesMovedAlias } from "./git-aliases.ts";
import { gitStands, isGit } from "./git-base.ts";
import { movedTree, toldTree, writesTree } from "./git-told.ts";
import { hiddenCode } from "./hidden-code.ts";
import { type GitPaths, pathsWritten } from "./tree-words.ts";

export interface TreeWrite {
  /** With all that lies below it. */
  readonly target: Target;
  /** What of it can be written, where that is known: the files the index names. */
  readonly among?: readonly string[];
  /** What a revision has otherwise than the index; null where that cannot be read. */
  readonly brought?: readonly string[] | null;
  /** Files git does not track go too. */
  readonly untracked?: true;
  /** The pathspec, for paths; absent where it is no pattern. */
  readonly pattern?: RegExp;
}

/** Sub-commands after which the index names other files than now. */
const MOVES_INDEX =
  /^(?:reset|read-tree|update-index|checkout|switch|merge|pull|rebase|cherry-pick|revert|am|apply|stash)$/;

const found = beside<PolicyCall, readonly TreeWrite[]>();

/** Found once for each call, when a rule first asks for it. */
export function treeWrites(call: PolicyCall): readonly TreeWrite[] {
  const writes = found.get(call) ?? findWrites(call);
  found.set(call, writes);
  return writes;
}

function findWrites(call: PolicyCall): readonly TreeWrite[] {
  const commands = [...(call.reading?.commands ?? []), ...hiddenCode(call).commands].filter(isGit);
  const moves = commands.filter(({ words }) => words.some(({ value }) => MOVES_INDEX.test(value ?? "")));
  const texts = new Set(moves.map(({ words }) => words.map(spelled).join(" ")));
  return commands.flatMap((command) => [
    ...writesOf(command, call, { steady: texts.size < 2 }),
    ...wholeTree(command, call),
  ]);
}

const spelled = ({ value, text }: KnownWord): string => value ?? text;

function writesOf(
  command: SubCommand,
  call: PolicyCall,
  { steady }: { readonly steady: boolean },
): readonly TreeWrite[] {
  const { words } = command;
  const own = /(?:^|\/)git-([a-z-]+)$/.exec(words[0]?.value ?? "")?.[1];
  const values = words.map(spelled);
  const names = own === undefined ? bareWords(command, values).map((way) => way[1] ?? "") : [own];
  const bases = basesOf(command, call);
  return [...new Set(names)].flatMap((name) => {
    const rest = own === undefined ? words.slice(values.indexOf(name, 1) + 1) : words.slice(1);
    const stands = (value: string): boolean => isThere(value, bases, call);
    const unpacked = call.reading === undefined ? undefined : unpackedBy(command, call.reading, call.world);
    const isRead = unpacked !== undefined && unpacked.writes.length > 0 && !unpacked.missing;
    const isAlias = aliasTexts(command, call).length > 0;
    const found = pathsWritten(name, rest, { stands, isRead, isAlias, anyCommand: usesMovedAlias(command, call) });
    if (found === undefined) return [];
    const fed = command.wrappers.some((wrapper) => /^(?:xargs|parallel)$/.test(wrapper));
    const sure = steady && found.fromIndex && bases.moved === undefined;
    const paths = fed ? { ...found, words: [...found.words, UNKNOWN] } : found;
    return placesOf(paths, bases, { call, sure });
  });
}

const UNKNOWN: KnownWord = { value: null, text: "", glob: false, splits: true, prefix: "" };

interface Bases {
  /** Where git stands; undefined where that is not known. */
  readonly from: string | undefined;
  /** The work tree it was told of. */
  readonly moved: string | undefined;
}

/** With the work tree it is told of. */
const basesOf = (command: SubCommand, call: PolicyCall): Bases => ({
  from: gitStands(command, call.world),
  moved: toldTree(command, call),
});

/** A work tree that is none of the repository's own is a place that is named, whatever is put there. */
function wholeTree(command: SubCommand, call: PolicyCall): readonly TreeWrite[] {
  const moved = writesTree(command) ? movedTree(command, call) : undefined;
  return moved === undefined ? [] : [{ target: exact(moved) }];
}

/** Whether a word that may be a branch is one of the files: on the disk, or in the index alone. */
function isThere(value: string, { from, moved = from }: Bases, { world }: PolicyCall): boolean {
  if (value === "-" || from === undefined || moved === undefined) return false;
  if (/^:|[*?[\\]/.test(value)) return true;
  const paths = [from, moved].map((base) => absolutePath(value, base, world));
  const index = tracked(from, world) ?? [];
  return paths.some((path) => world.lstat(path).kind !== "absent" || index.includes(path));
}

function tracked(from: string, world: PolicyCall["world"]): readonly string[] | undefined {
  const repo = findRepo(from, world);
  return repo === undefined ? undefined : trackedPaths(repo, world);
}

interface Placing {
  readonly call: PolicyCall;
  /** Only what the index names now is written. */
  readonly sure: boolean;
}

function placesOf(paths: GitPaths, bases: Bases, { call, sure }: Placing): readonly TreeWrite[] {
  const { world } = call;
  const { from, moved } = bases;
  const words = namedOr(paths, bases, call);
  if (words.length === 0) return [];
  const index = sure && from !== undefined ? tracked(from, world) : undefined;
  if (from === undefined || words.some(({ value, under }) => value === null && under === undefined))
    return [{ target: unknownTarget(), ...(index === undefined ? {} : { among: index }) }];
  const top = moved ?? findRepo(from, world)?.workTree ?? from;
  const specs = words.map(({ value, under }) => value ?? under ?? "");
  const excluded = specs.filter((spec) => EXCLUDES.test(spec)).map((spec) => specExpression(spec, { from, top }));
  const kept = index?.filter((path) => !excluded.some((one) => one.test(path)));
  const wanted = specs.filter((spec) => !EXCLUDES.test(spec));
  const more = { ...takenFrom(paths, from, call), ...(paths.untracked === true ? { untracked: true as const } : {}) };
  return (wanted.length === 0 ? [":/"] : wanted).flatMap((spec): readonly TreeWrite[] => {
    const { base, path } = spreadSpec(spec, { from, top });
    const fixed = path.split(/[^/]*[*?[\\]/, 1)[0] ?? "";
    const isWild = fixed !== path;
    const among = isWild ? kept?.filter((one) => specExpression(spec, { from, top }).test(one)) : kept;
    const targets = [base, ...(moved === undefined ? [] : [moved])].map((dir) =>
      toTarget(fixed === "" ? "." : fixed, dir, world),
    );
    const pattern = isWild ? { pattern: specExpression(spec, { from, top }) } : {};
    return targets.map((target) => ({ target, ...(among === undefined ? {} : { among }), ...more, ...pattern }));
  });
}

const HERE: KnownWord = { value: ".", text: ".", glob: false, splits: false, prefix: "." };

/** Standing further down in the tree names a place, for what works below where it stands. */
function namedOr({ words, below }: GitPaths, { from, moved }: Bases, { world }: PolicyCall): readonly KnownWord[] {
  if (words.length > 0 || below !== true) return words;
  const isTop = from !== undefined && moved === undefined && findRepo(from, world)?.workTree === from;
  return isTop ? [] : [HERE];
}

/** A name that another command of the call may move leads nobody knows where. */
function takenFrom({ revision }: GitPaths, from: string, call: PolicyCall): Pick<TreeWrite, "brought"> {
  if (revision === undefined) return {};
  const repo = findRepo(from, call.world);
  const changing = (call.reading?.commands ?? []).filter((one) => isGit(one) && !onlyReads(one.effects));
  if (revision === null || repo === undefined || changing.length > 1) return { brought: null };
  return { brought: filesBrought(repo, revision, call.world) ?? null };
}
