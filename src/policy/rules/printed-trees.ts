/**
 * An archive that goes to the standard output, of a tree with a secret in it: whoever prints the archive, or unpacks it to show it,
 * prints the secret. A rule for the program does not say so; an archive that is a file is held when it is shown.
 */
import type { Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { foldSegment, listEntries, matchesNow, secretFile } from "../../machine/index.ts";
import { programNames } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";

/** How far down a secret is looked for, and how many names; beyond that there may be one. */
const MAX_DEPTH = 8;
const MAX_ENTRIES = 4_000;

const PACKS = /^(?:g?tar|bsdtar|star|zip|7z[ar]?|cpio|bsdcpio|pax|ar|jar|shar|mksquashfs|zstd|xz)$/;
const TO_OUTPUT = /^(?:-|\/dev\/(?:stdout|tty|fd\/\d+)|\/proc\/self\/fd\/\d+|-so|--to-stdout|-[a-zA-Z]*f-)$/;
const EXCLUDES = /^(?:--exclude(?:=|$)|-x)/;
/** Brought by others, and never a project's own secret. */
const NOT_BELOW = /^(?:node_modules|\.git|\.venv|venv|target|dist)$/;

export const printsTree = (command: SubCommand, call: PolicyCall): boolean =>
  isPacker(command) && goesToOutput(command) && packsSecret(command, call);

const isPacker = ({ name }: SubCommand): boolean => programNames(name ?? "").some((one) => PACKS.test(one));

/** The archives a command makes as files of a tree with a secret in it. */
export const secretArchives = (command: SubCommand, call: PackCall): readonly string[] =>
  isPacker(command) && !goesToOutput(command) && packsSecret(command, call)
    ? [...command.effects, ...(command.redirections ?? [])].flatMap((effect) =>
        effect.do === "write" && effect.as !== "directory" && effect.target.certainty === "exact"
          ? [effect.target.path]
          : [],
      )
    : [];

type PackCall = Pick<PolicyCall, "world">;

function packsSecret(command: SubCommand, call: PackCall): boolean {
  const left = { entries: MAX_ENTRIES };
  const spared = excluded(command);
  return command.effects.some(
    (effect) =>
      effect.do === "read" &&
      effect.recursive &&
      effect.target.path !== "" &&
      placesOf(effect.target, call).some((path) => holdsSecret(path, 0, { left, spared, call })),
  );
}

const placesOf = ({ certainty, path }: Target, { world }: PackCall): readonly string[] =>
  certainty === "glob" ? (matchesNow(path, world) ?? []) : [path];

/** Not into a file, by its own words or by where the shell sends it. */
function goesToOutput({ words, effects, redirections = [] }: SubCommand): boolean {
  if (redirections.some((effect) => effect.do === "write")) return false;
  return (
    words.slice(1).some(({ value }) => TO_OUTPUT.test(value ?? "")) || !effects.some((effect) => effect.do === "write")
  );
}

/** Names that are left out, as they stand. */
function excluded({ words }: SubCommand): ReadonlySet<string> {
  const values = words.map(({ value }) => value ?? "");
  return new Set(
    values.flatMap((value, i) =>
      EXCLUDES.test(value)
        ? [value.slice(value.indexOf("=") + 1)]
        : /^(?:--exclude|-x)$/.test(values[i - 1] ?? "")
          ? [value]
          : [],
    ),
  );
}

interface Walk {
  readonly left: { entries: number };
  readonly spared: ReadonlySet<string>;
  readonly call: PackCall;
}

function holdsSecret(dir: string, depth: number, walk: Walk): boolean {
  const entries = listEntries(dir, walk.call.world) ?? [];
  walk.left.entries -= entries.length;
  if (walk.left.entries < 0) return true;
  const own = entries.filter(({ name }) => !walk.spared.has(name));
  if (own.some(({ name, kind }) => kind !== "directory" && secretFile(foldSegment(name)) !== undefined)) return true;
  const below = own.filter(({ name, kind }) => kind === "directory" && !NOT_BELOW.test(name));
  if (depth >= MAX_DEPTH) return below.length > 0;
  return below.some(({ name }) => holdsSecret(`${dir}/${name}`, depth + 1, walk));
}
