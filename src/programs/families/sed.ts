/** sed: the script decides what it reads, writes and runs; `-i` writes the files themselves. */
import { posix } from "node:path";
import { type Effect, type Target, unknownTarget } from "../../contract/effect.ts";
import { HOLE, type KnownWord } from "../../contract/reading.ts";
import { known, lastName, reads, refused, understood, withSuffix, writes } from "../disk-makers.ts";
import { given, valuesOf, word } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";
import { readSedScript } from "./sed-script.ts";

/** A long option, first of all whole, under every name it may be cut down to. */
const cutTo = (name: string, least: number): string =>
  Array.from({ length: name.length - least + 1 }, (_, i) => name.slice(0, name.length - i)).join(" ");

const IN_PLACE = `-i ${cutTo("--in-place", 3)}`;
const EXPRESSION = `-e ${cutTo("--expression", 3)}`;
const FILE = `-f ${cutTo("--file", 4)}`;
const SCRIPT_OPTIONS: ReadonlySet<string> = new Set(`${EXPRESSION} ${FILE}`.split(" "));

/** How much of a script's file is read. */
const MAX_SCRIPT_BYTES = 65_536;

function readSed(use: Use): ReadAnswer {
  const parts = (use.ordered ?? []).filter(({ option }) => SCRIPT_OPTIONS.has(option));
  if (parts.length > 0) {
    const inFile = given(use, FILE);
    const texts = parts.map(({ option, word: part }) =>
      EXPRESSION.split(" ").includes(option) ? partIn(part) : textOf(use, part),
    );
    const answer = judge(use, texts, use.operands);
    return inFile && answer.understood ? refused("the script is in a file", answer.effects) : answer;
  }
  const [first, ...rest] = use.operands;
  if (first === undefined) return refused("no script");
  const separate = given(use, IN_PLACE) && suffixes(use).length === 0;
  // BSD's -i takes the next word as the suffix of a backup: `sed -i '' script file`.
  if (separate && known(first) === "" && rest[0] !== undefined) return judge(use, [partIn(rest[0])], rest.slice(1));
  const isSure = !separate || use.context.world.platform === "linux";
  // A word that is not accounted for may be an option that takes the next one.
  if ((isSure && use.unaccounted.length === 0) || rest[0] === undefined) return judge(use, [partIn(first)], rest);
  const both = [judge(use, [partIn(first)], rest), judge(use, [partIn(rest[0])], rest.slice(1))];
  const effects = both.flatMap((answer) => answer.effects ?? []);
  return both.every((answer) => answer.understood)
    ? understood(effects)
    : refused(
        "one of two ways to read its words",
        effects,
        both.flatMap((answer) => answer.inner ?? []),
      );
}

/** What stands in a script's file or comes in, as far as it is there now. */
function textOf(use: Use, file: KnownWord): string {
  if (/^(?:-|\/dev\/stdin)$/.test(known(file) ?? "")) return use.stdin ?? use.stdinOutline ?? HOLE;
  const target = use.target(file);
  const bytes = target.certainty === "exact" ? use.context.world.readFile(target.path, MAX_SCRIPT_BYTES) : undefined;
  return bytes === undefined ? HOLE : new TextDecoder().decode(bytes);
}

/** A part of the script, with a `HOLE` for what is not known of it. */
const partIn = (part: KnownWord): string => known(part) ?? part.outline ?? HOLE;

/** Every part of the script, in the order they stand there, is a line or more of one. */
function judge(use: Use, parts: readonly string[], operands: readonly KnownWord[]): ReadAnswer {
  const files = fileEffects(use, operands);
  const script = readSedScript(parts.join("\n"));
  const effects: Effect[] = [
    ...files,
    ...script.reads.map((name) => reads(use.target(word(name)))),
    ...script.writes.map((name) => writes(use.target(word(name)))),
  ];
  if (script.runs)
    return refused(
      "the script runs commands",
      [...effects, { do: "run", program: "sed", what: "code", language: "sh" }],
      script.commands.map((code) => ({ kind: "script", code, via: "sed" })),
    );
  if (parts.some((part) => part.includes(HOLE))) return refused("the script is not known", effects);
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
    return [reads(target), writes(target), ...suffixes(use).flatMap((suffix) => backups(use, target, suffix))];
  });
}

/** `*` in the suffix is the file's own name, and with a `/` in it the copy lies elsewhere: seen from the file, or from here. */
function backups(use: Use, target: Target, suffix: KnownWord): readonly Effect[] {
  const text = known(suffix);
  if (text === undefined) return [writes(unknownTarget())];
  if (!/[*/]/.test(text)) return [writes(withSuffix(target, text))];
  const name = lastName(target);
  if (name === null) return [writes(unknownTarget())];
  const copy = text.includes("*") ? text.replaceAll("*", name) : `${name}${text}`;
  const beside = `${posix.dirname(target.path)}/${copy}`;
  return [...new Set([beside, copy])].map((path) => writes(use.target(word(path))));
}

export const sed: ProgramFamily = () => [
  {
    names: "sed gsed",
    edits: "sed",
    // -l takes a number for GNU and nothing for BSD; -I is BSD's in-place: neither is here.
    flags:
      "-n -E -r -s -u -z --quiet --silent --debug --follow-symlinks --posix --regexp-extended --sandbox --separate " +
      "--unbuffered --null-data --zero-terminated --help --version",
    values: { text: EXPRESSION, read: FILE, number: cutTo("--line-length", 3) },
    attached: { text: IN_PLACE },
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
      ["sed '1e rm x' a", ["file.read", "run.code", "unknown.use", "file.delete"]],
      ["sed '1erm x' a", ["file.read", "run.code", "unknown.use", "file.delete"]],
      ["sed --expression='1{e rm x' -e '}' a", ["file.read", "run.code", "unknown.use", "file.delete"]],
      ["sed --expr='1{w out' -e '}' a", ["file.read", "file.write"]],
      ["sed 's/a/rm x/e' a", ["file.read", "run.code", "unknown.use", "file.delete"]],
      ["sed e a", ["file.read", "run.code", "unknown.use"]],
      ["sed -f script a", ["file.read", "file.read", "unknown.use"]],
      ['sed "$X" a', ["file.read", "unknown.use", "unknown.use"]],
      ["sed -i/tmp/* s/a/b/ f", ["file.read", "file.write", "file.write", "unknown.use"]],
      ["sed -i'src/*' s/a/b/ f", ["file.read", "file.write", "file.write", "file.write", "unknown.use"]],
      ["sed --in-place=.o s/a/b/ f", ["file.read", "file.write", "file.write"]],
      ["sed -e 'a\\' -e 'text' -e 'w out' a", ["file.read", "file.write"]],
    ],
  },
];
