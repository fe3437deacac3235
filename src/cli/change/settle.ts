/**
 * Where the program lives for good. A host's line names it for as long as the hook is installed, so a copy that npm may
 * throw away is first copied to a place of its own in the user's data directory.
 */
import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { dataDir, type Env, homeOf } from "../../app/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { VERSION } from "../../contract/version.ts";

export interface ProgramPlace {
  /** The folder of hook.cjs that a host's line may name. */
  readonly folder: string;
  /** Where it has to be copied from first; null where it is there for good. */
  readonly from: string | null;
  /** What npx was given to fetch it with; null where it came in another way. */
  readonly origin: string | null;
}

const COMPILE_LIMIT_MS = 60_000;
const NPX_CACHE = /[/\\]_npx[/\\]/;

/** `running` is the folder of the program that runs. */
export function programPlace(env: Env, running = runningFolder()): Result<ProgramPlace> {
  if (!existsSync(join(running, "hook.cjs")))
    return fail(`${running}/hook.cjs is not there: run this from an installed sallyport`);
  if (!NPX_CACHE.test(running)) return ok({ folder: running, from: null, origin: keptOrigin(dirname(running)) });
  return ok({ folder: join(versionDir(env), "dist"), from: dirname(running), origin: npxOrigin(dirname(running)) });
}

/** Beside a copy of the program: where it came from. */
const ORIGIN_FILE = "origin";
const MAX_ORIGIN_CHARACTERS = 500;

function keptOrigin(folder: string): string | null {
  try {
    return originFrom(readFileSync(join(folder, ORIGIN_FILE), "utf8").trim());
  } catch {
    return null;
  }
}

/** npx keeps what it was given beside what it fetched. */
function npxOrigin(folder: string): string | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(join(folder, "../../package.json"), "utf8"));
    const packages = (kept as { readonly _npx?: { readonly packages?: unknown } })._npx?.packages;
    return Array.isArray(packages) && packages.length === 1 ? originFrom(packages[0]) : null;
  } catch {
    return null;
  }
}

const originFrom = (given: unknown): string | null =>
  typeof given === "string" && /^[ -~]+$/.test(given) && given.length <= MAX_ORIGIN_CHARACTERS ? given : null;

/** Copies where that is needed, and lets this Node keep what it compiles. */
export function settle(place: ProgramPlace, env: Env): Result<readonly string[]> {
  try {
    if (place.from !== null && !existsSync(join(place.folder, "hook.cjs"))) copyProgram(place.from, place.origin, env);
    const told = place.from === null ? [] : [`The program is in ${versionDir(env)}.`, linkCommand(env)];
    keepCompiled(place.folder);
    return ok(told);
  } catch (error) {
    return fail(`the program could not be put into ${dataDir(env)}: ${messageOf(error)}`);
  }
}

/** Everything `settle` made that is there. */
export const settledPlaces = (env: Env): readonly string[] => [
  ...(linkTarget(commandLink(env))?.startsWith(`${dataDir(env)}/`) === true ? [commandLink(env)] : []),
  ...(existsSync(dataDir(env)) ? [dataDir(env)] : []),
];

export function unsettle(env: Env): void {
  for (const path of settledPlaces(env)) rmSync(path, { recursive: true, force: true });
}

/** How the program itself goes; null where it is none of npm's, or goes with what was settled. */
export function removalOf(running = runningFolder()): string | null {
  return /\/node_modules\/sallyport\/dist$/.test(running) && !NPX_CACHE.test(running)
    ? "npm uninstall -g sallyport"
    : null;
}

const versionDir = (env: Env): string => join(dataDir(env), "versions", VERSION);
export const commandLink = (env: Env): string => join(homeOf(env), ".local/bin/sallyport");

/** Whole or not at all: it appears under its name when everything is there. */
function copyProgram(from: string, origin: string | null, env: Env): void {
  const target = versionDir(env);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const next = mkdtempSync(`${target}.`);
  try {
    cpSync(from, next, { recursive: true, filter: (path) => path === from || !path.endsWith("/node_modules") });
    if (origin !== null) writeFileSync(join(next, ORIGIN_FILE), `${origin}\n`);
    rmSync(target, { recursive: true, force: true });
    renameSync(next, target);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Says how the person starts the command from now on. */
function linkCommand(env: Env): string {
  const link = commandLink(env);
  const program = join(versionDir(env), "dist/sallyport.cjs");
  const target = linkTarget(link);
  if (target !== program) {
    if (existsSync(link) && target?.startsWith(`${dataDir(env)}/`) !== true)
      return `${link} is something else; start the command with ${program}`;
    rmSync(link, { force: true });
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(program, link);
  }
  return isOnPath(env)
    ? "The command is: sallyport"
    : `The command is ${link}. To have it as sallyport in every shell, paste this line:\n${pathLine(env)}`;
}

const isOnPath = (env: Env): boolean => (env.PATH ?? "").split(":").includes(dirname(commandLink(env)));

/** For this shell and those to come. */
function pathLine({ SHELL = "" }: Env): string {
  if (SHELL.endsWith("/fish")) return "fish_add_path ~/.local/bin";
  const file = SHELL.endsWith("/zsh") ? "~/.zshrc" : SHELL.endsWith("/bash") ? "~/.bashrc" : "~/.profile";
  return `echo 'export PATH="$HOME/.local/bin:$PATH"' >> ${file}; . ${file}`;
}

/** Commands by what the person can type now: by their whole path while the short name is not found. */
export const nameCommands = (text: string, { from }: ProgramPlace, env: Env): string =>
  from === null || isOnPath(env) ? text : text.replace(COMMANDS, `${commandLink(env)} `);

const COMMANDS =
  /(?<![\w/.-])sallyport (?=(?:allow|approve|ask|deny|doctor|init|install|log|rules|serve|status|switch|undo|uninstall)\b)/g;

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/**
 * Each start is quicker where V8 finds what this very Node compiled before. Where the folder is not ours to write to, every
 * start compiles anew; nothing else depends on it.
 */
function keepCompiled(folder: string): void {
  try {
    accessSync(join(folder, "program"), constants.W_OK);
  } catch {
    return;
  }
  if (isCompiled(join(folder, "program"))) return;
  spawnSync(process.execPath, [join(folder, "compile.cjs")], { stdio: "ignore", timeout: COMPILE_LIMIT_MS });
}

/** This Node kept each part since it was put there, by the names of scripts/loader.cjs. */
function isCompiled(programs: string): boolean {
  const madeAt = (file: string): number =>
    statSync(join(programs, file), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  const kept = `-${process.version}-${process.platform}-${process.arch}.cache`;
  return readdirSync(programs)
    .filter((file) => file.endsWith(".js"))
    .every((file) => madeAt(file.replace(/\.js$/, kept)) >= madeAt(file));
}

function runningFolder(): string {
  try {
    return dirname(realpathSync(process.argv[1] ?? ""));
  } catch {
    return "";
  }
}
