/**
 * Files of the project that something starts later: what hooks, servers and status lines of an agent's settings name, programs of git's
 * settings, hooks, what a shell, an editor or a directory that is entered reads; further what those tasks, scripts and imports lead to,
 * within bounds. Whoever writes such a file has it started by the next thing the agent or the person does.
 */
import { basename, dirname, extname } from "node:path/posix";
import { beside } from "../contract/beside.ts";
import { helperValues } from "../machine/git/index.ts";
import { evaluatingVariable, foldPath, isInside, listEntries } from "../machine/index.ts";
import { programNames, sharesPackage } from "../programs/index.ts";
import type { PolicyCall } from "./call.ts";
import { startingSettings, withoutOwn } from "./started/agent-settings.ts";
import { changesCheckerSettings, loadedBySettings } from "./started/checker-settings.ts";
import { commandsPicked } from "./started/home-commands.ts";
import { linkedFromHome, namedBySettings } from "./started/home-settings.ts";
import { isMentioned, nothingMentioned } from "./started/mentions.ts";
import {
  addPrograms,
  addTree,
  isCode,
  isDocument,
  isEntry,
  isLookedUp,
  isNamed,
  nothingNamed,
} from "./started/named.ts";
import { givesPrograms, looksUpPackages, runsOwnPackage } from "./started/own-package.ts";
import { startedByPrograms } from "./started/own-programs.ts";
import { entriesIn } from "./started/packages.ts";
import { buildsProject, runsProjectCode, startsGitHooks } from "./started/project-code.ts";
import { promptsOf } from "./started/prompts.ts";
import { basesOf, looksUpHere, nameFiles, type Started } from "./started/resolve.ts";
import { rootsOf } from "./started/roots.ts";
import { addText, type Further, mention, type StartSearch, type StartsFound, todo } from "./started/search.ts";
import { takenByServices } from "./started/services.ts";
import { readText, startingTexts } from "./started/sources.ts";
import { addDefinitions } from "./started/tasks.ts";
import { EVERY, type Words } from "./started/word.ts";
import { commandsIn } from "./started/words.ts";

/** For each batch of texts that start by themselves: the texts they lead to, and words. */
const MAX_FOLLOWED = 32;
const MAX_DEPTH = 3;
const MAX_WORDS = 8_192;

const found = beside<PolicyCall, StartsFound>();

function foundFor(call: PolicyCall): StartsFound {
  const { named, mentions } = found.get(call) ?? startedFiles(call);
  found.set(call, { named, mentions });
  return { named, mentions };
}

