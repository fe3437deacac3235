/**
 * Programs the person wrote, in directories of home: a file of the project that one of them starts by a path of where the person stands
 * is started. Only what is started counts: such programs look at much else.
 */
import { dirname } from "node:path/posix";
import { isReader, programNames } from "../../programs/index.ts";
import { shellCalls } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { promptCommands } from "./home-commands.ts";
import { entriesAt, isKept } from "./listing.ts";
import { loadedModules } from "./modules.ts";
import { isStartedAt } from "./project-code.ts";
import { basesOf, type Started } from "./resolve.ts";
import { rootsOf } from "./roots.ts";
import { isCodeText, readText } from "./sources.ts";
import { UNKNOWN, type Words } from "./word.ts";
import { commandsIn, stringsIn } from "./words.ts";

/** Where people keep them. */
export const OWN_PROGRAMS: readonly string[] = ["bin", ".local/bin", "scripts", ".bin", ".scripts"];
const MAX_PROGRAMS = 64;

/** Packages have their own, which look beside themselves. */
const OF_PACKAGES = /\/(?:node_modules|site-packages|pipx|venvs?|\.venv|\.nvm|\.cargo|\.rustup|uv\/tools)\//;

export function startedByPrograms(call: PolicyCall): readonly Started[] {
  const { home } = call.world;
  return OWN_PROGRAMS.flatMap((dir) =>
    entriesAt(`${home}/${dir}`, call)
      .filter(({ name, kind }) => kind !== "directory" && !isKept(name))
      .slice(0, MAX_PROGRAMS)
      .map(({ name }) => `${home}/${dir}/${name}`),
  )
    .filter((file) => !OF_PACKAGES.test(call.real(file).path))
    .flatMap((file) => startedBy(file, readText(file, call), call))
    .concat(startedBy(PROMPT, promptCommands(readText(`${home}/${PROMPT}`, call)), call));
}

/** Run for each line that a person types. */
const PROMPT = ".config/starship.toml";

function startedBy(file: string, whole: string, call: PolicyCall): readonly Started[] {
  const text = whole.replace(/^[ \t]*#.*$/gm, (line) => (line.startsWith("#!") ? line : ""));
  if (text === "") return [];
  const known = besideItself(text, dirname(file));
  const code = isCodeText(file, whole);
  const texts = code ? shellCalls(known) : [known];
  const all = texts.flatMap((one) => commandsIn(one, { root: call.projectRoot, home: call.world.home }));
  const commands = [...all.flatMap(startedWords), ...(code && !IS_NODE.test(text) ? opened(known) : [])];
  if (commands.length === 0) return [];
  return [{ commands, bases: basesOf(all, rootsOf(call), call), settings: false, depth: 0 }];
}
/** What it imports by a path lies beside it. */
const IS_NODE = /^#!.*\b(?:node|bun|deno|tsx)\b|\brequire\(|^(?:import|export)\s.*["'];?$/m;
const opened = (text: string): readonly Words[] =>
  stringsIn(text)
    .filter((one) => /^\.{1,2}\/[^\s*?]+$/.test(one))
    .map((one) => ["import", one]);

/** `$(dirname "$0")/x`, and a variable that holds it, lead to its own directory. */
function besideItself(text: string, dir: string): string {
  const names = [...text.matchAll(/\b(\w+)=[^\n;]*(?:\$0|\$\{0|BASH_SOURCE|%x)/g)].map(([, name = ""]) => name);
  const itself =
    /\$\((?:[^()]|\([^()]*\))*(?:\$0|\$\{0|BASH_SOURCE)(?:[^()]|\([^()]*\))*\)|\$\{0%\/\*\}|\$\{BASH_SOURCE[^}]*\}/g;
  const held = names.length === 0 ? undefined : new RegExp(String.raw`\$\{?(?:${names.join("|")})\b\}?`, "g");
  const known = text.replace(itself, () => dir);
  return held === undefined ? known : known.replace(held, () => dir);
}

/** A module, and words where a program, a script or a text that is taken in stands. */
function startedWords(words: Words): readonly Words[] {
  if (programNames(words[0] ?? "").some((name) => isReader(name, words))) return [];
  return words.flatMap((word, i): readonly Words[] => {
    const modules = loadedModules(words, i);
    if (modules.length > 0) return modules.map((module) => ["import", module]);
    const path = behindUnknown(word);
    if (path === undefined || !isStartedAt(words, i)) return [];
    const before = words[i - 1] ?? "";
    return [/^(?:\.|source)$/.test(before) ? [before, path] : [path]];
  });
}

/** `$r/tools/tok`: whatever stands in front may be the project. */
function behindUnknown(word: string): string | undefined {
  const at = word.lastIndexOf(UNKNOWN);
  const path = at < 0 ? word : `.${word.slice(at + UNKNOWN.length)}`;
  return /\//.test(path) && /^[\w.~/@+-]+$/.test(path) && (at < 0 || path.startsWith("./")) ? path : undefined;
}
