/** Which places a restore point has to hold for a call that deletes or overwrites them. */
import { ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { isCredentialPlace, isSecretName } from "../../core/places/index.ts";
import { absolutePath, isGarbled, realPath } from "../../machine/index.ts";
import { refuse, tooLarge, tooMany } from "./failure.ts";
import type { RestoreEstimate, RestoreFailure, RestoreLimits } from "./point.ts";

const DEPTH_MAX = 256;

/** A place to be saved; no part of the way to it is a link. */
export interface Place {
  readonly path: string;
  readonly kind: "file" | "link" | "directory";
  readonly size: number;
}

export interface Places extends RestoreEstimate {
  readonly places: readonly Place[];
}

/** Everything at and below these paths, directories before what is in them. What is absent is nothing to be saved. */
export function listPlaces(
  paths: readonly string[],
  world: World,
  limits: RestoreLimits,
): Result<Places, RestoreFailure> {
  const listing: Listing = { found: new Map(), bytes: 0, world, limits, isCredential: credentialFinder(world) };
  for (const path of [...new Set(paths)].sort()) {
    const start = straightWay(path, world);
    if (start === undefined) return refuse(`the way to ${path} cannot be followed`);
    const listed = listBelow(start, listing);
    if (!listed.ok) return listed;
  }
  const { found, bytes } = listing;
  return ok({ places: [...found.values()], files: found.size, bytes });
}

interface Listing {
  readonly found: Map<string, Place>;
  bytes: number;
  readonly world: World;
  readonly limits: RestoreLimits;
  readonly isCredential: IsCredential;
}

function listBelow(start: string, listing: Listing): Result<void, RestoreFailure> {
  const { found, limits } = listing;
  const pending = [{ path: start, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, depth } = next;
    const names = found.has(path) ? ok([]) : admit(path, depth, listing);
    if (!names.ok) return names;
    if (found.size + pending.length + names.value.length > limits.maxFiles) return tooMany(limits.maxFiles);
    for (const name of names.value.toReversed()) pending.push({ path: `${path}/${name}`, depth: depth + 1 });
  }
  return ok(undefined);
}

/** Takes the place into the list; the names in it, where it is a directory. */
function admit(path: string, depth: number, listing: Listing): Result<readonly string[], RestoreFailure> {
  const place = placeAt(path, listing);
  if (!place.ok) return place;
  if (place.value === undefined) return ok([]);
  listing.found.set(path, place.value);
  listing.bytes += place.value.size;
  if (listing.bytes > listing.limits.maxBytes) return tooLarge(listing.limits.maxBytes);
  const names = place.value.kind === "directory" ? listing.world.readDir(path) : [];
  return names === undefined || depth > DEPTH_MAX ? refuse(`${path} cannot be looked through`) : ok(names);
}

/** Undefined: there is nothing that could be lost. Pipes, sockets and devices hold nothing. */
function placeAt(path: string, { world, isCredential }: Listing): Result<Place | undefined, RestoreFailure> {
  const { kind, size } = world.lstat(path);
  switch (kind) {
    case "absent":
    case "other":
      return ok(undefined);
    case "unreadable":
      // A name that is no text comes back from a listing as another one.
      return refuse(isGarbled(path) ? `${path}: its name cannot be read as text` : `${path} cannot be looked at`);
    case "link":
      return ok({ path, kind, size: 0 });
    default:
      if (isCredential(path)) return refuse(`${path} holds credentials, and no copies of those are made`, [path]);
      return ok({ path, kind, size: kind === "file" ? size : 0 });
  }
}

/** With the links on the way to it followed, but not a link that it is itself. */
function straightWay(path: string, world: World): string | undefined {
  const absolute = absolutePath(path, "/", world);
  const parent = realPath(absolutePath("..", absolute, world), world);
  if (parent.problem !== null || absolute === "/") return undefined;
  return `${parent.path === "/" ? "" : parent.path}/${absolute.slice(absolute.lastIndexOf("/") + 1)}`;
}

export type IsCredential = (path: string) => boolean;

/** A credential store, something in one, or a file that holds secrets wherever it lies; the way to it is straight. */
export const credentialFinder =
  ({ home }: World): IsCredential =>
  (path) =>
    isSecretName(path.slice(path.lastIndexOf("/") + 1)) || isCredentialPlace(path, home);