/** The text by which the project that a path lies in starts its own code, unasked: whatever is written there may run. */
export function startedWith(path: string, call: PolicyCall): string | undefined {
  const folded = foldPath(path);
  if (!rootsOf(call).some((root) => isInside(folded, foldPath(root)))) return undefined;
  const variable = evaluatingVariable(call.world.variables ?? []);
  if (variable !== undefined) return `the variable ${variable}`;
  const { whole, packages, checkers } = foundFor(call).named;
  if (whole !== undefined) return whole;
  if (packages !== undefined && givesPrograms(path, call)) return packages;
  return [...checkers].find(([name]) => changesCheckerSettings(path, name, call))?.[1];
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

function startedFiles(call: PolicyCall): StartsFound {
  const search: StartSearch = {
    named: nothingNamed(),
    mentions: nothingMentioned(),
    call,
    todo: [],
    seen: new Set(),
    words: 0,
    commits: undefined,
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
        { settings, home, unasked: unasked === true ? file : search.commits, bases: roots, depth: 0 },
        settings
          ? (text) => startingSettings(file, persons === true ? withoutOwn(file, text) : text, roots)
          : (text) => (home === true ? commandsPicked(file, text) : text),
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
  search.todo.push(...startedByPrograms(call));
  drain(search);
  withRealPaths(search);
  return search;
}

/** What is run for a prompt is started; a text that such a command names becomes a part of the prompt, as what is imported. */
function addPrompts(search: StartSearch, roots: readonly string[]): void {
  const { texts, imported } = promptsOf(search.call);
  for (const path of imported) search.named.any.add(path);
  for (const { file, head, commands, run } of texts) {
    if (head.length + commands.length === 0) continue;
    const started = [...head, ...commands, ...mention(run, dirname(file), { settings: true }, search)];
    const bases = basesOf(started, [...new Set([...roots, dirname(file)])], search.call);
    const paths = commands.map((words) => words.filter((word) => /[/.]/.test(word)));
    search.todo.push({ commands: started, bases, settings: false, depth: 0 });
    const unasked = commandsIn(hooksInHead(readText(file, search.call)), {
      root: search.call.projectRoot,
      home: search.call.world.home,
    });
    search.todo.push({ commands: unasked, bases, settings: false, unasked: file, depth: 0 });
    search.todo.push({ commands: paths, bases, settings: true, depth: MAX_DEPTH });
  }
  drain(search);
}

/** Hooks and servers that stand in front of a text; what else stands there tells, or permits. */
function hooksInHead(text: string): string {
  const [, head = ""] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
  return head
    .split(/\n(?=\S)/)
    .filter((part) => /^(?:hooks|mcpServers|mcp-servers)\s*:/.test(part))
    .join("\n");
}

function drain(search: StartSearch): void {
  const { todo, seen } = search;
  const texts = seen.size;
  search.words = 0;
  for (let next = todo.shift(); next !== undefined; next = todo.shift())
    if (search.words < MAX_WORDS) follow(next, search, seen.size - texts < MAX_FOLLOWED);
}

function follow(started: Started, search: StartSearch, further: boolean): void {
  const { named } = search;
  for (const words of started.commands) {
    search.words += words.length;
    if (search.words > MAX_WORDS) return;
    const leads = nameFiles(words, { started, named, call: search.call });
    addDefinitions(words, started, search);
    if (started.home !== true) addPrograms(words, named);
    const files = words[0] === EVERY ? leads : leads.flatMap((path) => filesFor(path, search.call));
    if (isWhole(words, leads, files, { started, call: search.call })) named.whole ??= started.unasked;
    noteFurther(words, started, search);
    if (further && started.depth < MAX_DEPTH) followFiles(words, { leads, files }, started, search);
  }
}

/** Programs that are looked up by name in the package that stands here, and hooks of git that nobody waits for. */
function noteFurther(words: Words, { unasked }: Started, search: StartSearch): void {
  if (unasked === undefined) return;
  if (looksUpPackages(words)) search.named.packages ??= unasked;
  for (const name of words.flatMap(programNames))
    if (sharesPackage(name) && !search.named.checkers.has(name)) search.named.checkers.set(name, unasked);
  if (startsGitHooks(words)) search.commits ??= unasked;
}

interface Context {
  readonly started: Started;
  readonly call: PolicyCall;
}

const isWhole = (
  words: Words,
  leads: readonly string[],
  files: readonly string[],
  { started, call }: Context,
): boolean =>
  started.unasked !== undefined &&
  (runsProjectCode(words, leads, files, call) ||
    buildsProject(words, call) ||
    runsOwnPackage(words, call) ||
    looksUpHere(words, started, call));

interface Reached {
  readonly leads: readonly string[];
  readonly files: readonly string[];
}

function followFiles(
  words: Words,
  { leads, files }: Reached,
  { unasked, bases, depth }: Started,
  search: StartSearch,
): void {
  const { call } = search;
  const further = { depth: depth + 1, unasked };
  for (const dir of leads) addEntries(dir, further, search);
  for (const file of files) addText(file, search, { settings: false, bases: rootsOf(call), ...further });
  if (unasked === undefined) return;
  for (const { dir, commands } of loadedBySettings(words, bases, call)) todo(commands, dir, further, search);
}

/** A directory that is started is started by what its package says. */
function addEntries(dir: string, further: Further, search: StartSearch): void {
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

/** A file that is a link, or lies behind one, is the file it leads to. */
function withRealPaths({ named, seen, call }: StartSearch): void {
  for (const file of seen) {
    const real = file.includes("\0") ? file : call.real(file).path;
    if (real !== file) named.paths.add(foldPath(real));
  }
}
