/**
 * The file written in this session that a command evaluates by itself, though none of its words need name it: a definition of the
 * tables, or, for a program that runs what it likes, a file that carries the program's own name.
 */
import { onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { parseStrictJson } from "../../contract/strict-json.ts";
import { absolutePath, isInside, listEntries } from "../../machine/index.ts";
import {
  type EvaluatedFiles,
  evaluatedFiles,
  filePatterns,
  onlyTells,
  programNamed,
  programNames,
} from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { type ChangedPaths, changedPaths } from "./changed-paths.ts";
import { withoutScheme } from "./fresh.ts";
import { isOpenEnded, optionValues } from "./option-values.ts";
import { patternsRun } from "./pattern-texts.ts";

/** Bytes of a definition that are looked at for where it leads; a longer one leads anywhere. */
const MAX_DEFINITION_BYTES = 256 * 1024;

/** Absolute; undefined: none. */
export function writtenDefinition(command: SubCommand, call: PolicyCall): string | undefined {
  const changed = changedPaths(call, command);
  if (changed.size === 0 || (command.understood && onlyReads(command.effects))) return undefined;
  const words = command.words.map(({ value, prefix }) => value ?? prefix);
  if (onlyTells(words)) return undefined;
  const open = isOpenEnded(command);
  const search: Search = { command, call, changed, named: namedPlaces(words, command, call) };
  const rows = evaluatedFiles(words, { starts: open });
  for (const row of rows) {
    const found =
      search.named.find((path) => isChanged(path, search) && !isDirectory(path, call)) ?? findIn(row, search);
    if (found !== undefined) return found;
  }
  if (!open || isLookedThrough(command)) return undefined;
  return findIn(ownNames(command), {
    ...search,
    changed: new Set([...changed].filter((path) => !LEFT_BEHIND.test(path))),
  });
}

interface Search {
  readonly command: SubCommand;
  readonly call: PolicyCall;
  /** Written in the session, or by the parts of this very call. */
  readonly changed: ChangedPaths;
  /** Every place that a word may name, absolute. */
  readonly named: readonly string[];
}

/** What it runs is read from its definitions, and counts by itself. */
const isLookedThrough = ({ name }: SubCommand): boolean => LOOKED_THROUGH.has(programNamed(name ?? "")?.runner ?? "");
const LOOKED_THROUGH: ReadonlySet<string> = new Set(["package-scripts", "make", "just", "mise", "python"]);

/** `composer.json`, `Pulumi.dev.yaml`, `.foorc`, `Foofile`, `foo.config.js`, `.foo/x`: by its name it is the program's. */
const ownNames = ({ words, effects }: SubCommand): EvaluatedFiles => {
  const started = effects.flatMap((effect) => (effect.do === "run" ? [effect.program] : []));
  const names = [words[0]?.value ?? "", ...started].flatMap(programNames).filter((name) => /^[a-z][\w+-]*$/.test(name));
  const files = [...new Set(names)].flatMap((name) => OWN_NAMES.map((own) => own.replace("NAME", name)));
  return { by: "", files: files.join(" ") };
};
const OWN_NAMES = "NAME.* .NAME.* NAMEfile* .NAMEfile* NAMErc* .NAMErc* .NAME/** NAME-*.* NAME_*.*".split(" ");
/** What programs leave behind and read no orders from. */
const LEFT_BEHIND = /\.(?:log|txt|md|out|err|pid|tmp|bak|html?|csv|png|jpe?g|svg|pdf|gz|tgz|zip|sarif)$/i;

function findIn(row: EvaluatedFiles, search: Search): string | undefined {
  const { command, call, changed, named } = search;
  if (row.files === "") return undefined;
  const { here, below } = filePatterns(row.files);
  const alike = [...changed].filter((path) => below.test(path));
  if (command.cwd.certainty !== "exact") return alike[0];
  const around = row.where === "named" ? [] : [command.cwd.path, ...above(command.cwd.path)];
  const places = [...new Set([...around, ...named])];
  const near = places.flatMap((place) => filesNear(place, here, { alike, call }));
  const found = near.find((path) => isChanged(path, search));
  if (found !== undefined) return found;
  return leadsTo(row, near, { ...search, alike, here });
}

/** Definitions further down, and files that a definition names. */
function leadsTo(row: EvaluatedFiles, definitions: readonly string[], search: Leading): string | undefined {
  const { leads, mentions } = row;
  if (leads === undefined && mentions === undefined) return undefined;
  for (const definition of new Set([...definitions, ...search.named])) {
    const directory = definition.slice(0, definition.lastIndexOf("/"));
    const inside = [...search.changed].filter((path) => path !== directory && isInside(path, directory));
    if (inside.length === 0) continue;
    const text = textOf(definition, search);
    if (text === "none") continue;
    const found = inside.find(
      (path) =>
        ((text === null || leads?.test(text.read) === true) && search.alike.includes(path)) ||
        namesBelow(definition, path, { mentions, search }) ||
        (leads !== undefined && namedFurtherDown(path, directory, { mentions, search })),
    );
    const run = found ?? (mentions === true ? patternsRun(definition, inside, search.call) : undefined);
    if (run !== undefined) return run;
  }
  return undefined;
}

type Leading = Search & Alike & { readonly here: RegExp };
interface Naming {
  readonly mentions: EvaluatedFiles["mentions"];
  readonly search: Leading;
}

/** A definition in a directory between names it. */
const namedFurtherDown = (path: string, top: string, { mentions, search }: Naming): boolean =>
  mentions !== undefined &&
  above(path)
    .filter((dir) => dir !== top && isInside(dir, top))
    .flatMap((dir) => filesNear(dir, search.here, search))
    .some((definition) => namesBelow(definition, path, { mentions, search }));

function namesBelow(definition: string, path: string, { mentions, search }: Naming): boolean {
  const text = mentions === undefined ? "none" : textOf(definition, search);
  if (text === null || text === "none") return false;
  const said = mentions === "commands" ? commandsIn(text.read) : text.read;
  return mentionsPath(said, path.slice(definition.lastIndexOf("/") + 1));
}

function commandsIn(text: string): string {
  const parsed = parseStrictJson(text);
  if (!parsed.ok || typeof parsed.value !== "object" || parsed.value === null) return text;
  return JSON.stringify(Object.entries(parsed.value).filter(([key]) => HOLDS_COMMANDS.test(key)));
}
const HOLDS_COMMANDS = /^(?:scripts|tasks|targets|hooks|commands?)$/;

const mentionsPath = (text: string, path: string): boolean => {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1))
    if (!/[\w.-]/.test(text[at - 1] ?? " ") && !/[\w-]/.test(text[at + path.length] ?? " ")) return true;
  return false;
};

