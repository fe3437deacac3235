/** What has to be known when a call inside walls has ended: where it could write, what must not stay, what it was refused. */
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { isInside, type ProtectedContext, protectedPaths } from "../../machine/index.ts";
import { GIT_HELD } from "../plan/home-table.ts";
import type { WallsPlan } from "../plan/types.ts";
import { literalPattern, namePattern, pathPattern } from "./words.ts";

export interface Aftermath {
  readonly roots: readonly string[];
  readonly gitDirectories: readonly string[];
  readonly heldDirectories: readonly string[];
  readonly heldFiles: readonly string[];
  /** A protected place that is a link, and where it leads, in turn. */
  readonly links: readonly string[];
  /** Names, of one segment or more, that are protected at any depth, in lower case. */
  readonly names: readonly string[];
  /** Extended expressions of the entries of the other protected places, and of caches of code that the call wrote. */
  readonly patterns: readonly string[];
  /** Extended expressions of entries that name what a rule keeps from being made. */
  readonly unmade: readonly string[];
  /** Extended expressions: of a path below a git directory, of a line of output. */
  readonly gitProtected: string;
  readonly refused: string;
  /** "network, credentials and writes outside app/" */
  readonly without: string;
}

export type Protection = Pick<ProtectedContext, "home">;

const MAX_PLACES_NAMED = 200;

export function aftermathOf(plan: WallsPlan, context: Protection): Aftermath {
  const held = [...new Set([...plan.held, ...plan.hidden])].filter((place) =>
    plan.writable.some((root) => root !== place && isInside(place, root)),
  );
  const directories = held.filter(isDirectory);
  const gitDirectories = plan.writable.filter((root) => isGitDirectory(root) && !isInside(plan.chdir, root));
  return {
    roots: plan.writable.filter(
      (root) => existsSync(root) && !isCovered(root, plan.writable, [...directories, ...gitDirectories]),
    ),
    gitDirectories,
    heldDirectories: [...directories, ...gitDirectories],
    heldFiles: [...held.filter((place) => !isDirectory(place)), ...plan.protectedLinks, ...gitDirectories],
    links: plan.protectedLinks.flatMap((path) => [path, readlinkSync(path)]),
    ...protectionOf(context, plan, gitDirectories),
    unmade: plan.unmade.map((expression) => `^[+].${expression}(/.*)?$`),
    gitProtected: `^(${GIT_HELD.map(namePattern).join("|")})$`,
    refused: refusedPattern(plan),
    without: withoutWords(plan),
  };
}

/** Entries are a mark, a type and the path. Of places by their whole path only those count that the call can reach. */
function protectionOf(
  context: Protection,
  plan: WallsPlan,
  gitDirectories: readonly string[],
): Pick<Aftermath, "names" | "patterns"> {
  const paths = [
    ...protectedPaths(context),
    ...plan.absent,
    ...gitDirectories.flatMap((directory) => GIT_HELD.map((name) => `${directory}/${name}`)),
  ];
  const roots = plan.writable.map((root) => root.toLowerCase());
  const isNear = ([fixed = ""]: readonly string[]): boolean =>
    roots.some((root) => fixed.startsWith(root) || root.startsWith(fixed));
  const isWhole = (path: string): boolean => path.startsWith("/");
  const isName = (path: string): boolean => !isWhole(path) && !path.includes("*");
  return {
    names: paths.filter(isName).map((path) => path.toLowerCase()),
    patterns: [
      ...paths.filter((path) => isWhole(path) && isNear(path.toLowerCase().split("*"))).map(pathPattern),
      ...paths.filter((path) => !isWhole(path) && !isName(path)).map((path) => `/${namePattern(path)}$`),
      ...waysTo(plan).map((way) => pathPattern(way).replace("^..", "^[+]l")),
      // Git's own commands bring tracked ones along, which git shows.
      ...(gitDirectories.length > 0 ? [] : CODE_CACHES),
    ],
  };
}

/** Code that is run in place of its source, by whoever runs that next. */
const CODE_CACHES = ["^[+][dl].*/__pycache__$", "^[+][fl].*[.](py[co]|zwc)$"];

