/**
 * What git takes away with a whole tree and has nowhere else: files it does not track. A rule that forbids editing a place means
 * them too, as far as some lie there now. What it tracks comes back, and is left to rules about git's commands.
 */
import { exact, type Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, openWorkTree, type WorkTree } from "../../machine/git/index.ts";
import { absolutePath, isInside, listEntries } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { gitFront, gitStands, isGit } from "./git-base.ts";
import { hiddenCode } from "./hidden-code.ts";

export interface TakenAway {
  readonly target: Target;
  /** Of what lies there, the files of a sort that would go. */
  readonly found: (sought: (path: string) => boolean) => { readonly paths: readonly string[]; readonly cut: boolean };
  readonly command: SubCommand;
}

/** How many names are looked at. */
const MAX_NAMES = 60_000;

interface Taking {
  /** Files that are not ignored go; those that are. */
  readonly plain: boolean;
  readonly ignored: boolean;
  /** Directories in which nothing is tracked go too. */
  readonly directories: boolean;
  /** Below the top, whatever it stands in. */
  readonly whole: boolean;
  /** What it is told to leave. */
  readonly kept: readonly string[];
}

export const takenAway = (call: PolicyCall): readonly TakenAway[] =>
  [...(call.reading?.commands ?? []), ...hiddenCode(call).commands].filter(isGit).flatMap((command) => {
    const taking = takingOf(command);
    const from = gitStands(command, call.world);
    if (taking === undefined || from === undefined) return [];
    const place = taking.whole ? (findRepo(from, call.world)?.workTree ?? from) : from;
    return [{ target: exact(place), command, found: (sought) => goneBelow(place, taking, { sought, call }) }];
  });

function takingOf(command: SubCommand): Taking | undefined {
  const front = gitFront(command);
  const words = (front?.rest ?? []).map(({ value, prefix }) => value ?? prefix);
  const letters = words.flatMap((word) => /^-(\w+)$/.exec(word)?.[1] ?? []).join("");
  if (front?.sub === "stash") return stashing(words, letters);
  if (front?.sub !== "clean" || letters.includes("n") || words.some((word) => /^--dr/.test(word))) return undefined;
  // Pathspecs are places that are named (tree-writes.ts).
  if (words.some((word, i) => !word.startsWith("-") && !/^(?:-\w*e|--exclude)$/.test(words[i - 1] ?? "")))
    return undefined;
  const onlyIgnored = letters.includes("X");
  return {
    plain: !onlyIgnored,
    ignored: onlyIgnored || letters.includes("x"),
    directories: letters.includes("d"),
    whole: false,
    kept: onlyIgnored ? [] : keptBy(words),
  };
}

function stashing(words: readonly string[], letters: string): Taking | undefined {
  const [verb] = words.filter((word) => !word.startsWith("-"));
  const puts = verb === undefined || /^(?:push|save)$/.test(verb) || words[0]?.startsWith("-") === true;
  const all = letters.includes("a") || words.some((word) => /^--al/.test(word));
  const untracked = all || letters.includes("u") || words.some((word) => /^--inc/.test(word));
  return puts && untracked ? { plain: true, ignored: all, directories: true, whole: true, kept: [] } : undefined;
}

/** Plain names behind `-e`; with a pattern among them nothing is known to stay. */
function keptBy(words: readonly string[]): readonly string[] {
  const told = words.flatMap((word, i) => {
    const [, attached] = /^(?:-\w*e|--exclude=)(.+)$/.exec(word) ?? [];
    return attached !== undefined ? [attached] : /^(?:-\w*e|--exclude)$/.test(words[i - 1] ?? "") ? [word] : [];
  });
  return told.every((name) => /^[\w./-]+$/.test(name)) ? told.map((name) => name.replace(/^\/|\/$/g, "")) : [];
}

interface Looking {
  readonly sought: (path: string) => boolean;
  readonly call: PolicyCall;
}

function goneBelow(place: string, taking: Taking, { sought, call }: Looking): ReturnType<TakenAway["found"]> {
  const { world } = call;
  const tree = openWorkTree(place, world);
  const kept = taking.kept.map((name) => absolutePath(name, place, world));
  const paths: string[] = [];
  const todo = [place];
  let left = MAX_NAMES;
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    const entries = listEntries(dir, world) ?? [];
    left -= entries.length;
    if (tree === undefined || left < 0) return { paths, cut: true };
    const below = entries
      .map(({ name, kind }) => ({ path: `${dir === "/" ? "" : dir}/${name}`, name, kind }))
      .filter(({ path, name }) => name !== ".git" && !kept.some((one) => isInside(path, one)));
    const entered = below.filter(({ kind, path }) => kind === "directory" && isEntered(path, taking, tree));
    const files = below.filter(({ kind, path }) => kind !== "directory" && isGone(path, taking, tree));
    paths.push(...[...files, ...entered.filter(isFilled).map(({ path }) => ({ path: `${path}/x` }))].map(pathOf));
    todo.push(...entered.filter((one) => !isFilled(one)).map(pathOf));
  }
  return { paths: paths.filter(sought), cut: false };
}

const pathOf = ({ path }: { readonly path: string }): string => path;

/** What a package manager fills is one thing, and not looked through. */
const isFilled = ({ name = "" }: { readonly name?: string }): boolean => name === "node_modules";

const isGone = (path: string, { plain, ignored }: Taking, tree: WorkTree): boolean =>
  !tree.names(path) && (tree.ignores(path, false) ? ignored : plain);

/** Of an ignored directory all is ignored. */
const isEntered = (path: string, { directories, ignored }: Taking, tree: WorkTree): boolean =>
  tree.tracksBelow(path) || (directories && (ignored || !tree.ignores(path, true)));
