/**
 * Files of the project that settings start: what hooks, servers and status lines of an agent's settings name, and the programs that
 * git's settings name. Whoever writes such a file has it started by the next thing the agent or the person does.
 */
import { beside } from "../contract/beside.ts";
import { helperValues } from "../machine/git/index.ts";
import { absolutePath, foldPath, isInside, listEntries } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";

const MAX_FILES = 64;
const MAX_BYTES = 1 << 18;
const MAX_WORDS = 4_096;
const SETTINGS = /\.(?:jsonc?|toml|ya?ml)$/i;
/** Rules name files to say what may be done with them (`Edit(src/a.ts)`): that starts none. */
const RULE = /^[\w*-]+\(.*\)$/s;
/** As agents write the directory they were started in. */
const HERE =
  /^(?:\$\{?(?:CLAUDE_PROJECT_DIR|PWD|workspaceFolder|workspaceRoot|GEMINI_PROJECT_DIR|CURSOR_PROJECT_DIR)\}?|file:\/\/)\/*/;

const found = beside<PolicyCall, ReadonlySet<string>>();

/** `path`: absolute. */
export function isStarted(path: string, call: PolicyCall): boolean {
  const started = found.get(call) ?? startedFiles(call);
  found.set(call, started);
  return started.has(foldPath(path));
}

function startedFiles(call: PolicyCall): ReadonlySet<string> {
  const { projectRoot, places, world } = call;
  const roots = [...new Set([projectRoot, places.projectRoot])];
  const texts = [...roots, world.home].flatMap((base) => settingsAt(base, call)).slice(0, MAX_FILES);
  const values = [
    ...texts.flatMap((file) => stringsIn(readText(file, call))),
    ...roots.flatMap((root) => helperValues(root, world)),
  ];
  const words = new Set(values.flatMap((value) => [value, value.replace(/["']/g, "")].flatMap(wordsOf)));
  const named = [...words].slice(0, MAX_WORDS).flatMap((word) => roots.flatMap((root) => placeNamed(word, root, call)));
  return new Set(named.flatMap((path) => [path, call.real(path).path]).map(foldPath));
}

/** Settings that stand in an agent's folder, or beside it under a name of its own. */
function settingsAt(base: string, { world, places }: PolicyCall): readonly string[] {
  const { directories, files } = places.agentFiles;
  const inside = directories.flatMap((dir) =>
    (listEntries(`${base}/${dir}`, world) ?? [])
      .filter(({ name, kind }) => kind !== "directory" && SETTINGS.test(name))
      .map(({ name }) => `${base}/${dir}/${name}`),
  );
  return [...files.map((name) => `${base}/${name}`), `${base}/.vscode/mcp.json`, ...inside];
}

function readText(file: string, { world }: PolicyCall): string {
  const bytes = world.stat(file).kind === "file" ? world.readFile(file, MAX_BYTES) : undefined;
  return bytes === undefined ? "" : new TextDecoder().decode(bytes);
}

/** Strings as JSON and TOML quote them. */
const stringsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/g)]
    .map(([, double, single]) => (double ?? single ?? "").replace(/\\(["\\/])/g, "$1"))
    .filter((value) => !RULE.test(value));

const wordsOf = (value: string): readonly string[] => value.split(/[\s;&|<>()"'`\\=,]+/);

/** A word with a path or an ending, where it leads into the project. */
function placeNamed(word: string, root: string, { world }: PolicyCall): readonly string[] {
  const text = word.replace(HERE, "").replace(/^!/, "");
  if (!/[/.]/.test(text) || /^\.+$|[*?{}$\0]/.test(text)) return [];
  const path = absolutePath(text, root, world);
  return path !== root && isInside(path, root) ? [path] : [];
}
