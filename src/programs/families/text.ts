/** Comparing, paging, converting and showing text. */
import { type Effect, unknownTarget } from "../../contract/effect.ts";
import { known, looks, opening, reads, refused, removes, understood, writes } from "../disk-makers.ts";
import { given, valuesOf, word } from "../makers.ts";
import { likelyPatchPaths, patchFiles } from "../patch-files.ts";
import type { Examples, ProgramFamily, ReadAnswer, Use } from "../spec.ts";
import { shownSecrets } from "./compared-trees.ts";
import { textDocuments } from "./text-documents.ts";

/** tree takes the values of a cluster from the next words in turn: a letter with a value must stand last. */
function readTree(use: Use): ReadAnswer {
  const places = use.operands.length > 0 ? use.operands : [word(".")];
  const effects: Effect[] = places.map((place) => looks(use.target(place), true));
  const unclear = use.words.some(
    (each) => /^-[A-Za-z]*[LPIHTo]./.test(opening(each)) && !/^-[^LPIHTo]*L\d+$/.test(opening(each)),
  );
  return unclear ? refused("an option with a value in the middle of a cluster", effects) : understood(effects);
}

/** What a patch names is written, and an ed script in it is run. */
function readPatch(use: Use): ReadAnswer {
  const [file, input] = use.operands;
  const root = valuesOf(use, "-d --directory")[0];
  const below = root === undefined ? use.cwd : use.target(root);
  const effects: Effect[] = [
    writes(file === undefined ? unknownTarget(below.certainty === "exact" ? below.path : "") : use.target(file), {
      recursive: file === undefined,
    }),
    ...(input === undefined ? [] : [reads(use.target(input))]),
    // What it makes of the file goes elsewhere, with the rest of it.
    ...(file !== undefined && given(use, "-o --output") ? [reads(use.target(file))] : []),
  ];
  return given(use, "--dry-run -C --check")
    ? refused("a dry run of a patch that is not read", effects.slice(1))
    : understood(effects);
}

/** The patch of an agent's own program: as an argument, or as its input. It is judged as the tool of that name is. */
function readAgentPatch(use: Use): ReadAnswer {
  const [operand, ...more] = use.operands;
  const patch = operand === undefined ? use.stdin : known(operand);
  const files = patch === null || patch === undefined || more.length > 0 ? undefined : patchFiles(patch);
  if (files?.ok !== true) {
    const named = likelyPatchPaths(patch ?? use.stdinOutline ?? "");
    const effects = named.map((path) => writes(use.target(word(path))));
    return refused("a patch that is not read", [...effects, writes(unknownTarget(), { recursive: true })]);
  }
  return understood(
    files.value.map(({ path, deletes, from }) => {
      const target = use.target(word(path));
      if (deletes) return removes(target);
      return from === undefined ? writes(target) : writes(target, { as: "copy", from: use.target(word(from)) });
    }),
  );
}

function readBat(use: Use): ReadAnswer {
  if (known(use.operands[0]) === "cache")
    return refused("bat cache writes", [writes(unknownTarget(use.context.world.home))]);
  return understood(use.operands.map((each) => reads(use.target(each))));
}

/** A page that is a file of the project could include any other file. */
function readManual(use: Use): ReadAnswer {
  const plain = use.operands.every((each) => /^[^/]+$/.test(known(each) ?? ""));
  return plain ? understood([]) : refused("a page that is a file", [reads(unknownTarget())]);
}

const PAGER_EXAMPLES: Examples = {
  safe: ["less a", "less -N a", "more a"],
  unsafe: [
    ["less -o log a", ["file.write", "file.read"]],
    ["less +!id a", ["run.helper", "file.read"]],
    ["LESSOPEN='|x %s' less a", ["variable.set", "file.read"]],
  ],
};

