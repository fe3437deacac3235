/** find and its relatives: what is walked, what is done to what is found, and what is run for it. */
import type { Effect, Target } from "../../effect.ts";
import type { KnownWord } from "../reading.ts";
import { known, looks, mayNameOption, opening, refused, removes, understood, writes } from "./disk.ts";
import { BARE, LEADING, NEWER, RUNS, WITH_LOOK, WITH_TEXT, WRITES } from "./find-words.ts";
import { texts, word } from "./makers.ts";
import type { Inner, ProgramSpec, ReadAnswer, Use } from "./spec.ts";

function readFind(use: Use): ReadAnswer {
  const words = use.operands;
  const start = words.findIndex((each) => !LEADING.test(known(each) ?? ""));
  const first = start < 0 ? words.length : start;
  const cut = words.slice(first).findIndex((each) => beginsExpression(use, each));
  const end = cut < 0 ? words.length : first + cut;
  const given = words.slice(first, end);
  const roots = given.length > 0 ? given : [word(".")];
  const targets = roots.map((root) => use.target(root));
  const effects: Effect[] = targets.map((target) => looks(target, true));
  return expression(use, words.slice(end), { roots, targets, effects });
}

/** As find decides it; a word that may be anything may begin the expression, and is then refused there. */
function beginsExpression(use: Use, each: KnownWord): boolean {
  if (known(each) === "") return false;
  return opening(each) === "" ? mayNameOption(use, each) : /^(?:-.|[(!,)]$)/.test(opening(each));
}

const UNKNOWN_ROOT: KnownWord = { value: null, text: "{}", glob: false, splits: false, prefix: "" };

interface Walk {
  readonly roots: readonly KnownWord[];
  readonly targets: readonly Target[];
  readonly effects: Effect[];
}

function expression(use: Use, words: readonly KnownWord[], walk: Walk): ReadAnswer {
  const inner: Inner[] = [];
  const { effects } = walk;
  for (let i = 0; i < words.length; i++) {
    const name = known(words[i]);
    const argument = words[i + 1];
    if (name === undefined) return refused("a word of the expression is not known", effects, inner);
    if (BARE.has(name)) continue;
    if (name === "-delete") effects.push(...walk.targets.map((target) => removes(target, true)));
    else if (RUNS.has(name)) {
      const command = commandAt(words, i + 1);
      if (command === undefined) return refused(`${name} without an end`, effects, inner);
      const elsewhere = name.endsWith("dir");
      inner.push(...runsFor(command.words, elsewhere ? [UNKNOWN_ROOT] : walk.roots, name));
      if (elsewhere) return refused(`${name} runs in the directory of what it finds`, effects, inner);
      i = command.end;
    } else {
      if (argument === undefined || argument.splits) return refused(`${name} without an argument`, effects, inner);
      const more = WRITES.get(name);
      if (more !== undefined) effects.push(writes(use.target(argument)));
      else if (WITH_LOOK.has(name) || NEWER.test(name)) effects.push(looks(use.target(argument)));
      else if (!WITH_TEXT.has(name)) return refused(`find ${name}`, effects, inner);
      i += 1 + (more ?? 0);
    }
  }
  return understood(effects, inner);
}

/** The words up to `;`, or up to `+` right behind `{}`. */
function commandAt(
  words: readonly KnownWord[],
  from: number,
): { readonly words: readonly KnownWord[]; readonly end: number } | undefined {
  for (let end = from; end < words.length; end++) {
    const value = known(words[end]);
    if (value === ";" || (value === "+" && known(words[end - 1]) === "{}"))
      return { words: words.slice(from, end), end };
    // A word that may be several could hold the end itself.
    if (words[end]?.splits === true) return undefined;
  }
  return undefined;
}

/** `{}` becomes a path at or below a root; in the middle of a word nothing is known of the whole. */
function runsFor(command: readonly KnownWord[], roots: readonly KnownWord[], name: string): readonly Inner[] {
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
    return { kind: "words", words, via: `find ${name}`, moreWords: false };
  });
}

/** fd: pattern, then paths; `-x` and `-X` run everything behind them. */
function readFd(use: Use): ReadAnswer {
  const paths = use.operands.slice(1);
  const places = paths.length > 0 ? paths : [word(".")];
  return understood(places.map((place) => looks(use.target(place), true)));
}

export const find: readonly ProgramSpec[] = [
  {
    names: ["find", "gfind"],
    style: "words",
    read: readFind,
    examples: {
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
        ["find . -delete", "delete"],
        ["find . -name x -exec rm {} \\;", "delete"],
        ["find . -exec ./run {} +", "run"],
        ["find . -execdir sh -c 'rm a' \\;", "delete"],
        ["find . -fprint out", "write"],
        ["find . -fprintf out %p", "write"],
        ["find . -fls out", "write"],
        ["find . -files0-from x", ""],
        ["find . -exec rm {}", ""],
        ["find . $X", ""],
        ['find . "$X"', ""],
        ["find -f . -delete", ""],
      ],
    },
  },
  {
    names: ["fd", "fdfind"],
    flags:
      "-0 -a -g -F -H -i -I -L -p -q -s -u -1 -h -V --absolute-path --fixed-strings --follow --full-path --glob --hidden --ignore-case " +
      "--no-follow --no-hidden --no-ignore --no-ignore-parent --no-ignore-vcs --one-file-system --print0 --prune --quiet --regex --show-errors --unrestricted --case-sensitive --version --help",
    values: {
      ...texts(
        "-c -d -e -E -j -o -S -t --and --changed-before --changed-within --color --exact-depth --exclude --extension --format --max-depth --max-results",
      ),
      ...texts("--min-depth --owner --path-separator --size --threads --type"),
      "--ignore-file": "read",
      "--search-path": "lookTree",
    },
    attached: texts("--strip-cwd-prefix"),
    // -x and -X take all further words as a command.
    runsCode: "-x -X --exec --exec-batch",
    read: readFd,
    examples: {
      safe: ["fd foo", "fd -e ts -t f foo src", "fd -H -d 2 . src"],
      unsafe: [
        ["fd foo -x rm", "run"],
        ["fd foo --exec-batch rm", "run"],
        ["fd -Xrm foo", "run"],
      ],
    },
  },
  {
    names: ["locate", "plocate", "mdfind", "glocate"],
    flags:
      "-0 -A -b -c -e -i -L -N -P -q -r -S -w --all --basename --count --existing --ignore-case --null --regex --statistics --wholename --help --version",
    values: texts("-l -n --limit -onlyin -name"),
    operands: "text",
    examples: {
      safe: ["locate -i foo", "mdfind -name foo"],
      unsafe: [
        ["locate -d db foo", ""],
        ["locate foo > a", "write"],
      ],
    },
  },
];
