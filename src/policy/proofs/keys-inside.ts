/** Private keys under names that tell nothing (`server.pem`, `id_rsa_deploy`): a file that is named to be read is looked into. */
import { basename } from "node:path/posix";
import type { ReadEffect } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import { foldSegment, holdsPrivateKey, isSource, matchesNow, mayBeKey } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

/** Files that one pattern names. */
const MAX_LOOKED_AT = 256;
/** In bytes; longer ones only where they are called like a key. */
const MAX_ORDINARY = 65_536;

export function showsKey({ target, content }: ReadEffect, { world }: PolicyCall): boolean {
  if (!content || target.certainty === "unknown") return false;
  const named = target.certainty === "exact" ? [target.path] : (matchesNow(target.path, world) ?? []);
  return named.slice(0, MAX_LOOKED_AT).some((path) => isKeyFile(path, world));
}

function isKeyFile(path: string, world: World): boolean {
  const name = foldSegment(basename(path));
  // Code and documents show examples.
  if (isSource(name)) return false;
  return (mayBeKey(name) || world.stat(path).size <= MAX_ORDINARY) && holdsPrivateKey(path, world);
}

/** Among other files: only those that are called like one are looked into. */
export const isKeyAmong = (name: string, path: string, world: World): boolean =>
  mayBeKey(name) && !isSource(name) && holdsPrivateKey(path, world);
