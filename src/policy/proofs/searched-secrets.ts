/**
 * Secrets below a place of the project that is read with all in it (`grep -r KEY .`): what only shows lines it finds shows none of a file
 * in which it surely finds nothing.
 */
import { basename, dirname } from "node:path/posix";
import { exact, type FileSearch, fixedPart, type ReadEffect, type Target } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import { openWorkTree } from "../../machine/git/index.ts";
import {
  apart,
  chooser,
  choosing,
  findSecretBelow,
  foldersNow,
  foldSegment,
  isInStore,
  isInside,
  isMissed,
  mayBeUndotted,
  secretFile,
} from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { type Following, linkFollower } from "./followed-links.ts";
import { isBelowHidden } from "./kept-in-project.ts";
import { isKeyAmong, showsKey } from "./keys-inside.ts";
import { isTable } from "./secret-tables.ts";
import { showsSecretSettings } from "./settings-with-secrets.ts";

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
  const places = new Map(named.flatMap((path) => ownBelow(call.real(path).path, own).map((place) => [place, path])));
  for (const [place, as] of places) {
    const isShown = isShownBy(search, { place, as, own }, call);
    const found = findSecretBelow(place, call.world, isShown, MAX_NAMES);
    if (found === "bound") return TOO_MUCH;
    if (found !== undefined)
      return {
        what: `"${found.path}", which holds secrets`,
        hidden: secretFile(foldSegment(basename(found.path))) !== undefined,
      };
  }
  return undefined;
}

/** The place itself where the session works there, else what of its own places lies below. */
const ownBelow = (path: string, own: readonly string[]): readonly string[] =>
  own.some((root) => isInside(path, root)) ? [path] : own.filter((root) => isInside(root, path));

const TOO_MUCH: SecretBelow = { what: "a tree with more in it than is looked through", hidden: true };

