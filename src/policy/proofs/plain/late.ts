/**
 * When a plain command acts. Reading proves of a place what is true at the moment of the judgement; what touches a place
 * only after something else has been waited for may find another file under its name. Such a command is not plain.
 */
import type { JsonObject } from "../../../contract/action.ts";
import type { Effect, Target } from "../../../contract/effect.ts";
import { absolutePath, isInside } from "../../../machine/index.ts";
import type { PolicyCall } from "../../call.ts";
import { matchesOf } from "./globs.ts";
import type { PlainCommand } from "./grammar.ts";

/** Files together no longer than this are read in an instant. */
const MAX_PROMPT_BYTES = 16 << 20;

/** These end at once, read no input, and touch no place but in their redirections. */
const PLACELESS: ReadonlySet<string> = new Set(
  "echo printf true false : seq date whoami id uname hostname nproc ps pgrep free uptime ss".split(" "),
);
/** These touch no place either, and take as long as they are told. */
const TIMED: ReadonlySet<string> = new Set(["sleep", "top"]);
/** Of the others: these end at once and read no input, also without a place among their words. */
const INPUTLESS: ReadonlySet<string> = new Set(
  "cd pwd ls tree stat file du df basename dirname realpath readlink which test [ find mkdir touch rm rmdir mv cp chmod git rtk rg lsof".split(
    " ",
  ),
);
/** These read their input whatever places they name. */
const INPUT_READERS: ReadonlySet<string> = new Set(["tee", "tr"]);
/** What lies here may keep its reader waiting, whatever it looks like. */
const KERNEL_PLACES = ["/dev", "/proc", "/sys"];

/** One command of a plain text: what it may do, and everything that was read of it. */
export interface PlainUse {
  readonly kind: "reads" | "edits" | "service";
  readonly command: PlainCommand;
  readonly effects: readonly Effect[];
  /** Where it works. */
  readonly cwd: Target;
}

/** A part of it touches a place after another part may have waited. In the background everything but the first to act does. */
export function actsLate(uses: readonly PlainUse[], call: PolicyCall): boolean {
  const background = runsInBackground(call.input);
  let [waited, bytes] = [false, 0];
  for (const pipeline of pipelinesOf(uses)) {
    const acting = pipeline.filter((use, i) => touchesPlaces(use, i > 0));
    if (waited && acting.length > 0) return true;
    const opened = acting.map((use) => sizesOpened(use, call));
    bytes = opened.flat().reduce((sum, size) => sum + size, bytes);
    // Who waits at one of its places comes late to the others.
    if (bytes > MAX_PROMPT_BYTES && opened.some(({ length }) => length > 1)) return true;
    waited ||= bytes > MAX_PROMPT_BYTES || (background && acting.length > 0) || pipeline.some(waits);
  }
  return false;
}

/** The host goes on while it runs. What says so in a form that is not known counts. */
export const runsInBackground = ({ run_in_background: said = false }: JsonObject): boolean =>
  said !== false && said !== null;

/** All commands of a pipeline begin at once. */
function pipelinesOf(uses: readonly PlainUse[]): readonly (readonly PlainUse[])[] {
  const pipelines: PlainUse[][] = [[]];
  for (const use of uses) {
    pipelines.at(-1)?.push(use);
    if (use.command.joint !== "|") pipelines.push([]);
  }
  return pipelines;
}

const nameOf = ({ command }: PlainUse): string => command.words[0]?.value ?? "";

function touchesPlaces(use: PlainUse, isFed: boolean): boolean {
  if (targetsOf(use.effects).length > 0 || use.kind === "edits") return true;
  const name = nameOf(use);
  if (use.kind === "service" || PLACELESS.has(name) || TIMED.has(name)) return false;
  return !isFed || INPUTLESS.has(name);
}

/** It asks somebody, takes its time, or reads an input that is not there yet. */
function waits(use: PlainUse, place: number): boolean {
  const name = nameOf(use);
  if (use.kind === "service" || TIMED.has(name)) return true;
  if (place > 0 || use.command.reads.length > 0 || use.command.document === true) return false;
  if (PLACELESS.has(name) || INPUTLESS.has(name)) return false;
  return INPUT_READERS.has(name) || !use.effects.some((effect) => effect.do === "read");
}

const targetsOf = (effects: readonly Effect[]): readonly Target[] =>
  effects.flatMap((effect) => targetOf(effect) ?? []);

const targetOf = (effect: Effect): Target | undefined =>
  effect.do === "read" || effect.do === "write" || effect.do === "delete" ? effect.target : undefined;

/** Longer than anything: whoever opens it may have to wait. */
const ENDLESS = Number.POSITIVE_INFINITY;

/** What is read of each place it opens, in bytes. The reader tells of no effect on some devices. */
function sizesOpened({ command, effects, cwd }: PlainUse, call: PolicyCall): readonly number[] {
  const devices = command.words.slice(1).filter(({ value }) => isDevice(absolutePath(value, cwd.path, call.world)));
  return [...devices.map(() => ENDLESS), ...effects.flatMap((effect) => openedBy(effect, call))];
}

const isDevice = (path: string): boolean => isInside(path, "/dev") && path !== "/dev/null";

/** Nobody waits for a name, a size or a time. */
function openedBy(effect: Effect, call: PolicyCall): readonly number[] {
  const target = targetOf(effect);
  if (target === undefined || target.path === "/dev/null" || (effect.do === "read" && !effect.content)) return [];
  const paths = target.certainty === "glob" ? matchesOf(target.path, call) : [target.path];
  return paths.map((path) => sizeOf(path, effect.do === "read" ? "contents" : "name", call));
}

/** Of what is at the end of all links. */
function sizeOf(path: string, read: "contents" | "name", { world, real }: PolicyCall): number {
  const place = real(path).path;
  if (KERNEL_PLACES.some((one) => isInside(place, one))) return ENDLESS;
  const { kind, size } = world.stat(place);
  if (kind === "other") return ENDLESS;
  return kind === "file" && read === "contents" ? size : 0;
}
