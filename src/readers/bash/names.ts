/** What is known of file names by looking at the disk: what is not there puts nothing in place. */

import type { KnownWord } from "../../contract/reading.ts";
import { segmentMatches } from "../../machine/index.ts";
import type { Names } from "../../programs/index.ts";
import { knownWord, type ScriptPoint } from "./reader.ts";
import { targetOf } from "./target.ts";

/** A tree with more entries than this is not looked through. */
const MAX_TREE = 1_500;

/** Answers for file names by looking: what is not there puts nothing in place. */
export function namesAt(point: ScriptPoint): Names {
  return {
    // Some programs take `+words` as commands and `@words` as lists of further words.
    dashes: (word) => matches(point, word, (name) => /^[-+@]|\s[-+@]/.test(name)) > 0,
    several: (word) => matches(point, word, () => true) > 1,
  };
}

/** How many names a pattern may find that are such; infinitely many when nobody can tell. */
function matches(point: ScriptPoint, word: KnownWord, such: (name: string) => boolean): number {
  if (word.value === null || point.state.touched) return Number.POSITIVE_INFINITY;
  const cut = word.value.lastIndexOf("/");
  const [dir, last] = [word.value.slice(0, cut + 1), word.value.slice(cut + 1)];
  if (/[*?[]/.test(dir) || last === "" || last.includes("**")) return Number.POSITIVE_INFINITY;
  const { world } = point.reader.context;
  let most = 0;
  for (const cwd of point.state.dirs) {
    const at = targetOf(knownWord(dir === "" ? "." : dir), cwd, world);
    const names = at.certainty === "exact" ? world.readDir(at.path) : undefined;
    if (names === undefined) {
      if (at.certainty !== "exact" || world.stat(at.path).kind !== "absent") return Number.POSITIVE_INFINITY;
    } else {
      const found = names.filter((name) => segmentMatches(last, name));
      // Put in place without quotes, such a name falls apart.
      if (word.splits && found.some((name) => /[\s*?[\\]/.test(name))) return Number.POSITIVE_INFINITY;
      most = Math.max(most, found.filter(such).length);
    }
  }
  return most;
}

/** No name below the place would fall apart, vanish or look like an option where it is put in place bare. */
export function isTame(point: ScriptPoint, place: string): boolean {
  const { reader, state } = point;
  const dir = state.dirs.length === 1 ? state.dirs[0] : undefined;
  if (dir === undefined || state.touched) return false;
  const at = targetOf(knownWord(place), dir, reader.context.world);
  if (at.certainty !== "exact" || !isPlain(place)) return false;
  const kept = reader.tame.get(at.path);
  if (kept !== undefined) return kept;
  const tame = looksTame(point, at.path);
  reader.tame.set(at.path, tame);
  return tame;
}

const isPlain = (name: string): boolean => !/^-|[\s'"\\*?[]/.test(name);

function looksTame(point: ScriptPoint, root: string): boolean {
  const { world } = point.reader.context;
  const todo = [root];
  let left = MAX_TREE;
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const found = world.lstat(at).kind;
    if (found === "unreadable" || (found === "link" && at === root)) return false;
    if (found !== "directory") continue;
    const names = world.readDir(at);
    if (names === undefined) return false;
    left -= names.length;
    if (left < 0 || !names.every(isPlain)) return false;
    for (const name of names) todo.push(`${at}/${name}`);
  }
  return true;
}
