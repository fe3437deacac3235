/** A search through a whole place that hands each name it finds to something that takes it away or empties it, by code or by writing there. */
import { type CallCommand, type CallView, lineOf, takesAwayGiven } from "../offline/index.ts";
import { onThisMachine } from "./elsewhere.ts";
import { placesListed } from "./listed-places.ts";
import { isWhole } from "./whole.ts";

/** Leaves nothing, or nothing of what was there, in each file it is given: by its words. */
const EMPTIES: readonly RegExp[] = [
  /^(?:sponge|srm|wipe|rimraf)(?: |$)/,
  /^g?sed (?:.* )?-\w*i\S* (?:-e )?(?:d|1,\$d|Q|q0?)(?: |$)/,
  /^(?:perl|ruby) (?!.*\b(?:print|puts|say|p)\b)(?=.*-\w*i)(?=.*-\w*n)/,
];

const takesEach = (command: CallCommand): boolean =>
  EMPTIES.some((use) => use.test(lineOf(command))) ||
  (/^dc?fl?dd$|^g?dd$/.test(command.name ?? "") &&
    command.words.some(({ value, text }) => value === null && /^of=/.test(text))) ||
  command.effects.some((effect) => effect.do === "run" && effect.code !== undefined && takesAwayGiven(effect.code));

/** The place whose every name is handed on; undefined where none is. */
export function fedPlace(command: CallCommand, view: CallView): string | undefined {
  if (!takesEach(command)) return undefined;
  return placesListed(command, view).find((root) =>
    onThisMachine(root, command, view).some((place) => isWhole(place, view)),
  )?.path;
}
