/** What is told of an edit that is held because something starts what is written. */
import { isInside, pathBelow } from "../machine/index.ts";
import { isStarted, startedWith } from "../policy/index.ts";
import type { Call } from "./call.ts";
import { shortPlace } from "./short-place.ts";

/** The text by which code of the project that is edited starts unasked. */
export const editsStartedProject = (call: Call): string | undefined =>
  call.effects
    .flatMap((effect) => (effect.do === "write" || effect.do === "delete" ? [effect.target.path] : []))
    .map((path) => startedWith(path, call))
    .find((text) => text !== undefined);

/** A file that something guarded runs: its own name says nothing of that. */
export const startedEdit = (call: Call): string | undefined =>
  call.reading === undefined
    ? call.effects
        .flatMap((effect) => (effect.do === "write" ? [effect.target.path] : []))
        .find((path) => isInside(path, call.projectRoot) && isStarted(path, call))
    : undefined;

/** Where every edit of a project is asked about, one rule for what the person calls its code. */
export function wholeProposal(call: Call): readonly string[] {
  if (editsStartedProject(call) === undefined) return [];
  const { projectRoot, world } = call;
  const place = isInside(projectRoot, world.home) ? `~/${pathBelow(projectRoot, world.home)}` : `/${projectRoot}`;
  const [path = ""] = call.effects.flatMap((effect) =>
    effect.do === "write" ? [shortPlace(effect.target.path, call)] : [],
  );
  const text = `${place}${path.includes("/") ? `/${path.split("/")[0]}` : ""}/**`;
  return /^[~/][\w@+./-]*\*\*$/.test(text) ? [`Edit(${text})`] : [];
}
