/** Where the texts lie that an agent is given, in a project, above it, and at home. */
import { dirname } from "node:path/posix";
import type { DirEntry } from "../../contract/world.ts";
import { foldSegment, isInside, isProtectedName, isUnknownDot } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { entriesAt } from "./listing.ts";
import { rootsOf } from "./roots.ts";

/** Of one batch. */
const MAX_FILES = 256;
/** Of one level of a tree. */
const MAX_DIRECTORIES = 96;
const MAX_DEPTH = 8;
/** Directories of the project in which instructions of their own are looked for, beside those around what is written. */
const MAX_LOOKED_AT = 96;
const LEVELS_LOOKED_AT = 2;

/** What is given to a model is text; a hidden name without an ending is one of rules (`.cursorrules`). */
const TEXT = /\.(?:mdx?|mdc|markdown|txt|toml|ya?ml|prompt|rules)$|^\.[^.]+$/i;
/** What agents call the folders of their texts. */
const FOLDER =
  /^(?:commands?|skills?|(?:sub)?agents?|prompts?|rules(?:-.*)?|output-?styles?|workflows?|steering|instructions|memor(?:y|ies)|chatmodes|modes?|droids|guides?|guidelines|personas?)$/i;
/** What others made, with such folders in it. */
const BROUGHT = /^(?:plugins?|extensions|marketplaces)$/i;
const NOT_BELOW = /^(?:node_modules|worktrees|\.git|venv|\.venv|projects|todos|sessions|file-history)$/i;

/** Of the project first, then of home, then of what was brought there: each within bounds of its own. */
export function promptFiles(call: PolicyCall): readonly (readonly string[])[] {
  const dirs = [...new Set([...around(call), ...rootsOf(call).flatMap((root) => directoriesOf(root, call))])];
  const homes = agentHomes(call);
  return [
    dirs.flatMap((dir) => instructionsIn(dir, call)),
    dirs.flatMap((dir) => foldersIn(dir, call)).flatMap((dir) => textsBelow(dir, call)),
    homes.flatMap((dir) => [
      ...textsIn(dir, call),
      ...ownFolders(dir, FOLDER, call).flatMap((one) => textsBelow(one, call)),
    ]),
    homes
      .flatMap((dir) => ownFolders(dir, BROUGHT, call))
      .flatMap((dir) => textsBelow(dir, call))
      .filter((path) => path.split("/").some((segment) => FOLDER.test(segment)) || isInstruction(path, call)),
  ].map((batch) => [...new Set(batch)].slice(0, MAX_FILES));
}

/** From the root of the disk to the project and to where the call works; and to whatever it writes. */
function around(call: PolicyCall): readonly string[] {
  const written = call.effects.flatMap((effect) =>
    effect.do === "write" && effect.target.path !== "" ? [dirname(effect.target.path)] : [],
  );
  return [...rootsOf(call), call.cwd, ...written].flatMap(upwards);
}

function upwards(path: string): readonly string[] {
  const parts = path.split("/").filter(Boolean);
  return parts.map((_, i) => `/${parts.slice(0, parts.length - i).join("/")}`);
}

const isFolder = ({ kind }: DirEntry): boolean => kind === "directory" || kind === "link";
const isFile = ({ kind }: DirEntry): boolean => kind !== "directory";

function directoriesOf(root: string, call: PolicyCall): readonly string[] {
  const found: string[] = [];
  let level: readonly string[] = [root];
  for (let depth = 0; depth < LEVELS_LOOKED_AT; depth++) {
    level = level.flatMap((dir) =>
      entriesAt(dir, call)
        .filter(({ name, kind }) => kind === "directory" && !name.startsWith(".") && !NOT_BELOW.test(name))
        .map(({ name }) => `${dir}/${name}`),
    );
    found.push(...level);
    if (found.length >= MAX_LOOKED_AT) break;
  }
  return found.slice(0, MAX_LOOKED_AT);
}

const isInstruction = (path: string, { places }: PolicyCall): boolean =>
  isProtectedName(path.slice(path.lastIndexOf("/") + 1), places.agentFiles);

const instructionsIn = (dir: string, call: PolicyCall): readonly string[] =>
  textsIn(dir, call).filter((path) => isInstruction(path, call));

const textsIn = (dir: string, call: PolicyCall): readonly string[] =>
  entriesAt(dir, call)
    .filter((entry) => isFile(entry) && TEXT.test(entry.name))
    .map(({ name }) => `${dir}/${name}`);

/** Hidden directories of a project, whoever they are of; what lies above it is another's, and only an agent's counts. A plugin has its folders beside its description. */
function foldersIn(dir: string, call: PolicyCall): readonly string[] {
  const here = entriesAt(dir, call);
  const own = rootsOf(call).some((root) => isInside(dir, root));
  const isPlugin = here.some(({ name }) =>
    /^(?:\.[\w-]+-plugin|(?:gemini|qwen)-extension\.json|plugin\.json)$/i.test(name),
  );
  return here
    .filter((entry) => isFolder(entry) && !NOT_BELOW.test(entry.name))
    .filter(({ name }) => (isPlugin && FOLDER.test(name)) || isOfAgent(name, call) || (own && isUnknownDot(name)))
    .map(({ name }) => `${dir}/${name}`);
}

const isOfAgent = (name: string, { places }: PolicyCall): boolean =>
  places.agentFiles.directories.includes(foldSegment(name));

/** What is kept for a person's own agents: their directories at home and in its settings, and where variables moved them. */
function agentHomes(call: PolicyCall): readonly string[] {
  const { world, places } = call;
  const { home } = world;
  const hidden = entriesAt(home, call)
    .filter(
      (entry) => isFolder(entry) && (isOfAgent(entry.name, call) || isProtectedName(entry.name, places.agentFiles)),
    )
    .map(({ name }) => `${home}/${name}`);
  const configured = entriesAt(`${home}/.config`, call)
    .filter(isFolder)
    .slice(0, MAX_DIRECTORIES)
    .map(({ name }) => `${home}/.config/${name}`);
  return [...places.movedPlaces, ...hidden, ...configured, `${home}/.codeium/windsurf`, `${home}/Documents/Cline`];
}

const ownFolders = (dir: string, called: RegExp, call: PolicyCall): readonly string[] =>
  entriesAt(dir, call)
    .filter((entry) => isFolder(entry) && called.test(entry.name))
    .map(({ name }) => `${dir}/${name}`);

function textsBelow(top: string, call: PolicyCall): readonly string[] {
  const found: string[] = [];
  let level: readonly string[] = [top];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && found.length < MAX_FILES; depth++) {
    const entries = level.flatMap((dir) =>
      entriesAt(dir, call).map((entry) => ({ ...entry, path: `${dir}/${entry.name}` })),
    );
    found.push(...entries.filter((entry) => isFile(entry) && TEXT.test(entry.name)).map(({ path }) => path));
    level = entries
      .filter((entry) => isFolder(entry) && !NOT_BELOW.test(entry.name))
      .map(({ path }) => path)
      .slice(0, MAX_DIRECTORIES);
  }
  return found;
}
