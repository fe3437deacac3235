/**
 * Kinds of places a call can touch, as data. `~` is every user's home, `**` any number of directories; a pattern means
 * what it names and everything below. Matching is by folded segments and through links, as for rules.
 */
import type { Target } from "../../contract/effect.ts";
import { compilePattern, foldPath, type Look, meets, type Pattern } from "../../machine/index.ts";
import PLACES from "./known-places.json" with { type: "json" };

export type KnownPlace = keyof typeof PLACES;

export const isPlace = (name: string): boolean => Object.hasOwn(PLACES, name);

const HOMES = ["/root", "/home/*", "/Users/*", "/var/root", "/c/Users/*"] as const;

const compiled = new Map<string, readonly Pattern[]>();

function patternsOf(place: KnownPlace, home: string): readonly Pattern[] {
  const key = `${place} ${home}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const written = PLACES[place].flatMap((text) =>
    text.startsWith("~") ? [home, ...HOMES].map((dir) => `${dir}${text.slice(1)}`) : [text],
  );
  const patterns = written.flatMap((text) => compilePattern(foldPath(text)) ?? []);
  compiled.set(key, patterns);
  return patterns;
}

/** `*` names everything and so nothing in particular. */
const ANY_NAME = "\u0001";

/** The target is, or lies in, such a place. What could be anywhere lies nowhere in particular. */
export function isAt(place: KnownPlace, target: Target, look: Look, home: string): boolean {
  if (target.path === "") return false;
  const { ways, globs } = look(target);
  const particular = globs
    ? ways.map((way) => way.map((segment) => (/^\*+$/.test(segment) ? ANY_NAME : segment)))
    : ways;
  return patternsOf(place, home).some((pattern) => particular.some((way) => meets(pattern, way, globs) === "at"));
}
