/**
 * Files of the project that something starts later: what hooks, servers and status lines of an agent's settings name, programs of git's
 * settings, hooks, what a shell, an editor or a directory that is entered reads; further what those tasks, scripts and imports lead to,
 * within bounds. Whoever writes such a file has it started by the next thing the agent or the person does.
 */
import { basename, dirname, extname } from "node:path/posix";
import { beside } from "../contract/beside.ts";
import { helperValues } from "../machine/git/index.ts";
import { foldPath, isInside, listEntries } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";
import { goesThroughPackages, type NamedDefinition, nameDefinitions } from "./started/definitions.ts";
import { linkedFromHome, namedBySettings } from "./started/home-settings.ts";
import { entriesAt } from "./started/listing.ts";
import { addMentions, isMentioned, type Mentions, nothingMentioned } from "./started/mentions.ts";
import {
  addPrograms,
  addTree,
  isCode,
  isDocument,
  isEntry,
  isLookedUp,
  isNamed,
  type Named,
  nothingNamed,
  runsData,
} from "./started/named.ts";
import { COMMANDS, entriesIn, MAX_ENTRIES, namesScript, scriptsIn } from "./started/packages.ts";
import { pluginsNamed } from "./started/plugins.ts";
import { loadingSettings, relativeIn, runsProjectCode } from "./started/project-code.ts";
import { promptsOf } from "./started/prompts.ts";
import { basesOf, looksUpHere, nameFiles, type Started } from "./started/resolve.ts";
import { rootsOf } from "./started/roots.ts";
import { takenByServices } from "./started/services.ts";
import {
  commandsOf,
  isTooLong,
  readText,
  startedByCode,
  startingPart,
  startingSettings,
  startingTexts,
  withoutOwnLines,
} from "./started/sources.ts";
import { EVERY, type Words } from "./started/word.ts";
import { commandsIn } from "./started/words.ts";

/** For each batch of texts that start by themselves: the texts they lead to, and words. */
const MAX_FOLLOWED = 32;
const MAX_DEPTH = 3;
const MAX_WORDS = 8_192;

interface Found {
  readonly named: Named;
  readonly mentions: Mentions;
}
const found = beside<PolicyCall, Found>();

function foundFor(call: PolicyCall): Found {
  const { named, mentions } = found.get(call) ?? startedFiles(call);
  found.set(call, { named, mentions });
  return { named, mentions };
}

/** The text by which the project that a path lies in starts its own code, unasked: whatever is written there may run. */
export function startedWith(path: string, call: PolicyCall): string | undefined {
  const folded = foldPath(path);
  return rootsOf(call).some((root) => isInside(folded, foldPath(root))) ? foundFor(call).named.whole : undefined;
}

/** `path`: absolute. */
export function isStarted(path: string, call: PolicyCall): boolean {
  const { named, mentions } = foundFor(call);
  return (
    isNamed(path, named) ||
    isLookedUp(path, named, (file) => call.world.lstat(file).kind !== "absent") ||
    rootsOf(call).some((root) => isMentioned(path, root, mentions))
  );
}

interface Search extends Found {
  readonly call: PolicyCall;
  readonly todo: Started[];
  /** Files and scripts that were read, and are not read again. */
  readonly seen: Set<string>;
  words: number;
}

