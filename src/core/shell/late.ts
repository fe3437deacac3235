/**
 * When a command acts. What is proven of a place is true at the moment it is looked at; what touches a place only after something else has
 * been waited for may find another file under its name. Such a text is not proven.
 */
import type { JsonObject } from "../../contract/action.ts";
import { isInside, realPath } from "../places/index.ts";
import type { Scene } from "../types.ts";
import { isChange, type PlainStep, pipelinesOf } from "./step.ts";

/** Files together no longer than this are read in an instant. */
const MAX_PROMPT_BYTES = 16 << 20;
/** What lies here may keep its reader waiting, whatever it looks like. */
const KERNEL_PLACES = ["/dev", "/proc", "/sys"];
/** Longer than anything. */
const ENDLESS = Number.POSITIVE_INFINITY;

/** A part of it touches a place after another part may have waited. In the background everything but the first to act does. */
export function actsLate(steps: readonly PlainStep[], scene: Scene): boolean {
  const background = runsInBackground(scene.call.input);
  let [waited, bytes] = [false, 0];
  for (const pipeline of pipelinesOf(steps)) {
    const acting = pipeline.filter(actsOnPlaces);
    if (waited && acting.length > 0) return true;
    const opened = acting.map((step) => sizesOpened(step, scene));
    bytes = opened.flat().reduce((sum, size) => sum + size, bytes);
    // Who waits at one of its places comes late to the others.
    if (bytes > MAX_PROMPT_BYTES && opened.some(({ length }) => length > 1)) return true;
    waited ||= bytes > MAX_PROMPT_BYTES || (background && acting.length > 0) || pipeline.some(waits);
  }
  return false;
}

/** The host goes on while it runs. What says so in a form that is not known counts. */
const runsInBackground = ({ run_in_background: said = false }: JsonObject): boolean => said !== false && said !== null;

const actsOnPlaces = (step: PlainStep): boolean =>
  step.touches.length > 0 || isChange(step) || step.name === "cd" || step.name === "git";

/** It asks somebody, or reads an input that is not there yet. */
function waits({ sorted: { does, row, given, use }, fed }: PlainStep): boolean {
  if (does === "service") return true;
  if (fed) return false;
  if (row.input === "always") return true;
  const reads = row.alone === "input" && !given.some(({ turns }) => turns?.input !== undefined);
  return reads && !use.operands.some(({ role }) => role === "read" || role === "write");
}

/** What is read of each place it opens, in bytes. Nobody waits for a name, a size or a time. */
const sizesOpened = ({ touches }: PlainStep, { disk }: Scene): readonly number[] =>
  touches
    .filter(({ role, path }) => role !== "list" && path !== "/dev/null")
    .map(({ role, path }) => {
      const real = realPath(path, disk)?.path;
      if (real === undefined || KERNEL_PLACES.some((place) => isInside(real, place))) return ENDLESS;
      const { kind, size } = disk.stat(real);
      if (kind === "other") return ENDLESS;
      return kind === "file" && role === "read" ? size : 0;
    });
