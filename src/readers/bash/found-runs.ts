/**
 * What a search starts for the names it finds, with those that are there now in place (`find . -name X -exec sh -c 'cd {} && …'`),
 * and where it starts it (`-execdir`). For likely readings only.
 */
import { basename, dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { absolutePath, matchesNow, segmentMatches } from "../../machine/index.ts";

const MAX_RUNS = 8;

export interface FoundRun {
  readonly words: readonly string[];
  /** Where it is started; absent: where the search stands. */
  readonly dir?: string;
}

interface Search {
  readonly roots: readonly string[];
  /** Names and paths that it asks for; none: everything. */
  readonly asked: readonly string[];
  /** It leaves out the root itself. */
  readonly below: boolean;
  /** It leaves something out besides by name. */
  readonly narrow: boolean;
  readonly command: readonly string[];
  /** Started in the directory of what is found. */
  readonly beside: boolean;
}

export function runsFound(
  { program, words }: { readonly program: string; readonly words: readonly string[] },
  from: string,
  world: World,
): readonly FoundRun[] {
  const searches = /^(?:g?find|bfs)$/.test(program) ? ofFind(words) : /^fd(?:find)?$/.test(program) ? ofFd(words) : [];
  return searches.flatMap((search) => runsOf(search, from, world)).slice(0, MAX_RUNS);
}

const NARROWS = /^-(?:i?regex|i?lname|[amc](?:time|min)|newer\w*|size|inum|samefile|links|fstype|used|empty|false)$/;
const RUNS = /^-(?:exec|ok)(?:dir)?$/;

function ofFind(words: readonly string[]): readonly Search[] {
  const start = words.findIndex((word) => /^(?:-(?![HLPOD]).|[(!,)]$)/.test(word));
  const given = words.slice(0, start < 0 ? words.length : start).filter((word) => !/^-/.test(word));
  const tests = start < 0 ? [] : words.slice(start);
  return tests.flatMap((action, at): readonly Search[] => {
    if (!RUNS.test(action)) return [];
    const row = rowBefore(tests, at);
    const end = tests.findIndex((word, i) => i > at && (word === ";" || (word === "+" && tests[i - 1] === "{}")));
    const has = (test: RegExp, value: RegExp): boolean =>
      tests.some((word, i) => value.test(word) && test.test(tests[i - 1] ?? ""));
    return [
      {
        roots: given.length === 0 ? ["."] : given,
        asked: row.flatMap((word, i) => {
          const test = /^-i?(name|path|wholename)$/.exec(row[i - 1] ?? "")?.[1];
          return test === undefined ? [] : [test === "name" ? word : belowRoot(word, given)];
        }),
        below: has(/^-mindepth$/, /^[1-9]/) || has(/^-type$/, /^[^d]*$/),
        narrow: row.some((word) => NARROWS.test(word)),
        command: tests.slice(at + 1, end < 0 ? tests.length : end),
        beside: action.endsWith("dir"),
      },
    ];
  });
}

/** A path is asked for as the search spells it; a star at its head is any way down. */
const belowRoot = (path: string, roots: readonly string[]): string => {
  const root = ["./", ...roots.map((one) => `${one.replace(/\/+$/, "")}/`)].find((one) => path.startsWith(one)) ?? "";
  return path.slice(root.length).replace(/^\*+\/?/, "") || "*";
};

/** The tests that what is acted on has passed: behind the last `-o` outside of brackets, without those that are turned round. */
function rowBefore(tests: readonly string[], at: number): readonly string[] {
  let depth = 0;
  let from = 0;
  for (let i = 0; i < at; i += 1) {
    depth += tests[i] === "(" ? 1 : tests[i] === ")" ? -1 : 0;
    if (depth === 0 && /^(?:-o|-or|,)$/.test(tests[i] ?? "")) from = i + 1;
  }
  return withoutNegated(tests.slice(from, at));
}

function withoutNegated(row: readonly string[]): readonly string[] {
  const at = row.findIndex((word) => word === "!" || word === "-not");
  if (at < 0) return row;
  const close = row.indexOf(")", at);
  const end = row[at + 1] === "(" ? (close < 0 ? row.length : close + 1) : at + 3;
  return [...row.slice(0, at), ...withoutNegated(row.slice(end))];
}

/** Options of fd's that take the next word. */
const FD_VALUED =
  /^(?:-[etEdSojc]|--(?:extension|type|exclude|max-depth|min-depth|size|owner|threads|color|base-directory))$/;

function ofFd(words: readonly string[]): readonly Search[] {
  const at = words.findIndex((word) => /^(?:-\w*[xX]|--exec(?:-batch)?)$/.test(word));
  if (at < 0) return [];
  const operands = words.slice(0, at).filter((word, i) => !/^-/.test(word) && !FD_VALUED.test(words[i - 1] ?? ""));
  const [pattern = "", ...roots] = operands;
  const name = pattern.replace(/[\\^$]/g, "").replace(/\.\*/g, "*");
  const rest = words.slice(at + 1);
  const end = rest.indexOf(";");
  const command = end < 0 ? rest : rest.slice(0, end);
  return [
    {
      roots: roots.length === 0 ? ["."] : roots,
      asked: /^[.*]*$/.test(name) ? [] : [name, `*${name}*`],
      below: true,
      narrow: false,
      command: command.some((word) => PART.test(word)) ? command : [...command, "{}"],
      beside: false,
    },
  ];
}

const PART = /\{\/{0,2}\.?\}/;

function runsOf(search: Search, from: string, world: World): readonly FoundRun[] {
  const { command, beside, roots } = search;
  const found = roots.flatMap((root) => namesBelow(root, search, from, world));
  const paths = [...new Set(found)].sort((one, other) => hiddenFirst(one) - hiddenFirst(other));
  const placed = paths.slice(0, MAX_RUNS).map((path): FoundRun => {
    if (!beside) return { words: command.map((word) => putIn(word, path)) };
    const here = roots.some((root) => /^\.?\/*$/.test(root) && absolutePath(root, from, world) === path);
    return {
      words: command.map((word) => word.replaceAll("{}", `./${basename(path)}`)),
      dir: here ? path : dirname(path),
    };
  });
  // What lies directly below a root is acted on there.
  const inRoots = roots.map((root) => ({
    words: command.map((word) => word.replaceAll("{}", "./_")),
    dir: absolutePath(root, from, world),
  }));
  const sure = search.asked.length > 0 && paths.length > 0;
  return [...placed, ...(beside && !search.narrow && !sure ? inRoots : [])];
}

const hiddenFirst = (path: string): number => (/\/\.[^/.]/.test(path) ? 0 : 1);

/** fd also has its directory and its last name put in place. */
const putIn = (word: string, path: string): string =>
  word
    .replaceAll("{}", path)
    .replaceAll("{//}", dirname(path))
    .replaceAll("{/}", basename(path))
    .replace(/\{\/?\.\}/g, path);

const goesInto = ({ command }: Search): boolean => command.some((word) => /\b(?:cd|chdir|pushd)\b/.test(word));

/** What is there under a name that is asked for, down to two directories below; the root itself where it is not left out. */
function namesBelow(root: string, search: Search, from: string, world: World): readonly string[] {
  const top = absolutePath(root, from, world);
  const { asked, below, narrow } = search;
  if (asked.length === 0) return narrow || below ? [] : [top];
  return asked.flatMap((pattern) => {
    const name = pattern.replace(/^\/+/, "");
    const base = top === "/" ? "" : top;
    // A star finds what it comes upon; among hidden names only what is gone into, or asked for by its own name.
    const wild = /[*?[]/.test(name);
    const hidden = wild ? (goesInto(search) ? [`.${name}`, `.*/${name}`] : []) : [`.*/${name}`];
    const places = (name.includes("/") ? [name] : [name, `*/${name}`, ...hidden]).map((one) => `${base}/${one}`);
    const there = places.flatMap((place) => matchesNow(place, world) ?? []);
    return [
      ...(!below && segmentMatches(pattern, basename(top)) ? [top] : []),
      ...(wild || name === "" ? [] : [`${base}/${name}`]),
      ...there,
    ];
  });
}