/** null: more than is looked at. */
function textOf(path: string, { call }: Search): { readonly read: string } | null | "none" {
  if (call.world.stat(path).kind !== "file") return "none";
  const bytes = call.world.readFile(path, MAX_DEFINITION_BYTES);
  return bytes === undefined ? null : { read: new TextDecoder().decode(bytes) };
}

interface Alike {
  /** Of what was written, what has such a name somewhere. */
  readonly alike: readonly string[];
  readonly call: PolicyCall;
}

/** What stands in and below a place under such names: on the disk, and what was written. */
function filesNear(place: string, here: RegExp, { alike, call }: Alike): readonly string[] {
  const root = place === "/" ? "" : place;
  const written = alike.filter(
    (path) => path !== place && isInside(path, place) && here.test(path.slice(root.length + 1)),
  );
  if (!isInside(place, call.projectRoot)) return written;
  const there = (listEntries(place, call.world) ?? []).flatMap(({ name }) =>
    here.test(name) ? [`${root}/${name}`] : [],
  );
  return [...new Set([...written, ...there])];
}

/**
 * By its name, by the place a link leads to, or in a directory that was written as a whole. A directory, and what is only in one, was
 * not where nothing about it changed since the session began.
 */
function isChanged(path: string, { changed, call }: Search): boolean {
  const ways = [path, call.real(path).path];
  const { kind, ctimeMs } = call.world.stat(path);
  if (kind !== "directory" && ways.some((way) => changed.has(way))) return true;
  if (!ways.some((way) => [way, ...above(way)].some((place) => changed.has(place)))) return false;
  return kind !== "absent" && !(ctimeMs !== undefined && ctimeMs < call.memory.startedAt);
}

const isDirectory = (path: string, { world }: PolicyCall): boolean => world.stat(path).kind === "directory";

function above(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(2).map((_, i) => parts.slice(0, parts.length - 1 - i).join("/"));
}

/** Words, values of options, and the parts of `key=value,key=value`. */
function namedPlaces(words: readonly string[], { cwd }: SubCommand, { world }: PolicyCall): readonly string[] {
  if (cwd.certainty !== "exact") return [];
  const values = optionValues(words).flatMap(({ value }) => [value, withoutScheme(value), ...value.split(/[=,]/)]);
  const plain = values.filter((value) => value !== "" && value.length < 1000 && !/^-|:\/\/|\n/.test(value));
  return [...new Set(plain.map((value) => absolutePath(value.replace(/^@/, ""), cwd.path, world)))];
}
