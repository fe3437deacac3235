/**
 * A directory of the project that is named to be read with all in it, and has secrets right in it (`grep -r "" certs`). The project as a
 * whole, and what has them only further down, is searched every day; so is a package with its `.env` beside the code.
 */
import type { ReadEffect, Target } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import { foldersNow, foldSegment, isInStore, isInside, secretFile } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isKeyAmong } from "./keys-inside.ts";

const BESIDE_CODE = /^\.env(?:\.|$)/;

export function keepsSecrets(
  { target, recursive, content }: ReadEffect,
  own: readonly string[],
  call: PolicyCall,
): boolean {
  if (!recursive || !content || target.certainty === "unknown") return false;
  const named = directoriesNamed(target, call.world);
  if (named === undefined) return true;
  const places = new Set(named.flatMap((path) => [path, call.real(path).path]));
  return [...places]
    .filter((place) => !own.some((root) => isInside(root, place)))
    .some((place) => (call.world.readDir(place) ?? []).some((name) => isSecret(name, place, call.world)));
}

/** A pattern's end that takes everything is the directory before it. Undefined: there is more than is looked through. */
function directoriesNamed({ path, certainty }: Target, world: World): readonly string[] | undefined {
  const named = certainty === "exact" ? path : path.replace(/(?:\/\*+)+$/, "");
  return /[*?[]/.test(named) && certainty === "glob" ? foldersNow(named, world) : [named === "" ? "/" : named];
}

const isSecret = (name: string, place: string, world: World): boolean =>
  !BESIDE_CODE.test(name) &&
  (secretFile(foldSegment(name)) !== undefined ||
    isInStore(`${place}/${name}`) ||
    isKeyAmong(foldSegment(name), `${place}/${name}`, world));
