/** What a file holds at a point of a command: as on disk, or as the command itself has written it before. */
import { type DeleteEffect, type Effect, fixedPart, type Target, type WriteEffect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { isInside } from "../../machine/index.ts";
import type { Files, FileText } from "../definitions/index.ts";
import { MAX_FILE_BYTES, worldFiles } from "../definitions/index.ts";
import { isLikely } from "./likely.ts";
import type { ScriptPoint } from "./reader.ts";

const MAX_COPIES = 4;

export interface SeenFiles {
  readonly files: Files;
  /** Files that were asked for and may hold something else when they are read. */
  readonly doubtful: ReadonlySet<string>;
  /** Files that were asked for and that the command writes, or may write, before. */
  readonly changed: ReadonlySet<string>;
}

/** The files as the commands read so far leave them. */
export function filesAt(point: ScriptPoint): SeenFiles {
  const disk = worldFiles(point.reader.context.world);
  const doubtful = new Set<string>();
  const changed = new Set<string>();
  const changes = changesBefore(point);
  const { pipes } = point.reader;
  const how = { copies: MAX_COPIES, keeps: isLikely(point) };
  if (pipes.size > 0) return { files: withPipes(pipes, changes, disk), doubtful, changed };
  if (changes.length === 0) return { files: disk, doubtful, changed };
  const text = (path: string): FileText => {
    const found = after(changes, path, disk, how);
    if (!found.sure) doubtful.add(path);
    if (!found.sure || found.changed) changed.add(path);
    return found.text;
  };
  return { files: { text, names: (dir) => namesAt(changes, dir, disk) }, doubtful, changed };
}

/** The same with what substituted processes print (likely readings). */
const withPipes = (pipes: ReadonlyMap<string, string>, changes: readonly Effect[], disk: Files): Files => ({
  text: (path) => {
    const printed = pipes.get(path);
    return printed === undefined
      ? after(changes, path, disk, { copies: MAX_COPIES, keeps: true }).text
      : boundText(printed);
  },
  names: (dir) => namesAt(changes, dir, disk),
});

/** Effects of everything read before, but not of the runners this point stands below, nor of other packages below them. */
function changesBefore(point: ScriptPoint): readonly Effect[] {
  const { commands } = point.reader;
  const above = new Set<SubCommand>();
  for (let at = point.below?.under; at !== undefined; at = commands[at]?.under) {
    const command = commands[at];
    if (command === undefined || above.has(command)) break;
    above.add(command);
  }
  const isApart = (index: number): boolean =>
    (point.below?.apart ?? []).some(([from, to]) => index >= from && index < to);
  return commands
    .filter((command, index) => !above.has(command) && !isApart(index))
    .flatMap(({ effects }) => {
      const changing = effects.filter(mayChangeFiles);
      return effects.some(isTask) ? changing.filter(({ do: kind }) => kind !== "run" && kind !== "unknown") : changing;
    });
}

/** A test, a build: looked through by itself where it is one of the project's. */
const isTask = (effect: Effect): boolean => effect.do === "run" && effect.what === "task";

/** Other effects change no file of this machine. */
const mayChangeFiles = (effect: Effect): boolean => {
  switch (effect.do) {
    case "write":
      return effect.as !== "mode" && effect.as !== "directory";
    case "run":
      return effect.what !== "task" && effect.what !== "helper" && effect.what !== "remote";
    case "delete":
    case "unknown":
    case "package":
    case "privilege":
      return true;
    case "vcs":
      return /^(?:switch|discard|stash|merge|rewrite|pull|clone|other)$/.test(effect.op);
    default:
      return false;
  }
};

interface Found {
  readonly text: FileText;
  readonly sure: boolean;
  readonly changed: boolean;
}

interface Following {
  readonly copies: number;
  /** What is written and not known is likely what was there before, or much of it (likely readings). */
  readonly keeps: boolean;
}

function after(changes: readonly Effect[], path: string, disk: Files, { copies, keeps }: Following): Found {
  const sourceOf = ({ from, as }: WriteEffect, index: number): Found | undefined =>
    from?.certainty === "exact" && copies > 0
      ? after(before(changes, index, as === "move" ? from.path : null), from.path, disk, { copies: copies - 1, keeps })
      : undefined;
  const change = (found: Found, effect: Effect, index: number): Found => {
    if (effect.do === "delete") return covers(effect.target, effect.recursive, path) ? taken(found, effect) : found;
    if (effect.do !== "write") return { ...found, sure: false };
    if (effect.target.certainty !== "exact" || effect.target.path !== path)
      // A link leads all that is named below it elsewhere.
      return { ...found, sure: found.sure && !covers(effect.target, effect.recursive || effect.as === "link", path) };
    const source = sourceOf(effect, index);
    const written = writeText(found.text, effect.contents, effect.as === "append", source?.text);
    return { text: keeps ? knownOf(written, found.text) : written, sure: source?.sure ?? true, changed: true };
  };
  return changes.reduce<Found>(change, { text: disk.text(path), sure: true, changed: false });
}

/** What was there before, where what is there now is not known. */
const knownOf = (now: FileText, old: FileText): FileText => (now.kind !== "text" && old.kind === "text" ? old : now);

const taken = (found: Found, { target }: DeleteEffect): Found =>
  target.certainty === "exact" ? { ...found, text: { kind: "absent" } } : { ...found, sure: false };

/** What came before a copy. `mv` first takes the file away from where it was: it is what stands at the new place. */
const before = (changes: readonly Effect[], index: number, moved: string | null): readonly Effect[] =>
  changes
    .slice(0, index)
    .filter((effect, i) => !(i >= index - 2 && effect.do === "delete" && effect.target.path === moved));

function writeText(
  old: FileText,
  contents: string | undefined,
  append: boolean,
  source: FileText | undefined,
): FileText {
  if (source !== undefined) return source;
  if (contents === undefined) return { kind: "unknown", why: "the command writes it, and what is not known" };
  if (!append || old.kind === "absent") return boundText(contents);
  return old.kind === "text" ? boundText(old.text + contents) : old;
}

const boundText = (text: string): FileText =>
  text.length > MAX_FILE_BYTES ? { kind: "unknown", why: "it is too long" } : { kind: "text", text };

const covers = (target: Target, recursive: boolean, path: string): boolean => {
  if (target.certainty === "exact") return target.path === path || (recursive && isInside(path, target.path));
  const fixed = fixedPart(target);
  return fixed === "" || isInside(path, fixed);
};

function namesAt(changes: readonly Effect[], dir: string, disk: Files): readonly string[] | undefined {
  const more = changes.flatMap((effect) => {
    if (effect.do !== "write" || effect.target.certainty !== "exact") return [];
    const cut = effect.target.path.lastIndexOf("/");
    return effect.target.path.slice(0, cut) === dir ? [effect.target.path.slice(cut + 1)] : [];
  });
  const names = disk.names(dir);
  return more.length === 0 ? names : [...new Set([...(names ?? []), ...more])];
}
