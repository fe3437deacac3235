/** find and its relatives: what is walked, what is done to what is found, and what is run for it. */
import type { Effect, Target } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { secretsMatched } from "../../machine/index.ts";
import {
  inside,
  known,
  looks,
  mayBeMore,
  mayNameOption,
  opening,
  reads,
  refused,
  removes,
  understood,
  writes,
} from "../disk-makers.ts";
import { valuesOf, word } from "../makers.ts";
import type { Inner, ProgramFamily, ReadAnswer, Use } from "../spec.ts";
import { BARE, LEADING, NEWER, RUNS, WITH_LOOK, WITH_TEXT, WRITES } from "./find-words.ts";

function readFind(use: Use): ReadAnswer {
  const words = use.operands;
  const start = words.findIndex((each) => !LEADING.test(known(each) ?? ""));
  const first = start < 0 ? words.length : start;
  const cut = words.slice(first).findIndex((each) => /^(?:-.|[(!,)]$)/.test(opening(each)));
  const end = cut < 0 ? words.length : first + cut;
  const given = words.slice(first, end);
  const roots = given.length > 0 ? given : [word(".")];
  const targets = roots.map((root) => use.target(root));
  const walk: Walk = { roots, targets, effects: targets.map((target) => looks(target, true)), inner: [], names: [] };
  // A root that is not known may as well begin the expression.
  const unclear = given.some((root) => known(root) !== "" && mayNameOption(use, root))
    ? "a path that may be more than a path"
    : undefined;
  const odd = expression(use, words.slice(end), walk) ?? unclear;
  if (walk.inner.length > 0) walk.effects.push(...secretsFound(walk));
  return odd === undefined ? understood(walk.effects, walk.inner) : refused(odd, walk.effects, walk.inner);
}

/** With more roots than this, what is run for them is read once, for a path that is not known. */
const MAX_ROOTS = 16;
const UNKNOWN_ROOT: KnownWord = { value: null, text: "{}", glob: false, splits: false, prefix: "" };

interface Walk {
  readonly roots: readonly KnownWord[];
  readonly targets: readonly Target[];
  readonly effects: Effect[];
  readonly inner: Inner[];
  /** What is found is chosen by these names. */
  readonly names: string[];
}

/** What is chosen because it is called like a secret is what the command that runs for it opens. */
const secretsFound = ({ names, targets }: Walk): readonly Effect[] =>
  names.flatMap(secretsMatched).flatMap((name) => targets.map((target) => reads(inside(target, name))));

/** Collects what the expression does; answers why it is not understood, if it is not. */
function expression(use: Use, words: readonly KnownWord[], walk: Walk): string | undefined {
  let odd: string | undefined;
  for (let i = 0; i < words.length; ) {
    const part = partAt(use, words, i, walk);
    odd = part.odd ?? odd;
    i += part.took;
  }
  return odd;
}

/** One part of the expression: how many words it takes, and why it is not understood. */
interface Part {
  readonly took: number;
  readonly odd?: string;
}

