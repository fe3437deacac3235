/**
 * What the texts that a call runs lead to: every word of a script, a hook, a start file or a definition that names something
 * there, and what that names in turn. No language is known here: a word too many only voids an approval. What grows by
 * itself (logs, histories, databases) is not bound by being mentioned.
 */
import type { World } from "../contract/world.ts";
import { absolutePath, existingPlaces, growsByItself } from "../machine/index.ts";
import { cutCommands, UNKNOWN } from "../policy/index.ts";
import type { Call } from "./call.ts";
import { stampAbove } from "./looked-above.ts";
import { isOwnMention, isSystem, isWide, parentOf, placesOf } from "./own-trees.ts";
import { stampFile, stampTree } from "./stamp-files.ts";

/** Texts that are read: of the project, and elsewhere. */
const MAX_TEXTS = 128;
const MAX_OTHER_TEXTS = 48;
const MAX_DEPTH = 6;
const MAX_TEXT_BYTES = 1 << 18;
/** Of one text. */
const MAX_WORDS = 4_000;
const MAX_WORD = 500;
const MAX_MATCHES = 256;
const MAX_DIRECTORIES = 32;
/** Of one directory that is named, and how far down. */
const MAX_ENTRIES = 1_000;
const MAX_LEVELS = 3;
/** Texts of one directory that are read in turn. */
const MAX_IN_DIRECTORY = 32;
/** `join(here, "..", "tools", "x.js")`: so many words may be parts of one path. */
const MAX_JOINED = 4;

/** A text to begin with. */
export interface StartingText {
  readonly text: string;
  /** Where its names count from. */
  readonly bases: readonly string[];
  /** How far down a directory it names is looked at. */
  readonly levels: number;
}

interface Search {
  readonly call: Call;
  readonly todo: (StartingText & { readonly depth: number })[];
  readonly files: Set<string>;
  /** By how far down. */
  readonly directories: Map<string, number>;
  readonly read: Set<string>;
  /** Programs of the person on `PATH`, by name. */
  readonly programs: ReadonlyMap<string, string>;
  readonly names: Map<string, ReadonlyMap<string, readonly string[]>>;
  /** Words that were looked up, by where they count from. */
  readonly asked: Map<string, Set<string>>;
  readonly left: { inside: number; outside: number };
}

/** `files`: what the call is known to run or read as a definition. `starts`: files of home that begin with a shell. */
export function stampFollowed(
  { files, starts, texts }: Record<"files" | "starts", readonly string[]> & { readonly texts: readonly StartingText[] },
  call: Call,
): readonly string[] {
  const search: Search = {
    call,
    todo: texts.map((text) => ({ ...text, depth: 0 })),
    files: new Set(),
    directories: new Map(),
    read: new Set(),
    programs: programsOf(call.world),
    names: new Map(),
    asked: new Map(),
    left: { inside: MAX_TEXTS, outside: MAX_OTHER_TEXTS },
  };
  for (const file of files) readAt(file, search, { depth: 0, levels: MAX_LEVELS });
  for (const file of starts) readNext(file, search, { depth: 0, levels: 1 });
  // The list grows while it is walked.
  for (const text of search.todo) for (const place of placesIn(text, search)) take(place, text, search);
  const { world } = call;
  return [
    ...[...search.files].sort().map((path) => stampFile(path, world)),
    ...stampAbove([...search.files].sort().filter(isCode).map(parentOf), call),
    ...[...search.directories].sort().flatMap(([path, levels]) =>
      stampTree(path, world, {
        most: MAX_ENTRIES,
        levels,
        passes: (path, level) => growsByItself(path) || (level > 1 && isData(path, world)),
      }),
    ),
  ];
}

/** Of a language that looks above its files. */
const isCode = (path: string): boolean => /\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|\w*proj)$/i.test(path);

/** Deeper down, a file without an ending that nobody may execute is a database's rather than code. */
const isData = (path: string, world: World): boolean =>
  !/[^/]\.[A-Za-z]\w{0,15}$/.test(path) && world.lstat(path).kind === "file" && !world.lstat(path).executable;

