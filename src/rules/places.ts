/** The places a call names, and where they lead. */
import { keptWith } from "../contract/kept.ts";
import type { SimpleCommand, SortedUse, Word, WordRole } from "../contract/simple.ts";
import type { World } from "../contract/world.ts";
import { realPath as follow } from "../core/places/index.ts";
import type { RuleCall } from "./call.ts";
import { segmentMatches, segmentsOf, WILD } from "./glob.ts";

/** Names a pattern of the shell's is compared with. */
const MAX_MATCHED = 2_000;

export interface RulePlace {
  /** Absolute; null: not known. */
  readonly path: string | null;
  /** What is known of one that is not: the directory it begins with, absolute, and how the next name begins. */
  readonly below?: { readonly dir: string; readonly name: string };
  readonly role: WordRole;
  /** As written. */
  readonly text: string;
  readonly command?: SimpleCommand;
}

/** Words that are none: prose, patterns, names of versions. */
const NO_PLACES: ReadonlySet<WordRole> = new Set(["text", "pattern", "revision", "code"]);

const placed = keptWith<RuleCall, readonly RulePlace[]>();

/** All that may be places: of a tool's own, of words and redirections. */
export function placesOf(call: RuleCall): readonly RulePlace[] {
  const before = placed.get(call);
  if (before !== undefined) return before;
  const own = call.places.map(({ path, role }): RulePlace => ({ path, role, text: path ?? "" }));
  const places = [...own, ...call.commands.flatMap((command) => placesIn(command, call.disk))];
  placed.set(call, places);
  return places;
}

/** Of one command. */
export function placesIn(command: SimpleCommand, disk: World): readonly RulePlace[] {
  const { words, wrappers } = command;
  return wordsOf(command).flatMap(({ word, role }) => {
    const at = words.findIndex(({ text }) => text === word.text);
    // Behind an option, or one of a wrapper, what looks like the program that is started may be the option's own.
    const isUnclear = role === "host" || (role === "program" && (at > 1 || (at < 1 && wrappers.length > 0)));
    return NO_PLACES.has(role) ? [] : placesOfWord(word, isUnclear ? "unknown" : role, command, disk);
  });
}

export interface RoledWord {
  readonly word: Word;
  readonly role: WordRole;
}

/** Its words and redirections with what each is for; of a program without a row nobody knows. */
export function wordsOf({ use, words, reads, writes, assignments }: SimpleCommand): readonly RoledWord[] {
  const redirected: RoledWord[] = [
    ...reads.map((word): RoledWord => ({ word, role: "read" })),
    ...writes.map((word): RoledWord => ({ word, role: "write" })),
  ];
  const set = assignments.flatMap(({ value }): RoledWord[] =>
    value === null ? [] : [{ word: { value, text: value, prefix: value }, role: "unknown" }],
  );
  const [program] = words;
  const started: RoledWord[] = program?.value?.includes("/") === true ? [{ word: program, role: "program" }] : [];
  const own =
    use === undefined ? words.slice(1).map((word): RoledWord => ({ word, role: "unknown" })) : sortedWords(use, words);
  return [
    ...redirected,
    ...set,
    ...started,
    ...own.map((one) => (isProse(one, words) ? { ...one, role: "text" as const } : one)),
  ];
}

function sortedWords(use: SortedUse, words: readonly Word[]): readonly RoledWord[] {
  const given = use.options.flatMap(({ names, value, role }): RoledWord[] => {
    if (value === null) return [];
    return [{ word: value, role: role === "unknown" && names.some((name) => SAYS.test(name)) ? "text" : role }];
  });
  return [...given, ...use.operands, ...unsorted(use, words)];
}

/** Words that the row of the program does not account for: of an option it does not have. */
export function unsorted({ path, options, operands }: SortedUse, words: readonly Word[]): readonly RoledWord[] {
  const sorted = new Set([...operands.map(({ word }) => word.text), ...options.map(({ value }) => value?.text ?? "")]);
  const names = new Set(options.flatMap((option) => option.names));
  const isSorted = ({ value, text, prefix }: Word): boolean =>
    sorted.has(text) ||
    (prefix.startsWith("-")
      ? names.has(prefix.replace(/=.*$/s, "")) ||
        (/^-[A-Za-z]{2,}$/.test(text) && [...text.slice(1)].every((letter) => names.has(`-${letter}`))) ||
        options.some((one) => one.value !== null && text.endsWith(one.value.text))
      : path.includes(value ?? "") && !prefix.includes("/"));
  return words.slice(1).flatMap((word): RoledWord[] => (isSorted(word) ? [] : [{ word, role: "unknown" }]));
}

