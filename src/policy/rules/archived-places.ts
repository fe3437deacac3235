/** What `git archive` packs by name and the same call unpacks again: it lands where that unpacks. */
import type { SubCommand } from "../../contract/reading.ts";
import { toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isGit } from "./git-base.ts";
import type { WrittenPlace } from "./written-words.ts";

const UNPACKS = /^(?:g|bsd|p|gpg)?tar$|^(?:cpio|pax|unzip|7z[arz]?|jar|unar)$/;

export function archivedPlaces(
  { world, projectRoot }: PolicyCall,
  commands: readonly SubCommand[],
): readonly WrittenPlace[] {
  const named = commands.filter(isGit).flatMap(({ words }) => {
    const values = words.map(({ value, prefix }) => value ?? prefix);
    const at = values.indexOf("archive");
    return at < 0 ? [] : values.slice(at + 1).filter((value) => !value.startsWith("-"));
  });
  if (named.length === 0) return [];
  const bases = commands
    .filter(({ name }) => UNPACKS.test(name ?? ""))
    .flatMap(({ effects, cwd }) => [
      cwd.certainty === "exact" ? cwd.path : projectRoot,
      ...effects.flatMap((effect) =>
        effect.do === "write" && effect.target.certainty === "unknown" && effect.target.path !== ""
          ? [effect.target.path]
          : [],
      ),
    ]);
  // The first is the revision, or has an option's value before it.
  return [...new Set(bases)].flatMap((base) =>
    named.map((name) => ({ target: toTarget(name, base, world), recursive: true })),
  );
}
