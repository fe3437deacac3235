/** Settings of agents: where they lie, and what of them starts something. */
import { HOOK_MARK } from "../../contract/hook-mark.ts";
import type { DirEntry } from "../../contract/world.ts";
import { foldSegment, isInside, listEntries } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isCode } from "./named.ts";

const SETTINGS = /\.(?:jsonc?|toml|ya?ml)$/i;
/** Folders of an agent in which it finds what it loads by itself. */
const LOADED = /^(?:hooks?|extensions?|plugins?|servers?|mcp\w*)$/i;
export const isLoaded = (file: string): boolean =>
  file
    .split("/")
    .slice(-3, -1)
    .some((segment) => LOADED.test(segment));
const LOADED_TEXT = /\.(?:jsonc?|toml|ya?ml|[cm]?[jt]s)$/i;
const MAX_LOADED = 64;

/** Settings that stand in an agent's folder, or beside it under a name of its own; and what lies where it loads from. */
export function settingsAt(base: string, call: PolicyCall): readonly string[] {
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
  const loaded = entries
    .filter(({ name, kind }) => kind !== "file" && LOADED.test(name))
    .flatMap(({ name }) => loadedIn(`${dir}/${name}`, call));
  const nested = entries
    .filter(({ name, kind }) => kind !== "file" && NESTED.test(name))
    .map(({ name }) => `${dir}/${name}`)
    .flatMap((one) => [one, `${one}/settings`]);
  const further = nested.flatMap((one) => filesIn(one, listEntries(one, call.world) ?? [], SETTINGS));
  return [...filesIn(dir, entries, SETTINGS), ...further.slice(0, MAX_LOADED), ...loaded.slice(0, MAX_LOADED)];
}
/** Folders of an agent with its settings in them: `~/.pi/agent/settings.json`. */
const NESTED = /^(?:agent|config|settings|data|user|global)$/i;

const filesIn = (dir: string, entries: readonly DirEntry[], names: RegExp): readonly string[] =>
  entries.filter(({ name, kind }) => kind !== "directory" && names.test(name)).map(({ name }) => `${dir}/${name}`);

/** What lies there, and what describes a folder of its own. */
function loadedIn(dir: string, call: PolicyCall): readonly string[] {
  const entries = listEntries(dir, call.world) ?? [];
  const inside = entries
    .filter(({ name, kind }) => kind !== "file" && !/^(?:cache|marketplaces|node_modules)$/i.test(name))
    .slice(0, MAX_LOADED)
    .map(({ name }) => `${dir}/${name}`);
  const described = inside.flatMap((one) => filesIn(one, listEntries(one, call.world) ?? [], DESCRIBES));
  return [...filesIn(dir, entries, LOADED_TEXT), ...described];
}
const DESCRIBES = /^(?:\.?[\w-]+-extension(?:-install)?|hooks|\.?mcp|plugin|settings)\.json$/i;

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
    return JSON.stringify(
      /\/\.claude\.json$/.test(file) ? remembered(settings, roots) : starting(withoutPermissions(settings)),
    );
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

/** Only where nothing but a text stands under it: a server may be called so. */
const starting = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(starting)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) =>
            typeof inner === "string" && TELLING_KEY.test(key) ? [] : [[key, starting(inner)]],
          ),
        )
      : value;
const withoutPermissions = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !/^permissions?$/.test(key))) : value;
const TELLING_KEY = /^(?:matcher|description|statusMessage|\$schema|model)$/;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A module that carries the mark was written by `install`, whole. */
export function withoutOwn(file: string, text: string): string {
  if (!text.includes(HOOK_MARK)) return text;
  return isCode(file) ? "" : text.replace(OWN_LINE, '""');
}
