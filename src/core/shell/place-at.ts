/** The place that a word names to a program that stands in `cwd`. */
import type { Word } from "../../contract/simple.ts";
import { placeOf } from "../places/index.ts";
import type { Scene } from "../types.ts";

/** Absolute and normalised; undefined: no place that every program takes alike. What is gone into and left again is a directory. */
export function placeAt({ value }: Word, cwd: string, { disk }: Scene): string | undefined {
  if (value === null || value === "" || value.includes("\n")) return undefined;
  // The shell has put home in place already: what begins so still is a name like any other.
  const text = value.startsWith("~") ? `./${value}` : value;
  const place = placeOf(text, cwd, disk);
  if (place === undefined || !text.includes("..")) return place;
  const start = text.startsWith("/") ? "" : cwd;
  const parts = text.split("/").filter((part) => part !== "" && part !== ".");
  const last = parts.lastIndexOf("..");
  const entered = parts.flatMap((part, i) => (i < last && part !== ".." ? [parts.slice(0, i + 1)] : []));
  return entered.every((way) => disk.stat(`${start}/${way.join("/")}`).kind === "directory") ? place : undefined;
}
