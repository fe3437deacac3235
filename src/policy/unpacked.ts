/**
 * What a command that unpacks an archive or applies a patch would write: the contents decide that, so they are read, where
 * code can read them. Finds places; that everything was found is said apart.
 */
import { type Effect, exact, type WriteEffect } from "../contract/effect.ts";
import type { ShellReading, SubCommand } from "../contract/reading.ts";
import type { World } from "../contract/world.ts";
import { absolutePath } from "../machine/index.ts";
import { programNamed } from "../programs/index.ts";
import { filesInArchive, filesInDiff, type Listing, UNREAD } from "../readers/unpack/index.ts";
import { filesLeft } from "./files-left.ts";

const SOURCE_MAX_BYTES = 32 << 20;
const PLACES_MAX = 500;

type Unpacks = "diff" | "archive" | "unread";
type Use = Pick<SubCommand, "name" | "words" | "effects">;

/** Programs whose input says what they write. */
const UNPACKERS: Readonly<Record<string, Unpacks>> = {
  patch: "diff",
  gpatch: "diff",
  ...Object.fromEntries("tar gtar bsdtar unzip jar".split(" ").map((name) => [name, "archive" as const])),
  ...Object.fromEntries(
    "cpio pax ptar gpgtar ar 7z 7za 7zr 7zz rar unrar unar dpkg-deb rpm2cpio cabextract unshar"
      .split(" ")
      .map((name) => [name, "unread" as const]),
  ),
};
const GIT_UNPACKERS: Readonly<Record<string, Unpacks>> = {
  apply: "diff",
  am: "diff",
  "checkout-index": "unread",
  "read-tree": "unread",
};
/** `git apply` with one of these writes nothing, unless it is told to. */
const ONLY_LOOKS = /^--(?:check|stat|numstat|summary)$/;

export interface Unpacked {
  readonly writes: readonly WriteEffect[];
  /** Not everything it writes was found. */
  readonly unread: boolean;
  /** Of something that it unpacks or applies nothing is known. */
  readonly missing: boolean;
}

const NOTHING: Unpacked = { writes: [], unread: false, missing: false };

/** `reading` is the whole command line: a part of it may write what this part reads. */
export function unpackedBy(command: SubCommand, reading: ShellReading, world: World): Unpacked {
  const kind = kindOf(command);
  if (kind === undefined) return NOTHING;
  const texts = kind === "unread" ? [UNREAD] : listingsOf(command, kind, { reading, world });
  const strip = strippedBy(command);
  const bases = basesOf(command, world);
  const places = texts.flatMap(({ names }) => landing(names, { kind, strip, bases }, world));
  const all = [...new Set(places)];
  return {
    writes: all.slice(0, PLACES_MAX).map((path) => ({ do: "write", target: exact(path), recursive: false })),
    unread:
      all.length > PLACES_MAX ||
      texts.length === 0 ||
      texts.some(({ names, whole }) => !whole || names.some((name) => name.split("/").includes(".."))) ||
      isRenamed(command) ||
      isMadeFirst(command, reading) ||
      sourcesOf(command, world).some((path) => filesLeft(reading, world).has(path)),
    missing: texts.length === 0 || texts.includes(UNREAD),
  };
}

/** Where each of these files comes to stand. */
const landing = (
  names: readonly string[],
  {
    kind,
    strip,
    bases,
  }: { readonly kind: Unpacks; readonly strip: number | undefined; readonly bases: readonly string[] },
  world: World,
): readonly string[] =>
  names
    .filter((name) => name !== "" && !name.endsWith("/"))
    .flatMap((name) => stripped(name, kind, strip))
    .flatMap((name) => bases.map((base) => absolutePath(name.replace(/^\/+/, ""), base, world)));

/** What files hold if they are archives and this unpacks them there, found as far as code can read them. */
export const unpackedFrom = (
  files: readonly string[],
  command: Use & Pick<SubCommand, "cwd">,
  world: World,
): readonly WriteEffect[] => {
  const where = { kind: "archive" as const, strip: strippedBy(command), bases: basesOf(command, world) };
  return files.flatMap((file) => {
    const bytes = world.readFile(file, SOURCE_MAX_BYTES);
    const names = bytes === undefined ? [] : filesInArchive(bytes).names;
    return landing(names, where, world)
      .slice(0, PLACES_MAX)
      .map(
        (path): WriteEffect => ({ do: "write", target: exact(path), recursive: false, as: "copy", from: exact(file) }),
      );
  });
};

/** For the effects of a call: what was found, or that something is written somewhere below. */
export function effectsOfUnpacking(reading: ShellReading | undefined, world: World): readonly Effect[] {
  return (reading?.commands ?? []).flatMap((command) =>
    reading === undefined ? [] : unpackedBy(command, reading, world).writes,
  );
}

