/** Files called like secrets, and private keys, among what git would take up or shows of the index and the work tree. */

import type { DirEntry, PathInfo, World } from "../../contract/world.ts";
import { listEntries } from "../entries.ts";
import { isGarbled } from "../garbled.ts";
import { isInStore, isInside, isSecretPath, showsPrivateKey } from "../index.ts";
import { isOfTools } from "../secret-search.ts";
import { holdsToken, tellsSecret } from "../secrets/index.ts";
import { lastEntry, readConfig } from "./config.ts";
import { type IndexEntry, MODE_GITLINK, readIndex } from "./gitindex.ts";
import { type ObjectStore, objectStore, readObject } from "./objects.ts";
import type { Repo } from "./repo.ts";
import { sameContent } from "./tracked.ts";
import { openWorkTree, type WorkTree } from "./work-tree.ts";

/** Names of the work tree that are looked at, and bytes of its files that are compared. */
const MAX_NAMES = 60_000;
const MAX_COMPARED_BYTES = 64 << 20;

/** Which files are looked for: by the path from the top, and by whether a secret is in them where the path does not tell. */
export type Sought = (path: string, holds: () => boolean) => boolean;
export const SECRETS: Sought = (path, holds) => isSecretPath(`/${path}`, holds);

/** In bytes; what is longer is data. */
const MAX_LOOKED_INTO = 262_144;

/** A private key, a token, or a value that nobody makes up behind a secret's name. */
function showsSecretText(text: string): boolean {
  const plain = text.replaceAll("\0", "");
  return showsPrivateKey(plain) || holdsToken(plain) || tellsSecret(plain);
}

/** A file that is there; of a longer one only its beginning is looked into. What cannot be named may hold one. */
function holdsSecretText(path: string, world: World): boolean {
  if (isGarbled(path)) return true;
  const { kind, size } = world.stat(path);
  if (kind !== "file" || size === 0) return false;
  const bytes =
    size <= MAX_LOOKED_INTO ? world.readFile(path, MAX_LOOKED_INTO) : world.readRange?.(path, 0, MAX_LOOKED_INTO);
  return bytes !== undefined && showsSecretText(Buffer.from(bytes).toString("latin1"));
}

/** Absolute paths; `cut`: there is more than is looked through, or something cannot be read. */
export interface SecretsFound {
  readonly paths: readonly string[];
  readonly cut: boolean;
}

export const NO_SECRETS: SecretsFound = { paths: [], cut: false };
const CUT: SecretsFound = { paths: [], cut: true };

export const joinFound = (found: readonly SecretsFound[]): SecretsFound => ({
  paths: [...new Set(found.flatMap(({ paths }) => paths))],
  cut: found.some(({ cut }) => cut),
});

/** A file or all below a directory; of these what ends so. */
export interface TakenPlace {
  readonly path: string;
  readonly ending: string;
}

/** The secrets that git does not know yet and would take up from these places, ignored ones too where it is `forced`. */
export function secretsTaken(repo: Repo, places: readonly TakenPlace[], forced: boolean, world: World): SecretsFound {
  const tree = repo.workTree === null ? undefined : openWorkTree(repo.workTree, world);
  if (tree === undefined) return repo.workTree === null ? NO_SECRETS : CUT;
  return joinFound(places.map((place) => takenFrom(place, { tree, forced, world })));
}

interface Taking {
  readonly tree: WorkTree;
  readonly forced: boolean;
  readonly world: World;
}

function takenFrom({ path, ending }: TakenPlace, taking: Taking): SecretsFound {
  const { tree, world } = taking;
  const from = isInside(tree.root, path) ? tree.root : path;
  const { kind } = world.lstat(from);
  if (!isInside(from, tree.root) || kind === "absent") return NO_SECRETS;
  if (kind === "file") return { paths: isTaken(from, ending, taking) ? [from] : [], cut: false };
  return takenBelow(from === tree.root || isEntered(from, taking) ? [from] : [], ending, taking);
}

function takenBelow(places: readonly string[], ending: string, taking: Taking): SecretsFound {
  const { tree, world } = taking;
  const paths: string[] = [];
  const todo = [...places];
  let left = MAX_NAMES;
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    const entries = listEntries(dir, world);
    left -= entries?.length ?? MAX_NAMES + 1;
    if (entries === undefined || left < 0) return { paths, cut: true };
    // A repository of its own is taken up by its name alone.
    if (dir !== tree.root && entries.some(({ name }) => name === ".git")) continue;
    paths.push(...namesIn(dir, entries, "file").filter((file) => isTaken(file, ending, taking)));
    todo.push(...namesIn(dir, entries, "directory").filter((one) => isEntered(one, taking)));
  }
  return { paths, cut: false };
}

const namesIn = (dir: string, entries: readonly DirEntry[], is: DirEntry["kind"]): readonly string[] =>
  entries.filter(({ kind }) => kind === is).map(({ name }) => `${dir === "/" ? "" : dir}/${name}`);

