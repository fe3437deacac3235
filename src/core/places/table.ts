/**
 * A table of places, one look-up for protected places and credential stores. A name means itself and everything below it: `~/` counts
 * from any home, `/` from the root, everything else stands at any depth; `a/b` is one below the other. `*` and `?` stay within a segment.
 */

import { keepAnswers } from "../../contract/kept.ts";

export interface TableRow {
  /** Stands before each of the names. */
  readonly in?: string;
  /** Parted by spaces; a space in a name is a `?`. */
  readonly names: string;
  /** The last segment holds one of these, apart from the rest by a dot, a dash or an underscore. */
  readonly words?: string;
  /** The names mean files: nothing lies below. */
  readonly file?: boolean;
}

type Test = (segment: string) => boolean;

interface Entry<R> {
  readonly row: R;
  readonly name: string;
  readonly first: Test;
  readonly rest: readonly Test[];
}

export interface PlaceTable<R> {
  /** Rows a path meets, with the name each met it by. The path is folded. */
  readonly find: (path: readonly string[], homes: readonly number[]) => readonly { row: R; name: string }[];
  /** A name of the table could end in this folded name: whether it does, the path tells. */
  readonly mayEnd: Test;
}

const WILD = /[*?]/;

/** `*` and `?` as a pattern of the whole name. */
export const globPattern = (glob: string): string =>
  glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");

const wordPattern = (words: string): string => `(?:^|[._-])(?:${words.replaceAll(" ", "|")})(?:[._-]|$)`;

function testOf(segment: string, words: string | undefined): Test {
  const glob = WILD.test(segment) ? new RegExp(`^${globPattern(segment)}$`, "s") : undefined;
  const has: Test = glob === undefined ? (name) => name === segment : (name) => glob.test(name);
  if (words === undefined) return has;
  const word = new RegExp(wordPattern(words));
  return (name) => has(name) && word.test(name);
}

/** Where the names of a path that count from home begin: behind this person's home, and behind every other that is usual. */
export function homesOf(path: readonly string[], own: readonly string[]): readonly number[] {
  const ends = [0];
  if (own.length > 0 && own.every((part, i) => path[i] === part)) ends.push(own.length);
  if (path[0] === "root") ends.push(1);
  if (path[0] === "home" || path[0] === "users") ends.push(2);
  return [...new Set(ends)];
}

export function placeTable<R extends TableRow>(rows: readonly R[]): PlaceTable<R> {
  const all = rows.flatMap((row) => namesOf(row).map((name) => entryOf(name, row)));
  const home = startingWith(all.filter(({ name }) => name.startsWith("~/")));
  const root = startingWith(all.filter(({ name }) => name.startsWith("/")));
  const anywhere = startingWith(all.filter(({ name }) => !/^(?:~\/|\/)/.test(name)));
  return {
    find: (path, homes) => [
      ...homes.flatMap((at) => matchAt(home, path, at)),
      ...matchAt(root, path, 0),
      ...path.flatMap((_, i) => matchAt(anywhere, path, i)),
    ],
    mayEnd: endsOf(rows),
  };
}

function entryOf<R extends TableRow>(name: string, row: R): Entry<R> {
  const parts = name.replace(/^~?\//, "").split("/");
  const [first = NEVER, ...rest] = parts.map((part, i) => testOf(part, i === parts.length - 1 ? row.words : undefined));
  return { row, name, first, rest };
}
const NEVER: Test = () => false;

/** Of all, those whose first name it is: what is asked again and again. */
const startingWith = <R>(entries: readonly Entry<R>[]): ((segment: string) => readonly Entry<R>[]) =>
  keepAnswers((segment) => entries.filter(({ first }) => first(segment)));

export const namesOf = (row: TableRow): readonly string[] =>
  row.names.split(" ").map((name) => (row.in === undefined ? name : `${row.in}/${name}`));

function matchAt<R extends TableRow>(
  starting: (segment: string) => readonly Entry<R>[],
  path: readonly string[],
  at: number,
): readonly { row: R; name: string }[] {
  const first = path[at];
  const entries = first === undefined ? [] : starting(first);
  return entries.filter(
    ({ rest, row }) =>
      (row.file !== true || at + 1 + rest.length === path.length) &&
      rest.every((has, i) => has(path[at + 1 + i] ?? "")),
  );
}

function endsOf(rows: readonly TableRow[]): Test {
  const ends = rows.flatMap(({ names, words }) =>
    names.split(" ").map((name) => ({ last: name.split("/").at(-1) ?? "", words })),
  );
  const plain = new Set(ends.filter(({ last }) => !WILD.test(last)).map(({ last }) => last));
  const patterns = ends.flatMap(({ last, words }) => {
    if (words !== undefined) return [wordPattern(words)];
    return WILD.test(last) ? [`^${globPattern(last)}$`] : [];
  });
  const pattern = new RegExp([...new Set(patterns)].join("|") || "(?!)", "s");
  return (name) => plain.has(name) || pattern.test(name);
}

/** A list of names, some with wildcards: which of them a folded name is. */
export function nameTest(names: readonly string[]): Test {
  const plain = new Set(names.filter((name) => !WILD.test(name)));
  const pattern = new RegExp(
    `^(?:${names
      .filter((name) => WILD.test(name))
      .map(globPattern)
      .join("|")})$`,
    "s",
  );
  return (name) => plain.has(name) || pattern.test(name);
}
