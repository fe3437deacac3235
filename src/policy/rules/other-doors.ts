/**
 * Code in files that are there to be read, started by another door than a script's name on the line: a variable that names
 * it, a pattern or a search that finds it, a program that runs the lines it reads. As shell code, for deny and ask rules.
 */

import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { inQuotes } from "../../contract/shell-word.ts";
import { absolutePath, matchesNow, segmentMatches } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { optionValues } from "./option-values.ts";

/** How many files of one command are looked through, how many entries are looked at for them, and how deep they may lie. */
const MAX_FILES = 24;
const MAX_ENTRIES = 2_000;
const MAX_DEPTH = 4;

type DoorCall = Pick<PolicyCall, "world" | "effects" | "reading">;

export function doorTexts(command: SubCommand, call: DoorCall): readonly string[] {
  return [
    ...byVariable(command, call),
    ...bySearchPath(command, call),
    ...byFinding(command, call),
    ...byLine(command, call),
    ...byWords(command),
    ...byOption(command),
  ];
}

const here = (path: string): string => inQuotes(/^[/~]/.test(path) ? path : `./${path}`);

/** Variables whose value is a file of code, or a program: as the command that they make of it. */
const VARIABLES: readonly (readonly [name: RegExp, text: (value: string) => string])[] = [
  [/^(?:BASH_ENV|ENV)$/, (value) => `. ${here(value)}`],
  [/^PYTHONSTARTUP$/, (value) => `python3 ${here(value)}`],
  [
    /^MAKEFILES$/,
    (value) =>
      value
        .split(/\s+/)
        .map((file) => `make -f ${here(file)}`)
        .join("\n"),
  ],
  [
    /^(?:\w*EDITOR|VISUAL|\w*PAGER|GIT_EXTERNAL_DIFF|GIT_SSH|\w*ASKPASS|BROWSER|\w*script_shell|SHELL)$/i,
    (value) => value,
  ],
];

function byVariable({ assignments, words }: SubCommand, { effects }: DoorCall): readonly string[] {
  const given = [
    ...assignments,
    ...effects.flatMap((effect) => (effect.do === "environment" ? [{ name: effect.name, value: effect.value }] : [])),
    ...words.flatMap(({ value }) => {
      const [, name, set] = /^(MAKEFILES|SHELL)=(.+)$/s.exec(value ?? "") ?? [];
      return name === undefined || set === undefined ? [] : [{ name, value: set }];
    }),
  ];
  return given.flatMap(({ name, value }) =>
    VARIABLES.flatMap(([which, text]) => (value !== null && value !== "" && which.test(name) ? [text(value)] : [])),
  );
}

/** A program of the project's own, or a file that a shell is to read, found because a directory of it stands in the search path. */
function bySearchPath({ words, cwd }: SubCommand, { world, reading, effects }: DoorCall): readonly string[] {
  const values = words.map(({ value, text }) => value ?? text);
  const [program = "", ...rest] = values;
  if (cwd.certainty !== "exact") return [];
  const files = SHELL.test(program) ? rest.filter((word) => NAME.test(word)) : [];
  if (files.length === 0 && !NAME.test(program)) return [];
  const told = rest.flatMap((word, i) => (rest[i - 1] === "-p" ? [word] : []));
  const paths = [...(reading?.command ?? "").matchAll(/(?:^|[\s;&|("'])PATH\+?=["']?([^\s"';&|]*)/g)];
  const set = effects.flatMap((effect) =>
    effect.do === "environment" && effect.name === "PATH" && effect.value !== null ? [effect.value] : [],
  );
  const directories = [...told, ...set, ...paths.map(([, value = ""]) => value)].flatMap((value) =>
    value
      .replace(/\$(?:PWD\b|\{PWD\}|\(pwd\))/g, ".")
      .replace(/\$(?:HOME\b|\{HOME\})/g, world.home)
      .split(":"),
  );
  return [...new Set(directories)].flatMap((dir) => {
    const at = (name: string): string => absolutePath(`${dir === "" ? "." : dir}/${name}`, cwd.path, world);
    const isFile = (path: string): boolean => !dir.includes("$") && world.stat(path).kind === "file";
    return [
      ...(isFile(at(program)) ? [[at(program), ...rest].map(inQuotes).join(" "), `. ${inQuotes(at(program))}`] : []),
      ...files.filter((file) => isFile(at(file))).map((file) => `. ${inQuotes(at(file))}`),
    ];
  });
}

const NAME = /^[\w.+-]*[\w+-][\w.+-]*$/;
const SHELL = /^(?:\.|source|(?:[a-z]*\/)*(?:ba|da|z|k|mk|a)?sh)$/;

/** `find … -exec sh {}`, `… | xargs sh`, `sh *.sh`: every file it may be. */
function byFinding(command: SubCommand, call: DoorCall): readonly string[] {
  const { words, cwd, wrappers } = command;
  if (cwd.certainty !== "exact") return [];
  const [program] = words;
  const runsFile = program?.value === null || SHELL.test(program?.value ?? "");
  if (!runsFile) return [];
  const at = words.findIndex(({ under, glob }) => under !== undefined || glob);
  const word = words[at];
  const fed = word === undefined && words.length === 1 && wrappers.includes("xargs");
  if (word === undefined && !fed) return [];
  const files = word?.glob === true ? globbed(word, cwd.path, call) : found(word?.under ?? ".", cwd.path, call);
  const before = words.slice(0, Math.max(at, fed ? 1 : 0)).map(({ value, text }) => value ?? text);
  return files.map((file) => [...before, inQuotes(file)].join(" "));
}

const globbed = ({ value, text }: KnownWord, from: string, { world }: DoorCall): readonly string[] =>
  (matchesNow(absolutePath(value ?? text, from, world), world) ?? []).slice(0, MAX_FILES);

/** The files below a place that the searches of the call would name. */
function found(under: string, from: string, { world, reading }: DoorCall): readonly string[] {
  const words = (reading?.commands ?? []).flatMap((one) => one.words.map(({ value, text }) => value ?? text));
  const named = words.flatMap((word, i) => (/^-i?name$/.test(words[i - 1] ?? "") ? [word] : []));
  const patterns = named.length > 0 ? named : ["*.sh", "*.bash"];
  const files: string[] = [];
  let left = MAX_ENTRIES;
  let level = [absolutePath(under, from, world)];
  const [start = ""] = level;
  if (world.lstat(start).kind === "file") return [start];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && left > 0; depth += 1) {
    const entries = level.flatMap((dir) =>
      (world.readDir(dir) ?? []).map((name) => ({ name, path: `${dir}/${name}` })),
    );
    left -= entries.length;
    const kinds = entries.slice(0, MAX_ENTRIES).map((entry) => ({ ...entry, kind: world.lstat(entry.path).kind }));
    files.push(
      ...kinds
        .filter(({ name, kind }) => kind === "file" && patterns.some((pattern) => segmentMatches(pattern, name)))
        .map(({ path }) => path),
    );
    level = kinds
      .filter(({ name, kind }) => kind === "directory" && !/^(?:\.git|node_modules)$/.test(name))
      .map(({ path }) => path);
  }
  return files.slice(0, MAX_FILES);
}

