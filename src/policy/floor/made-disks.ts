/** Disks by another name that the call itself makes: a node, a copy of one, a loop over one. */
import { beside } from "../../contract/beside.ts";
import { toTarget } from "../../machine/index.ts";
import { type CallCommand, type CallView, lineOf } from "../offline/index.ts";

export interface MadeDisks {
  /** A name that stands for a disk by then. */
  readonly has: (name: string, command: CallCommand) => boolean;
  /** Makes a loop over a disk, and prints which. */
  readonly loops: (command: CallCommand) => boolean;
}

const LOOP = /^\/dev\/loop\d*/;

/** What the commands of the call make. */
export function madeDisks(view: CallView, isDisk: (path: string) => boolean): MadeDisks {
  const known = kept.get(view.commands) ?? look(view, isDisk);
  kept.set(view.commands, known);
  return known;
}

const kept = beside<CallView["commands"], MadeDisks>();

function look(view: CallView, isDisk: (path: string) => boolean): MadeDisks {
  const nodes = new Map(
    view.commands.flatMap((command) => nodesOf(command, view, isDisk).map((path) => [path, command] as const)),
  );
  const loops = (command: CallCommand): boolean =>
    /^(?:losetup|udisksctl loop-setup|kpartx)(?= )(?!.* (?:-\w*r|--read-only)(?: |$))/.test(lineOf(command)) &&
    valuesOf(command).some((value) => isDisk(value.replace(/^--?\w[\w-]*=/, "")));
  const looped = view.commands.some(loops);
  const isNode = (path: string, command: CallCommand): boolean => nodes.has(path) && nodes.get(path) !== command;
  return {
    has: (name, command) => (looped && LOOP.test(name)) || isNode(pathOf(name, command, view), command),
    loops,
  };
}

function nodesOf(command: CallCommand, view: CallView, isDisk: (path: string) => boolean): readonly string[] {
  const values = valuesOf(command);
  const operands = values.filter((value, i) => !value.startsWith("-") && !/^(?:-m|--mode)$/.test(values[i - 1] ?? ""));
  const inCode = command.effects.flatMap((effect) =>
    effect.do === "run" && /\bmakedev\b|S_IFBLK|0o?60/.test(effect.code ?? "")
      ? [...(effect.code ?? "").matchAll(/\bmknod\w*\s*\(?\s*["']([^"'\n]+)["']/g)].map(([, name = ""]) => name)
      : [],
  );
  const [made] = operands;
  const isNode = command.name === "mknod" && operands[1] === "b";
  const copied = COPIES_NODES.test(lineOf(command)) && operands.slice(0, -1).some(isDisk) ? operands.slice(-1) : [];
  return [...(isNode && made !== undefined ? [made] : []), ...copied, ...inCode].map((name) =>
    pathOf(name, command, view),
  );
}

/** The node itself, not what is on the disk. */
const COPIES_NODES =
  /^g?cp (?:.* )?(?:-\w*[aRrd]\w*|--archive|--recursive)(?: |$)|^rsync (?:.* )?(?:-\w*[aD]\w*|--archive|--devices)(?: |$)/;

const valuesOf = ({ words }: CallCommand): readonly string[] => words.slice(1).flatMap(({ value }) => value ?? []);

const pathOf = (name: string, { cwd }: CallCommand, view: CallView): string =>
  toTarget(name, cwd?.certainty === "exact" ? cwd.path : view.cwd, view.world).path;
