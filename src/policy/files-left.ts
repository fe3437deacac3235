/**
 * What files hold once a command has run, as far as the command itself says it: texts it writes, appends, copies and moves, and of a
 * program that changes a file in its place the words it is given. For what finds, and never proves.
 */
import { beside } from "../contract/beside.ts";
import type { WriteEffect } from "../contract/effect.ts";
import { HOLE, type ShellReading, type SubCommand } from "../contract/reading.ts";
import type { World } from "../contract/world.ts";
import { isInside } from "../machine/index.ts";

const MAX_BYTES = 256 * 1024;
const MAX_FILES = 200;

export interface LeftFile {
  /** Absolute; where it is not known, what is known of it. */
  readonly path: string;
  readonly placed: boolean;
  /** All that it holds. */
  readonly text: string;
  /** The part of it that this command makes: what was on the disk before is not in it. */
  readonly made: string;
  /** The text is all that is known of it; otherwise it holds that and more, or something else. */
  readonly whole: boolean;
  readonly writers: readonly SubCommand[];
}

const found = beside<ShellReading, ReadonlyMap<string, LeftFile>>();

/** By path. Found once for each reading. */
export function filesLeft(reading: ShellReading, world: World): ReadonlyMap<string, LeftFile> {
  const left = found.get(reading) ?? follow(reading, world);
  found.set(reading, left);
  return left;
}

/** What a script or a patch holds when the call comes to it: as the call leaves it, or as it is on the disk. */
export const textLeft = (path: string, reading: ShellReading | undefined, world: World): string | undefined =>
  (reading === undefined ? undefined : filesLeft(reading, world).get(path)?.text) ?? onDisk(path, world);

function follow({ commands }: ShellReading, world: World): ReadonlyMap<string, LeftFile> {
  const left = new Map<string, LeftFile>();
  const feeders = ({ fedBy = [] }: SubCommand): readonly SubCommand[] =>
    fedBy.flatMap(([from, to]) => commands.slice(from, to));
  const write = (effect: WriteEffect, command: SubCommand): void => {
    for (const file of writtenBy(effect, { command, fed: feeders(command), left, world }))
      if (left.size < MAX_FILES || left.has(file.path)) left.set(file.path, file);
  };
  const links: (readonly [WriteEffect, SubCommand])[] = [];
  for (const command of commands)
    for (const effect of command.effects) {
      if (effect.do !== "write" || effect.as === "mode" || effect.as === "directory") continue;
      write(effect, command);
      if (effect.as === "link" || effect.as === "hardlink") links.push([effect, command]);
    }
  // What is written behind a link is what the link shows.
  for (const [effect, command] of links) write(effect, command);
  return left;
}

interface Sofar {
  readonly command: SubCommand;
  /** What may have made its input. */
  readonly fed: readonly SubCommand[];
  readonly left: ReadonlyMap<string, LeftFile>;
  readonly world: World;
}

function writtenBy(effect: WriteEffect, sofar: Sofar): readonly LeftFile[] {
  const { command, left, world } = sofar;
  const { target, from, contents } = effect;
  const placed = target.certainty === "exact";
  const { path } = target;
  const old = left.get(path);
  const writers = [...(old?.writers ?? []), command];
  if (from?.certainty === "exact" && !/^\/(?:dev|proc)\//.test(from.path)) return copied(from.path, path, sofar);
  if (contents !== undefined && effect.as !== "append" && placed)
    return [{ path, placed, text: contents, made: contents, whole: true, writers }];
  const more = contents ?? saidBy(sofar);
  const before = old?.text ?? (placed ? onDisk(path, world) : undefined) ?? "";
  return [
    {
      ...{ path, placed, writers },
      text: joined(before, more),
      made: joined(old?.made ?? "", more),
      whole: contents !== undefined && placed && old?.whole !== false,
    },
  ];
}

/** A file, and of a directory those that are known to lie in it. */
function copied(from: string, to: string, { command, left, world }: Sofar): readonly LeftFile[] {
  const inside = [...left.values()].filter((file) => file.path !== from && isInside(file.path, from));
  const source = left.get(from);
  const text = source?.text ?? onDisk(from, world);
  const own: readonly LeftFile[] =
    text === undefined
      ? []
      : [
          {
            ...{ path: to, placed: true, text, made: source?.made ?? "", whole: source?.whole ?? true },
            writers: [...(source?.writers ?? []), command],
          },
        ];
  return [...own, ...inside.map((file) => ({ ...file, path: to + file.path.slice(from.length) }))];
}

const joined = (before: string, more: string): string =>
  before === "" || before.endsWith("\n") ? before + more : `${before}\n${more}`;

function onDisk(path: string, world: World): string | undefined {
  if (world.stat(path).kind !== "file") return undefined;
  const bytes = world.readFile(path, MAX_BYTES);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** Its input and its words, and those of what feeds it: what an editor of streams puts in stands apart. */
function saidBy({ command, fed }: Sofar): string {
  const own = spelledBy(command).filter((value) => /[\s(]/.test(value));
  const others = fed.map((one) => [one.input ?? "", spelledBy(one).join(" ")].filter(Boolean).join("\n"));
  return [command.input ?? "", ...others, ...own.map(putIn)]
    .filter((text) => text !== "")
    .join("\n")
    .replaceAll(HOLE, "_");
}

const spelledBy = ({ words }: SubCommand): readonly string[] =>
  words.slice(1).map(({ value, outline, prefix }) => value ?? outline ?? prefix);

/** `$a text`, `1i\text`, `s/x/text/`: the text. */
function putIn(value: string): string {
  const added = /^(?:\d+|\$|\/(?:[^/\\]|\\.)*\/)?\s*[aic]\\?\s*(\S[\s\S]*)$/.exec(value)?.[1];
  const [, delimiter, rest] = /^(?:[^\s]{0,40}\s?)?\bs([^\w\s\\])([\s\S]*)$/.exec(value) ?? [];
  const replaced = delimiter === undefined ? undefined : rest?.split(delimiter)[1];
  return (replaced ?? added ?? value).replace(/\\n/g, "\n");
}