function partAt(use: Use, words: readonly KnownWord[], at: number, walk: Walk): Part {
  const name = known(words[at]);
  const argument = words[at + 1];
  if (name === undefined) return { took: 1, odd: "a word of the expression is not known" };
  if (BARE.has(name)) return { took: 1 };
  if (name === "-delete") {
    const chosen = walk.names.length > 0 ? { wording: "what it finds" } : {};
    walk.effects.push(...walk.targets.map((target) => ({ ...removes(target, true), ...chosen })));
    return { took: 1 };
  }
  if (RUNS.has(name)) return runPart(name, commandAt(words, at + 1), at, walk);
  if (argument === undefined || mayBeMore(use, argument)) return { took: 1, odd: `${name} without an argument` };
  const more = WRITES.get(name);
  if (more !== undefined) walk.effects.push(writes(use.target(argument)));
  else if (WITH_LOOK.has(name) || NEWER.test(name)) walk.effects.push(looks(use.target(argument)));
  else if (/^-i?(?:name|path|wholename)$/.test(name))
    walk.names.push((known(argument) ?? "").toLowerCase().replace(/^.*\//s, ""));
  else if (!WITH_TEXT.has(name)) return { took: 1, odd: `find ${name}` };
  return { took: 2 + (more ?? 0) };
}

function runPart(name: string, command: Command, at: number, walk: Walk): Part {
  const elsewhere = name.endsWith("dir");
  const roots = elsewhere || walk.roots.length > MAX_ROOTS ? [UNKNOWN_ROOT] : walk.roots;
  walk.inner.push(...runsFor(command.words, roots, name));
  const took = command.end + 1 - at;
  if (!command.ended) return { took, odd: `${name} without an end` };
  return elsewhere ? { took, odd: `${name} runs in the directory of what it finds` } : { took };
}

interface Command {
  readonly words: readonly KnownWord[];
  readonly end: number;
  readonly ended: boolean;
}

/** The words up to `;`, or up to `+` right behind `{}`. A word that is not known could be the end itself. */
function commandAt(words: readonly KnownWord[], from: number): Command {
  let sure = true;
  for (let end = from; end < words.length; end++) {
    const value = known(words[end]);
    if (value === ";" || (value === "+" && known(words[end - 1]) === "{}"))
      return { words: words.slice(from, end), end, ended: sure };
    sure &&= value !== undefined || opening(words[end] ?? word("")) !== "";
  }
  return { words: words.slice(from), end: words.length, ended: false };
}

/** `{}` becomes a path at or below a root; in the middle of a word nothing is known of the whole. */
function runsFor(
  command: readonly KnownWord[],
  roots: readonly KnownWord[],
  name: string,
  program = "find",
): readonly Inner[] {
  return roots.map((root) => {
    const under = /^[^-]/.test(known(root) ?? "")
      ? { prefix: known(root) ?? "", under: known(root) ?? "" }
      : { prefix: "" };
    const words = command.map((each): KnownWord => {
      if (each.value === null || !each.value.includes("{}")) return each;
      const unknown = { value: null, text: each.text, glob: false, splits: false };
      return each.value === "{}"
        ? { ...unknown, ...under }
        : { ...unknown, prefix: each.value.slice(0, each.value.indexOf("{}")) };
    });
    return { kind: "words", words, via: `${program} ${name}`, moreWords: false };
  });
}

/** fd: pattern, then paths; `-x` and `-X` run everything behind them, for what is found where no `{}` says so. */
function readFd(use: Use): ReadAnswer {
  const at = use.words.findIndex((each) => FD_RUNS.test(opening(each)));
  const front = at < 0 ? use.words : use.words.slice(0, at);
  const paths = use.operands.filter((each) => front.includes(each)).slice(1);
  const roots = [...valuesOf(use, "--search-path"), ...(paths.length > 0 ? paths : [word(".")])];
  const effects = (paths.length > 0 ? paths : [word(".")]).map((place) => looks(use.target(place), true));
  if (at < 0) return understood(effects);
  return understood(effects, runsFor(commandOfFd(use.words.slice(at)), roots.slice(0, MAX_ROOTS), "-x", "fd"));
}

const FD_RUNS = /^(?:-[01aFgHiIlLpqsu]*[xX]|--exec(?:-batch)?(?:=|$))/;
const FD_PART = /\{(?:\/\/?|\/?\.)\}/;

/** The option may have the program's name attached; a word that gets only a part of the path is not known. */
function commandOfFd([option = word(""), ...rest]: readonly KnownWord[]): readonly KnownWord[] {
  const attached = opening(option).replace(/^(?:-\w*?[xX]|--exec(?:-batch)?=?)/, "");
  const end = rest.findIndex((each) => known(each) === ";");
  const words = [...(attached === "" ? [] : [word(attached)]), ...(end < 0 ? rest : rest.slice(0, end))];
  const isPart = (each: KnownWord): boolean => FD_PART.test(opening(each));
  const placed = words.some((each) => isPart(each) || opening(each).includes("{}")) ? words : [...words, word("{}")];
  return placed.map((each) => (isPart(each) ? UNKNOWN_ROOT : each));
}

export const find: ProgramFamily = () => [
  {
    names: "find gfind bfs",
    reader: true,
    style: "words",
    read: readFind,
    safe: [
      "find . -name '*.ts'",
      "find src test -type f -not -path '*/node_modules/*' -maxdepth 3",
      "find . \\( -name a -o -name b \\) -prune -o -print",
      "find . -newer a -size +1M -mtime -7 -printf '%p\\n'",
      "find -L . -newermt 2024-01-01",
      "find . -name '*.md' -exec grep -l foo {} \\;",
      "find . -name '*.md' -exec wc -l {} +",
      "find",
    ],
    unsafe: [
      ["find . -delete", ["file.look", "file.delete"]],
      ["find . -name x -exec rm {} \\;", ["file.look", "file.delete"]],
      ["find . -exec ./run {} +", ["file.look", "run.script", "unknown.use", "unknown.use"]],
      ["find . -execdir sh -c 'rm a' \\;", ["file.look", "unknown.use", "file.delete"]],
      ["find . -fprint out", ["file.look", "file.write"]],
      ["find . -fprintf out %p", ["file.look", "file.write"]],
      ["find . -fls out", ["file.look", "file.write"]],
      ["find . -files0-from x", ["file.look", "file.read", "file.read", "unknown.use"]],
      ["find . -exec rm {}", ["file.look", "unknown.use", "file.delete"]],
      ["find . $X", ["file.look", "file.look", "unknown.use"]],
      ['find . "$X"', ["file.look", "file.look", "unknown.use"]],
      ["find -f . -delete", ["file.look", "file.delete", "unknown.use"]],
      ['find . -exec echo "$X" -delete \\;', ["file.look", "unknown.use"]],
      ['find "$X" -delete', ["file.look", "file.delete", "unknown.use"]],
      ["find $X -name a -exec rm -rf {} +", ["file.look", "unknown.use", "file.delete", "unknown.use"]],
      ["find . -name $X -delete", ["file.look", "file.delete", "unknown.use"]],
    ],
  },
  {
    names: "fd fdfind",
    reader: true,
    flags:
      "-0 -a -g -F -H -i -I -L -p -q -s -u -1 -h -V --absolute-path --fixed-strings --follow --full-path --glob --hidden --ignore-case " +
      "--no-follow --no-hidden --no-ignore --no-ignore-parent --no-ignore-vcs --one-file-system --print0 --prune --quiet --regex --show-errors --unrestricted --case-sensitive --version --help",
    values: {
      text: "-c -d -e -E -j -o -S -t --and --changed-before --changed-within --color --exact-depth --exclude --extension --format --max-depth --max-results --min-depth --owner --path-separator --size --threads --type",
      read: "--ignore-file",
      lookTree: "--search-path",
    },
    attached: { text: "--strip-cwd-prefix" },
    // -x and -X take all further words as a command.
    runsCode: "-x -X --exec --exec-batch",
    read: readFd,
    safe: ["fd foo", "fd -e ts -t f foo src", "fd -H -d 2 . src"],
    unsafe: [
      ["fd foo -x rm", ["run.helper", "file.look", "file.delete"]],
      ["fd foo --exec-batch rm", ["run.helper", "file.look", "file.delete"]],
      ["fd -e tf . src -x sed -i s/a/b/ {}", ["run.helper", "file.look", "file.read", "file.write"]],
      ["fd -Xrm foo", ["run.helper", "file.look", "file.delete", "file.delete"]],
    ],
  },
  {
    names: "locate plocate mdfind glocate",
    flags:
      "-0 -A -b -c -e -i -L -N -P -q -r -S -w --all --basename --count --existing --ignore-case --null --regex --statistics --wholename --help --version",
    values: { text: "-l -n --limit -onlyin -name" },
    operands: "text",
    safe: ["locate -i foo", "mdfind -name foo"],
    unsafe: [
      ["locate -d db foo", ["unknown.use"]],
      ["locate foo > a", ["file.write"]],
    ],
  },
];
