/** The places a call names, and where they lead. */
import { keepWith } from "../contract/kept.ts";
import type { SimpleCommand, SortedUse, Word, WordRole } from "../contract/simple.ts";
import type { World } from "../contract/world.ts";
import { realPath as follow } from "../core/places/index.ts";
import { realPath as climb, expand, normalise } from "../machine/index.ts";
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

export const UNCLEAR: ReadonlySet<WordRole> = new Set(["unknown", "program"]);
/** Words that are none: prose, patterns, names of versions. */
const NO_PLACES: ReadonlySet<WordRole> = new Set(["text", "pattern", "revision", "code"]);

/** All that may be places: of a tool's own, of words and redirections. */
export const placesOf = keepWith((call: RuleCall): readonly RulePlace[] => {
  const own = call.places.map(({ path, role }): RulePlace => ({ path, role, text: path ?? "" }));
  return [...own, ...call.commands.flatMap((command) => placesIn(command, call.disk))];
});

/** Of one command. */
export function placesIn(command: SimpleCommand, disk: World): readonly RulePlace[] {
  const { words, wrappers } = command;
  const places = wordsOf(command).flatMap(({ word, role }) => {
    const at = words.findIndex(({ text }) => text === word.text);
    // Behind an option, or one of a wrapper, what looks like the program that is started may be the option's own.
    const isUnclear = role === "host" || (role === "program" && (at > 1 || (at < 1 && wrappers.length > 0)));
    return NO_PLACES.has(role) ? [] : placesOfWord(word, isUnclear ? "unknown" : role, command, disk);
  });
  return [...places, ...broughtIn(command, places, disk)];
}

const BRINGS = /^g?(?:cp|mv|ln|install|rsync)$/;

/** What comes into a directory keeps its name there. */
function broughtIn({ name, use }: SimpleCommand, places: readonly RulePlace[], disk: World): readonly RulePlace[] {
  if (!BRINGS.test((name === "git" ? use?.path[0] : name) ?? "")) return [];
  const brought = places.flatMap(({ path, role }) =>
    path === null || role === "write" ? [] : path.split("/").slice(-1),
  );
  return places
    .filter(({ path, role }) => role === "write" && path !== null && disk.stat(path).kind === "directory")
    .flatMap((place) => brought.map((one) => ({ ...place, path: join(place.path ?? "", one) })));
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
    ...own.flatMap((one) => {
      if (isProse(one, words)) return { ...one, role: "text" as const };
      return one.role === "write" && EDITORS.test(words[0]?.value ?? "")
        ? [one, { ...one, role: "read" as const }]
        : one;
    }),
  ];
}
/** They show what they change. */
const EDITORS = /^(?:ed|ex|n?vim?|nano|pico|joe|micro|emacs|g?sed)$/;

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
  if (role !== "unknown" || word.value?.startsWith("@") === true) return false;
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
  if (word.glob && word.value.includes("/..")) return [place(null)];
  if (word.glob) return matchedPaths(word.value, cwd, disk).map(place);
  return spellings(word.value, role, command).flatMap((text) => waysOf(text, cwd, disk).map(place));
}

/** Of a word nobody knows the use of, each part that could be a place: `--file=x`, `a:b`, `@x`. Git names versions so. */
function spellings(value: string, role: WordRole, { name }: SimpleCommand): readonly string[] {
  const plain = value.replace(/^fileb?:\/\/(?:localhost(?=\/))?/, "");
  if (role === "read") return [plain, ...plain.split("=").slice(1)];
  if (role !== "unknown" || /^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return [plain];
  const glued = /^-[A-Za-z](?=[^=-])/.test(plain) ? [plain.slice(2)] : [];
  const parts = [...(name === "git" ? plain.split("=") : plain.split(/[=:@,]/)), ...glued];
  return parts.length === 1 ? parts : [plain, ...parts.filter((part) => part !== "" && !/^-/.test(part))];
}

/** Where `..` goes back over a link: as the text says, and as the system follows it. None of a directory nobody knows. */
export function waysOf(raw: string, cwd: string | null, disk: World): readonly string[] {
  const path = written(raw, cwd, disk);
  if (path === undefined) return [];
  return path.includes("/..") ? [...new Set([normalise(path), climb(path, disk).path])] : [normalise(path)];
}

/** Undefined for what is relative to a directory nobody knows. */
export function absolutePath(raw: string, cwd: string | null, disk: Spelling): string | undefined {
  const path = written(raw, cwd, disk);
  return path === undefined ? undefined : normalise(path);
}

type Spelling = Pick<World, "home" | "platform">;
const NOWHERE = "?";

function written(raw: string, cwd: string | null, disk: Spelling): string | undefined {
  const path = expand(raw, cwd ?? NOWHERE, disk);
  return path.startsWith(NOWHERE) ? undefined : path;
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