const isEntered = (dir: string, { tree, forced, world }: Taking): boolean =>
  !dir.endsWith("/.git") &&
  world.lstat(dir).kind === "directory" &&
  !isOfTools(dir, world) &&
  (forced || !tree.ignores(dir, true));

const isTaken = (path: string, ending: string, { tree, forced, world }: Taking): boolean =>
  path.endsWith(ending) &&
  (isInStore(path) ||
    isSecretPath(path.slice(tree.root === "/" ? 0 : tree.root.length), () => holdsSecretText(path, world))) &&
  !tree.names(path) &&
  (forced || !tree.ignores(path, false));

/** Those files git knows of which the work tree has other contents than the index, or none: `git diff` shows both. */
export function filesChanged(repo: Repo, sought: Sought, world: World): SecretsFound {
  const { workTree } = repo;
  if (workTree === null) return NO_SECRETS;
  // By their names first: what has not changed is not looked into.
  const named = entriesSought(repo, (path) => sought(path, () => true), world);
  if (named === undefined) return CUT;
  const top = workTree === "/" ? "" : workTree;
  const bytes = named.reduce((sum, { path }) => sum + world.lstat(`${top}/${path}`).size, 0);
  if (bytes > MAX_COMPARED_BYTES) return CUT;
  const changed = new Set(
    named
      .filter(
        (entry) => entry.stage !== 0 || entry.intentToAdd || isChanged(repo, `${top}/${entry.path}`, entry, world),
      )
      .map(({ path }) => path),
  );
  const found = entriesSought(repo, (path, holds) => changed.has(path) && sought(path, holds), world);
  return found === undefined ? CUT : { paths: [...new Set(found.map(({ path }) => `${top}/${path}`))], cut: false };
}

function isChanged(repo: Repo, full: string, entry: IndexEntry, world: World): boolean {
  const info = world.lstat(full);
  if ((info.kind !== "file" && info.kind !== "link") || sameContent(repo, full, info, entry, world) !== "clean")
    return true;
  return mayConvert(repo, entry.path, world) && !isAsWritten(repo, info, entry, world);
}

/** Git does not look into a file that is as it was when it wrote the index, where that was later than the file's last change. */
const isAsWritten = ({ gitDir }: Repo, info: PathInfo, entry: IndexEntry, world: World): boolean =>
  entry.size === info.size &&
  isSameMoment(entry.mtimeMs, info.mtimeMs) &&
  isSameMoment(entry.ctimeMs, info.ctimeMs ?? Number.NaN) &&
  info.mtimeMs < world.stat(`${gitDir}/index`).mtimeMs;

const isSameMoment = (a: number, b: number): boolean => Math.abs(a - b) < 0.01;

/** Line ends, keywords, encodings and filters: git compares what they make of a file, so that the very same bytes may differ. */
function mayConvert(repo: Repo, path: string, world: World): boolean {
  const parts = path.split("/");
  const dirs = parts.map((_, i) => [repo.workTree === "/" ? "" : repo.workTree, ...parts.slice(0, i)].join("/"));
  const files = [
    ...dirs.map((dir) => `${dir}/.gitattributes`),
    ...[`${repo.commonDir}/info/attributes`, `${world.home}/.config/git/attributes`, "/etc/gitattributes"],
  ];
  const config = readConfig(repo, world);
  const index = readIndex(repo, world);
  return (
    files.some((file) => world.lstat(file).kind !== "absent") ||
    ["core.attributesfile", "core.autocrlf", "core.eol", "attr.tree"].some(
      (key) => lastEntry(config, key) !== undefined,
    ) ||
    // Where the file is gone, git takes it from the index.
    !index.ok ||
    index.value.entries.some((entry) => /(?:^|\/)\.gitattributes$/i.test(entry.path))
  );
}

/** The entries of the index that are sought; undefined where it cannot be read. A link may have been a file, or be one by now. */
export function entriesSought(repo: Repo, sought: Sought, world: World): readonly IndexEntry[] | undefined {
  const index = readIndex(repo, world);
  const store = objectStore(repo, world);
  if (!index.ok || !store.ok) return undefined;
  const top = repo.workTree === "/" ? "" : (repo.workTree ?? "");
  return index.value.entries.filter(
    ({ path, oid, mode }) =>
      mode !== MODE_GITLINK &&
      sought(path, () => holdsSecretText(`${top}/${path}`, world) || isSecretObject(store.value, oid, world)),
  );
}

/** What cannot be read may be one. `tells`: which secrets are looked for. */
export function isSecretObject(store: ObjectStore, oid: string, world: World, tells = showsSecretText): boolean {
  const object = readObject(store, oid, world);
  return !object.ok || tells(object.value.data.toString("latin1", 0, MAX_LOOKED_INTO));
}
