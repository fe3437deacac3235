/** From words to places. */
import type { Target } from "../../contract/effect.ts";
import { exact, globTarget, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import { matchesNow, normalise, noteTwofold, segmentMatches, toTarget } from "../../machine/index.ts";

/** The place a word names, seen from `cwd`. What a variable holds may contain `..`: then it could be anywhere. */
export function targetOf(word: KnownWord, cwd: Target, world: World): Target {
  if (word.value === null) return word.under === undefined ? unknownTarget() : below(word.under, cwd, world);
  if (mayBePattern(word.text)) return unknownTarget();
  const absolute = word.value.startsWith("/");
  if (!absolute && cwd.certainty !== "exact") return belowUnknown(word.value, cwd);
  const raw = absolute ? word.value : `${cwd.path}/${word.value}`;
  return word.glob ? globPlace(raw, world) : toTarget(raw, cwd.path, world);
}

/** With zsh's extended patterns `^x` is everything but x, and `a#`, `a~b` are patterns too. */
const mayBePattern = (written: string): boolean =>
  /[\^#~]/.test(written) && /[^=:][#~]|\^/.test(written.replace(/\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, ""));

/** At or below a place that is itself known as written. */
function below(place: string, cwd: Target, world: World): Target {
  const at = targetOf({ value: place, text: place, glob: false, splits: false, prefix: place }, cwd, world);
  return at.certainty === "exact" ? unknownTarget(at.path) : unknownTarget();
}

function globPlace(raw: string, world: World): Target {
  const parts = raw.split("/");
  const first = parts.findIndex((part) => /[*?[]/.test(part));
  if (first === -1) return exact(normalise(raw));
  if (parts.slice(0, first).includes("..")) {
    const from = toTarget(parts.slice(0, first).join("/") || "/", "/", world);
    return from.certainty === "exact" ? globPlace(`${from.path}/${parts.slice(first).join("/")}`, world) : from;
  }
  if (parts.includes("..")) return climbing(parts, first, world);
  // `**` goes down in some shells, and in bash when told to.
  if (raw.includes("**")) return unknownTarget(normalise(parts.slice(0, first).join("/") || "/"));
  // `.*` may match `..` in older shells: that is the parent, and all below it.
  if (parts.some((part) => /^\.[*?[]/.test(part) && segmentMatches(part, "..")))
    return unknownTarget(normalise(parts.slice(0, Math.max(first - 1, 1)).join("/") || "/"));
  return globTarget(normalise(raw));
}

/** A pattern, and `..` behind it: what it matches may be a link, and there is no saying which; the first match is what it most likely means. */
function climbing(parts: readonly string[], first: number, world: World): Target {
  const up = parts.findIndex((part, i) => i > first && part === "..");
  noteTwofold(world, "lost");
  const [match] = world.parents === undefined ? [] : (matchesNow(parts.slice(0, up).join("/"), world) ?? []);
  if (match === undefined) return unknownTarget();
  const raw = [match, ...parts.slice(up)].join("/");
  return /[*?[]/.test(raw) ? globPlace(raw, world) : toTarget(raw, "/", world);
}

function belowUnknown(relative: string, cwd: Target): Target {
  if (cwd.certainty === "glob" || cwd.path === "") return unknownTarget();
  return relative.split("/").includes("..") ? unknownTarget() : unknownTarget(cwd.path);
}

/** Where `cd` goes: the shell takes `..` out by text. */
export function directoryOf(value: string, from: Target): Target {
  if (value.startsWith("/")) return exact(normalise(value));
  if (from.certainty !== "exact") return belowUnknown(value, from);
  return exact(normalise(`${from.path}/${value}`));
}

const HARMLESS_PLACES = new Set(["/dev/null", "/dev/zero", "/dev/stdin", "/dev/stdout", "/dev/stderr"]);

/** Devices that keep nothing and tell nothing. */
export const isHarmlessPlace = (target: Target): boolean =>
  target.certainty === "exact" && (HARMLESS_PLACES.has(target.path) || /^\/dev\/fd\/\d+$/.test(target.path));
