/** Which texts start programs: settings of agents and of git, hooks, what is read when a directory is entered or a shell begins. */
import { extname } from "node:path/posix";
import type { DirEntry } from "../../contract/world.ts";
import { gitDirectories, hookDirectories } from "../../machine/git/index.ts";
import { foldSegment, isInside, listEntries, protectedPlace, startsFrom } from "../../machine/index.ts";
import { shellCalls } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { isLoaded, settingsAt } from "./agent-settings.ts";
import { HOME_COMMANDS } from "./home-commands.ts";
import { isKept } from "./listing.ts";
import { isDocument } from "./named.ts";
import { rootsOf } from "./roots.ts";
import type { Words } from "./word.ts";
import { codeIn, commandsIn, luaSearchesIn, pathKeysIn, quotedIn, searchesIn, stringsIn } from "./words.ts";

/** Of one batch. */
const MAX_FILES = 80;
const MAX_OF_PROJECT = 256;
const MAX_ENTRIES = 400;
const MAX_DEPTH = 3;
const MAX_BYTES = 1 << 18;

export interface Source {
  readonly file: string;
  /** Settings of an agent. */
  readonly settings: boolean;
  /** Of home. */
  readonly home?: boolean;
  /** Nobody does anything for it to start. */
  readonly unasked?: boolean;
  /** Settings of an agent that only the person writes: lines of the gate's own are known in them. */
  readonly persons?: boolean;
}

interface Sources {
  /** In the order they are read, each batch to its end within bounds of its own: of too many files the last are left out. */
  readonly batches: readonly (readonly Source[])[];
  /** Of the project some were left out. */
  readonly tooMany: boolean;
}

export function startingTexts(call: PolicyCall): Sources {
  const roots = rootsOf(call);
  const { home } = call.world;
  const agents = [...new Set([...roots, home])].flatMap((base) =>
    settingsAt(base, call).map((file) => ({ file, settings: true, unasked: true, persons: !roots.includes(base) })),
  );
  const project = roots.flatMap((root) => [...gitHooks(root, call), ...guardedAt(root, call)]);
  return {
    batches: [
      [...agents].sort((one, other) => Number(isLoaded(one.file)) - Number(isLoaded(other.file))).slice(0, MAX_FILES),
      project.slice(0, MAX_OF_PROJECT).map((file) => ({ file, settings: false, unasked: isUnasked(file, call) })),
      homeTexts(call)
        .slice(0, MAX_FILES)
        .map((file) => ({ file, settings: false, home: true })),
    ],
    tooMany: project.length > MAX_OF_PROJECT,
  };
}

/** An agent loads it, a directory is entered, a folder is opened; hooks of git wait for a commit, and texts for people start nothing. */
function isUnasked(file: string, call: PolicyCall): boolean {
  const root = rootsOf(call).find((one) => isInside(file, one));
  const [top = ""] = root === undefined ? [] : file.slice(root.length + 1).split("/");
  if (/^\.envrc/i.test(top) || OF_FOLDERS.test(foldSegment(top)) || /\/hooks\/[^/]*\.json$/i.test(file))
    return /^\.envrc|\.json$|\.code-workspace$/i.test(file.slice(file.lastIndexOf("/") + 1));
  const place = protectedPlace(file, call.places);
  return place?.kind === "ask" && place.name !== ".git" && !isTold(file) && !FOR_PEOPLE.test(file);
}

/** What a person calls for by name. */
const FOR_PEOPLE = /\/(?:commands?|prompts?|skills?|rules|workflows?)\//i;
/** What editors read of a folder that is opened. */
const OF_FOLDERS = /^\.(?:vscode|zed)$|\.code-workspace$/;

const namesAt = (dir: string, world: PolicyCall["world"]): ReadonlySet<string> =>
  new Set((listEntries(dir, world) ?? []).map(({ name }) => name));

