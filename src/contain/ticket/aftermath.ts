/** What has to be known when a call inside walls has ended: where it could write, what must not stay, what it was refused. */
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { isInside, type ProtectedContext, protectedPaths } from "../../machine/index.ts";
import { GIT_HELD } from "../home-table.ts";
import type { WallsPlan } from "../types.ts";
import { findPattern, literalPattern, namePattern } from "./words.ts";

export interface Aftermath {
  readonly roots: readonly string[];
  readonly gitDirectories: readonly string[];
  /** As patterns of `find`. */
  readonly heldDirectories: readonly string[];
  readonly heldFiles: readonly string[];
  /** A protected place that is a link, and where it leads, in turn. */
  readonly links: readonly string[];
  /** Extended expressions: of an entry in the list of names, of a path below a git directory, of a line of output. */
  readonly protected: string;
  readonly gitProtected: string;
  readonly refused: string;
  /** "network, credentials and writes outside app/" */
  readonly without: string;
}

export type Protection = Pick<ProtectedContext, "home" | "agentFiles">;

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
    heldDirectories: [...directories, ...gitDirectories].map(findPattern),
    heldFiles: [...held.filter((place) => !isDirectory(place)), ...plan.protectedLinks, ...gitDirectories],
    links: plan.protectedLinks.flatMap((path) => [path, readlinkSync(path)]),
    protected: protectedPattern(context, gitDirectories),
    gitProtected: `^(${GIT_HELD.map(namePattern).join("|")})$`,
    refused: refusedPattern(plan),
    without: withoutWords(plan),
  };
}

/** Entries are a mark, a type and the path; a shut directory always counts. */
function protectedPattern(context: Protection, gitDirectories: readonly string[]): string {
  const paths = protectedPaths(context);
  const anywhere = [...paths.filter((path) => !path.startsWith("/")), "HEAD"];
  const exact = [
    ...paths.filter((path) => path.startsWith("/")),
    ...gitDirectories.flatMap((directory) => GIT_HELD.map((name) => `${directory}/${name}`)),
  ];
  return `^!|/(${anywhere.map(namePattern).join("|")})$|^..(${exact.map(namePattern).join("|")})$`;
}

function refusedPattern({ hidden, held }: WallsPlan): string {
  const places = [...hidden, ...held].slice(0, MAX_PLACES_NAMED).map(literalPattern);
  return ["[^ ]* ?Read-only file system", "EROFS[^,]*,?[^,]*", ...places].join("|");
}

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

function withoutWords({ walls, writable }: WallsPlan): string {
  const [root] = writable;
  return walls === "look" || root === undefined
    ? "network, credentials and writes"
    : `network, credentials and writes outside ${basename(root)}/`;
}

const isCovered = (root: string, roots: readonly string[], directories: readonly string[]): boolean =>
  roots.some((other) => other !== root && isInside(root, other)) && !directories.some((held) => isInside(root, held));

const isDirectory = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isGitDirectory = (path: string): boolean => {
  const has = (name: string): boolean => existsSync(join(path, name));
  return has("HEAD") && ((has("objects") && has("refs")) || has("commondir"));
};
