/**
 * Places that the words of a command say are written, where it runs what it is given or nobody knows what it does with it: for
 * rules that forbid editing. A word that a program may only read is none of them.
 */
import type { Target } from "../../contract/effect.ts";
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { assertNever } from "../../contract/result.ts";
import { absolutePath, toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { listedPlaces } from "./listed-places.ts";
import { isOpenEnded, optionValues } from "./option-values.ts";

export interface WrittenPlace {
  readonly target: Target;
  readonly recursive: boolean;
  /** With wildcards: what it matches, and not all that lies where it begins. */
  readonly pattern?: string;
  /** Below it anything may be written: what a search found there, what an archive holds. */
  readonly spreads?: true;
  /** A directory counts for the sort of files that such programs change, and for no other. */
  readonly asSource?: true;
}

/** Options by whose names what they say is written. */
const OUTPUT =
  /^(?:-o|-O|--?(?:[a-z0-9]+[-_])*(?:out(?:put)?(?:[-_]?(?:dir|file|path|folder|directory|name))?s?|dest(?:ination|dir)?|target[-_]dir|save(?:[-_]\w+)?|log[-_]?file|report[-_]?(?:file|dir)|write[-_]to|basetemp))$/i;

interface WriterRow {
  /** One of the program's first words: runners and modules stand before it. */
  readonly programs: RegExp;
  /** A word with which it writes; absent: it always does. */
  readonly when?: RegExp;
  /** A word with which it only looks. */
  readonly unless?: RegExp;
  readonly writes: "operands" | "last" | "below";
  /** Where it unpacks, anything may land. */
  readonly unpacks?: true;
}

const ONLY_LOOKS = /^(?:-{1,2}(?:check\S*|diff|dry-run|list\S*|lint|verify|stdout|test|help|version)|-[cdln])$/;

/** Programs that change the files they are told of, each with what makes it do so. */
const WRITERS: readonly WriterRow[] = [
  { programs: /^(?:perl|ruby)[\d.]*$/, when: /^-[acdhlnpsSTtuUvwWXy0-9]*i/, writes: "operands" },
  { programs: /^[gmn]?awk$/, when: /^(?:-i|--include=)?(?:.*\/)?inplace(?:\.awk)?$/, writes: "operands" },
  {
    programs:
      /^(?:clang-format|autopep8|autoflake|docformatter|yapf|yq|tomlq|gersemi|cmake-format|ormolu|fourmolu|brittany|swift-format|google-java-format|dfmt|g?sed)(?:-\d+)?$/,
    when: /^-i(?:[=.].*)?$|^--replace$/,
    writes: "operands",
  },
  {
    programs: /^(?:prettier|prettierd|goimports|gofumpt|shfmt|codespell|buf|latexindent|golines|oxfmt)$/,
    when: /^-w$/,
    writes: "operands",
  },
  { programs: /^(?:rubocop|standardrb|ktlint|tidy)$/, when: /^-(?:a|A|F|m|modify)$/, writes: "operands" },
  { programs: /^exiftool$/, when: /^-[\w:]+[-+]?=/, writes: "operands" },
  {
    programs:
      /^(?:black|isort|rustfmt|dos2unix|unix2dos|mac2unix|mogrify|sd|rpl|sponge|jpegoptim|optipng|nixfmt|alejandra|stylua|csharpier|scalafmt|mdformat|pyupgrade|phpcbf|pint|rubyfmt|swiftformat|buildifier|strip|rename|prename)$/,
    unless: ONLY_LOOKS,
    writes: "operands",
  },
  {
    programs: /^(?:ruff|dprint|taplo|terraform|tofu|dart|zig|mix|deno|cargo|go|php-cs-fixer|sqlfluff|crystal|nix)$/,
    when: /^(?:fmt|format|fix)$/,
    unless: ONLY_LOOKS,
    writes: "operands",
  },
  { programs: /^(?:ffmpeg|convert|magick|gm|json\.tool|pdftotext|ps2pdf|qpdf|pdftk|sox)$/, writes: "last" },
  {
    programs: /^(?:kubectl|oc|podman|nerdctl|lxc|incus|multipass|adb|gcloud|gsutil|aws|az|rclone|mc)$/,
    when: /^(?:cp|copy(?:to|url)?|move(?:to)?|mirror|bisync|sync|mv|pull|scp|get|rsync|copy-files|get-object|invoke)$/,
    writes: "last",
  },
  {
    programs: /^(?:objcopy|strip|ranlib|patchelf|install_name_tool|gzip|bz2|bzip2|xz|lzma|zstd)$/,
    unless: /^(?:-\w*[cdlt]\w*|--(?:stdout|decompress|list|test))$/,
    writes: "operands",
  },
  { programs: /^cmake$/, when: /^copy\w*$/, writes: "last" },
  {
    programs: /^cmake$/,
    when: /^(?:touch\w*|rename|rm|remove\w*|make_directory|create_\w+|bin2c)$/,
    writes: "operands",
  },
  // What is in a terminal is put into a file.
  {
    programs: /^(?:tmux|screen|zellij)$/,
    when: /^(?:save-?b\w*|hardcopy|writebuf|bufferfile|logfile|dump-screen|-Logfile)$/,
    writes: "operands",
  },
  { programs: /^history$/, when: /^-[cdps]*[wa]/, writes: "operands" },
  { programs: /^perl[\d.]*$/, when: /^-MExtUtils::Command/, writes: "operands" },
  { programs: /^(?:zipfile|tarfile)$/, when: /^(?:-e|--extract|-c|--create)$/, writes: "below", unpacks: true },
  { programs: /^unsquashfs$/, when: /^-d(?:est)?$/, writes: "operands", unpacks: true },
];

/** Of any program: the files it is told of are changed. */
const CHANGES = /^--(?:write|fix|in-?place|overwrite|auto-?fix|auto-?correct\S*|write-changes|fix-\S+|reformat)$/;

export function writtenWords(call: PolicyCall, commands: readonly SubCommand[]): readonly WrittenPlace[] {
  return commands.filter(mayWrite).flatMap((command) => placesOf(command, call));
}

/** A library of awk's makes it write where it reads; of others a word does. */
const mayWrite = (command: SubCommand): boolean =>
  isOpenEnded(command) || /^(?:[gmn]?awk|history|cmake|tmux|screen)$/.test(command.name ?? "");

function placesOf(command: SubCommand, call: PolicyCall): readonly WrittenPlace[] {
  const { words, cwd } = command;
  const { world, projectRoot } = call;
  const from = cwd.certainty === "exact" ? cwd.path : projectRoot;
  const values = words.map(({ value, prefix }) => value ?? prefix);
  const at = (text: string): Target => toTarget(text, from, world);
  const outputs = optionValues(values)
    .filter(({ option, value }) => OUTPUT.test(option) && isPath(value))
    .map(({ value }) => ({ target: at(value), recursive: false }));
  const found = new Set(words.flatMap(({ value, under }) => (value === null && under !== undefined ? [under] : [])));
  const { texts, unpacks, operandsAt } = changed(values);
  const unseen = operandsAt !== undefined && words.some((word, i) => i >= operandsAt && isUnseen(word, values[i - 1]));
  return [
    ...outputs,
    ...(unseen ? listedPlaces(command, call) : []).map((target) => ({ target, recursive: false })),
    ...texts.map((text) => ({
      ...changedAt(text, at),
      ...(WILD.test(text) ? { pattern: absolutePath(text, from, world) } : {}),
      ...(unpacks || found.has(text) ? { spreads: true as const } : {}),
    })),
  ];
}

/** An operand of which nothing is known, and not the value of an option. */
const isUnseen = ({ value, under, prefix, numeric }: KnownWord, before = ""): boolean =>
  value === null &&
  under === undefined &&
  numeric === undefined &&
  prefix === "" &&
  !/^-\w*[eE]$|^--[\w-]*(?:config|path|plugin|parser|file|dir|level)$/.test(before);

const WILD = /[*?[]/;

const changedAt = (text: string, at: (text: string) => Target): WrittenPlace => ({
  target: at(text.split(/[^/]*[*?[]/, 1)[0] || "."),
  recursive: true,
  asSource: true,
});

const isPath = (text: string): boolean =>
  text !== "" && text !== "-" && text.length <= 1_024 && !/[\s\0]|:\/\//.test(text);

interface Changed {
  readonly texts: readonly string[];
  readonly unpacks: boolean;
  /** From there on every word is a file that it changes; absent: it changes none. */
  readonly operandsAt?: number;
}

/** The words that name what is changed. */
function changed(values: readonly string[]): Changed {
  const found = WRITERS.flatMap((row) => {
    const at = values.findIndex((value, i) => i < MAX_BEFORE && row.programs.test(baseName(value)));
    return at < 0 || !isWriting(row, values) ? [] : [{ row, at }];
  })[0];
  if (found === undefined && !values.some((value) => CHANGES.test(value))) return { texts: [], unpacks: false };
  const operands = values.slice((found?.at ?? 0) + 1).filter((value) => !value.startsWith("-"));
  const texts = named(found?.row.writes ?? "operands", operands, values).filter(isPath);
  const operandsAt = found === undefined || found.row.writes === "operands" ? { operandsAt: (found?.at ?? 0) + 1 } : {};
  return { texts, unpacks: found?.row.unpacks === true, ...operandsAt };
}

/** What it writes stands in a row above. */
export const isWriterNamed = (name: string): boolean => WRITERS.some(({ programs }) => programs.test(name));

const isWriting = ({ when, unless }: WriterRow, values: readonly string[]): boolean =>
  (when === undefined || values.some((value) => when.test(value))) &&
  !(unless !== undefined && values.some((value) => unless.test(value)));

function named(which: WriterRow["writes"], operands: readonly string[], values: readonly string[]): readonly string[] {
  switch (which) {
    case "operands":
      return operands;
    case "last":
      return operands.slice(1).slice(-1);
    case "below":
      // The archive it makes; or the directory behind the archive, or where it stands.
      return values.some((value) => /^(?:-c|--create)$/.test(value)) ? operands.slice(0, 1) : [operands[1] ?? "."];
    default:
      return assertNever(which);
  }
}

/** Among how many words the name of what really runs is looked for. */
const MAX_BEFORE = 6;
const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/(?<=.)@[^@]*$/, "");
