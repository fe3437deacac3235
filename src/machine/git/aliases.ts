/** What a name stands for that git's configuration gives to commands of a person's own. */
import type { World } from "../../contract/world.ts";
import { readConfig } from "./config.ts";
import { findRepo } from "./repo.ts";

/** Every meaning the configuration on disk has for it, by either spelling git knows (`alias.x`, `alias.x.command`). */
export function aliasMeanings(dir: string, name: string, world: World): readonly string[] {
  const wanted = new Set([`alias.${name.toLowerCase()}`, `alias.${name}.command`]);
  return readConfig(findRepo(dir, world), world).entries.flatMap(({ key, value }) =>
    wanted.has(key) && value !== null ? [value] : [],
  );
}
