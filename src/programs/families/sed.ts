/** sed: the script decides what it reads, writes and runs; `-i` writes the files themselves. */
import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { known, reads, refused, understood, withSuffix, writes } from "../disk-makers.ts";
import { given, valuesOf, word } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";
import { readSedScript } from "./sed-script.ts";

const IN_PLACE = "-i --in-place";

function readSed(use: Use): ReadAnswer {
  const scripts = valuesOf(use, "-e --expression");
  if (given(use, "-f --file")) return refused("the script is in a file", fileEffects(use, use.operands));
  if (scripts.length > 0) return judge(use, scripts, use.operands);
  const [first, ...rest] = use.operands;
  if (first === undefined) return refused("no script");
  const separate = given(use, IN_PLACE) && suffixes(use).length === 0;
  // BSD's -i takes the next word as the suffix of a backup: `sed -i '' script file`.
  if (separate && known(first) === "" && rest[0] !== undefined) return judge(use, [rest[0]], rest.slice(1));
  if (!separate || use.context.world.platform === "linux" || rest[0] === undefined) return judge(use, [first], rest);
  const both = [judge(use, [first], rest), judge(use, [rest[0]], rest.slice(1))];
  const effects = both.flatMap((answer) => answer.effects ?? []);
  return both.every((answer) => answer.understood)
    ? understood(effects)
    : refused("one of two ways to read -i", effects);
}

function judge(use: Use, scripts: readonly KnownWord[], operands: readonly KnownWord[]): ReadAnswer {
  const files = fileEffects(use, operands);
  const texts = scripts.map(known);
  if (texts.some((text) => text === undefined)) return refused("the script is not known", files);
  const script = readSedScript(texts.join("\n"));
  const effects: Effect[] = [
    ...files,
    ...script.reads.map((name) => reads(use.target(word(name)))),
    ...script.writes.map((name) => writes(use.target(word(name)))),
  ];
  if (script.runs)
    return refused("the script runs commands", [
      ...effects,
      { do: "run", program: "sed", what: "code", language: "sh" },
    ]);
  if (!script.ok) return refused("the script could not be read", effects);
  const odd = suffixes(use).some((suffix) => !/^[\w.~-]+$/.test(known(suffix) ?? "/"));
  return odd ? refused("the backup suffix may be a path", effects) : understood(effects);
}

const suffixes = (use: Use): readonly KnownWord[] => valuesOf(use, IN_PLACE);

function fileEffects(use: Use, operands: readonly KnownWord[]): Effect[] {
  const inPlace = given(use, IN_PLACE);
  return operands.flatMap((operand) => {
    if (known(operand) === "-") return [];
    const target = use.target(operand);
    if (!inPlace) return [reads(target)];
    const backups = suffixes(use).flatMap((suffix) =>
      known(suffix) === undefined ? [] : [writes(withSuffix(target, known(suffix) ?? ""))],
    );
    return [reads(target), writes(target), ...backups];
  });
}

export const sed: ProgramFamily = () => [
  {
    names: "sed gsed",
    edits: "sed",
    // -l takes a number for GNU and nothing for BSD; -I is BSD's in-place: neither is here.
    flags:
      "-n -E -r -s -u -z -i --quiet --silent --debug --follow-symlinks --in-place --posix --regexp-extended --sandbox --separate " +
      "--unbuffered --null-data --zero-terminated --help --version",
    values: { text: "-e --expression", read: "-f --file", number: "--line-length" },
    attached: { text: "-i --in-place" },
    read: readSed,
    safe: [
      "sed -n 1,20p a",
      "sed 's/a/b/g' a",
      "sed -e 's|/x|/y|' -e '/^$/d' a b",
      "sed -nE '/foo/,/bar/{=;p;}' a",
      "sed -n '/a/{p;q}' a",
      "sed 's/[^/]*$//' a",
      "sed '$!N;s/\\n/ /' a",
      "sed -n '5w /dev/stdout' a",
    ],
    unsafe: [
      ["sed -i s/a/b/ f", ["file.read", "file.write"]],
      ["sed -i '' s/a/b/ f", ["file.read", "file.write"]],
      ["sed -i.bak s/a/b/ f", ["file.read", "file.write", "file.write"]],
      ["sed -n 'w out' a", ["file.read", "file.write"]],
      ["sed 's/a/b/w out' a", ["file.read", "file.write"]],
      ["sed 's/[/]/b/w out' a", ["file.read", "file.write"]],
      // After a delimiter in brackets, and with a space before the flag.
      ["sed 's/[a/b/;#]/c/ w out' a", ["file.read", "unknown.use"]],
      ["sed '1e rm x' a", ["file.read", "run.code", "unknown.use"]],
      ["sed 's/a/rm x/e' a", ["file.read", "run.code", "unknown.use"]],
      ["sed 's/a/b/ge' a", ["file.read", "run.code", "unknown.use"]],
      ["sed -f script a", ["file.read", "file.read", "unknown.use"]],
      ['sed "$X" a', ["file.read", "unknown.use", "unknown.use"]],
      ["sed -i/tmp/* s/a/b/ f", ["file.read", "file.write", "unknown.use"]],
      ["sed --in-place=.o s/a/b/ f", ["file.read", "file.write", "file.write"]],
      ["sed -e 'a\\' -e 'text' -e 'w out' a", ["file.read", "file.write"]],
    ],
  },
];
