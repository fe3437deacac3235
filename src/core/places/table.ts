/**
 * A table of places, one look-up for protected places and credential stores. A name means itself and everything below it: `~/` counts
 * from any home, `/` from the root, everything else stands at any depth; `a/b` is one below the other. `*` and `?` stay within a segment.
 */

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
  readonly first: string;
  readonly segments: readonly Test[];
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
  const home: Entry<R>[] = [];
  const root: Entry<R>[] = [];
  const wild: Entry<R>[] = [];
  const plain = new Map<string, Entry<R>[]>();
  for (const { name, row } of rows.flatMap((one) => namesOf(one).map((name) => ({ name, row: one })))) {
    const parts = name.replace(/^~?\//, "").split("/");
    const segments = parts.map((part, i) => testOf(part, i === parts.length - 1 ? row.words : undefined));
    const entry = { row, name, first: parts[0] ?? "", segments };
    const list = name.startsWith("~/") ? home : name.startsWith("/") ? root : WILD.test(entry.first) ? wild : undefined;
    if (list !== undefined) list.push(entry);
    else plain.set(entry.first, [...(plain.get(entry.first) ?? []), entry]);
  }
  return {
    find: (path, homes) => [
      ...homes.flatMap((at) => matchAt(home, path, at)),
      ...matchAt(root, path, 0),
      ...path.flatMap((segment, i) => matchAt([...(plain.get(segment) ?? []), ...wild], path, i)),
    ],
    mayEnd: endsOf(rows),
  };
}

export const namesOf = (row: TableRow): readonly string[] =>
  row.names.split(" ").map((name) => (row.in === undefined ? name : `${row.in}/${name}`));

function matchAt<R extends TableRow>(entries: readonly Entry<R>[], path: readonly string[], at: number) {
  return entries
    .filter(({ first, segments, row }) => {
      if (path[at] === undefined || (first !== path[at] && !WILD.test(first))) return false;
      if (row.file === true && at + segments.length !== path.length) return false;
      return segments.every((has, i) => has(path[at + i] ?? ""));
    })
    .map(({ row, name }) => ({ row, name }));
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
