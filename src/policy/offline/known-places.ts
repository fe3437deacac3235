/**
 * Kinds of places a call can touch, as data, in the form of the core's tables of places: `~/` counts from any home, `/` from the root,
 * everything else stands at any depth; each name means what lies below it too.
 */

import type { Target } from "../../contract/effect.ts";
import { once } from "../../contract/kept.ts";
import { credentialStore, foldedSegments, homesOf, placeTable } from "../../core/places/index.ts";
import { isInside, type Look, type Ways } from "../../machine/index.ts";
import rows from "./known-places.json" with { type: "json" };

const PLACES = { ...rows }; // so that the published types do not lead to the file

export type KnownPlace = keyof typeof PLACES;

export const isPlace = (name: string): name is KnownPlace => Object.hasOwn(PLACES, name);

const tables = once(
  () => new Map(Object.entries(PLACES).map(([place, lines]) => [place, placeTable(lines.map((names) => ({ names })))])),
);

/** `*` names everything and so nothing in particular. */
const ANY_NAME = "\u0001";

/** The target is, or lies in, such a place. */
export const isAt = (place: KnownPlace, target: Target, look: Look, home: string): boolean =>
  look(target).some((way) => {
    const path = way.map((segment) => (/^\*+$/.test(segment) ? ANY_NAME : segment));
    return (
      (
        tables()
          .get(place)
          ?.find(path, homesOf(path, foldedSegments(home))) ?? []
      ).length > 0
    );
  });

const WHOLE_HOME = "a home directory with everything in it";

/** By the table; the whole of home, too, is one. */
export function storeAt(ways: Ways, recursive: boolean, home: string): string | undefined {
  const paths = ways.map((way) => `/${way.join("/")}`);
  if (recursive && paths.some((path) => isInside(home.toLowerCase(), path))) return WHOLE_HOME;
  return paths.map((path) => credentialStore(path, home)).find((store) => store !== undefined);
}