function startedFiles(call: PolicyCall): Found {
  const search: Search = {
    named: nothingNamed(),
    mentions: nothingMentioned(),
    call,
    todo: [],
    seen: new Set(),
    words: 0,
  };
  const roots = rootsOf(call);
  const values = roots.flatMap((root) => helperValues(root, call.world));
  for (const value of values) mention(value, call.projectRoot, { settings: true }, search);
  const places = { root: call.projectRoot, home: call.world.home };
  search.todo.push({
    commands: values.flatMap((value) => commandsIn(value, places)),
    bases: roots,
    settings: true,
    unasked: "git's settings",
    depth: 0,
  });
  const { batches, tooMany } = startingTexts(call);
  search.mentions.over = tooMany;
  for (const batch of batches) {
    for (const { file, settings, home, persons, unasked } of batch)
      addText(
        file,
        search,
        { settings, home, unasked: unasked === true ? file : undefined, bases: roots, depth: 0 },
        settings ? (text) => startingSettings(file, persons === true ? withoutOwnLines(text) : text, roots) : undefined,
      );
    drain(search);
  }
  for (const path of takenByServices(call)) search.named.any.add(path);
  addPrompts(search, roots);
  for (const path of linkedFromHome(call)) {
    search.named.paths.add(foldPath(path));
    addTree({ dir: foldPath(path), pattern: "*", deep: true }, search.named);
  }
  search.todo.push({
    commands: namedBySettings(call).map((path) => [path]),
    bases: [call.projectRoot],
    settings: false,
    depth: 0,
  });
  drain(search);
  withRealPaths(search);
  return search;
}

/** What is run for a prompt is started; a text that such a command names becomes a part of the prompt, as what is imported. */
function addPrompts(search: Search, roots: readonly string[]): void {
  const { texts, imported } = promptsOf(search.call);
  for (const path of imported) search.named.any.add(path);
  for (const { file, head, commands, run } of texts) {
    if (head.length + commands.length === 0) continue;
    const started = [...head, ...commands, ...mention(run, dirname(file), { settings: true }, search)];
    const bases = basesOf(started, [...new Set([...roots, dirname(file)])], search.call);
    const paths = commands.map((words) => words.filter((word) => /[/.]/.test(word)));
    search.todo.push({ commands: started, bases, settings: false, depth: 0 });
    search.todo.push({ commands: paths, bases, settings: true, depth: MAX_DEPTH });
  }
  drain(search);
}

function drain(search: Search): void {
  const { todo, seen } = search;
  const texts = seen.size;
  search.words = 0;
  for (let next = todo.shift(); next !== undefined; next = todo.shift())
    if (search.words < MAX_WORDS) follow(next, search, seen.size - texts < MAX_FOLLOWED);
}

/** Its words count from the project, and from where it lies. */
function addText(
  file: string,
  search: Search,
  { settings, home, unasked, bases, depth }: Omit<Started, "commands">,
  pick = (text: string): string => text,
): void {
  if (search.seen.has(file)) return;
  search.seen.add(file);
  const text = pick(readText(file, search.call));
  if (depth === 0 && home !== true && isOfProject(file, search.call))
    search.mentions.over ||= isTooLong(file, search.call);
  if (text === "") return;
  if (settings) for (const place of pluginsNamed(text, search.call)) search.named.all.add(foldPath(place));
  const reached = mention(
    startingPart(file, text),
    dirname(file),
    { settings: settings || DIRENV.test(file) || runsData(file, text), home },
    search,
  );
  const started = unasked === undefined ? [] : startedByCode(file, text, search.call);
  const commands = [...commandsOf(file, text, search.call), ...reached, ...started];
  const from = [...new Set([...bases, dirname(file)])];
  search.todo.push({ commands, bases: basesOf(commands, from, search.call), settings, home, unasked, depth });
}

/** direnv takes a text of any name for variables. */
const DIRENV = /\/\.envrc[^/]*$/i;
const isOfProject = (file: string, call: PolicyCall): boolean => rootsOf(call).some((root) => isInside(file, root));

/** What stands behind something unknown is looked for in the project too: as commands of its own. */
function mention(
  text: string,
  dir: string,
  { settings, home }: Pick<Started, "settings" | "home">,
  { call, mentions }: Search,
): readonly Words[] {
  const known = { root: call.projectRoot, home: call.world.home };
  const open = addMentions({ text, dir, documents: settings, home: home === true }, known, mentions);
  return open.map(({ segments }) => [`./${segments.join("/")}`]);
}

