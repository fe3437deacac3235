/** Which texts start programs: settings of agents and of git, hooks, what is read when a directory is entered or a shell begins. */
import { extname } from "node:path/posix";
import { HOOK_MARK } from "../../contract/hook-mark.ts";
import type { DirEntry } from "../../contract/world.ts";
import { gitDirectories, hookDirectories } from "../../machine/git/index.ts";
import { foldSegment, isInside, listEntries, protectedPlace, startsFrom } from "../../machine/index.ts";
import { shellCalls } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { isKept } from "./listing.ts";
import { isDocument } from "./named.ts";
import { rootsOf } from "./roots.ts";
import type { Words } from "./word.ts";
import { codeIn, commandsIn, pathKeysIn, quotedIn, searchesIn, stringsIn } from "./words.ts";

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
      agents.slice(0, MAX_FILES),
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
  return place?.kind === "ask" && place.name !== ".git" && !isTold(file);
}

/** What editors read of a folder that is opened. */
const OF_FOLDERS = /^\.(?:vscode|zed)$|\.code-workspace$/;

const SETTINGS = /\.(?:jsonc?|toml|ya?ml)$/i;
/** Folders of an agent in which it finds what it loads by itself. */
const LOADED = /^(?:hooks?|extensions?|plugins?|servers?|mcp\w*)$/i;
const LOADED_TEXT = /\.(?:jsonc?|toml|ya?ml|[cm]?[jt]s)$/i;
const MAX_LOADED = 64;

/** Settings that stand in an agent's folder, or beside it under a name of its own; and what lies where it loads from. */
function settingsAt(base: string, call: PolicyCall): readonly string[] {
  const { directories, files, configDirectories } = call.places.agentFiles;
  const there = (listEntries(base, call.world) ?? []).map(({ name }) => ({ name, folded: foldSegment(name) }));
  const below = base === call.world.home ? (listEntries(`${base}/.config`, call.world) ?? []) : [];
  const folders = [
    ...there.filter(({ folded }) => directories.includes(folded)).map(({ name }) => `${base}/${name}`),
    ...below
      .filter(({ name }) => [...configDirectories, "zed"].includes(foldSegment(name)))
      .map(({ name }) => `${base}/.config/${name}`),
  ];
  const own = there.filter(({ folded }) => files.includes(folded));
  return [...own.map(({ name }) => `${base}/${name}`), ...folders.flatMap((dir) => settingsIn(dir, call))];
}

function settingsIn(dir: string, call: PolicyCall): readonly string[] {
  const entries = listEntries(dir, call.world) ?? [];
  const files = entries.filter(({ name, kind }) => kind !== "directory" && SETTINGS.test(name));
  const loaded = entries
    .filter(({ name, kind }) => kind !== "file" && LOADED.test(name))
    .flatMap(({ name }) => filesBelow(`${dir}/${name}`, call))
    .filter((file) => LOADED_TEXT.test(file) && !/\/package(?:-lock)?\.json$/.test(file));
  return [...files.map(({ name }) => `${dir}/${name}`), ...loaded.slice(0, MAX_LOADED)];
}

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
  ".gnupg/gpg-agent.conf .emacs.d/init.el .emacs.d/early-init.el .gradle/init.gradle .gradle/init.gradle.kts .julia/config/startup.jl".split(
    " ",
  );
const HOME_TREES: readonly string[] =
  ".bashrc.d .bash.d .zsh .zshrc.d .profile.d .shell .ssh .vim .config/systemd .config/autostart .config/fish .config/zsh .config/tmux .config/nvim .config/environment.d .config/direnv .config/sway .config/i3 .config/hypr .config/mise .config/lazygit .config/kitty .config/zellij .config/wezterm Library/LaunchAgents .ipython/profile_default/startup .docker/cli-plugins .config/emacs .config/nushell .config/xonsh .config/powershell .config/qtile .config/plasma-workspace .gradle/init.d .oh-my-zsh/custom .local/share/nautilus/scripts".split(
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

/**
 * As `install` writes them into JSON, from their beginning to their end: a line that somebody added something to is read like any other. What
 * they start lies in the gate's own directories, and what they print starts nothing.
 */
const OWN_LINE = new RegExp(
  [
    String.raw`"(?:\{ printf '%s\\\\n' (?:\\"\$\w+\\" )+\| )?/usr/bin/env -i ${HOOK_MARK}=(?:[^"\\\n]|\\.)*`,
    String.raw` --path \\"\$PATH\\"(?: --key-fd 3 3<&0 <&4 4<&-; \} 4<&0)?`,
    String.raw`(?: \|\| \{ \[ \$\? = 2 \] \|\| printf (?:[^"\\\n]|\\.)* exit 2; \})?"`,
  ].join(""),
  "g",
);

/**
 * Of settings in JSON: not what only tells or permits, and of the file in which Claude Code keeps what it remembers (files of the project,
 * prompts) only what it starts. A text that is not understood stays whole.
 */
export function startingSettings(file: string, text: string, roots: readonly string[]): string {
  try {
    const settings: unknown = JSON.parse(text);
    return JSON.stringify(/\/\.claude\.json$/.test(file) ? remembered(settings, roots) : starting(settings));
  } catch {
    return text;
  }
}
const STARTING_KEY = /^(?:mcpServers|hooks|env|statusLine|plugins?|\w*(?:[Hh]elper|[Cc]ommand))$/;

function remembered(value: unknown, roots: readonly string[]): unknown {
  if (!isObject(value)) return null;
  return Object.entries(value).map(([key, inner]) => {
    if (STARTING_KEY.test(key)) return { [key]: inner };
    const elsewhere = key.startsWith("/") && !roots.some((root) => isInside(root, key) || isInside(key, root));
    return elsewhere ? null : remembered(inner, roots);
  });
}

const starting = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(starting)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) => (TELLING_KEY.test(key) ? [] : [[key, starting(inner)]])),
        )
      : value;
const TELLING_KEY = /^(?:permissions?|matcher|description|statusMessage|\$schema|model)$/;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A module that carries the mark was written by `install`, whole. */
export function withoutOwn(file: string, text: string): string {
  if (!text.includes(HOOK_MARK)) return text;
  return CODE.test(extname(file)) ? "" : text.replace(OWN_LINE, '""');
}

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|lua|php|go|rs|pl|el)$/i;
const INTERPRETED = /^#!.*\b(?:node|bun|deno|tsx|python[\d.]*|ruby|perl|php|lua)\b/;

/** The commands that a text holds, by what it is, and the directories that code in it adds to its search. */
export const commandsOf = (file: string, text: string, call: PolicyCall): readonly Words[] => [
  ...searchesIn(text),
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
const isCodeText = (file: string, text: string): boolean => CODE.test(extname(file)) || INTERPRETED.test(text);
