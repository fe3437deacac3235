/**
 * A directory of the project that is named to be read with all in it, and has secrets right in it (`grep -r "" certs`). The project as a
 * whole, and what has them only further down, is searched every day; so is a package with its `.env` beside the code.
 */
import type { ReadEffect } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import { foldSegment, isInStore, isInside, secretFile } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isKeyAmong } from "./keys-inside.ts";

const BESIDE_CODE = /^\.env(?:\.|$)/;

export function keepsSecrets(
  { target, recursive, content }: ReadEffect,
  own: readonly string[],
  call: PolicyCall,
): boolean {
  if (!recursive || !content || target.certainty !== "exact") return false;
  const places = [...new Set([target.path, call.real(target.path).path])];
  return places
    .filter((place) => !own.some((root) => isInside(root, place)))
    .some((place) => (call.world.readDir(place) ?? []).some((name) => isSecret(name, place, call.world)));
}

const isSecret = (name: string, place: string, world: World): boolean =>
  !BESIDE_CODE.test(name) &&
  (secretFile(foldSegment(name)) !== undefined ||
    isInStore(`${place}/${name}`) ||
    isKeyAmong(foldSegment(name), `${place}/${name}`, world));