function programsOf(world: World): ReadonlyMap<string, string> {
  const own = [...world.path].reverse().filter((dir) => dir.startsWith("/") && !isSystem(dir));
  return new Map(own.flatMap((dir) => (world.readDir(dir) ?? []).map((name) => [name, `${dir}/${name}`] as const)));
}

type How = Pick<Search["todo"][number], "depth" | "levels">;

function take(path: string, { depth, levels }: How, search: Search): void {
  const { call, files, directories } = search;
  if (growsByItself(path)) return;
  const { kind } = call.world.stat(path);
  if (kind !== "directory") {
    files.add(path);
    readNext(path, search, { depth: depth + 1, levels });
    return;
  }
  readAt(path, search, { depth: depth + 1, levels });
  const real = call.real(path).path;
  if (directories.size < MAX_DIRECTORIES && !directories.has(real) && isOwnMention(real, call))
    directories.set(real, levels);
}

/** A text, or those that stand directly in a directory. */
function readAt(path: string, search: Search, how: How): void {
  const { world } = search.call;
  for (const file of world.stat(path).kind === "directory" ? textsIn(path, search) : [path])
    readNext(file, search, how);
}

function textsIn(dir: string, { read, call }: Search): readonly string[] {
  if (read.has(dir) || isWide(dir, call.world)) return [];
  read.add(dir);
  const names = [...(call.world.readDir(dir) ?? [])].filter((name) => !growsByItself(name)).sort();
  return names.slice(0, MAX_IN_DIRECTORY).map((name) => `${dir}/${name}`);
}

/** Once, where it is a text and the bounds are not reached. What a system brings is nobody's who runs an agent. */
function readNext(file: string, search: Search, { depth, levels }: How): void {
  const { call, read, todo, left } = search;
  const real = call.real(file).path;
  if (read.has(real) || depth > MAX_DEPTH || isSystem(real)) return;
  read.add(real);
  const side = real.startsWith(`${call.projectRoot}/`) ? "inside" : "outside";
  if (left[side] <= 0) return;
  const text = textOf(file, call.world);
  if (text === "") return;
  left[side]--;
  const links = call.real(file).links;
  const bases = [...new Set([file, ...links, real].map(parentOf))];
  todo.push({ text, bases: [...bases, call.cwd, call.projectRoot], levels, depth });
}

function textOf(file: string, world: World): string {
  const { kind, size } = world.stat(file);
  const bytes = kind === "file" && size <= MAX_TEXT_BYTES ? world.readFile(file, MAX_TEXT_BYTES) : undefined;
  const text = bytes === undefined ? "" : new TextDecoder().decode(bytes);
  return text.includes("\0") ? "" : text;
}

function placesIn({ text, bases }: StartingText, search: Search): readonly string[] {
  const few = namesOf(text, search.call);
  return [...new Set(bases)].flatMap((base) =>
    notAsked(few, base, search).flatMap((word) =>
      isPath(word) ? pathsOf(word, base, search) : bareNames(word, base, search),
    ),
  );
}

/** A text says the same each time: for a process that judges many calls. The oldest go first. */
const cut = new Map<string, readonly string[]>();
const MAX_CUT = 512;

function namesOf(text: string, { projectRoot, world }: Call): readonly string[] {
  const key = `${projectRoot}\0${world.home}\0${text}`;
  const known = cut.get(key);
  if (known !== undefined) return known;
  const words = new Set(cutCommands(text, { root: projectRoot, home: world.home }).flatMap(namesIn));
  const few = [...words].slice(0, MAX_WORDS).filter((word) => word.length <= MAX_WORD);
  const [oldest] = cut.size < MAX_CUT ? [] : cut.keys();
  if (oldest !== undefined) cut.delete(oldest);
  cut.set(key, few);
  return few;
}