/** git runs them in the work tree. */
const gitHooks = (root: string, { world }: PolicyCall): readonly string[] =>
  [...new Set([...gitDirectories(root, world).map((dir) => `${dir}/hooks`), ...hookDirectories(root, world)])].flatMap(
    (dir) =>
      (listEntries(dir, world) ?? [])
        .filter(({ name, kind }) => kind !== "directory" && !name.endsWith(".sample"))
        .map(({ name }) => `${dir}/${name}`),
  );

/** Protected places of the project that start something on this machine: services run elsewhere what was sent there. */
function guardedAt(root: string, call: PolicyCall): readonly string[] {
  const { world, places } = call;
  return (listEntries(root, world) ?? []).flatMap((entry) => {
    const path = `${root}/${entry.name}`;
    if (entry.name === ".github") return filesBelow(`${path}/hooks`, call);
    const place = protectedPlace(path, places);
    const from = place === undefined ? holdsGuarded(entry) : startsFrom(place.name);
    if (from === undefined) return [];
    if (entry.kind !== "directory") return isText(entry.name) ? [path] : [];
    return from === "tree" ? filesBelow(path, call) : [];
  });
}

/** Hidden directories of which only something below is in the table (`.config/mise.toml`), and a plugin's own hooks. */
const holdsGuarded = ({ name, kind }: DirEntry): "tree" | undefined =>
  kind === "directory" && /^(?:\.config|mise|hooks)$/.test(name) ? "tree" : undefined;

/** Nobody starts what lies there by these settings: trees of packages, work trees, what an agent remembers. */
const NOT_BELOW = /^(?:node_modules|worktrees|projects|todos|cache|\.git|\.cache|sessions|logs?|venv|\.venv)$/i;

export function filesBelow(top: string, { world }: PolicyCall): readonly string[] {
  const found: string[] = [];
  let level: readonly string[] = [top];
  for (let depth = 0; depth < MAX_DEPTH && found.length < MAX_ENTRIES; depth++) {
    const entries = level.flatMap((dir) =>
      (listEntries(dir, world) ?? [])
        .slice(0, MAX_ENTRIES)
        .map((entry) => ({ ...entry, path: `${dir}/${entry.name}` })),
    );
    found.push(...entries.filter(({ kind, name }) => kind !== "directory" && isText(name)).map(({ path }) => path));
    level = entries
      .filter(({ kind, name }) => kind === "directory" && !NOT_BELOW.test(name))
      .map(({ path }) => path)
      .slice(0, MAX_DIRECTORIES);
  }
  return found;
}
const MAX_DIRECTORIES = 64;

/** Texts that tell, in a language for people, start nothing but what stands in front of them. What a debugger starts, the person starts. */
const isText = (name: string): boolean =>
  /\.mdx?$/i.test(name) ||
  !(isDocument(name) || /^launch\.json$|\.(?:xml|iml|tf|tfstate|jar|zip|gz|sample)$/i.test(name));

/** Hidden files of home, but for those that only keep what was done; and directories whose files begin with a session. */
function homeTexts(call: PolicyCall): readonly string[] {
  const { home } = call.world;
  const plain = (listEntries(home, call.world) ?? [])
    .filter(({ name, kind }) => kind !== "directory" && name.startsWith(".") && !isKept(name) && !/\.json$/i.test(name))
    .map(({ name }) => `${home}/${name}`);
  const there = namesAt(home, call.world);
  const trees = HOME_TREES.filter((dir) => there.has(dir.split("/")[0] ?? ""));
  const single = HOME_FILES.filter((file) => there.has(file.split("/")[0] ?? "")).map((file) => `${home}/${file}`);
  return [...plain, ...single, ...trees.flatMap((dir) => filesBelow(`${home}/${dir}`, call))];
}
/** In directories with much else in them. */
const HOME_FILES: readonly string[] =
  ".gnupg/gpg-agent.conf .emacs.d/init.el .emacs.d/early-init.el .gradle/init.gradle .gradle/init.gradle.kts .julia/config/startup.jl"
    .split(" ")
    .concat(HOME_COMMANDS);