const STARTS = /\b(?:system|exec\w*|popen\w*|spawn\w*|subprocess|qx|sh|bash)\b|`/i;

/** Programs that run the lines of a file they read. */
function byLine({ name, words, effects, cwd, understood }: SubCommand, { world }: DoorCall): readonly string[] {
  const program = name ?? "";
  const runs = !understood || effects.some((effect) => effect.do === "run");
  if (!runs || !/^(?:g?sed|[gmn]?awk|perl|ruby|python[\d.]*|node|php|lua|parallel|xargs)$/.test(program)) return [];
  const values = words.slice(1).map(({ value, text }) => value ?? text);
  if (!/^(?:g?sed|parallel|xargs)$/.test(program) && !values.some((value) => STARTS.test(value))) return [];
  const strings = values.flatMap((value) =>
    [...value.matchAll(/["'`]([^"'`\s]{1,1024})["'`]/g)].map(([, text = ""]) => text),
  );
  const read = effects.flatMap((effect) =>
    effect.do === "read" && effect.target.certainty === "exact" ? [effect.target.path] : [],
  );
  const from = cwd.certainty === "exact" ? cwd.path : "/";
  const files = [...values, ...strings, ...read]
    .filter((text) => text !== "" && text.length <= 1_024 && !/[\s\0]/.test(text))
    .map((text) => absolutePath(text, from, world));
  return [...new Set(files)]
    .filter((file) => world.lstat(file).kind === "file")
    .slice(0, MAX_FILES)
    .map((file) => `. ${inQuotes(file)}`);
}

/** Words that are expanded once more, or put together into commands. */
function byWords({ name, words, input }: SubCommand): readonly string[] {
  const values = words.slice(1).map(({ value, text }) => value ?? text);
  if (name === "split") return filtered(values);
  if (name === "hash") return values.flatMap((value, i) => (values[i - 1] === "-p" ? [`. ${here(value)}`] : []));
  if (/^(?:compgen|complete)$/.test(name ?? ""))
    return values.filter((value) => /\$\(|`/.test(value)).map((value) => `: ${value}`);
  if (!/^(?:env_)?parallel$/.test(name ?? "")) return [];
  const at = values.findIndex((value) => /^:::\+?$/.test(value));
  const front = at < 0 ? values : values.slice(0, at);
  const start = front.findIndex((value) => !value.startsWith("-"));
  const template = start < 0 ? [] : front.slice(start);
  const lines = at < 0 ? (input ?? "").split("\n") : values.slice(at + 1).filter((value) => !/^:::/.test(value));
  return lines
    .slice(0, MAX_FILES)
    .map((line) =>
      (template.some((part) => part.includes("{}"))
        ? template.map((part) => part.replaceAll("{}", line))
        : [...template, line]
      ).join(" "),
    );
}

/** `split --filter=sh FILE`: the file is its input. */
function filtered(values: readonly string[]): readonly string[] {
  const at = values.findIndex((value) => /^--fi\w*(?:=|$)/.test(value));
  const [, filter = values[at + 1]] = /^--\w+=(.*)$/s.exec(values[at] ?? "") ?? [];
  if (at < 0 || filter === undefined) return [];
  return values.filter((value) => !value.startsWith("-")).map((file) => `${filter} < ${here(file)}`);
}

const STARTED = /^--?[\w-]*-(?:program|command|cmd|exec)$/;

/** `sort --compress-program=./x`: an option that says by its name that its value is started. */
const byOption = ({ words }: SubCommand): readonly string[] =>
  optionValues(words.map(({ value, prefix }) => value ?? prefix)).flatMap(({ option, value }) =>
    STARTED.test(option) ? [value] : [],
  );
