/** What the tasks that are started do: scripts of packages, entry points, definitions with commands in them. */
import { dirname } from "node:path/posix";
import type { PolicyCall } from "../call.ts";
import { goesThroughPackages, type NamedDefinition, nameDefinitions } from "./definitions.ts";
import { entriesAt } from "./listing.ts";
import { COMMANDS, MAX_ENTRIES, namesScript, scriptsIn } from "./packages.ts";
import { basesOf, type Started } from "./resolve.ts";
import { rootsOf } from "./roots.ts";
import { addText, type Further, mention, type StartSearch } from "./search.ts";
import { readText } from "./sources.ts";
import type { Words } from "./word.ts";
import { commandsIn } from "./words.ts";

/** Definitions of a started task are started; what they say the task does is read further. */
export function addDefinitions(words: Words, started: Started, search: StartSearch): void {
  const { call, named } = search;
  const found = nameDefinitions(words, started, named, call);
  const everywhere = started.bases.includes("") || goesThroughPackages(words);
  const further =
    everywhere && found.some(({ name }) => name === "package.json")
      ? packagesOf(call).map((place) => ({ name: "package.json", place }))
      : [];
  for (const definition of [...found, ...further])
    readDefinition(definition, words, { depth: started.depth + 1, unasked: started.unasked }, search);
}

function readDefinition({ name, place }: NamedDefinition, words: Words, further: Further, search: StartSearch): void {
  const file = `${place}/${name}`;
  if (name === "package.json") addScripts(words, { file, further }, search);
  else if (name === "pyproject.toml") addEntryPoints(words, { file, further }, search);
  else if (!search.seen.has(file) && COMMANDS.test(name))
    addText(file, search, { settings: false, bases: [place], ...further });
}

/** Directories of the project with a package in them, two levels deep: where a task of all packages works. */
function packagesOf(call: PolicyCall): readonly string[] {
  const below = (dir: string): readonly string[] =>
    entriesAt(dir, call)
      .filter(({ name, kind }) => kind === "directory" && !/^(?:\.|node_modules$)/.test(name))
      .slice(0, MAX_PACKAGES)
      .map(({ name }) => `${dir}/${name}`);
  const outer = rootsOf(call).flatMap(below);
  return [...outer, ...outer.flatMap(below)]
    .slice(0, MAX_LOOKED_AT)
    .filter((dir) => entriesAt(dir, call).some(({ name }) => name === "package.json"))
    .slice(0, MAX_PACKAGES);
}
const MAX_PACKAGES = 32;
const MAX_LOOKED_AT = 128;

/** The scripts a command names, and those that run around them. */
function addScripts(
  words: Words,
  { file, further }: { readonly file: string; readonly further: Further },
  search: StartSearch,
): void {
  const { call, seen } = search;
  const scripts = scriptsIn(readText(file, call));
  const all = words.some((word) => /[*]|^(?:install|ci|i|add|publish|pack|version)$/.test(word));
  const dir = dirname(file);
  for (const [name, script] of scripts) {
    const key = `${file}\0${name}\0${further.unasked !== undefined}`;
    if (seen.has(key) || !(all || words.some((word) => namesScript(word, name)))) continue;
    seen.add(key);
    const reached = mention(script, dir, { settings: false }, search);
    const commands = [...commandsIn(script, { root: call.projectRoot, home: call.world.home }), ...reached];
    search.todo.push({ commands, bases: basesOf(commands, [dir], call), settings: false, ...further });
  }
}

/** `uv run NAME` is the module that stands behind the name. */
function addEntryPoints(
  words: Words,
  { file, further }: { readonly file: string; readonly further: Further },
  search: StartSearch,
): void {
  const { call, seen } = search;
  const points = [...readText(file, call).matchAll(/^[ \t]*["']?([\w.-]+)["']?[ \t]*=[ \t]*["']([\w.]+):[\w.]+["']/gm)];
  for (const [, name = "", module = ""] of points.slice(0, MAX_ENTRIES)) {
    const key = `${file}\0${name}\0${further.unasked !== undefined}`;
    if (seen.has(key) || !words.includes(name)) continue;
    seen.add(key);
    const bases = [dirname(file), `${dirname(file)}/src`];
    search.todo.push({ commands: [["import", module]], bases, settings: false, ...further });
  }
}
