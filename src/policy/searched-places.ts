/**
 * Places that stand in no word as they are, and that the words of a search or a pattern say all the same: `find . -name .claude | xargs rm`,
 * `rm -rf ./.*`. For step 3c: a guarded place that is named so is changed like one that is written out.
 */
import { globTarget, type Target } from "../contract/effect.ts";
import { toTarget } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";
import { lostPlaces, saidToLose, searchesBehind } from "./floor/index.ts";
import { type CallCommand, type CallView, patternsAsked, viewsOf } from "./offline/index.ts";

/** What the call would change of what it asks for by such words. */
export const searchedPlaces = (call: PolicyCall): readonly Target[] =>
  viewsOf(call).flatMap((view) => view.commands.flatMap((command) => placesOf(command, view)));

function placesOf(command: CallCommand, view: CallView): readonly Target[] {
  const said = saidToLose(command, view);
  const lost = lostPlaces(command, view).filter(({ certainty }) => certainty === "glob");
  const found =
    said.length > 0 || command.effects.some(changesFound)
      ? searchesBehind(command, view).flatMap((search) => placesAsked(search, view))
      : [];
  return [...said, ...lost, ...found];
}

/** Of what it is given by name, or of all that it finds. */
const changesFound = (effect: CallCommand["effects"][number]): boolean =>
  (effect.do === "delete" && (effect.recursive || effect.target.certainty === "unknown")) ||
  (effect.do === "write" &&
    [effect.target, ...(effect.as === "move" ? [effect.from] : [])].some((one) => one?.certainty === "unknown"));

/** A name at any depth below its roots, or a path as it prints them. */
function placesAsked(search: CallCommand, { cwd, world }: CallView): readonly Target[] {
  const roots = search.effects.flatMap((effect) => (effect.do === "read" ? [effect.target.path] : []));
  const dir = search.cwd?.certainty === "exact" ? search.cwd.path : cwd;
  return patternsAsked(search).flatMap(([test, pattern]) =>
    test === "name"
      ? roots.map((root) => globTarget(`${root === "/" ? "" : root}/**/${pattern}`))
      : [globTarget(toTarget(pattern.replace(/^\*+/, "./**"), dir, world).path)],
  );
}
