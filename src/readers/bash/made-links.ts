/** Links and mounts a command makes, and what it then does through them (likely readings). */
import type { Effect, Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { isInside } from "../../machine/index.ts";

const MAX_LINKS = 16;
/** Links that lead to each other end here. */
const MAX_STEPS = 4;

interface MadeLink {
  readonly at: string;
  readonly to: string;
}

/** Every effect behind such a link also where the link leads. */
export function throughLinks(commands: readonly SubCommand[]): readonly SubCommand[] {
  const links: MadeLink[] = [];
  return commands.map((command) => {
    const more = links.length === 0 ? [] : command.effects.flatMap((effect) => elsewhere(effect, links));
    links.push(...madeBy(command).slice(0, Math.max(MAX_LINKS - links.length, 0)));
    return more.length === 0 ? command : { ...command, effects: [...command.effects, ...more] };
  });
}

function madeBy(command: SubCommand): readonly MadeLink[] {
  const linked = command.effects.flatMap((effect) =>
    effect.do === "write" &&
    (effect.as === "link" || effect.as === "hardlink" || effect.as === "move") &&
    effect.from !== undefined
      ? madeLink(effect.target, effect.from)
      : [],
  );
  return [...linked, ...mountOf(command)];
}

/** A link put into a directory has the name of what it leads to: both are said. */
function madeLink(at: Target, to: Target): readonly MadeLink[] {
  if (at.certainty !== "exact" || to.certainty !== "exact") return [];
  const inside = `${at.path === "/" ? "" : at.path}/${to.path.slice(to.path.lastIndexOf("/") + 1)}`;
  return [at.path, inside]
    .map((path) => ({ at: path, to: to.path }))
    .filter(({ at: from, to: end }) => !isInside(end, from));
}

/** `mount --bind from to`. */
function mountOf({ name, words, cwd }: SubCommand): readonly MadeLink[] {
  const values = words.map(({ value }) => value ?? "");
  if (!/^(?:mount|bindfs)$/.test(name ?? "")) return [];
  if (name === "mount" && !values.some((value) => /^(?:-B|-R|--r?bind|bind|rbind)$/.test(value))) return [];
  const [from, to] = values.slice(1).filter((value, i) => !value.startsWith("-") && values[i] !== "-o");
  if (from === undefined || to === undefined) return [];
  const place = (path: string): string =>
    (path.startsWith("/") ? path : `${cwd.path}/${path}`).replace(/\/+$/, "") || "/";
  return [{ at: place(to), to: place(from) }];
}

function elsewhere(effect: Effect, links: readonly MadeLink[]): readonly Effect[] {
  if (effect.do !== "read" && effect.do !== "write" && effect.do !== "delete") return [];
  const { target } = effect;
  const moved = follow(target.path, links);
  return moved === target.path ? [] : [{ ...effect, target: { ...target, path: moved } }];
}

function follow(path: string, links: readonly MadeLink[]): string {
  let here = path;
  for (let i = 0; i < MAX_STEPS; i += 1) {
    const link = links.findLast(({ at }) => isInside(here, at));
    if (link === undefined) return here;
    here = `${link.to === "/" ? "" : link.to}${here.slice(link.at.length)}` || "/";
  }
  return here;
}
