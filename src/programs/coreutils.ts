/** Programs that read files or standard input and print: GNU and BSD spellings; where they differ, the worse reading. */

import { checksums } from "./checksums.ts";
import { GNU, numbers, texts } from "./makers.ts";
import type { ProgramFamily } from "./spec.ts";

export const coreutils: ProgramFamily = () => [
  {
    names: ["cat"],
    flags: `-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting ${GNU}`,
    operands: "read",
    examples: {
      safe: ["cat a.txt", "cat -n src/a.ts b", "cat -vet x"],
      unsafe: [
        ["cat a > b", ["file.read", "file.write"]],
        ["cat --output=b a", ["file.read", "unknown.use"]],
      ],
    },
  },
  {
    names: ["tac"],
    flags: `-b -r --before --regex ${GNU}`,
    values: texts("-s --separator"),
    operands: "read",
    examples: { safe: ["tac log.txt", "tac -s , a"], unsafe: [["tac a > b", ["file.read", "file.write"]]] },
  },
  {
    names: ["head"],
    reader: true,
    flags: `-q -v -z --quiet --silent --verbose --zero-terminated ${GNU}`,
    values: texts("-n -c --lines --bytes"),
    digits: true,
    operands: "read",
    examples: {
      safe: ["head -20 a", "head -n 5 a b", "head -c100 a", "head --lines=-3 a"],
      unsafe: [["head -1 a >> b", ["file.read", "file.append"]]],
    },
  },
  {
    names: ["tail"],
    reader: true,
    flags: `-f -F -q -r -v -z --follow --retry --quiet --silent --verbose --zero-terminated ${GNU}`,
    values: texts("-n -c -s --lines --bytes --sleep-interval --pid --max-unchanged-stats"),
    attached: texts("--follow"),
    digits: true,
    operands: "read",
    examples: {
      safe: ["tail -50 a", "tail -n +5 a", "tail -f log"],
      unsafe: [["tail a | tee b", ["file.read", "file.write"]]],
    },
  },
  {
    names: ["wc"],
    flags: `-c -m -l -L -w --bytes --chars --lines --max-line-length --words ${GNU}`,
    attached: texts("--total"),
    values: { "--files0-from": "never" },
    operands: "read",
    examples: { safe: ["wc -l a b", "wc -c < a"], unsafe: [["wc --files0-from=list", ["unknown.use"]]] },
  },
  {
    names: ["sort", "gsort"],
    reader: true,
    flags:
      "-b -d -f -g -i -M -h -n -R -r -V -c -C -m -s -u -z --ignore-leading-blanks --dictionary-order --ignore-case " +
      "--general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort --reverse " +
      `--version-sort --check --merge --stable --unique --zero-terminated --debug ${GNU}`,
    attached: texts("--check"),
    values: {
      ...texts("-k -t -S --key --field-separator --buffer-size --parallel --batch-size --sort"),
      "--random-source": "read",
      "-o": "write",
      "--output": "write",
      "-T": "write",
      "--temporary-directory": "write",
      "--compress-program": "program",
      "--files0-from": "never",
    },
    operands: "read",
    examples: {
      safe: ["sort a", "sort -rn -k2,2 -t: a", "sort -u", "sort --reverse --key=3 a b"],
      unsafe: [
        ["sort a -o b", ["file.write", "file.read"]],
        ["sort -uo b a", ["file.write", "file.read"]],
        ["sort --compress-program=./x a", ["run.helper", "file.read"]],
        ["sort --files0-from=- a", ["file.read", "unknown.use"]],
      ],
    },
  },
  {
    names: ["uniq"],
    reader: true,
    flags: `-c -d -D -i -u -z --count --repeated --ignore-case --unique --zero-terminated --all-repeated --group ${GNU}`,
    attached: texts("--all-repeated --group"),
    values: numbers("-f -s -w --skip-fields --skip-chars --check-chars"),
    operands: { first: ["read", "write"], max: 2 },
    examples: {
      safe: ["uniq -c a", "uniq -f 1"],
      unsafe: [
        ["uniq a b", ["file.read", "file.write"]],
        ["uniq - b", ["file.write"]],
      ],
    },
  },
  {
    names: ["cut"],
    flags: `-n -s -w -z --complement --only-delimited --zero-terminated ${GNU}`,
    values: texts("-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter"),
    operands: "read",
    examples: {
      safe: ["cut -d: -f1 a", "cut -c1-80", "cut -d ' ' -f 2"],
      unsafe: [["cut -f1 a > b", ["file.read", "file.write"]]],
    },
  },
  {
    names: ["tr"],
    flags: `-c -C -d -s -t -u --complement --delete --squeeze-repeats --truncate-set1 ${GNU}`,
    operands: "text",
    examples: {
      safe: ["tr a-z A-Z", "tr -d '\\n'", "tr -cs a-z '\\n' < a"],
      unsafe: [["tr a b < x > y", ["file.read", "file.write"]]],
    },
  },
  {
    names: ["nl"],
    flags: `-p --no-renumber ${GNU}`,
    values: texts(
      "-b -d -f -h -i -l -n -s -v -w --body-numbering --footer-numbering --header-numbering --number-width --starting-line-number",
    ),
    operands: "read",
    examples: { safe: ["nl -ba a", "nl -w 3 -s : a"], unsafe: [["nl -ba a > b", ["file.read", "file.write"]]] },
  },
  {
    names: ["rev"],
    flags: "-V -h",
    operands: "read",
    examples: { safe: ["rev a"], unsafe: [["rev a > b", ["file.read", "file.write"]]] },
  },
  {
    names: ["paste"],
    flags: `-s -z --serial --zero-terminated ${GNU}`,
    values: texts("-d --delimiters"),
    operands: "read",
    examples: {
      safe: ["paste -sd, a", "paste a b"],
      unsafe: [["paste a b > c", ["file.read", "file.read", "file.write"]]],
    },
  },
  {
    names: ["join"],
    flags: `-i -z --ignore-case --check-order --nocheck-order --header --zero-terminated ${GNU}`,
    values: texts("-a -e -j -o -t -v -1 -2"),
    operands: "read",
    examples: {
      safe: ["join -t, -1 2 -2 1 a b"],
      unsafe: [["join a b > c", ["file.read", "file.read", "file.write"]]],
    },
  },
  {
    names: ["comm"],
    flags: `-1 -2 -3 -i -z --check-order --nocheck-order --total --zero-terminated ${GNU}`,
    values: texts("--output-delimiter"),
    operands: "read",
    examples: {
      safe: ["comm -23 a b", "comm -12 <(sort a) <(sort b)"],
      unsafe: [["comm a b > c", ["file.read", "file.read", "file.write"]]],
    },
  },
  {
    names: ["fold"],
    flags: `-b -c -s --bytes --characters --spaces ${GNU}`,
    values: texts("-w --width"),
    digits: true,
    operands: "read",
    examples: { safe: ["fold -s -w 80 a", "fold -72"], unsafe: [["fold a > b", ["file.read", "file.write"]]] },
  },
  {
    names: ["fmt"],
    // -t and -p take a value in one world and none in the other: as flags their value counts as a file.
    flags: `-c -m -n -p -s -t -u --crown-margin --tagged-paragraph --split-only --uniform-spacing ${GNU}`,
    values: texts("-w -g --width --goal --prefix"),
    digits: true,
    operands: "read",
    examples: { safe: ["fmt -72 a", "fmt -w 60 a"], unsafe: [["fmt a > b", ["file.read", "file.write"]]] },
  },
  {
    names: ["expand", "unexpand"],
    flags: `-a -i --all --initial --first-only ${GNU}`,
    values: texts("-t --tabs"),
    digits: true,
    operands: "read",
    examples: { safe: ["expand -t 4 a", "unexpand -a a"], unsafe: [["expand a > b", ["file.read", "file.write"]]] },
  },
  {
    names: ["pr"],
    flags: "-a -d -F -f -J -m -r -t -T -v --across --double-space --merge --omit-header",
    values: texts("-D -h -l -N -o -w -W"),
    digits: true,
    operands: "read",
    examples: { safe: ["pr -m -t a b"], unsafe: [["pr a > b", ["file.read", "file.write"]]] },
  },
  {
    names: ["column"],
    flags: "-t -x -n -e -J -L -d --table --fillrows --json --keep-empty-lines --table-noheadings --help --version",
    values: texts(
      "-c -s -o -N -W -R -T -E -H -O -l --separator --output-separator --output-width --table-columns --table-right",
    ),
    operands: "read",
    examples: { safe: ["column -t -s, a", "column -ts :"], unsafe: [["column -t a > b", ["file.read", "file.write"]]] },
  },
  {
    names: ["shuf", "gshuf"],
    reader: true,
    flags: `-e -r -z --echo --repeat --zero-terminated ${GNU}`,
    values: {
      ...texts("-i -n --input-range --head-count"),
      "--random-source": "read",
      "-o": "write",
      "--output": "write",
    },
    operands: "read",
    examples: { safe: ["shuf -n 3 a", "shuf -i 1-9"], unsafe: [["shuf -o b a", ["file.write", "file.read"]]] },
  },
  ...checksums,
];
