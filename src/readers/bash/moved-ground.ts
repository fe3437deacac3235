/**
 * A directory that is moved takes along whoever stands in it: after `cd a/b && mv ../b ../../c`, `..` is another place than
 * the words say. Which command comes first does not matter, for parts of a call run side by side.
 */
import { posix } from "node:path";
import type { Effect, Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import { isInside, looker, meets, patternOf, touched, type Ways } from "../../machine/index.ts";

/** The directory that a command of these stands in, or would come to stand in, and another one moves. */
export function movedGround(commands: readonly SubCommand[], world: World): string | undefined {
  const sources = commands.flatMap(({ effects }) => effects.flatMap(takenFrom));
  if (sources.length === 0) return undefined;
  const look = looker(world);
  const moved = sources.map(look);
  const goesAlong = (ground: readonly string[]): boolean => moved.some((source) => isAbove(source, ground));
  return commands.find(({ cwd }) => look(cwd).ways.some(goesAlong))?.cwd.path;
}

const takenFrom = (effect: Effect): readonly Target[] =>
  effect.do === "write" && effect.as === "move" && effect.from !== undefined ? [effect.from] : [];

/** At the ground, or above it. */
const isAbove = ({ ways, globs, anywhere }: Ways, ground: readonly string[]): boolean =>
  anywhere ||
  ways.some((way) =>
    globs ? meets(patternOf(...way), ground, false) === "at" : way.every((part, i) => part === ground[i]),
  );

/** Every effect of a command whose ground is moved also where it would be from there (likely readings). */
export function alongMoves(commands: readonly SubCommand[]): readonly SubCommand[] {
  const moves = commands.flatMap(({ effects }) => effects.flatMap(moveOf)).slice(0, MAX_MOVES);
  if (moves.length === 0) return commands;
  return commands.map((command) => {
    const { path: ground } = command.cwd;
    const more = moves
      .filter(({ from }) => ground !== "" && isInside(ground, from))
      .flatMap(({ from, to }) =>
        command.effects.flatMap((effect) => seenFrom(effect, ground, to + ground.slice(from.length))),
      );
    return more.length === 0 ? command : { ...command, effects: [...command.effects, ...more] };
  });
}

const MAX_MOVES = 8;

interface Move {
  readonly from: string;
  readonly to: string;
}

/** Into a directory that is there, or to a new name: both are said. */
function moveOf(effect: Effect): readonly Move[] {
  if (effect.do !== "write") return [];
  return takenFrom(effect).flatMap(({ path: from }) =>
    [effect.target.path, posix.join(effect.target.path, posix.basename(from))].map((to) => ({ from, to })),
  );
}

function seenFrom(effect: Effect, before: string, after: string): readonly Effect[] {
  const place = touched(effect);
  if (place === undefined || place.target.path === "") return [];
  const path = posix.join(after, posix.relative(before, place.target.path));
  return [{ ...effect, target: { ...place.target, path } } as Effect];
}
