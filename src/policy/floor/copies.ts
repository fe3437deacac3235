/** Copies of keys that this session or this call made, and that a program which sends or publishes is given by name, or finds where it stands. */
import type { FileMark } from "../../contract/session.ts";
import { openWorkTree } from "../../machine/git/index.ts";
import { isInside, realPath, toTarget } from "../../machine/index.ts";
import { type CallCommand, type CallView, flowsOf, lineOf } from "../offline/index.ts";
import { isKeyMark } from "./keys.ts";

/** Every copy that is known, with what is in it. */
export function keyCopies(view: CallView, marked: readonly FileMark[]): ReadonlyMap<string, string> {
  const { cwd, projectRoot, world, look, text } = view;
  const made = flowsOf(view.commands, { cwd, projectRoot, world, look, text, marked }).files;
  const all = [...marked, ...[...made].map(([path, mark]): FileMark => ({ ...mark, path }))];
  return new Map(all.filter(isKeyMark).map(({ path, from }) => [path, from]));
}

/** Of these, what the words of a command name, each also behind its option or sign. */
export function copiesNamed(
  command: CallCommand,
  view: CallView,
  copies: ReadonlyMap<string, string>,
): readonly string[] {
  if (copies.size === 0) return [];
  const dir = dirOf(command, view);
  const named = command.words
    .slice(1)
    .flatMap(({ value }) => (value === null ? [] : [value, value.replace(/^.*[=@<]/s, "")]))
    .map((value) => toTarget(value, dir, view.world).path);
  return [...copies].flatMap(([path, from]) => (named.some((one) => isInside(one, path)) ? [from] : []));
}

const PUBLISHES = /^(?:npm|pnpm|yarn|bun) (?:.* )?publish(?: |$)(?!.*--dry-run)/;

/** What lies in the directory that is published, and is not left out as git leaves it out. */
export function copiesPublished(
  command: CallCommand,
  view: CallView,
  copies: ReadonlyMap<string, string>,
): readonly string[] {
  if (copies.size === 0 || !PUBLISHES.test(lineOf(command))) return [];
  const dir = dirOf(command, view);
  const tree = openWorkTree(dir, view.world);
  return [...copies].flatMap(([path, from]) => {
    const real = realPath(path, view.world).path;
    const isIgnored = tree !== undefined && isInside(real, tree.root) && tree.ignores(real, false);
    return isInside(path, dir) && !isIgnored && isThere(path, view) ? [from] : [];
  });
}

/** By now, or made by the call. */
const isThere = (path: string, { world, commands }: CallView): boolean =>
  world.lstat(path).kind !== "absent" ||
  commands.some(({ effects }) => effects.some((effect) => effect.do === "write" && effect.target.path === path));

const dirOf = ({ cwd }: CallCommand, view: CallView): string => (cwd?.certainty === "exact" ? cwd.path : view.cwd);