function follow(started: Started, search: Search, further: boolean): void {
  const { named, call } = search;
  for (const words of started.commands) {
    search.words += words.length;
    if (search.words > MAX_WORDS) return;
    const leads = nameFiles(words, { started, named, call });
    addDefinitions(words, started, search);
    if (started.home !== true) addPrograms(words, named);
    const { unasked } = started;
    const files = words[0] === EVERY ? leads : leads.flatMap((path) => filesFor(path, call));
    if (unasked !== undefined && (runsProjectCode(words, leads, files, call) || looksUpHere(words, started, call)))
      named.whole ??= unasked;
    if (!further || started.depth >= MAX_DEPTH) continue;
    const depth = started.depth + 1;
    for (const dir of leads) addEntries(dir, { depth, unasked }, search);
    for (const file of files) addText(file, search, { settings: false, unasked, bases: rootsOf(call), depth });
    if (unasked === undefined) continue;
    for (const file of loadingSettings(words, started.bases, call))
      todo(relativeIn(readText(file, call)), dirname(file), { depth, unasked }, search);
  }
}

type Further = Pick<Started, "depth" | "unasked">;

const todo = (commands: readonly Words[], dir: string, further: Further, search: Search): void => {
  if (commands.length > 0) search.todo.push({ commands, bases: [dir], settings: false, ...further });
};

/** A directory that is started is started by what its package says. */
function addEntries(dir: string, further: Further, search: Search): void {
  const { call, seen } = search;
  const file = `${dir}/package.json`;
  const key = `${file}\0`;
  if (seen.has(key) || isCode(dir)) return;
  seen.add(key);
  const entries = entriesIn(readText(file, call));
  todo(
    entries.map((entry) => ["import", entry]),
    dir,
    further,
    search,
  );
}

/** Files that are there under a name a command may use for them. */
function filesFor(path: string, { world }: PolicyCall): readonly string[] {
  const dir = dirname(path);
  const name = basename(path);
  const here = listEntries(dir, world) ?? [];
  const same = here.filter(
    (entry) => (entry.name === name && isScript(name)) || (isCode(entry.name) && stemOf(entry.name) === name),
  );
  return same.flatMap(({ name: found, kind }) =>
    kind !== "directory"
      ? [`${dir}/${found}`]
      : (listEntries(`${dir}/${found}`, world) ?? [])
          .filter((entry) => entry.kind !== "directory" && isEntry(entry.name) && isCode(entry.name))
          .map((entry) => `${dir}/${found}/${entry.name}`),
  );
}
/** Data and documents lead nowhere. */
const isScript = (name: string): boolean => !isDocument(name) && !/\.json[c5]?$/i.test(name);
const stemOf = (name: string): string => name.slice(0, -extname(name).length);

/** Definitions of a started task are started; what they say the task does is read further. */
function addDefinitions(words: Words, started: Started, search: Search): void {
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

function readDefinition({ name, place }: NamedDefinition, words: Words, further: Further, search: Search): void {
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
  search: Search,
): void {
  const { call, seen } = search;
  const scripts = scriptsIn(readText(file, call));
  const all = words.some((word) => /[*]|^(?:install|ci|i|add|publish|pack|version)$/.test(word));
  const dir = dirname(file);
  for (const [name, script] of scripts) {
    const key = `${file}\0${name}`;
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
  search: Search,
): void {
  const { call, seen } = search;
  const points = [...readText(file, call).matchAll(/^[ \t]*["']?([\w.-]+)["']?[ \t]*=[ \t]*["']([\w.]+):[\w.]+["']/gm)];
  for (const [, name = "", module = ""] of points.slice(0, MAX_ENTRIES)) {
    const key = `${file}\0${name}`;
    if (seen.has(key) || !words.includes(name)) continue;
    seen.add(key);
    const bases = [dirname(file), `${dirname(file)}/src`];
    search.todo.push({ commands: [["import", module]], bases, settings: false, ...further });
  }
}

/** A file that is a link, or lies behind one, is the file it leads to. */
function withRealPaths({ named, seen, call }: Search): void {
  for (const file of seen) {
    const real = file.includes("\0") ? file : call.real(file).path;
    if (real !== file) named.paths.add(foldPath(real));
  }
}
