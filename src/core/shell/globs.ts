/** Words that some shells take for patterns: literal only while no file has such a name. */
import type { Word } from "../../contract/simple.ts";
import { foldSegment } from "../places/fold.ts";
import { expandGlob } from "../places/index.ts";
import type { PlainWord } from "../text.ts";
import type { Scene } from "../types.ts";

/** What a glob stands for, absolute; undefined: nothing, a link, or more than every shell would put in place. */
export function matchesOf({ value }: Word, cwd: string, scene: Scene): readonly string[] | undefined {
  if (value === null || value.startsWith("//") || value.split("/").includes("..")) return undefined;
  const pattern = value.startsWith("/") ? value : `${cwd}/${value}`;
  const found = expandGlob(pattern.replace(/\/(?:\.?\/)+/g, "/"), scene);
  return found === undefined || found.length === 0 ? undefined : found;
}

/** Every word that is not a glob is what it says, wherever the shell's options make more of it. */
export const isLiteralThere = (word: PlainWord, cwd: string, scene: Scene): boolean =>
  word.revision === undefined ? !word.option || isNoOption(cwd, scene) : isNoFile(word, cwd, scene);

/**
 * A revision is literal in bash and dash. Where a shell's options make `~` and `^` signs of a pattern, it stands for files whose path begins
 * with the revision's name (with `~` behind it: is that name): there is none.
 */
function isNoFile({ value, revision = "" }: PlainWord, cwd: string, scene: Scene): boolean {
  const segments = revision.split("/").map(foldSegment);
  const last = segments.pop() ?? "";
  if ([...segments, last].some((segment) => /^\.{0,2}$/.test(segment))) return false;
  const isMatch = (name: string): boolean =>
    value.charAt(revision.length) === "~" ? foldSegment(name) === last : foldSegment(name).startsWith(last);
  let places: readonly string[] = [cwd];
  for (const segment of segments)
    places = places.flatMap((place) =>
      namesIn(place, scene)
        .filter((name) => foldSegment(name) === segment)
        .map((name) => `${place}/${name}`),
    );
  return places.every((place) => isListed(place, scene) && !namesIn(place, scene).some(isMatch));
}

/** An option with a pattern as its value is literal: nothing here has a name with two dashes in front. */
const isNoOption = (cwd: string, scene: Scene): boolean =>
  isListed(cwd, scene) && !namesIn(cwd, scene).some((name) => name.startsWith("--"));

const namesIn = (place: string, { disk }: Scene): readonly string[] => disk.readDir(place) ?? [];
/** What is in it can be seen, or it is no directory. */
const isListed = (place: string, { disk }: Scene): boolean =>
  disk.readDir(place) !== undefined || disk.stat(place).kind === "file";
