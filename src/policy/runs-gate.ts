/**
 * Whether a call runs Sallyport itself (3c): its command by name, or any file of its program, also from code that is there
 * to be read. Its hook takes whatever it is fed for what a host said, the person's words among it.
 */
import { dirname } from "node:path/posix";
import type { RunEffect, Target } from "../contract/effect.ts";
import type { KnownWord, SubCommand } from "../contract/reading.ts";
import { absolutePath, isInside } from "../machine/index.ts";
import { programNamed } from "../programs/index.ts";
import type { PolicyCall } from "./call.ts";
import { isGateName, startsGateBehind } from "./gate-behind.ts";
import { replacesGate } from "./gate-replaced.ts";

/** A path, in a word or in code, that ends in a file of the program. */
// Begins where a word does: tried at every letter of a long one, it would cost its square.
const PROGRAM_FILE = /(?<![^\s"'`(),;=<>|&])[^\s"'`(),;=<>|&]*(?:hook|sallyport)\.(?:c?js|sh)/g;
/** So much of a script is looked through. */
const MAX_SCRIPT_BYTES = 262_144;
const MAX_MENTIONS = 50;

export function runsGate(call: PolicyCall): boolean {
  const commands = [...(call.reading?.commands ?? []), ...call.likely().flatMap((reading) => reading.commands)];
  return (
    commands.some(
      (command) => namesGate(command, call) || startsProgram(command, call) || replacesGate(command, call),
    ) ||
    (commands.some(looksForProgram) && commands.some(startsWhatIsFound)) ||
    commands.some(
      (command) => startsWhatIsFound(command) && command.words.some((word) => isBelowProgram(word, call)),
    ) ||
    commands.some(tellsSomeHook)
  );
}

const SEARCHES = /^(?:g?find|fd|fdfind|p?locate|ls|which|whereis|type|command|rg|readlink|realpath|npm|dirname)$/;

/** `find / -name sallyport.cjs`: its name among the words of a search. */
const looksForProgram = ({ name, words }: SubCommand): boolean =>
  SEARCHES.test(name ?? "") && words.some(({ value, text }) => NAMES_PROGRAM.test(value ?? text));
const NAMES_PROGRAM = /^[^/]*sallyport[^/]*$|\/sallyport\.\w+$|\/bin\/sallyport$/i;

/** It runs a script whose name is not known before. */
const startsWhatIsFound = ({ words, effects }: SubCommand): boolean =>
  words.some(({ value }) => value === null) &&
  effects.some((effect) => effect.do === "run" && effect.what !== "helper" && effect.what !== "task");

/** `$x hook claude-code`, `find … -exec {} hook … \;`: what takes the words of a host is told to, whatever it is called. */
const tellsSomeHook = ({ words }: SubCommand): boolean =>
  words.some(
    ({ value }, i) =>
      value === "hook" && i > 0 && words[i - 1]?.value === null && HOST_NAME.test(words[i + 1]?.value ?? ""),
  );
const HOST_NAME = /^[a-z][\w-]*$/i;

/** `{}` of a search in the program's own folder. */
const isBelowProgram = ({ under }: KnownWord, { places }: PolicyCall): boolean =>
  under !== undefined && places.gatePrograms.some((place) => isInside(under, place));

const mayStart = ({ name, effects }: SubCommand): boolean =>
  programNamed(name ?? "")?.starts === true || effects.some((effect) => effect.do === "run");

/** Verbs of package managers, first of their words, that only ask about a package, or put it into the project and run no command of it. */
const ASKING: Readonly<Record<string, RegExp>> = {
  npm: /^(?:view|info|show|v|ls|list|explain|why|outdated|search|docs|repo|bugs)$/,
  pnpm: /^(?:view|info|show|ls|list|why|outdated)$/,
  yarn: /^(?:info|why)$/,
};
const ADDING: Readonly<Record<string, RegExp>> = {
  npm: /^(?:install|i|add)$/,
  pnpm: /^(?:install|i|add)$/,
  yarn: /^add$/,
  bun: /^(?:add|install)$/,
};
/** Into the project and nowhere else, from the registry. */
const PLAIN_ADDING =
  /^(?:-[DEOPS]|--(?:save|save-dev|save-exact|save-prod|dev|exact|no-audit|no-fund|ignore-scripts)|(?:@[\w.-]+\/)?[a-z][\w.-]*(?:@[\w.^~-]+)?)$/;

function onlyNames({ name, words, cwd }: SubCommand, { world, projectRoot, places }: PolicyCall): boolean {
  const [, verb = "", ...rest] = words.map(({ value }) => value ?? "\0");
  const manager = name ?? "";
  if (Object.hasOwn(ASKING, manager) && ASKING[manager]?.test(verb)) return true;
  // What is there of it already may be the gate itself, which another version would take the place of.
  const homes = places.gatePrograms.flatMap((place) => /^(.*)\/node_modules\/sallyport(?:\/|$)/.exec(place)?.[1] ?? []);
  const isHere =
    homes.some((dir) => isInside(cwd.path, dir)) ||
    [projectRoot, cwd.path].some((dir) => world.lstat(`${dir}/node_modules/sallyport`).kind !== "absent");
  const isAdding = Object.hasOwn(ADDING, manager) && ADDING[manager]?.test(verb) === true;
  return isAdding && !isHere && rest.every((word) => PLAIN_ADDING.test(word));
}

const namesGate = (command: SubCommand, call: PolicyCall): boolean =>
  !onlyNames(command, call) && (namesCommand(command) || startsGateBehind(command, call));

function namesCommand(command: SubCommand): boolean {
  return command.words.some(({ value }, i) => {
    const word = value ?? "";
    // `Sallyport: x` is a heading; a stream of a file is opened by Windows alone, and there with a name behind the sign.
    if (/:$/.test(word)) return false;
    return isGateName(word) && (i === 0 || programNamed(command.name ?? "")?.starts === true);
  });
}

/** Words of what starts something, the code it is given, the script it names. */
function startsProgram(command: SubCommand, call: PolicyCall): boolean {
  const here = [command.cwd.path, call.cwd, call.projectRoot];
  const words = command.words.map(({ value, text }) => value ?? text);
  const own = mayStart(command) ? words : words.slice(0, 1);
  if (own.some((word) => mentionsProgram(word, here, call) || isRenamed(word, command.cwd, call))) return true;
  const strings = command.effects.flatMap((effect) => (effect.do === "run" ? stringsIn(effect.code ?? "") : []));
  if (strings.some((word) => isRenamed(word, command.cwd, call))) return true;
  return command.effects.some((effect) => effect.do === "run" && codeMentions(effect, here, call));
}

/** A file that says by its contents that it is the gate's, whatever it is called: what loads its program, and what its hooks are. */
function isRenamed(word: string, cwd: Target, { world }: PolicyCall): boolean {
  const name = word.replace(/^-[^=]*=/, "").replace(/^file:\/*/i, "/");
  if (name.startsWith("-") || !/[./]/.test(name) || name.length > MAX_PATH || cwd.certainty !== "exact") return false;
  const bytes = world.readFile(absolutePath(name, cwd.path, world), MAX_LOADER_BYTES);
  return bytes !== undefined && IS_OF_GATE.test(new TextDecoder().decode(bytes));
}
/** Names of scripts among the strings of code. */
const stringsIn = (code: string): readonly string[] =>
  [...code.slice(0, MAX_SCRIPT_BYTES).matchAll(/["'`]([^"'`\s]{1,512})["'`]/g)]
    .flatMap(([, name = ""]) => (/[./]/.test(name) ? [name] : []))
    .slice(0, MAX_MENTIONS);
const MAX_PATH = 4_096;
const MAX_LOADER_BYTES = 16_384;
const IS_OF_GATE =
  /process\.env\.SALLYPORT_CODE_CACHE[\s\S]*runInThisContext|^# (?:Runs Sallyport's hook and vouches|Asks Sallyport's service over its socket)/m;

function codeMentions({ code, script }: RunEffect, here: readonly string[], call: PolicyCall): boolean {
  if (code !== undefined && mentionsProgram(code, here, call)) return true;
  if (script === undefined || script.certainty !== "exact") return false;
  if (isOfProgram(script.path, call)) return true;
  const bytes = call.world.readFile(script.path, MAX_SCRIPT_BYTES);
  return bytes !== undefined && mentionsProgram(new TextDecoder().decode(bytes), [dirname(script.path), ...here], call);
}

function mentionsProgram(text: string, here: readonly string[], call: PolicyCall): boolean {
  const mentions = (text.match(PROGRAM_FILE) ?? [])
    .slice(0, MAX_MENTIONS)
    .map((path) => path.replace(/^file:\/*/i, "/"));
  return mentions.some((path) => here.some((dir) => isOfProgram(absolutePath(path, dir, call.world), call)));
}

/** By the folders that are known, or because the command itself lies beside it: a copy speaks to the same state. */
function isOfProgram(path: string, call: PolicyCall): boolean {
  const { path: real, problem } = call.real(path);
  if (problem === "long") return false;
  const ways = [path, real];
  const folders = call.places.gatePrograms.filter((place) => call.world.stat(place).kind === "directory");
  if (ways.some((way) => folders.some((folder) => isInside(way, folder)))) return true;
  return ways.some((way) => isCopy(way, call));
}

const isCopy = (path: string, { world }: PolicyCall): boolean =>
  /\/hook\.(?:cjs|sh)$/.test(path) &&
  ["hook.cjs", "hook.sh", "sallyport.cjs"].every((name) => world.lstat(`${dirname(path)}/${name}`).kind === "file");