export const text: ProgramFamily = () => [
  {
    names: "diff gdiff colordiff",
    reader: true,
    // Not here: -l pages through pr.
    flags:
      "-a -b -B -c -d -e -E -f -H -i -n -N -p -P -q -r -s -t -T -u -v -w -y -Z --brief --context --ed --expand-tabs --ignore-all-space --ignore-blank-lines " +
      "--ignore-case --ignore-file-name-case --ignore-space-change --ignore-tab-expansion --ignore-trailing-space --initial-tab --left-column " +
      "--minimal --new-file --no-dereference --normal --rcs --recursive --report-identical-files --show-c-function --side-by-side --speed-large-files " +
      "--strip-trailing-cr --suppress-blank-empty --suppress-common-lines --text --unified --unidirectional-new-file --color --help --version",
    values: {
      text: "-C -D -F -I -L -U -W -x -S --exclude --ignore-matching-lines --label --palette --show-function-line --starting-file --tabsize --width --horizon-lines",
      read: "-X --exclude-from --from-file --to-file",
    },
    attached: { text: "--color --context --unified" },
    digits: true,
    // Also without -r the files of two directories are compared, and links among them followed.
    operands: "readThrough",
    roleWhen: { readTree: "--no-dereference" },
    always: [shownSecrets],
    safe: ["diff a b", "diff -u a b", "diff -rq x y", "diff --color=always -U5 a b"],
    unsafe: [
      ["diff a b > c", ["file.read", "file.read", "file.write"]],
      ["diff -l a b", ["file.read", "file.read", "unknown.use"]],
    ],
  },
  {
    names: "cmp",
    reader: true,
    flags: "-b -h -l -s -v -x -z --print-bytes --quiet --silent --verbose --help --version",
    values: { text: "-i -n --bytes --ignore-initial" },
    operands: { first: ["read", "read"], rest: "text", max: 4 },
    safe: ["cmp a b", "cmp -s a b"],
    unsafe: [["cmp a b > c", ["file.read", "file.read", "file.write"]]],
  },
  {
    names: "sdiff",
    reader: true,
    flags: "-a -b -B -d -E -H -i -l -s -t -W -Z",
    values: { text: "-w -I", write: "-o --output", program: "--diff-program" },
    operands: "read",
    safe: ["sdiff -s a b"],
    unsafe: [
      ["sdiff -o c a b", ["file.write", "file.read", "file.read"]],
      ["sdiff --diff-program=./x a b", ["run.helper", "file.read", "file.read"]],
    ],
  },
  {
    names: "diff3",
    reader: true,
    flags: "-3 -a -A -e -E -i -m -T -v -x -X --merge --text",
    values: { text: "-L --label", program: "--diff-program" },
    operands: "read",
    safe: ["diff3 a b c"],
    unsafe: [["diff3 --diff-program=./x a b c", ["run.helper", "file.read", "file.read", "file.read"]]],
  },
  {
    names: "wdiff dwdiff difft",
    flags: "-1 -2 -3 -n -i -s -w --no-deleted --no-inserted --no-common --statistics --ignore-case",
    operands: "read",
    safe: ["wdiff a b"],
    unsafe: [["wdiff -l a b", ["file.read", "file.read", "unknown.use"]]],
  },
  {
    names: "patch gpatch",
    flags:
      "-b -c -C -E -f -l -n -N -R -s -t -T -u -v -Z --backup --batch --binary --check --dry-run --force --forward --ignore-whitespace --quiet --reverse --silent --unified --verbose",
    values: {
      text: "-d -F -p -V -B -z -Y -g --directory --fuzz --strip --suffix --prefix",
      read: "-i --input",
      write: "-o --output -r --reject-file",
    },
    read: readPatch,
    unsafe: [
      ["patch -p1 < a.diff", ["file.write", "file.read"]],
      ["patch f a.diff", ["file.write", "file.read"]],
      ["patch -o out f a.diff", ["file.write", "file.write", "file.read", "file.read"]],
      ["patch -p1 --dry-run -i a.diff", ["file.read", "unknown.use"]],
    ],
  },
  {
    names: "apply_patch applypatch",
    style: "words",
    edits: "apply_patch applypatch",
    read: readAgentPatch,
    unsafe: [
      ["apply_patch '*** Begin Patch\n*** Delete File: a\n*** End Patch'", ["file.delete"]],
      ["apply_patch < a.patch", ["file.write", "file.read", "unknown.use"]],
      ['apply_patch "$PATCH"', ["file.write", "unknown.use"]],
    ],
  },
  {
    names: "less more most zless zmore",
    reader: true,
    // Without a terminal these copy their input. -o and -O write a log; +commands are not followed.
    flags:
      "-a -c -d -e -E -f -F -g -G -i -I -J -m -M -n -N -p -q -Q -r -R -s -S -u -U -w -W -X -l -~ --chop-long-lines --LINE-NUMBERS --line-numbers --quit-if-one-screen --no-init --RAW-CONTROL-CHARS --raw-control-chars --ignore-case --squeeze-blank-lines --help --version -V",
    values: { write: "-o -O --log-file --LOG-FILE" },
    plus: true,
    runsCode: "+",
    operands: "read",
    ...PAGER_EXAMPLES,
  },
  {
    names: "man apropos whatis info",
    reader: true,
    // A page is a name: a path would be read, and -P, -H, -l, -C, -M bring programs and files.
    flags: "-a -f -i -I -k -K -w -W -u --all --apropos --whatis --where --path --names-only -h -V --help --version",
    values: { text: "-s -S -e -L --sections" },
    read: readManual,
    safe: ["man ls", "man -k copy", "man 5 crontab"],
    unsafe: [
      ["man -P ./x ls", ["file.read", "unknown.use", "unknown.use"]],
      ["man -H./x ls", ["unknown.use"]],
      ["man --pager=./x ls", ["unknown.use"]],
    ],
  },
  {
    names: "bat batcat",
    flags:
      "-A -d -f -h -n -p -pp -P -S -u -V --chop-long-lines --diff --force-colorization --list-languages --list-themes --no-config --no-custom-assets --number --plain --show-all --unbuffered --no-paging --help --version",
    values: {
      text: "-H -l -m -r --color --decorations --file-name --highlight-line --italic-text --language --line-range --map-syntax --style --tabs --terminal-width --theme --wrap --squeeze-limit --nonprintable-notation",
    },
    attached: { text: "--paging" },
    read: readBat,
    safe: ["bat a", "bat -pp --color=never a", "bat -r 1:20 a", "bat --paging=never a"],
    unsafe: [
      ["bat --pager ./x a", ["file.read", "file.read", "unknown.use"]],
      ["bat cache --build", ["file.write", "unknown.use", "unknown.use"]],
    ],
  },
  {
    names: "tree",
    reader: true,
    // -R runs tree again in each directory and writes pages there; -o writes.
    flags:
      "-a -A -c -C -d -D -f -F -g -h -i -J -l -n -N -p -q -Q -r -s -S -t -u -U -v -x -X -_ --cachesafe --device --dirsfirst --du --filesfirst --gitignore --hintro --houtro --ignore-case --info --inodes --matchdirs --metafirst --nolinks --noreport --prune --si --help --version --",
    values: {
      text: "-H -I -L -P -T --charset --filelimit --sort --timefmt",
      write: "-o",
      read: "--gitfile --infofile",
    },
    read: readTree,
    safe: ["tree", "tree -L 2 src", "tree -aL2", "tree -I node_modules --dirsfirst"],
    unsafe: [
      ["tree -o out", ["file.write", "file.look"]],
      ["tree -R -H . -L 1", ["file.look", "unknown.use"]],
      ["tree -PLo pat 2 out", ["file.look", "file.look", "file.look", "unknown.use"]],
      ["tree -Lo 2 out", ["file.look", "file.look", "unknown.use"]],
    ],
  },
  {
    names: "iconv",
    reader: true,
    flags: "-c -l -s --list --silent --verbose",
    values: { text: "-f -t --from-code --to-code", write: "-o --output" },
    operands: "read",
    safe: ["iconv -f utf-16 -t utf-8 a"],
    unsafe: [["iconv -f a -t b -o c d", ["file.write", "file.read"]]],
  },
  {
    names: "dos2unix unix2dos todos fromdos",
    flags: "-q -k -o -f",
    operands: "write",
    unsafe: [["dos2unix a", ["file.write"]]],
  },
  ...textDocuments,
];
