/** From words to places, by text alone: no link is followed here. */
import { exact, globTarget, type Target, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { normalise } from "../../machine/index.ts";

/** The place a word names, seen from `cwd`. */
export function targetOf(word: KnownWord, cwd: Target): Target {
  const { value, under, prefix, glob } = word;
  if (value === null) return unknownBelow(under ?? directoryPart(prefix), cwd);
  const raw = absolute(value, cwd);
  if (raw === undefined) return value.split("/").includes("..") ? unknownTarget() : unknownTarget(cwd.path);
  return glob ? globPlace(raw) : exact(normalise(raw));
}

const absolute = (path: string, cwd: Target): string | undefined =>
  path.startsWith("/") ? path : cwd.certainty === "exact" ? `${cwd.path}/${path}` : undefined;

/** Of "src/$X" it is known that it lies in src; of "$X/src" nothing is. */
const directoryPart = (prefix: string): string => (/^-|^[a-z]+:\/\//i.test(prefix) ? "" : prefix.replace(/[^/]*$/, ""));

function unknownBelow(place: string, cwd: Target): Target {
  const raw = place === "" || place === "/" ? undefined : absolute(place, cwd);
  return unknownTarget(raw === undefined ? "" : normalise(raw));
}

function globPlace(raw: string): Target {
  const parts = raw.split("/");
  const first = parts.findIndex((part) => /[*?[]/.test(part));
  const fixed = (): string => normalise(parts.slice(0, first).join("/") || "/");
  if (first < 0) return exact(normalise(raw));
  return raw.includes("**") || parts.indexOf("..", first) > 0 ? unknownTarget(fixed()) : globTarget(normalise(raw));
}

/** Where `cd` goes. */
export function directoryOf(value: string, from: Target): Target {
  const raw = absolute(value, from);
  return raw === undefined ? unknownTarget() : exact(normalise(raw));
}

const HARMLESS = new Set(["/dev/null", "/dev/zero", "/dev/stdin", "/dev/stdout", "/dev/stderr"]);

/** Devices that keep nothing and tell nothing. */
export const isHarmlessPlace = (target: Target): boolean =>
  target.certainty === "exact" && (HARMLESS.has(target.path) || /^\/dev\/fd\/\d+$/.test(target.path));

/** Where programs of the system lie. */
export const HOME_OF_PROGRAMS = /^(?:\/usr(?:\/local)?|\/opt\/homebrew|\/usr\/local\/opt\/coreutils)?\/s?bin\//;
