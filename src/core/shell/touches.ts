/** What a command touches where it stands: each word asked by its role. */
import { basename } from "node:path/posix";
import type { SortedUse, WordRole } from "../../contract/simple.ts";
import { mayBring, mayChange } from "../edits.ts";
import { mayList, mayRead, maySearch } from "../places/index.ts";
import { roleOf, type SortedWords, turned } from "../programs/sort.ts";
import type { PlainCommand } from "../text.ts";
import type { Scene, Touch } from "../types.ts";
import { matchesOf } from "./globs.ts";
import { placeAt } from "./place-at.ts";
import { searchOf } from "./search-of.ts";

export interface Touched {
  readonly touches: readonly Touch[];
  readonly saves: readonly string[];
}

export interface Placement {
  readonly cwd: string;
  /** Something is fed to it: a pipe, a file, a document. */
  readonly fed: boolean;
  readonly scene: Scene;
}

const NOTHING: Touched = { touches: [], saves: [] };

const together = (all: readonly (Touched | undefined)[]): Touched | undefined => {
  const found = all.filter((one) => one !== undefined);
  if (found.length < all.length) return undefined;
  return { touches: found.flatMap(({ touches }) => touches), saves: found.flatMap(({ saves }) => saves) };
};

/** Of a program that is no repository's and no service's; undefined: something of it may not be touched so. */
export function touchesOf(sorted: SortedWords, at: Placement): Touched | undefined {
  const { use, row } = sorted;
  if (row.last !== undefined) return carries(sorted, at);
  // A glob as the value of an option is literal: of a text, and never of a place.
  const values = use.options.flatMap(({ value, role }) =>
    value === null || OF_TEXTS.has(role) ? [] : [{ word: value, role }],
  );
  return together([
    ...[...use.operands, ...values].map((one) => touchesByWord(one, sorted, at)),
    touchesAlone(sorted, at),
  ]);
}

/** Files of redirections. */
export const touchesByArrows = (
  { reads, writes, appends }: PlainCommand,
  { cwd, scene }: Placement,
): Touched | undefined =>
  together([
    ...reads.map((word) => touch({ path: placeAt(word, cwd, scene), role: "read" }, scene)),
    ...writes
      .filter(({ value }) => value !== "/dev/null")
      .map((word) =>
        touch(
          { path: placeAt(word, cwd, scene), role: "write", how: appends.includes(word) ? "append" : "write" },
          scene,
        ),
      ),
  ]);

function touchesByWord(
  { word, role }: SortedUse["operands"][number],
  sorted: SortedWords,
  { cwd, scene }: Placement,
): Touched | undefined {
  // The names that a glob stands for would be more words than one.
  if (!OF_PLACES.has(role)) return OF_TEXTS.has(role) && !word.glob ? NOTHING : undefined;
  const paths = word.glob ? matchesOf(word, cwd, scene) : [placeAt(word, cwd, scene)];
  if (paths === undefined || (CHANGES.has(role) && (word.glob || isBehindLink(word.value ?? "", paths[0], scene))))
    return undefined;
  return together(paths.map((path) => touch({ path, role, how: sorted.row.how, sorted }, scene)));
}

const OF_PLACES: ReadonlySet<WordRole> = new Set<WordRole>(["read", "search", "list", "write", "delete", "move"]);
const CHANGES: ReadonlySet<WordRole> = new Set<WordRole>(["write", "delete", "move"]);
const OF_TEXTS: ReadonlySet<WordRole> = new Set<WordRole>(["text", "pattern", "host", "directory"]);

/** `rm -r link/`: some remove what is behind the link. */
const isBehindLink = (text: string, path: string | undefined, { disk }: Scene): boolean =>
  text.endsWith("/") && path !== undefined && disk.lstat(path).kind === "link";

/** Where none of its words is a place: it looks around where it stands, or reads what it is fed. */
function touchesAlone(sorted: SortedWords, { cwd, fed, scene }: Placement): Touched | undefined {
  const { use, row, given } = sorted;
  const isNamed = use.operands.some(({ role }) => OF_PLACES.has(role));
  if (row.alone === undefined || isNamed || (fed && row.unlessFed)) return NOTHING;
  const role =
    row.alone === "input" && !given.some(({ turns }) => turns?.input !== undefined)
      ? "unknown"
      : roleAlone(row.alone, given);
  return role === "unknown" ? NOTHING : touch({ path: cwd, role, sorted }, scene);
}

const roleAlone = (alone: string, given: SortedWords["given"]): WordRole => {
  const into = given.find(({ turns }) => turns?.[alone] !== undefined)?.turns?.[alone];
  return turned(roleOf(into ?? alone), given);
};

interface Asked {
  readonly path: string | undefined;
  readonly role: WordRole;
  readonly how?: string | undefined;
  readonly sorted?: SortedWords;
}

function touch({ path, role, how = "write", sorted }: Asked, scene: Scene): Touched | undefined {
  if (path === undefined) return undefined;
  switch (role) {
    case "read":
      return reads(path, scene);
    case "search":
      return maySearch(path, scene, sorted && searchOf(sorted)) ? { touches: [{ role, path }], saves: [] } : undefined;
    case "list":
      return mayList(path, scene) ? { touches: [{ role, path }], saves: [] } : undefined;
    case "write":
    case "delete":
    case "move": {
      const change = isHow(how) ? mayChange(path, role === "write" ? how : role, scene) : undefined;
      return change && { touches: [{ role, path }], saves: change.saves };
    }
    default:
      return undefined;
  }
}

function reads(path: string, scene: Scene): Touched | undefined {
  if (path === "/dev/null") return NOTHING;
  if (mayRead(path, scene)) return { touches: [{ role: "read", path }], saves: [] };
  // Who reads a directory is told that it is one.
  const isRefused = mayList(path, scene) && isDirectory(path, scene);
  return isRefused ? { touches: [{ role: "list", path }], saves: [] } : undefined;
}

const isDirectory = (path: string, { disk }: Scene): boolean => disk.stat(path).kind === "directory";

const HOW = ["write", "append", "mkdir", "delete", "move", "chmod"] as const;
const isHow = (how: string): how is (typeof HOW)[number] => HOW.some((one) => one === how);

/** Copies and moves: one file at a time, each read where it is, and written where the last word says. */
function carries({ use: { operands }, row }: SortedWords, { cwd, scene }: Placement): Touched | undefined {
  if (operands.some(({ word }) => word.glob)) return undefined;
  const places = operands.map(({ word }) => placeAt(word, cwd, scene));
  const [to, ...from] = places.reverse();
  if (
    to === undefined ||
    operands.some(({ word }, i) => isBehindLink(word.value ?? "", places[operands.length - 1 - i], scene))
  )
    return undefined;
  const isInto = scene.disk.stat(to).kind === "directory";
  if (from.length > 1 && !isInto) return undefined;
  const how = roleOf(row.operands?.[0] ?? "") === "move" ? "move" : "copy";
  return together(
    from.map((path) => {
      // Trees go inside walls: what stands in them changes while they are looked through.
      if (path === undefined || !/^(?:file|absent)$/.test(scene.disk.lstat(path).kind)) return undefined;
      const landed = isInto ? `${to}/${basename(path)}` : to;
      const change = mayBring(path, landed, how, scene);
      const role = how === "move" ? how : "read";
      return (
        change && {
          touches: [
            { role, path },
            { role: "write", path: landed },
          ],
          saves: change.saves,
        }
      );
    }),
  );
}
