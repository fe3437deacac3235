/** The place that a word names to a program that stands in `cwd`. */
import type { Word } from "../../contract/simple.ts";
import { placeOf } from "../places/index.ts";
import type { Scene } from "../types.ts";

/** Absolute and normalised; undefined: no place that every program takes alike. A directory that is not there is never gone through and left. */
export function placeAt({ value }: Word, cwd: string, { disk }: Scene): string | undefined {
  if (value === null || value === "" || value.includes("\n")) return undefined;
  // The shell has put home in place already: what begins so still is a name like any other.
  const text = value.startsWith("~") ? `./${value}` : value;
  const place = placeOf(text, cwd, disk);
  if (place === undefined || !/[^./][^/]*\/+(?:\.\/+)*\.\.(?:\/|$)/.test(text)) return place;
  const gone = text.slice(0, text.lastIndexOf("..")).replace(/\/+$/, "");
  return disk.stat(gone.startsWith("/") ? gone : `${cwd}/${gone}`).kind === "directory" ? place : undefined;
}
