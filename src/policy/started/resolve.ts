/** Where the words of a command lead: files, directories it works in, and definitions that its program evaluates. */
import { absolutePath, foldPath, foldSegment, isInside } from "../../machine/index.ts";
import { evaluatedFiles, isLauncherPrefix, programNames, takesTrees } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import type { Named } from "./named.ts";
import { UNKNOWN, type Words } from "./words.ts";

/** Commands that are started, and where. */
export interface Started {
  readonly commands: readonly Words[];
  /** Directories their words count from. */
  readonly bases: readonly string[];
  /** Settings of an agent or of git: whatever they name by a path counts, a text too. */
  readonly settings: boolean;
  /** How many texts lead here from one that starts by itself. */
  readonly depth: number;
}

/** Behind these stands a directory that the rest counts from. */
const GOES =
  /^(?:cd|pushd|-C|--(?:prefix|directory|cwd|dir|project|chdir|workspace)|cwd|root|dir|workdir|working-?directory)$/i;
/** Behind these stands code, or a directory of code. */
const LOADS =
  /^(?:--?(?:require|import|(?:experimental-)?loader|preload|load|rules-?dir|plugins?(?:-dir)?|(?:init|rc)-?file|hooks?-?path)|PATH_add|path_add|run-parts|source_env|source_up)$/i;
/** What has no ending of a file, or a shell's, where the name is a pattern. */
const SHELL_PATTERN = /^[^*?]*\*[^*?]*\.(?:sh|bash|zsh|fish|ksh)$/;

/** Of one command: all that it may start goes into `named`; what is to be followed further is returned. */
export function nameFiles(words: Words, naming: Naming): readonly string[] {
  const takes = words.some((word) => programNames(word).some(takesTrees)) && !words.some((word) => LOADS.test(word));
  return words.flatMap((word, i) => {
    const before = words[i - 1] ?? "";
    if (GOES.test(before)) return [];
    const role = LOADS.test(before) ? "loaded" : takes ? "taken" : "plain";
    if (role === "plain" && !naming.started.settings && !/[/.]/.test(word) && !isRun(words, i)) return [];
    if (/^\.\/?$/.test(word) && !isRun(words, i)) return [];
    return spellings(word).flatMap((text) => [...nameKnown(text, role, naming), ...nameUnknown(text, naming)]);
  });
}

/** A word without any sign of a path is a file where a program before it runs what it is given. */
const isRun = (words: Words, i: number): boolean =>
  words
    .slice(Math.max(0, i - MAX_BEFORE), i)
    .some((word) => word === "import" || (word !== "." && isLauncherPrefix([word])));
const MAX_BEFORE = 8;

/** `taken`: its program looks at trees; then only a file that is named as it stands counts. */
type WordRole = "plain" | "loaded" | "taken";

function nameKnown(text: string, role: WordRole, { started, named, call }: Naming): readonly string[] {
  const paths = pathsOf(text, started.bases, call);
  for (const path of paths) {
    (role === "taken" ? named.whole : named.paths).add(foldPath(path));
    if (started.settings && /[/.]/.test(text)) addAny(path, named, call);
    if (role === "loaded") named.trees.push({ dir: foldPath(path), pattern: "*", deep: false });
  }
  return role === "taken" ? [] : paths;
}

export interface Naming {
  readonly started: Started;
  readonly named: Named;
  readonly call: PolicyCall;
}

function addAny(path: string, named: Named, call: PolicyCall): void {
  for (const way of [path, call.real(path).path]) named.any.add(foldPath(way));
}

/** As a path, and as a module of Python or of a server (`app.main:app`). */
function spellings(word: string): readonly string[] {
  const text = word.replace(/^[!@]+|[:.]+$/g, "");
  const parts = text.includes(":") ? [text, ...text.split(":")] : [text];
  const modules = parts.filter((part) => /^\w+(?:\.\w+)+$/.test(part)).map((part) => part.replaceAll(".", "/"));
  const here = /^\.\/?$/.test(word) ? ["."] : [];
  return [...new Set([...parts, ...modules, ...here])].filter((part) => part !== "" && !/[\^|+\0]|\$$/.test(part));
}

