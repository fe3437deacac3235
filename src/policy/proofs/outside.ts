/**
 * What lies outside of where the session works, and is no secret by its place or name alone: files of the system that not everybody
 * may read or that show a secret, and trees that are read with all that is in them.
 */
import { exact, type ReadEffect } from "../../contract/effect.ts";
import {
  findSecretBelow,
  foldSegment,
  isHiddenInHome,
  isInStore,
  isInside,
  isWrittenByPeople,
  matchesNow,
  secretFile,
  segmentsOf,
} from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isBelowHidden } from "./kept-in-project.ts";
import { isKeyAmong, showsKey } from "./keys-inside.ts";
import { holdsSecretTable, isTable } from "./secret-tables.ts";
import { holdsSecret, showsSecretSettings } from "./settings-with-secrets.ts";

/** What the system and its services keep. Temporary directories are everybody's. */
const OF_SYSTEM = /^(?:\/private)?\/(?:etc|var|run|srv|opt|boot)\//i;
const TEMPORARY = /^(?:\/private)?\/(?:var\/tmp|var\/folders|run\/user)\//i;
/** Small enough, and made of settings: looked into. */
const OF_SETTINGS = /^(?:\/private)?\/(?:etc|run)\//i;

const TOO_MUCH = "a tree outside of the project with more in it than is looked through";

/** Why the reading is not proven though it names no secret; undefined where nothing speaks against it. */
export function secretOutside(effect: ReadEffect, own: readonly string[], call: PolicyCall): string | undefined {
  const { target, recursive, content } = effect;
  if (!content || target.certainty === "unknown") return undefined;
  const named = target.certainty === "glob" ? matchesNow(target.path, call.world) : [target.path];
  if (named === undefined) return TOO_MUCH;
  const paths = [...new Set(named.flatMap((path) => [path, call.real(path).path]))];
  const outside = paths.filter((path) => !own.some((dir) => isInside(path, dir)));
  for (const path of outside) {
    const what = ofSystem(path, call) ?? (recursive ? inTree(path, own, call) : undefined);
    if (what !== undefined) return what;
  }
  return undefined;
}

function ofSystem(path: string, { world }: PolicyCall): string | undefined {
  if (!OF_SYSTEM.test(path) || TEMPORARY.test(path) || isOwnHome(path, world)) return undefined;
  if (isKept(path, world)) return "a file of the system that not everybody may read";
  return OF_SETTINGS.test(path) && holdsSecret(path, world) ? "settings with a secret in them" : undefined;
}

const isOwnHome = (path: string, { home }: PolicyCall["world"]): boolean => home !== "/" && isInside(path, home);

/** Itself, or a directory on the way. */
function isKept(path: string, world: PolicyCall["world"]): boolean {
  const segments = segmentsOf(path);
  return segments.some((_, i) => {
    const { kind, private: kept } = world.stat(`/${segments.slice(0, i + 1).join("/")}`);
    return kept === true || kind === "unreadable";
  });
}

/** Outside of projects caches are looked into, too. */
const NOTHING = /(?!)/;

/** Files of people's own shells and editors in one tree: of more than these nobody knows. */
const MAX_LOOKED_INTO = 1_000;

function inTree(place: string, own: readonly string[], call: PolicyCall): string | undefined {
  let left = MAX_LOOKED_INTO;
  const found = findSecretBelow(place, call.world, (name, path) => {
    if (isSecretInTree(name, path, { own, call })) return true;
    const isDeep = isBelowHidden(path, isOwnHome(place, call.world) ? call.world.home : place, NOTHING);
    if (!isDeep && !isWrittenByPeople(path, call.world)) return false;
    left -= 1;
    return left < 0 || holdsSecret(path, call.world) || (isDeep && showsKey({ ...READ, target: exact(path) }, call));
  });
  if (found === undefined) return undefined;
  return found === "bound" ? TOO_MUCH : "a tree outside of the project with a file in it that holds secrets";
}

interface Around {
  readonly own: readonly string[];
  readonly call: PolicyCall;
}

function isSecretInTree(name: string, path: string, { own, call }: Around): boolean {
  if (own.some((dir) => isInside(path, dir))) return false;
  if (secretFile(name) !== undefined || isInStore(path) || ofSystem(path, call) !== undefined) return true;
  if (isTable(name) && holdsSecretTable(path, call.world)) return true;
  if (isKeyAmong(name, path, call.world)) return true;
  if (MAY_HOLD_TOKENS.test(path)) return showsSecretSettings({ ...READ, target: exact(path) }, call);
  const way = segmentsOf(path).map(foldSegment);
  const ways = { ways: [way], links: [], globs: false, anything: false, anywhere: false };
  return path.includes("/.") && isHiddenInHome(ways, own, call.world);
}

const READ = { do: "read", recursive: false, content: true } as const;
/** Of the settings that are looked into those of which a tree has few. */
const MAY_HOLD_TOKENS =
  /\/(?:\.git\/config|\.(?:npmrc|yarnrc[^/]*|gitconfig|condarc|gemrc|wgetrc|curlrc|mcp\.json)|pip\.(?:conf|ini)|nuget\.config|auth\.json|gradle\.properties)$/i;