/** A pattern's end that takes everything is the directory before it. Undefined: there is more than is looked through. */
function directoriesNamed(target: Target, search: FileSearch | undefined, world: World): readonly string[] | undefined {
  const { path, certainty } = target;
  // Filters say which of the files there.
  if (certainty === "glob" && choosing(search?.filters ?? []).length > 0) return [fixedPart(target) || "/"];
  const named = certainty === "exact" ? path : path.replace(/(?:\/\*+)+$/, "");
  return /[*?[]/.test(named) && certainty === "glob" ? foldersNow(named, world) : [named === "" ? "/" : named];
}

interface Searched {
  readonly place: string;
  /** As it was named: by way of a link its names are others. */
  readonly as: string;
  readonly own: readonly string[];
}

/** Whether a file, by its folded name and its path, is a secret of which something may be shown. */
function isShownBy(search: FileSearch | undefined, { place, as, own }: Searched, call: PolicyCall) {
  const { world } = call;
  const mayChoose = chooser(search?.filters ?? []);
  // A filter is meant from where the search begins, or from where it is started.
  const root = call.real(call.projectRoot).path;
  const above = isInside(place, root) ? root : place;
  // A call of this session that changes what is left out may not have run yet.
  const isSettled = ![...call.memory.written].some((path) => IGNORE_FILE.test(path));
  const goesByRules = isSettled && search?.unignored === true && isOwnSearch(call);
  const isLeftOut = goesByRules ? ignoredBelow(place, world) : () => false;
  const isTakenIn = (file: string): boolean => !isSettled || takesIn(file, world);
  const isPicked = choosing(search?.filters ?? []).some((filter) => !OF_A_KIND.test(filter));
  const isChosen = (path: string): boolean =>
    search === undefined ||
    mayChoose(path.slice(above.length)) ||
    (as !== place &&
      isInside(path, place) &&
      mayChoose((as + path.slice(place.length)).slice(call.projectRoot.length)));
  const following: Following = {
    own,
    isSecret: (name, path) => isSecret(name, path, true, call),
    isShown: (as, path) => isChosen(as) && !(search !== undefined && isMissed(search, path, world)),
  };
  let left = MAX_LOOKED_INTO;
  const leadsOn = mayFollow(call) ? linkFollower(following, call) : () => false;
  const isPassedOver = (path: string, by: FileSearch): boolean =>
    (by.visible && path.slice(place.length).includes("/.") && !isTakenIn(path)) ||
    isLeftOut(path) ||
    isMissed(by, path, world);
  return (name: string, path: string, kind: string): boolean => {
    if (kind === "link" && leadsOn(path)) return true;
    if (!isChosen(path)) return false;
    // Of many files the cheaper look comes first.
    const isDeep = isBelowHidden(path, above);
    if (!isDeep && !isSecret(name, path, isPicked, call)) return false;
    if (search !== undefined && isPassedOver(path, search)) return false;
    if (!isDeep) return true;
    left -= 1;
    return left < 0 || isSecretInside(name, path, call);
  };
}

/** Files below hidden directories in which something may be found: of more than these nobody knows. */
const MAX_LOOKED_INTO = 2_000;

/** By its name or by its contents. */
const isSecretInside = (name: string, path: string, call: PolicyCall): boolean =>
  secretFile(name) !== undefined ||
  isInStore(path) ||
  showsSecretSettings(readOf(path), call) ||
  showsKey(readOf(path), call);

/** Filters that choose all files of a kind: none of them is named. */
const OF_A_KIND = /^(?:\*\*\/|[\w./-]+\/)*\*{1,2}(?:\.(?:[\w.-]+|\{[\w.,-]+\}))?$/;

/** What is a secret where it is named is one where it is found; keys under names that tell nothing only where a filter picks them out. */
function isSecret(name: string, path: string, isPicked: boolean, call: PolicyCall): boolean {
  if (secretFile(name) !== undefined || isInStore(path) || isKeyAmong(name, path, call.world)) return true;
  const read = readOf(path);
  if (MAY_BE_LOOKED_INTO.test(path) || mayBeUndotted(name) || isTable(name))
    return showsSecretSettings(read, call) || (isPicked && showsKey(read, call));
  return isPicked && showsKey(read, call);
}
const readOf = (path: string): ReadEffect => ({ do: "read", target: exact(path), recursive: false, content: true });
/** Only of such names does anything look into the contents. */
const MAY_BE_LOOKED_INTO =
  /\/[.#~%][^/]*(?:\/[^/]*)?$|secret|cred|pass|api[_-]?key|token|(?:^|[._/-])(?:pat|jwt|bearer)(?:[._/-]|$)|\/(?:bunfig\.toml|pip\.(?:conf|ini)|uv\.toml|condarc|nuget\.config|auth\.json|mcp\.json|opencode\.json|gradle\.properties|settings\.xml)/i;

/** Files are opened by name there, and a name may be a link. Of programs in a shell it is known which follow links. */
const mayFollow = (call: PolicyCall): boolean => call.reading === undefined && !isOwnSearch(call);

/** Other hosts' searches go by the same name here, and nobody knows what they leave out. */
const isOwnSearch = ({ tool, calledAs = tool }: PolicyCall): boolean => calledAs === "Grep";

/**
 * What ripgrep and git leave out alike below a place that is not ignored itself: by a plain line of a plain file, while nothing takes
 * anything in again and no repository begins in between. Of all else the two read something differently.
 */
function ignoredBelow(place: string, world: World): (path: string) => boolean {
  const tree = openWorkTree(place, world);
  if (tree === undefined || (place !== tree.root && tree.ignores(place, true))) return () => false;
  return (path) => {
    if (!tree.ignores(path, false) || takesIn(path, world)) return false;
    const between = directoriesTo(path).filter((dir) => isInside(dir, tree.root));
    if (between.some((dir) => saysOtherwise(dir, world))) return false;
    if (between.some((dir) => dir !== tree.root && world.lstat(`${dir}/.git`).kind !== "absent")) return false;
    return between.some((dir) => isLeftOutBy(`${dir}/.gitignore`, path.slice(dir.length + 1), world));
  };
}

/** Letters and a few signs, one name, from here or anywhere below. */
const PLAIN_LINE = /^(\/?)([\w.*-]*[\w.-][\w.*-]*)(\/?)$/;
const PLAIN_FILE = /^[\t\n\x20-\x7e]*$/;

/** `path`: from where the ignore file lies. */
function isLeftOutBy(file: string, path: string, world: World): boolean {
  if (world.lstat(file).kind !== "file") return false;
  const bytes = world.readFile(file, IGNORE_BYTES_MAX);
  const text = bytes === undefined ? "" : Buffer.from(bytes).toString("latin1");
  if (!PLAIN_FILE.test(text)) return false;
  const names = path.split("/");
  return text.split("\n").some((line) => {
    const [, top, name = "", directory] = PLAIN_LINE.exec(line) ?? [];
    if (name === "") return false;
    const chosen = top === "/" ? names.slice(0, 1) : names;
    const expression = new RegExp(`^${apart(name.replace(/[.]/g, "\\.").split(/\*+/))}$`);
    return chosen.some((one, i) => (directory === "" || i < names.length - 1) && expression.test(one));
  });
}

const OWN_RULES = [".ignore", ".rgignore"];
const IGNORE_FILE = /\/\.(?:git|rg)?ignore$/i;
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
