/** What comes out of a program that unpacks, beside what is read of the archive it names: what is piped in, and archives of programs nobody reads. */
import { exact, unknownTarget, type WriteEffect } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";
import { absolutePath } from "../machine/index.ts";
import type { CallCommand } from "./offline/index.ts";
import { basesOf, kindOf, unpackedFrom } from "./unpacked.ts";

/** For what finds: of a tree that is packed into the pipe every name, of a file what an archive would hold. */
export function takenIn(command: CallCommand, feeders: readonly CallCommand[], world: World): readonly WriteEffect[] {
  const { cwd } = command;
  const kind = kindOf(command);
  if (cwd === undefined || kind === undefined || kind === "diff") return [];
  const places = placesNamed(command, world);
  const into = places.filter((path) => world.stat(path).kind === "directory");
  const here = { ...command, cwd };
  const bases = [...new Set([...basesOf(here, world), ...into])];
  const fed = feeders.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.do === "read" && effect.content && effect.target.path !== "" ? [effect] : [])),
  );
  const trees = fed.filter(({ recursive }) => recursive).map(({ target }) => target.path);
  const files = [...fed.filter(({ recursive }) => !recursive).map(({ target }) => target.path), ...readBy(command)];
  const archives = [...new Set([...files, ...places])].filter((path) => world.stat(path).kind === "file");
  return [
    ...bases.flatMap((base) => [
      ...trees.map(
        (from): WriteEffect => ({
          do: "write",
          target: unknownTarget(base),
          recursive: true,
          as: "copy",
          from: exact(from),
        }),
      ),
      ...unpackedFrom(archives, { ...here, cwd: exact(base), effects: [] }, world),
    ]),
  ];
}

const readBy = ({ effects }: CallCommand): readonly string[] =>
  effects.flatMap((effect) =>
    effect.do === "read" && effect.target.certainty === "exact" ? [effect.target.path] : [],
  );

/** Every word that could be a place, an option's letters taken off (`-oDIR`). */
function placesNamed({ words, cwd }: CallCommand, world: World): readonly string[] {
  const from = cwd?.path ?? "";
  return words
    .slice(1)
    .flatMap(({ value }) =>
      value === null || value === "" ? [] : [value, ...(/^-[a-zA-Z]?(.+)$/.exec(value)?.slice(1) ?? [])],
    )
    .filter((value) => !value.startsWith("-") && value.length <= MAX_WORD)
    .map((value) => absolutePath(value, from, world));
}
const MAX_WORD = 1_024;
