/** Documents, pictures and source trees looked at, editors, and pickers. */
import { act } from "../../contract/effect.ts";
import { known, reads, refused, understood } from "../disk-makers.ts";
import type { ProgramSpec, ReadAnswer, Use } from "../spec.ts";

/** Operands that can only be files: no `scheme:` the program would act on, no `@list` it would follow. */
function readPlainFiles(use: Use): ReadAnswer {
  const effects = use.operands.map((each) => reads(use.target(each)));
  const plain = use.operands.every(
    (each) => (known(each) ?? each.under) !== undefined && !/^[-@]|:/.test(known(each) ?? each.under ?? ""),
  );
  return plain ? understood(effects) : refused("an operand may be more than a file", effects);
}

export const textDocuments: readonly ProgramSpec[] = [
  {
    names: "xmllint",
    // External entities and DTDs are fetched only with options that are not here; --shell takes commands.
    flags:
      "--noout --format --html --recover --huge --nowarning --nonet --noblanks --compact --debug --version --htmlout --xmlout --quiet --stream --timing --repeat --dropdtd --nocdata --nsclean",
    values: { text: "--xpath --encode --pretty --pattern", write: "-o --output" },
    read: readPlainFiles,
    safe: ["xmllint --noout a.xml", "xmllint --xpath //a a.xml"],
    unsafe: [
      ["xmllint --output b a", ["file.write", "file.read"]],
      ["xmllint --shell a", ["file.read", "unknown.use"]],
      ["xmllint --noent a", ["file.read", "unknown.use"]],
    ],
  },
  {
    names: "pygmentize",
    flags: "-g -h -L -N -V",
    values: { text: "-f -l", write: "-o" },
    operands: "read",
    safe: ["pygmentize -l py a"],
    unsafe: [
      ["pygmentize -o b a", ["file.write", "file.read"]],
      ["pygmentize -x -l ./evil.py a", ["file.read", "unknown.use"]],
    ],
  },
  {
    names: "csvlook csvcut csvstat csvgrep csvjson csvsort csvjoin csvstack",
    flags:
      "-n -l -i -r -C -H -S --names --linenumbers --no-header-row --count --freq --max --mean --median --min --nulls --stdev --sum --type --unique --csv",
    values: {
      text: "-c -d -m -q -e -t -u --columns --delimiter --match --quotechar --max-rows --max-columns",
      read: "-f",
    },
    operands: "read",
    safe: ["csvcut -c 1,2 a.csv", "csvlook a.csv"],
    unsafe: [["csvlook a.csv > b", ["file.read", "file.write"]]],
  },
  {
    names: "pdftotext",
    // The second operand is written; without one the text goes to a file beside the first.
    style: "go",
    flags: "-layout -raw -nopgbrk -q -htmlmeta -bbox -enc-utf8 -table -simple -v -h",
    values: { text: "-f -l -r -x -y -W -H -enc -eol -opw -upw" },
    operands: { first: ["read", "write"], min: 2, max: 2 },
    safe: ["pdftotext a.pdf -", "pdftotext -layout -f 1 -l 2 a.pdf -"],
    unsafe: [
      ["pdftotext a.pdf b.txt", ["file.read", "file.write"]],
      ["pdftotext a.pdf", ["file.read", "unknown.use"]],
    ],
  },
  {
    names: "pdfinfo exiftool",
    // Without options that name files, formats or tags to write.
    style: "go",
    flags: "-verbose -v -json -h -hide_banner -show_format -show_streams -s -S -g -G -a -quiet --raw --quiet -q -n -u",
    values: { text: "-of -print_format -show_entries -select_streams" },
    read: readPlainFiles,
    safe: ["pdfinfo a.pdf", "exiftool a.jpg"],
    unsafe: [
      ["exiftool -comment=x a.jpg", ["file.read", "unknown.use"]],
      ["exiftool -o b a.jpg", ["file.read", "file.read", "unknown.use"]],
    ],
  },
  {
    names: "zbarimg mediainfo ffprobe",
    // What an image or a playlist says inside may be fetched, read or handed to a helper.
    style: "words",
    operands: "text",
    always: [(use) => [{ do: "run", program: use.program, what: "helper", wording: "what the file itself asks for" }]],
    unsafe: [
      ["mediainfo a.png", ["run.helper"]],
      ["ffprobe http://x.example/a", ["run.helper"]],
    ],
  },
  {
    names: "tokei scc",
    flags: "--json --csv --quiet --hide-rate --by-file --files -f -c -C -l --no-cocomo --help --version",
    values: { text: "-e -t --exclude-dir --include-lang --exclude-lang --sort --exclude --type" },
    operands: { rest: "readTree", none: { role: "readTree", path: "." } },
    safe: ["tokei src", "scc"],
    unsafe: [["scc --output=x src", ["file.read", "unknown.use"]]],
  },
  {
    names: "ed ex vi vim nvim nano emacs pico joe micro",
    launcher: true,
    // An editor takes commands from its input, its options and its start files.
    operands: "write",
    stdin: "code",
    always: [(use) => [{ do: "run", program: use.program, what: "code", wording: "an editor runs commands" }]],
    unsafe: [
      ["vim -c '!id' a", ["run.code", "file.write", "file.write", "unknown.use"]],
      ["ed -s a", ["run.code", "file.write", "unknown.use"]],
      ["nano a", ["run.code", "file.write"]],
    ],
  },
  {
    names: "fzf peco percol dialog whiptail",
    always: [act("process.await-person")],
    operands: "text",
    unsafe: [["fzf --preview 'cat {}'", ["process.await-person", "unknown.use"]]],
  },
];