/** Each word leads to the same places from the same directory. */
function notAsked(words: readonly string[], base: string, { asked }: Search): readonly string[] {
  const known = asked.get(base) ?? new Set<string>();
  asked.set(base, known);
  return words.filter((word) => !known.has(word) && known.add(word));
}

const isPath = (word: string): boolean => word.includes("/") || /^(?:~|\.\.?)$/.test(word);

/** Each word, its parts (`a:b`, `name=@f`, `pkg.mod`), and words that are put together to one path. */
const namesIn = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, i) => [
    ...[word, ...word.split(/[:@!#,]+/)].flatMap(withoutHoles),
    ...(/^[\w.]+$/.test(word) && /\w\.\w/.test(word) ? [`./${word.replaceAll(".", "/")}`] : []),
    ...(word === ".." || word.endsWith("/..") ? joined(words.slice(i, i + MAX_JOINED)) : []),
  ]);

const joined = (words: readonly string[]): readonly string[] =>
  words.slice(1).map((_, n) =>
    words
      .slice(0, n + 2)
      .map((word) => word.replace(/^\/+/, ""))
      .join("/"),
  );

/** Behind what is not known a path goes on from anywhere, most likely from here; before it, it names a directory. */
function withoutHoles(word: string): readonly string[] {
  if (!word.includes(UNKNOWN)) return word === "" ? [] : [word];
  const before = word.slice(0, word.indexOf(UNKNOWN));
  const behind = word.slice(word.lastIndexOf(UNKNOWN) + UNKNOWN.length);
  return [
    ...(/[^/]\/[^/]*$/.test(before) ? [before.slice(0, before.lastIndexOf("/"))] : []),
    ...(/^\/[^/]/.test(behind) ? [`.${behind}`] : []),
  ];
}

function pathsOf(word: string, base: string, search: Search): readonly string[] {
  const { world } = search.call;
  const first = word.split("/", 1)[0] ?? "";
  const isSure = /^(?:~|\.\.?|)$/.test(first);
  if (/[*?[]/.test(word)) return matchesOf(absolutePath(word, base, world), search.call);
  if (!isSure && !namesAt(base, search).has(first)) return [];
  const path = absolutePath(word, base, world);
  if (world.stat(path).kind !== "absent") return [path];
  // `here + "/x.js"`
  const beside = first === "" ? absolutePath(`.${word}`, base, world) : path;
  if (world.stat(parentOf(beside)).kind !== "directory" || isSystem(parentOf(beside))) return [];
  return placesOf(`./${beside.slice(beside.lastIndexOf("/") + 1)}`, parentOf(beside), world);
}

/** What a pattern matches now: one file more is another set. */
function matchesOf(path: string, call: Call): readonly string[] {
  const fixed = path.slice(0, path.search(/[*?[]/));
  const dir = fixed.slice(0, Math.max(fixed.lastIndexOf("/"), 1));
  if (call.world.stat(dir).kind !== "directory" || isSystem(dir)) return [];
  if (path.includes("**")) return isOwnMention(dir, call) ? [dir] : [];
  return existingPlaces(path, call.world).slice(0, MAX_MATCHES);
}

/** A file beside the text, with or without its ending, and a program on `PATH`. */
function bareNames(word: string, base: string, search: Search): readonly string[] {
  const program = search.programs.get(word);
  const beside = (namesAt(base, search).get(word) ?? []).map((name) => `${base}/${name}`);
  if (beside.length === 0) return program === undefined ? [] : [program];
  const files = beside.filter((path) => search.call.world.stat(path).kind === "file");
  return program === undefined ? files : [...files, program];
}

/** What a directory holds, by its name and, as loaders complete it, by its name without the ending. */
function namesAt(dir: string, { names, call }: Search): ReadonlyMap<string, readonly string[]> {
  const known = names.get(dir) ?? nameIndex(call.world.readDir(dir) ?? []);
  names.set(dir, known);
  return known;
}

function nameIndex(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const name of names)
    for (const key of new Set([name, name.replace(/(?<=.)\.[^.]*$/, "")]))
      index.set(key, [...(index.get(key) ?? []), name]);
  return index;
}