const HOME_TREES: readonly string[] =
  ".bashrc.d .bash.d .zsh .zshrc.d .profile.d .shell .ssh .vim .config/systemd .config/autostart .config/fish .config/zsh .config/tmux .config/nvim .config/environment.d .config/direnv .config/sway .config/i3 .config/hypr .config/mise .config/lazygit .config/kitty .config/zellij .config/wezterm .config/helix Library/LaunchAgents .ipython/profile_default/startup .docker/cli-plugins .config/emacs .config/nushell .config/xonsh .config/powershell .config/qtile .config/plasma-workspace .gradle/init.d .oh-my-zsh/custom .local/share/nautilus/scripts".split(
    " ",
  );

/** A text, and more of it than is read. */
export function isTooLong(file: string, { world }: PolicyCall): boolean {
  const { kind, size } = world.stat(file);
  if (kind !== "file" || size <= MAX_BYTES) return false;
  return world.readRange?.(file, 0, MAX_BYTES)?.includes(0) !== true;
}

export function readText(file: string, { world }: PolicyCall): string {
  const { kind, size } = world.stat(file);
  const bytes = kind === "file" && size <= MAX_BYTES ? world.readFile(file, MAX_BYTES) : undefined;
  const text = bytes === undefined ? "" : new TextDecoder().decode(bytes);
  return text.includes("\0") ? "" : text;
}

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|lua|php|go|rs|pl|el)$/i;
const INTERPRETED = /^#!.*\b(?:node|bun|deno|tsx|python[\d.]*|ruby|perl|php|lua)\b/;

/** The commands that a text holds, by what it is, and the directories that code in it adds to its search. */
export const commandsOf = (file: string, text: string, call: PolicyCall): readonly Words[] => [
  ...searchesIn(text),
  ...luaSearchesIn(text, call.world.home),
  ...ownCommands(file, text, call),
];

/** What code of another language starts, as far as it says so. */
export const startedByCode = (file: string, text: string, call: PolicyCall): readonly Words[] =>
  isCodeText(file, text)
    ? shellCalls(text).flatMap((line) => commandsIn(line, { root: call.projectRoot, home: call.world.home }))
    : [];

function ownCommands(file: string, text: string, call: PolicyCall): readonly Words[] {
  const places = { root: call.projectRoot, home: call.world.home };
  if (isTold(file)) return commandsIn(startingPart(file, text), places);
  if (/tasks\.json$/.test(file) && !text.includes("folderOpen")) return [];
  if (/\.toml$/i.test(file)) return [...quotedIn(text, places), ...pathKeysIn(text, places)];
  if (/\.(?:jsonc?|code-workspace)$/i.test(file)) return quotedIn(text, places);
  if (isCodeText(file, text)) return codeIn(text, places);
  return commandsIn(startingPart(file, text), places);
}

/** What of a text can start something: what stands before one for people, the strings of code, and no remarks. */
export function startingPart(file: string, text: string): string {
  if (isTold(file)) return /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? "";
  if (/tasks\.json$/.test(file) && !text.includes("folderOpen")) return "";
  // `__DIR__ . "/a"`, `dir + "/a"`: anything may stand before it.
  if (isCodeText(file, text))
    return stringsIn(text)
      .map((one) => (ONLY_DOTS.test(one) ? `import ${one}` : one.replace(/^\//, "}/")))
      .join("\n");
  return text.replace(/^[ \t]*(?:#|\/\/|" ).*$/gm, "");
}
/** A directory above, or the same one, by what it begins with: `require("..")`. */
const ONLY_DOTS = /^\.\.?(?:\/(?:\.\.)?)*$/;
const isTold = (file: string): boolean => /\.(?:mdx?|mdc)$/i.test(file);
export const isCodeText = (file: string, text: string): boolean => CODE.test(extname(file)) || INTERPRETED.test(text);
