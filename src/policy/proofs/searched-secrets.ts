/**
 * Secrets below a place of the project that is read with all in it (`grep -r KEY .`): what only shows lines it finds shows none of a file
 * in which it surely finds nothing.
 */
import { basename, dirname } from "node:path/posix";
import { type FileSearch, fixedPart, type ReadEffect, type Target } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import { openWorkTree } from "../../machine/git/index.ts";
import {
  chooser,
  choosing,
  findSecretBelow,
  foldersNow,
  foldSegment,
  isInStore,
  isInside,
  isMissed,
  secretFile,
} from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isKeyAmong } from "./keys-inside.ts";

/** Names of one project: large ones are searched too, and each is a look at a directory. */
const MAX_NAMES = 200_000;

/** `hidden`: walls would not show it. */
export interface SecretBelow {
  readonly what: string;
  readonly hidden: boolean;
}

export function secretBelow(effect: ReadEffect, own: readonly string[], call: PolicyCall): SecretBelow | undefined {
  const { target, recursive, content, search } = effect;
  if (!recursive || !content || target.certainty === "unknown" || search === "told") return undefined;
  const named = directoriesNamed(target, search, call.world);
  if (named === undefined) return TOO_MUCH;
  const places = new Set(named.map((path) => call.real(path).path));
  for (const place of [...places].filter((path) => own.some((root) => isInside(path, root)))) {
    const found = findSecretBelow(place, call.world, isShownBy(search, place, call), MAX_NAMES);
    if (found === "bound") return TOO_MUCH;
    if (found !== undefined)
      return {
        what: `"${found.path}", which holds secrets`,
        hidden: secretFile(foldSegment(basename(found.path))) !== undefined,
      };
  }
  return undefined;
}

const TOO_MUCH: SecretBelow = { what: "a tree with more in it than is looked through", hidden: true };

/** A pattern's end that takes everything is the directory before it. Undefined: there is more than is looked through. */
function directoriesNamed(target: Target, search: FileSearch | undefined, world: World): readonly string[] | undefined {
  const { path, certainty } = target;
  // Filters say which of the files there.
  if (certainty === "glob" && choosing(search?.filters ?? []).length > 0) return [fixedPart(target) || "/"];
  const named = certainty === "exact" ? path : path.replace(/(?:\/\*+)+$/, "");
  return /[*?[]/.test(named) && certainty === "glob" ? foldersNow(named, world) : [named === "" ? "/" : named];
}

/** Whether a file, by its folded name and its path, is a secret of which something may be shown. */
function isShownBy(search: FileSearch | undefined, place: string, call: PolicyCall) {
  const { world } = call;
  const mayChoose = chooser(search?.filters ?? []);
  // A filter is meant from where the search begins, or from where it is started.
  const root = call.real(call.projectRoot).path;
  const above = isInside(place, root) ? root : place;
  const isLeftOut = search?.unignored === true && isOwnSearch(call) ? ignoredBelow(place, world) : () => false;
  const isTakenIn = (file: string): boolean => takesIn(file, world);
  return (name: string, path: string): boolean => {
    if (!(secretFile(name) !== undefined || isInStore(path) || isKeyAmong(name, path, world))) return false;
    if (search === undefined) return true;
    if (!mayChoose(path.slice(above.length))) return false;
    if (search.visible && path.slice(place.length).includes("/.") && !isTakenIn(path)) return false;
    return !isLeftOut(path) && !isMissed(search, path, world);
  };
}

/** Other hosts' searches go by the same name here, and nobody knows what they leave out. */
const isOwnSearch = ({ tool, calledAs = tool }: PolicyCall): boolean => calledAs === "Grep";

/** What ripgrep leaves out below a place that is not ignored itself, as long as no file of its own says otherwise. */
function ignoredBelow(place: string, world: World): (path: string) => boolean {
  const tree = openWorkTree(place, world);
  if (tree === undefined || (place !== tree.root && tree.ignores(place, true))) return () => false;
  return (path) => tree.ignores(path, false) && !directoriesTo(path).some((dir) => saysOtherwise(dir, world));
}

const OWN_RULES = [".ignore", ".rgignore"];
const IGNORE_BYTES_MAX = 1 << 20;

/** A line of an ignore file that takes something in again takes hidden names in, too; one that cannot be read may. */
const takesIn = (path: string, world: World): boolean =>
  [
    ...directoriesTo(path).flatMap((dir) =>
      [...OWN_RULES, ".gitignore"].map((name) => `${dir === "/" ? "" : dir}/${name}`),
    ),
    ...(openWorkTree(dirname(path), world)?.ignoreFiles(path) ?? []),
  ].some((file) => {
    if (world.lstat(file).kind === "absent") return false;
    const bytes = world.readFile(file, IGNORE_BYTES_MAX);
    return bytes === undefined || /^\s*!/m.test(Buffer.from(bytes).toString("latin1"));
  });

const saysOtherwise = (dir: string, world: World): boolean =>
  OWN_RULES.some((name) => world.lstat(`${dir === "/" ? "" : dir}/${name}`).kind !== "absent");

function directoriesTo(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...directoriesTo(above)];
}
