/**
 * Settings of home, whoever they are of: what names a file of this project by its whole path may start it, and no table of programs that
 * start what their settings name is ever whole.
 */
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { entriesAt, isKept } from "./listing.ts";
import { OWN_PROGRAMS } from "./own-programs.ts";
import { rootsOf } from "./roots.ts";
import { readText } from "./sources.ts";

/** Of one search, and of one directory. */
const MAX_FILES = 256;
const MAX_IN_DIRECTORY = 16;
const MAX_DIRECTORIES = 128;
/** Names in one text. */
const MAX_NAMES = 256;

const SETTINGS =
  /\.(?:toml|ya?ml|jsonc?|json5|ini|conf|cfg|config|rc|lua|kdl|ron|properties|xml|plist|sh|desktop|pth)$|^\.?config$|rc$|^[^.]+$/i;
/** Packages, toolchains and what can be thrown away. */
const NOT_IN =
  /^\.(?:cache|npm|nvm|rustup|local|mozilla|git|Trash|thumbnails|gnupg|pnpm-store|yarn|bun|deno|m2|gradle|vscode.*|cursor)$/i;

/** Absolute paths of this project. */
export function namedBySettings(call: PolicyCall): readonly string[] {
  const spelled = spellingsOfRoots(call);
  if (spelled.length === 0) return [];
  const pattern = new RegExp(
    `(?:${spelled.map(({ text }) => escapePattern(text)).join("|")})/[^\\s"'\`,;:()\\[\\]{}<>|&\\\\]{1,512}`,
    "gi",
  );
  return settingsOf(call).flatMap((file) => {
    const text = readText(file, call);
    if (!spelled.some(({ text: start }) => text.includes(start))) return [];
    return [...text.matchAll(pattern)]
      .slice(0, MAX_NAMES)
      .flatMap(([found]) =>
        spelled
          .filter(({ text: start }) => found.toLowerCase().startsWith(start.toLowerCase()))
          .map(({ text: start, root }) => root + found.slice(start.length)),
      );
  });
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** As it is, and from home; through links too. A project that is home itself has none. */
function spellingsOfRoots(call: PolicyCall): readonly { readonly text: string; readonly root: string }[] {
  const { home } = call.world;
  const homes = [home, call.real(home).path];
  const roots = [...new Set(rootsOf(call).flatMap((root) => [root, call.real(root).path]))].filter(
    (root) => root.length > 1 && !homes.includes(root),
  );
  return roots.flatMap((root) => {
    const within = homes.filter((one) => isInside(root, one)).map((one) => root.slice(one.length));
    const ways = within.flatMap((rest) => HOME_WAYS.map((way) => way + rest));
    return [root, ...new Set(ways)].map((text) => ({ text, root }));
  });
}
const HOME_WAYS = ["~", "$HOME", "${HOME}", "%h", "${env:HOME}", "{{env.HOME}}", "${userHome}"];

/** Files directly in home that are hidden, in its hidden directories, in `.config`, in what stands directly there, and programs the person wrote. */
function settingsOf(call: PolicyCall): readonly string[] {
  const { home } = call.world;
  const own = entriesAt(home, call)
    .filter(({ name, kind }) => kind !== "directory" && name.startsWith(".") && !isKept(name))
    .map(({ name }) => `${home}/${name}`);
  return [
    ...[...own, ...settingsDirectories(call).flatMap((dir) => settingsIn(dir, call))].slice(0, MAX_FILES),
    ...furtherDirectories(call)
      .flatMap((dir) => filesOf(dir, call))
      .slice(0, MAX_FILES),
  ];
}

function settingsDirectories(call: PolicyCall): readonly string[] {
  const { home } = call.world;
  const hidden = directoriesIn(home, call).filter((name) => name.startsWith(".") && !NOT_IN.test(name));
  return [
    `${home}/.config`,
    ...directoriesIn(`${home}/.config`, call).map((name) => `${home}/.config/${name}`),
    ...hidden.filter((name) => name !== ".config").map((name) => `${home}/${name}`),
  ].slice(0, MAX_DIRECTORIES);
}

const directoriesIn = (dir: string, call: PolicyCall): readonly string[] =>
  entriesAt(dir, call)
    .filter(({ kind }) => kind !== "file")
    .map(({ name }) => name);

/** Programs, entries of menus, settings of editors, and what Python reads as it begins. */
function furtherDirectories(call: PolicyCall): readonly string[] {
  const { home } = call.world;
  const editors = directoriesIn(`${home}/.config`, call).slice(0, MAX_DIRECTORIES);
  const pythons = directoriesIn(`${home}/.local/lib`, call).filter((name) => /^python/.test(name));
  return [
    ...[...OWN_PROGRAMS, ".local/share/applications", ".codeium/windsurf"].map((dir) => `${home}/${dir}`),
    ...editors.map((name) => `${home}/.config/${name}/User`),
    ...pythons.map((name) => `${home}/.local/lib/${name}/site-packages`),
  ];
}

/** Of Python's packages only what it reads by itself. */
const filesOf = (dir: string, call: PolicyCall): readonly string[] =>
  entriesAt(dir, call)
    .filter(({ name, kind }) => kind !== "directory" && !isKept(name))
    .filter(({ name }) => !dir.endsWith("/site-packages") || /\.pth$|^(?:site|user)customize\.py$/.test(name))
    .slice(0, MAX_PROGRAMS)
    .map(({ name }) => `${dir}/${name}`);
const MAX_PROGRAMS = 64;

/** Directories behind links among the settings of home: inside this project they are settings under another name. A single file is judged by its own name there. */
export function linkedFromHome(call: PolicyCall): readonly string[] {
  const { home } = call.world;
  const shared = directoriesIn(`${home}/.local/share`, call).map((name) => `${home}/.local/share/${name}`);
  const dirs = [...settingsDirectories(call), `${home}/.local/share`, ...shared.slice(0, MAX_DIRECTORIES)];
  const links = [home, ...dirs].flatMap((dir) =>
    entriesAt(dir, call)
      .filter(({ name, kind }) => kind === "link" && (dir !== home || name.startsWith(".")))
      .map(({ name }) => call.real(`${dir}/${name}`).path),
  );
  const roots = rootsOf(call).flatMap((root) => [root, call.real(root).path]);
  return links
    .slice(0, MAX_LINKS)
    .filter((path) => !roots.includes(path) && roots.some((root) => isInside(path, root)))
    .filter((path) => call.world.stat(path).kind === "directory");
}
const MAX_LINKS = 256;

const settingsIn = (dir: string, call: PolicyCall): readonly string[] =>
  entriesAt(dir, call)
    .filter(({ name, kind }) => kind !== "directory" && SETTINGS.test(name) && !isKept(name))
    .slice(0, MAX_IN_DIRECTORY)
    .map(({ name }) => `${dir}/${name}`);
