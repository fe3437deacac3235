/** Reading a credential store leaves the safe path for every tool (§5). */
import { beside } from "../../contract/beside.ts";
import { describeSecret } from "../../contract/describe.ts";
import { exact, type ReadEffect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import {
  absolutePath,
  credentialStore,
  foldSegment,
  isHiddenInHome,
  isInStore,
  isInside,
  linkedCredentials,
  matchesNow,
  placePattern,
  reaches,
  secretFile,
  secretsMatched,
} from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { showsMarked, showsMarkedBy } from "../marked-secrets.ts";
import { historyElsewhere } from "../rules/index.ts";
import { dumpsSecret } from "./dumped.ts";
import { showsKey } from "./keys-inside.ts";
import { secretOutside } from "./outside.ts";
import { secretBelow } from "./searched-secrets.ts";
import { showsSecretSettings } from "./settings-with-secrets.ts";

/** Several steps ask the same of one call; links are still looked up anew for each call. */
const known = beside<PolicyCall, { readonly what: string | undefined }>();

/** What secret the call could read, or undefined when none. What could be anywhere could be a secret. */
export function readsCredentials(call: PolicyCall): string | undefined {
  if (call.effects.length === 0 && call.reading === undefined) return undefined;
  const before = known.get(call);
  if (before !== undefined) return before.what;
  const what = secretRead(call);
  known.set(call, { what });
  return what;
}

function secretRead(call: PolicyCall): string | undefined {
  for (const effect of call.effects) {
    const what =
      effect.do === "secret" ? describeSecret(effect) : effect.do === "read" ? secretShown(effect, call) : undefined;
    if (what !== undefined) return what;
  }
  if (showsMarked(call)) return "a file that this session put a secret into";
  return historyElsewhere(call)
    .map((effect) => (isWhole(effect, call) ? OTHER_HISTORY : secretShown(effect, call)))
    .find((what) => what !== undefined);
}

const OTHER_HISTORY = "the history of a repository outside of the project";

/** All that a repository has, or what nobody knows: not the files that were named. */
const isWhole = ({ target }: ReadEffect, { world }: PolicyCall): boolean =>
  target.certainty !== "exact" || world.stat(target.path).kind !== "file";

function secretAt(effect: ReadEffect, call: PolicyCall): string | undefined {
  const ways = call.look(effect.target);
  const store = credentialStore(ways, effect.recursive, !effect.content, call.world);
  if (store !== undefined) return store;
  if (isOfGate(effect, call)) return "the gate's own records and settings";
  if (ways.anywhere && effect.content) return "a place that could be any, by a link that cannot be followed";
  const named =
    effect.content &&
    [...ways.ways, ...ways.links].some(
      (way) => isSecretFile(way.at(-1) ?? "", ways.globs) || isInStore(`/${way.join("/")}`),
    );
  if (named) return "a file that holds secrets";
  if (isDevice(effect, call)) return "a device";
  if (showsKey(effect, call)) return "a private key";
  if (showsSecretSettings(effect, call)) return "settings with a secret in them";
  if (effect.content && isHiddenInHome(ways, ownPlaces(call), call.world))
    return "a hidden file of home that nobody knows to be free of secrets";
  return isLinked(effect, call) ? "a credential store, by another name of the same file" : undefined;
}

/** What a proof asks, and a rule does not: also what only could be a secret, because of where it lies outside. */
function secretShown(effect: ReadEffect, call: PolicyCall): string | undefined {
  const own = ownPlaces(call);
  return secretAt(effect, call) ?? secretOutside(effect, own, call) ?? secretBelow(effect, own, call)?.what;
}

/** Contents of a place that is not known, where a secret lies somewhere below. */
export const couldShowSecret = (effect: ReadEffect, call: PolicyCall): boolean => {
  const { target, content } = effect;
  if (!content || target.certainty !== "unknown") return false;
  return target.path === "" || isUnproven({ ...effect, recursive: true, target: exact(target.path) }, call);
};

export const isUnproven = (effect: ReadEffect, call: PolicyCall): boolean => secretShown(effect, call) !== undefined;

/** The same but for what lies somewhere below a place and is not there inside walls. */
const isShownInWalls = (effect: ReadEffect, call: PolicyCall): boolean => {
  const own = ownPlaces(call);
  if (secretAt(effect, call) !== undefined || secretOutside(effect, own, call) !== undefined) return true;
  return secretBelow(effect, own, call)?.hidden === false;
};

/** Where the session works, wherever it lies. */
const ownPlaces = ({ projectRoot, places, settings, world, real }: PolicyCall): readonly string[] =>
  [projectRoot, places.projectRoot, ...settings.additionalDirectories, ...settings.contain.writable]
    .map((dir) => absolutePath(dir, projectRoot, world))
    .flatMap((dir) => [dir, real(dir).path]);

/** A disk or the memory, by a name of its own; those of the system have their places. */
function isDevice({ target, content }: ReadEffect, { world }: PolicyCall): boolean {
  if (!content || target.certainty === "unknown") return false;
  const named = target.certainty === "exact" ? [target.path] : (matchesNow(target.path, world) ?? []);
  return named.some((path) => !/^\/(?:dev|proc)\//.test(path) && world.stat(path).device === true);
}

/** What the gate keeps holds the words and commands of every session: read like any other store, by no proof. */
function isOfGate({ target, recursive, content }: ReadEffect, { look, real, places }: PolicyCall): boolean {
  const { links, ...named } = look(target);
  const ways = { ...named, ways: content ? [...named.ways, ...links] : named.ways, links: [] };
  return places.gateDirectories
    .flatMap((directory) => [directory, real(directory).path])
    .some((path) => reaches(placePattern(path), ways, recursive, !content));
}

/** Hard links are looked for only where a file has more than one name. */
function isLinked({ target, content }: ReadEffect, { world, places }: PolicyCall): boolean {
  if (!content || target.certainty !== "exact") return false;
  const { inode } = world.stat(target.path);
  return inode !== undefined && linkedCredentials(world, places.gateDirectories).has(inode);
}

/** A secret that the call shows or names: what only could be anywhere is for walls, which hide every store. */
export const namesCredentials = (call: PolicyCall): boolean =>
  call.effects.some(
    (effect) =>
      effect.do === "secret" ||
      (effect.do === "read" && effect.target.certainty !== "unknown" && isShownInWalls(effect, call)),
  );

export const isCredential = (effect: ReadEffect, call: PolicyCall): boolean => secretAt(effect, call) !== undefined;

/** Programs that are given a key to prove who they are: they do not show it. */
const IDENTIFY: ReadonlySet<string> = new Set("ssh scp sftp rsync ssh-add ssh-copy-id sshfs mosh autossh".split(" "));

/**
 * An allow rule covers the reading of a credential store only where it spells that store out. `spelled`: its words. What lies
 * somewhere below a place may be all that lies there; only what could be anywhere is what the rule left open.
 */
export function readsUnnamedSecret(command: SubCommand, spelled: readonly string[], call: PolicyCall): boolean {
  const { name, effects, cwd, words } = command;
  if (IDENTIFY.has(name ?? "") && words.some(({ value }) => value?.startsWith("-i"))) return false;
  if (showsMarkedBy(command, call)) return true;
  const named = placesSpelled(spelled, cwd.path, call);
  const open = effects
    .filter((effect) => effect.do === "read")
    .filter(({ content, target: { path } }) => content && path !== "" && !named.some((place) => isInside(path, place)));
  const isSecret = (effect: ReadEffect): boolean => isCredential(effect, call);
  return open.some(isSecret) || dumpsSecret(command, open, call, isSecret);
}

/** The places a rule spells out, and nothing so wide that it spells out everything. */
export function placesSpelled(spelled: readonly string[], cwd: string, call: PolicyCall): readonly string[] {
  const everything = [call.projectRoot, call.world.home];
  return spelled
    .filter((word) => /[./~]/.test(word))
    .map((word) => absolutePath(word, cwd, call.world))
    .filter((place) => !everything.some((whole) => isInside(whole, place)));
}

/** A pattern such as `.e*` could name one; `*` names everything and so nothing in particular, hidden files excepted. */
function isSecretFile(name: string, glob: boolean): boolean {
  const folded = foldSegment(name);
  if (!glob || !/[*?[]/.test(folded)) return secretFile(folded) !== undefined;
  return secretsMatched(folded).some((file) => !file.startsWith(".") || folded.startsWith("."));
}