export function kindOf({ name, words, effects }: Use): Unpacks | undefined {
  if (name === "git") {
    const values = words.slice(1).map(({ value }) => value ?? "");
    const sub = values.find((value) => Object.hasOwn(GIT_UNPACKERS, value));
    const looks = sub === "apply" && values.some((value) => ONLY_LOOKS.test(value)) && !values.includes("--apply");
    return sub === undefined || looks || !effects.some((effect) => effect.do === "vcs")
      ? undefined
      : GIT_UNPACKERS[sub];
  }
  if (name === null) return undefined;
  if (/^python[\d.]*$/.test(name))
    return MODULE.test(words.map(({ value }) => value ?? "").join(" ")) ? "unread" : undefined;
  if (!Object.hasOwn(UNPACKERS, name)) return undefined;
  // Of some nobody has a record: those unpack unless they are told to list.
  const unpacks =
    programNamed(name) === undefined
      ? !LISTS.test(words[1]?.value ?? "")
      : effects.some((effect) => effect.do === "write" && effect.target.certainty === "unknown");
  return unpacks ? UNPACKERS[name] : undefined;
}
const MODULE = / -m ?(?:zipfile|tarfile) (?:-e|--extract) /;
const LISTS = /^-{0,2}(?:[tl][a-wyz]*|describe-module|version|help)$/;

interface Around {
  readonly reading: ShellReading;
  readonly world: World;
}

function listingsOf(command: SubCommand, kind: "diff" | "archive", { reading, world }: Around): readonly Listing[] {
  const { input } = command;
  const given = kind === "diff" && input !== undefined ? [filesInDiff(input)] : [];
  return [
    ...given,
    ...sourcesOf(command, world).flatMap((path) => {
      // A patch that the command itself makes is what it says, and all else where that is not known.
      const left = kind === "diff" ? filesLeft(reading, world).get(path) : undefined;
      if (left !== undefined) return [filesInDiff(left.text), ...(left.whole ? [] : [UNREAD])];
      const bytes = world.readFile(path, SOURCE_MAX_BYTES);
      if (bytes === undefined) return UNREAD;
      return kind === "diff" ? filesInDiff(Buffer.from(bytes).toString("utf8")) : filesInArchive(bytes);
    }),
  ];
}

/** The files it reads; git's are its words that are no options. */
function sourcesOf({ name, words, effects, cwd }: SubCommand, world: World): readonly string[] {
  const read = effects.flatMap((effect) =>
    effect.do === "read" && effect.content && effect.target.certainty === "exact" ? [effect.target.path] : [],
  );
  const own = name === "git" ? words.slice(2).map(({ value, prefix }) => value ?? prefix) : [];
  const files = own.filter((word) => !word.startsWith("-") && !Object.hasOwn(GIT_UNPACKERS, word));
  return [...new Set([...read, ...files.map((word) => absolutePath(word, cwd.path, world))])];
}

/** Where names count from: the directory it works in, and the place the reader found it to write below. */
export function basesOf(
  { cwd, effects, words }: Pick<SubCommand, "cwd" | "effects" | "words">,
  world: World,
): readonly string[] {
  const below = effects.flatMap((effect) =>
    effect.do === "write" && effect.target.certainty === "unknown" && effect.target.path !== ""
      ? [effect.target.path]
      : [],
  );
  const directory = words.flatMap(({ value }) => /^--directory=(.+)$/.exec(value ?? "")?.[1] ?? []);
  const starts = below.length > 0 ? below : [cwd.path];
  return [...new Set([...starts, ...directory.map((dir) => absolutePath(dir, cwd.path, world))])];
}

/** How many leading names are taken off: undefined where the program decides by itself, or nobody knows. */
function strippedBy({ name, words }: Use): number | undefined {
  const values = words.map(({ value }) => value ?? "");
  const given = values
    .map(
      (value, i) =>
        /^(?:-p|--strip=|--strip-components=)(\d+)$/.exec(value === "-p" ? `-p${values[i + 1]}` : value)?.[1],
    )
    .find((value) => value !== undefined);
  if (given !== undefined) return Number(given);
  if (name === "git") return 1;
  return values.some((value) => /^--?(?:p|strip|j)/.test(value) || /^-[a-z]*j/i.test(value)) ? undefined : 0;
}

/** `patch` without `-p` takes the last name; whatever is not known is taken every way. */
function stripped(name: string, kind: Unpacks, strip: number | undefined): readonly string[] {
  const parts = name.split("/");
  if (strip === undefined || (kind === "diff" && strip === 0)) return parts.map((_, i) => parts.slice(i).join("/"));
  return parts.length > strip ? [parts.slice(strip).join("/")] : [];
}

/** Names are changed on the way, or kept as they are although they lead elsewhere. */
const isRenamed = ({ words }: SubCommand): boolean =>
  words.some(({ value }) =>
    /^--(?:transform|xform|absolute-names|one-top-level|keep-old|unsafe-paths|files-from)|^-s/.test(value ?? ""),
  );

/** Another part of the same call writes what this one reads, or nobody knows what it writes. */
function isMadeFirst(command: SubCommand, reading: ShellReading): boolean {
  const read = command.effects.flatMap((effect) => (effect.do === "read" ? [effect.target.path] : []));
  const names = command.words.flatMap(({ value }) => (value === null || value === "" ? [] : [value]));
  const isSource = (path: string): boolean => read.includes(path) || names.some((name) => path.endsWith(name));
  const others = reading.commands.filter((other) => other !== command).flatMap((other) => other.effects);
  return others.some((effect) => {
    if (effect.do === "write") return effect.target.certainty !== "exact" || isSource(effect.target.path);
    return effect.do === "run" || effect.do === "network";
  });
}
