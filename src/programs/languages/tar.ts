/** tar: what it does is in its first word or its options; what it unpacks is not known before. */
import type { Effect, Target } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { below, network, reads, removes, writes } from "../places.ts";
import type { Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { known, opening, partOf, word } from "../words.ts";

const LETTERS_WITH_VALUE = "fCbTXNVLKgIF";
const MODES: readonly (readonly [names: RegExp, mode: Mode])[] = [
  [/^(?:[td]|--(?:list|diff|compare))$/, "list"],
  [/^(?:x|--(?:extract|get))$/, "extract"],
  [/^(?:[cruA]|--(?:create|append|update|concatenate|catenate|delete))$/, "create"],
];
const STARTS =
  /^--(?:use-compress-program|to-command|info-script|new-volume-script|rsh-command|rmt-command|checkpoint-action)$/;
const TAKES_NEXT =
  /^--(?:file|directory|files-from|exclude-from|exclude|strip-components|transform|xform|owner|group|mode|mtime|format|newer|listed-incremental|warning|use-compress-program|to-command|checkpoint-action)$/;

type Mode = "list" | "extract" | "create";

interface Reading {
  readonly use: Use;
  mode: Mode | undefined;
  archive: KnownWord | undefined;
  directory: Target;
  toStdout: boolean;
  removesFiles: boolean;
  readonly effects: Effect[];
  readonly members: Target[];
}

export function packs(use: Use): Partial<Filled> {
  const reading: Reading = {
    use,
    mode: undefined,
    archive: undefined,
    directory: use.cwd,
    toStdout: false,
    removesFiles: false,
    effects: [],
    members: [],
  };
  const words = [...use.operands];
  const first = known(words[0]) ?? "";
  // The old style: `tar xzf a.tgz`, where the first word is a cluster whose values follow in turn.
  if (/^[A-Za-z0]+$/.test(first)) {
    words.shift();
    takeLetters(reading, first, words, "in turn");
  }
  for (let next = words.shift(); next !== undefined; next = words.shift()) takeWord(reading, next, words);
  return { effects: [...reading.effects, ...done(reading)] };
}

function takeWord(reading: Reading, given: KnownWord, rest: KnownWord[]): void {
  const text = opening(given);
  if (!text.startsWith("-") || text === "-") reading.members.push(memberAt(reading, given));
  else if (text.startsWith("--")) takeLong(reading, given, rest);
  else takeLetters(reading, text.slice(1), rest, "attached");
}

/** A member is seen from the directory it was named in. */
function memberAt({ use, directory }: Reading, given: KnownWord): Target {
  const name = given.value ?? given.prefix;
  if (directory.path === use.cwd.path || name.startsWith("/") || directory.certainty !== "exact")
    return use.target(given);
  return given.value === null ? below(directory) : use.target(word(`${directory.path}/${name}`));
}

function takeLong(reading: Reading, given: KnownWord, rest: KnownWord[]): void {
  const text = opening(given);
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const mode = MODES.find(([names]) => names.test(name))?.[1];
  if (mode !== undefined) reading.mode = mode;
  else if (name === "--to-stdout") reading.toStdout = true;
  else if (name === "--remove-files") reading.removesFiles = true;
  const value = equals >= 0 ? partOf(given, text.slice(equals + 1)) : TAKES_NEXT.test(name) ? rest.shift() : undefined;
  if (STARTS.test(name)) reading.effects.push(helper(given.text));
  else if (value !== undefined) takeValue(reading, LONG_VALUES[name] ?? "", value);
}

const LONG_VALUES: Readonly<Record<string, string>> = {
  "--file": "f",
  "--directory": "C",
  "--files-from": "T",
  "--exclude-from": "X",
};

function takeLetters(reading: Reading, cluster: string, rest: KnownWord[], style: "in turn" | "attached"): void {
  for (let i = 0; i < cluster.length; i += 1) {
    const letter = cluster.charAt(i);
    if (LETTERS_WITH_VALUE.includes(letter)) {
      const after = style === "attached" ? cluster.slice(i + 1) : "";
      const value = after === "" ? rest.shift() : word(after);
      if (value !== undefined) takeValue(reading, letter, value);
      if (after !== "") return;
    } else if (letter === "O") reading.toStdout = true;
    else reading.mode = MODES.find(([names]) => names.test(letter))?.[1] ?? reading.mode;
  }
}

function takeValue(reading: Reading, letter: string, value: KnownWord): void {
  const { use } = reading;
  if (letter === "f") reading.archive = value;
  else if (letter === "C") reading.directory = memberAt(reading, value);
  else if (letter === "T" || letter === "X") reading.effects.push(reads(use.target(value)));
  else if (letter === "I" || letter === "F") reading.effects.push(helper(`tar -${letter}`));
}

const helper = (wording: string): Effect => ({ do: "run", program: "tar", what: "helper", wording });

function done({ use, archive, mode, directory, members, toStdout, removesFiles }: Reading): readonly Effect[] {
  const file = archive === undefined || known(archive) === "-" ? [] : [archive];
  // `host:file` is another machine.
  const away = file
    .filter(({ value, prefix }) => /^[^/]*:/.test(value ?? prefix))
    .map(() => network(null, mode === "create"));
  const at = file.map((each) => use.target(each));
  if (mode === "create")
    return [
      ...away,
      ...members.flatMap((each) => [reads(each, true), ...(removesFiles ? [removes(each, true)] : [])]),
      ...at.map((each) => writes(each)),
    ];
  const unpacked = mode === "extract" && !toStdout ? [writes(below(directory), { recursive: true })] : [];
  return [...away, ...at.map((each) => reads(each)), ...unpacked];
}