/** Inside the project, from each directory that it may count from. */
function pathsOf(text: string, bases: readonly string[], call: PolicyCall): readonly string[] {
  if (text.includes(UNKNOWN) || /^-|[*?$]/.test(text)) return [];
  const roots = rootsOf(call);
  const paths = new Set(bases.filter(Boolean).map((base) => absolutePath(text, base, call.world)));
  return [...paths].filter((path) => roots.some((root) => isInside(path, root) && (path !== root || text === ".")));
}

/** A word whose beginning is not known is how a path ends; where the middle is not known, all that fits counts. */
function nameUnknown(text: string, naming: Naming): readonly string[] {
  const { started, named, call } = naming;
  const plain = text.replace(/^\.\//, "");
  if (!plain.includes(UNKNOWN) && !plain.includes("*")) {
    const lost = started.bases.includes("") && /[/.]/.test(plain) && !/^[-/~]/.test(plain);
    if (lost) named.tails.add(tailOf(plain));
    return [];
  }
  if (!plain.startsWith(UNKNOWN)) return namePattern(plain, naming);
  const last = plain.slice(plain.lastIndexOf(UNKNOWN) + UNKNOWN.length);
  const tail = tailOf(last);
  if (tail === "" || !last.startsWith("/") || last.includes("*")) return [];
  named.tails.add(tail);
  return pathsOf(tail, started.bases, call);
}

function namePattern(text: string, { started, named, call }: Naming): readonly string[] {
  const pattern = text.replaceAll(UNKNOWN, "*");
  const slash = pattern.lastIndexOf("/");
  const name = foldSegment(pattern.slice(slash + 1));
  if (slash < 1 || pattern.slice(0, slash).includes("*")) return [];
  if (text.includes(UNKNOWN) || SHELL_PATTERN.test(name))
    for (const dir of pathsOf(pattern.slice(0, slash), started.bases, call))
      named.trees.push({ dir: foldPath(dir), pattern: name, deep: false });
  return [];
}

const tailOf = (text: string): string => foldPath(text.replace(/^(?:\.{0,2}\/)+/, ""));

export const rootsOf = ({ projectRoot, places }: PolicyCall): readonly string[] => [
  ...new Set([projectRoot, places.projectRoot]),
];

/** The directories a text's commands go to; "" where one of them is not known. */
export function basesOf(commands: readonly Words[], bases: readonly string[], call: PolicyCall): readonly string[] {
  const gone = commands.flatMap((words) => words.filter((_, i) => GOES.test(words[i - 1] ?? "")));
  const found = gone.flatMap((word) =>
    /[*?$]/.test(word) || word.includes(UNKNOWN) ? [""] : bases.map((base) => absolutePath(word, base, call.world)),
  );
  return [...new Set([...bases, ...found])].slice(0, MAX_BASES);
}
const MAX_BASES = 16;

/** What npm, make and their like evaluate is looked through elsewhere: here it is as good as the command. */
const LOOKED_THROUGH: readonly { readonly by: RegExp; readonly files: string }[] = [
  { by: /^(?:c?npm|pnpm|yarn|yarnpkg|bun|--run)$/, files: "package.json" },
  { by: /^[gb]?make$/, files: "GNUmakefile makefile Makefile" },
  { by: /^just$/, files: "justfile .justfile Justfile" },
  { by: /^(?:deno|task)$/, files: "deno.json deno.jsonc" },
];

/** Files, with wildcards, that the programs of a command evaluate by themselves. */
export const definitionsOf = (words: Words): readonly string[] => [
  ...new Set(
    words.slice(0, MAX_PROGRAMS).flatMap((word, i) => [
      ...LOOKED_THROUGH.filter(({ by }) => by.test(word)).flatMap(({ files }) => files.split(" ")),
      ...evaluatedFiles(words.slice(i), { starts: false })
        .filter(({ where }) => where === undefined)
        .flatMap(({ files }) => files.split(" ")),
    ]),
  ),
];
const MAX_PROGRAMS = 64;
