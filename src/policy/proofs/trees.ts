/**
 * A tree that is moved, copied or deleted, looked through: what stands in it, and what stands where each of its names lands. A name
 * that becomes protected there, or that meets a link there, makes more of the call than an edit of the project.
 */
import { basename } from "node:path/posix";
import { type Effect, exact, type Target, type WriteEffect } from "../../contract/effect.ts";
import { isCompiledCode, isInside, isUnknownDot, sourceOfCompiled } from "../../machine/index.ts";
import { isTooDeep } from "../brought.ts";
import type { PolicyCall } from "../call.ts";
import { protectionOf } from "../protection.ts";

/** A tree with more entries than this is not looked through. */
const MAX_TREE = 5000;

/** `unknown`: not all that stands in it is known by now. `guarded`: a link, or a name that is protected where it is or lands, or that nobody knows to be plain. */
type TreeView = "sound" | "unknown" | "guarded";

interface TreeSearch {
  readonly recursive: boolean;
  /** Where it is to stand; where it stands now unless told. */
  readonly into?: string;
}

export function lookThrough(tree: Target, { recursive, into = tree.path }: TreeSearch, call: PolicyCall): TreeView {
  if (tree.certainty !== "exact") return "unknown";
  const { kind } = call.world.lstat(tree.path);
  if (kind === "link" || kind === "unreadable") return "guarded";
  if (!recursive) return "sound";
  if (into !== tree.path && !isSettled(tree.path, call)) return "unknown";
  if (kind !== "directory") return "sound";
  const landings = into === tree.path ? [into] : [into, `${into}/${basename(tree.path)}`];
  let budget = MAX_TREE;
  const todo = [""];
  for (let below = todo.pop(); below !== undefined; below = todo.pop()) {
    if (landings.some((landing) => isTooDeep(landing + below))) return "unknown";
    const names = call.world.readDir(tree.path + below);
    if (names === undefined) return "unknown";
    for (const name of names) {
      const path = `${below}/${name}`;
      const found = call.world.lstat(tree.path + path).kind;
      if (found !== "file" && found !== "directory") return "guarded";
      if (--budget < 0) return "unknown";
      if (landings.some((landing) => isGuarded(landing + path, call))) return "guarded";
      if (into !== tree.path && isUnknownDot(name)) return "guarded";
      if (found === "directory") todo.push(path);
      else if (into !== tree.path && landings.some((landing) => isUnread(landing, path, tree.path, call)))
        return "guarded";
    }
  }
  return "sound";
}

/** Compiled code whose source does not come along with it. A cache without a source where it lands is not loaded. */
function isUnread(landing: string, path: string, from: string, { world }: PolicyCall): boolean {
  if (!isCompiledCode(landing + path)) return false;
  const source = sourceOfCompiled(landing + path);
  if (source === undefined) return true;
  if (isInside(source, landing) && world.lstat(from + source.slice(landing.length)).kind === "file") return false;
  return !/\/__pycache__\/[^/]+$/i.test(landing + path) || world.lstat(source).kind !== "absent";
}

/** What is written there would go elsewhere, or is protected. */
function isGuarded(path: string, call: PolicyCall): boolean {
  const { kind, links } = call.world.lstat(path);
  if (kind === "link" || kind === "other" || kind === "unreadable" || (kind === "file" && links > 1)) return true;
  return protectionOf(exact(path), call) !== undefined;
}

/** Nothing of the call itself changes what stands there: what is seen now is what will be taken. One file it makes is no tree. */
export function isSettled(path: string, call: PolicyCall): boolean {
  const made = call.effects.filter((effect): effect is WriteEffect => effect.do === "write" && effect.as !== "mode");
  if (made.some(({ target }) => target.certainty !== "exact")) return false;
  const meets = made.filter(({ target, from, recursive, as }) =>
    isInside(target.path, path)
      ? true
      : (recursive || as === "move") && from?.path !== path && isInside(path, target.path),
  );
  if (call.world.lstat(path).kind === "directory") return meets.length === 0;
  return meets.every(
    (effect) => makesFile(effect, call) && (effect.target.path === path || isOtherLanding(effect, path, made)),
  );
}

/** The same file in a directory of that name: it is one landing or the other. */
const isOtherLanding = ({ target, from }: WriteEffect, path: string, made: readonly WriteEffect[]): boolean =>
  from !== undefined &&
  target.path === `${path}/${basename(from.path)}` &&
  made.some((one) => one.target.path === path && one.from?.path === from.path);

function makesFile({ as, from, recursive }: WriteEffect, call: PolicyCall): boolean {
  if (recursive || as === "directory" || as === "link" || as === "hardlink") return false;
  return as !== "move" || (from?.certainty === "exact" && isPlainFile(from.path, call));
}

/** A file now, or one that the call writes before. */
const isPlainFile = (path: string, call: PolicyCall): boolean =>
  call.world.lstat(path).kind === "file" ||
  call.effects.some((effect) => isFileWrite(effect) && effect.target.path === path);

const isFileWrite = (effect: Effect): effect is WriteEffect =>
  effect.do === "write" && effect.from === undefined && (effect.as === undefined || effect.as === "append");