/** The directories on the way to places that are not there: a link in place of one would lead there under their name. */
const waysTo = ({ absent, writable }: WallsPlan): readonly string[] => [
  ...new Set(
    absent.flatMap((path) => {
      const root = writable.find((dir) => isInside(path, dir)) ?? path;
      const names = path.slice(root.length + 1).split("/");
      return names.slice(0, -1).map((_, i) => [root, ...names.slice(0, i + 1)].join("/"));
    }),
  ),
];

/** What programs say when they may not: a place alone is in any stack trace. */
const MAY_NOT =
  "Permission denied|EACCES|EPERM|ENOENT|No such file|[Nn]ot permitted|[Aa]ccess denied|cannot (open|access|read)";

function refusedPattern({ hidden, held, unseen, chdir, withoutGit }: WallsPlan): string {
  const kept = [...hidden, ...held].slice(0, MAX_PLACES_NAMED).map(literalPattern);
  const places = [...kept, ...unseen.flatMap((place) => wholeName(place, chdir))].join("|");
  const named = places === "" ? [] : [`(${MAY_NOT}).*(${places})`, `(${places}).*(${MAY_NOT})`];
  const git = withoutGit !== null ? ["not a git repository", "bad object", "unable to read (tree|sha1)"] : [];
  return ["[^ ]* ?Read-only file system", "EROFS[^,]*,?[^,]*", ...git, ...named].join("|");
}

/** Absolute, and as it is called from where the call began; not as the beginning of a longer name. */
const wholeName = (place: string, from: string): readonly string[] =>
  [place, relative(from, place)].map((name) => `(^|[^A-Za-z0-9_./-])${literalPattern(name)}($|[^A-Za-z0-9_.-])`);

/** The first place a line of this output names as hidden or held; the pattern is a ticket's own. */
export function refusalIn(output: string, pattern: string): string | undefined {
  const expression = new RegExp(pattern);
  for (const line of output.slice(-MAX_OUTPUT).split("\n")) {
    const found = expression.exec(line)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
const MAX_OUTPUT = 65_536;

const WITHOUT_GIT = {
  rule: ", git's history (a Read rule names what it holds)",
  outside: ", the repository around the project",
} as const;

function withoutWords(plan: WallsPlan): string {
  const { walls, writable, withoutGit } = plan;
  const [root] = writable;
  const things = `network, credentials${hiddenWords(plan)}${withoutGit === null ? "" : WITHOUT_GIT[withoutGit]}`;
  return walls === "look" || root === undefined
    ? `${things} and writes`
    : `${things} and writes outside ${basename(root)}/`;
}

const HIDDEN_NAMED = 3;
/** The agent reads the line: a name that could be a sentence is not put into it. */
const NAME_LIKE = /^[\w.@+/-]{1,60}$/;

/** What of the project itself is empty in there: a program that misses its settings says only that they are not set. */
function hiddenWords({ hidden, writable: [root], chdir }: WallsPlan): string {
  const top = root ?? chdir;
  const below = hidden.filter((place) => place !== top && isInside(place, top)).map((place) => relative(top, place));
  // Git's history has words of its own.
  const inside = below.filter((name) => !/(?:^|\/)\.git\//.test(name));
  const named = inside.filter((name) => NAME_LIKE.test(name)).slice(0, HIDDEN_NAMED);
  if (inside.length === 0) return "";
  const more = inside.length - named.length;
  const others = more === 0 ? [] : [named.length === 0 ? `${more} of the project's files` : `${more} more`];
  return ` (hidden in there: ${[...named, ...others].join(", ")})`;
}

const isCovered = (root: string, roots: readonly string[], directories: readonly string[]): boolean =>
  roots.some((other) => other !== root && isInside(root, other)) && !directories.some((held) => isInside(root, held));

const isDirectory = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isGitDirectory = (path: string): boolean => {
  const has = (name: string): boolean => existsSync(join(path, name));
  return has("HEAD") && ((has("objects") && has("refs")) || has("commondir"));
};