/** Options whose value is prose, a pattern or an exclusion, whatever the program. */
const SAYS =
  /^--?(?:m|message|title|body|description|desc|comment|notes?|reason|subject|summary|prompt|exclude[\w-]*|ignore[\w-]*|i?name|i?path|i?wholename|i?regex|i?glob)(?:=|$)/;

function isProse({ word, role }: RoledWord, words: readonly Word[]): boolean {
  if (role !== "unknown") return false;
  const before = words[words.findIndex(({ text }) => text === word.text) - 1]?.value ?? "";
  return SAYS.test(word.value ?? word.prefix) || (SAYS.test(before) && !before.includes("="));
}

function placesOfWord(word: Word, role: WordRole, command: SimpleCommand, disk: World): readonly RulePlace[] {
  const { cwd } = command;
  const place = (path: string | null): RulePlace => ({ path, role, text: word.text, command });
  if (word.value === null) {
    const at = word.prefix.lastIndexOf("/");
    const dir = at < 0 ? undefined : absolutePath(word.prefix.slice(0, at) || "/", cwd, disk);
    return [{ ...place(null), ...(dir === undefined ? {} : { below: { dir, name: word.prefix.slice(at + 1) } }) }];
  }
  if (word.glob) return matchedPaths(word.value, cwd, disk).map(place);
  return spellings(word.value, role, command).flatMap((text) => {
    const path = absolutePath(text, cwd, disk);
    return path === undefined ? [] : [place(path)];
  });
}

/** Of a word nobody knows the use of, each part that could be a place: `--file=x`, `a:b`, `@x`. Git names versions so. */
function spellings(value: string, role: WordRole, { name }: SimpleCommand): readonly string[] {
  const plain = value.replace(/^file:\/\/(?:localhost)?(?=\/)/, "");
  if (role !== "unknown" || /^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return [plain];
  const glued = /^-[A-Za-z](?=[^=-])/.test(plain) ? [plain.slice(2)] : [];
  const parts = [...(name === "git" ? plain.split("=") : plain.split(/[=:@,]/)), ...glued];
  return parts.length === 1 ? parts : [plain, ...parts.filter((part) => part !== "" && !/^-/.test(part))];
}

/** Undefined for what is relative to a directory nobody knows. */
export function absolutePath(
  raw: string,
  cwd: string | null,
  disk: Pick<World, "home" | "platform">,
): string | undefined {
  const text = disk.platform === "win32" ? raw.replaceAll("\\", "/") : raw;
  if (text === "~" || text.startsWith("~/")) return normalise(disk.home + text.slice(1));
  if (text.startsWith("/") || (disk.platform === "win32" && /^[A-Za-z]:/.test(text))) return normalise(text);
  return cwd === null ? undefined : normalise(`${cwd}/${text}`);
}

export function normalise(path: string): string {
  if (!path.includes("/.") && !path.includes("//") && !path.endsWith("/")) return path;
  const drive = /^[A-Za-z]:(?=\/)/.exec(path)?.[0] ?? "";
  const out: string[] = [];
  for (const part of path.slice(drive.length).split("/")) {
    if (part === "..") out.pop();
    else if (part !== "" && part !== ".") out.push(part);
  }
  return `${drive}/${out.join("/")}`;
}

export const join = (dir: string, name: string): string => `${dir === "/" ? "" : dir}/${name}`;

/** Where links lead; as it says, where nobody can tell or looking would already ask another machine. */
export const realPath = (path: string, disk: World): string => follow(path, disk)?.path ?? path;

/** A directory's names; none of one that is not looked at. */
export const namesIn = (dir: string, disk: World): readonly { readonly name: string; readonly kind?: string }[] => {
  if (follow(dir, disk) === undefined) return [];
  return disk.listDir?.(dir) ?? disk.readDir(dir)?.map((name) => ({ name })) ?? [];
};

/** What the shell would put in the place of a pattern now; where it matches nothing, nothing. */
export function matchedPaths(pattern: string, cwd: string | null, disk: World): readonly string[] {
  const absolute = absolutePath(pattern, cwd, disk);
  if (absolute === undefined) return [];
  let found: readonly string[] = ["/"];
  for (const segment of segmentsOf(absolute)) {
    found = found
      .flatMap((dir) =>
        (WILD.test(segment) ? namesMatching(segment, dir, disk) : [segment]).map((name) => join(dir, name)),
      )
      .slice(0, MAX_MATCHED);
  }
  return found.filter((path) => follow(path, disk) !== undefined && disk.lstat(path).kind !== "absent");
}

const namesMatching = (pattern: string, dir: string, disk: World): readonly string[] =>
  namesIn(dir, disk)
    .map(({ name }) => name)
    .filter((name) => segmentMatches(pattern, name) && (pattern.startsWith(".") || !name.startsWith(".")));
