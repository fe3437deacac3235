/** `sallyport trust`: the person says in which directories a project's own declared tasks may run. */
import { parseArgs } from "node:util";
import { configDir, homeOf } from "../app/paths.ts";
import { loadSettings } from "../app/settings/index.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { World } from "../contract/world.ts";
import { readOwn, replaceOwn, withItem, withoutItem } from "../hosts/install/index.ts";
import { absolutePath, diskWorld, realPath } from "../machine/index.ts";
import { isTooWide } from "../policy/proofs/trust.ts";
import type { CliIo } from "./io.ts";
import { linesOf } from "./lines.ts";
import { painter, visible } from "./style.ts";
import { ownTerminal, realTerminal, type TerminalFacts } from "./terminal.ts";

export const HELP = `sallyport trust: let a project's own tasks run without asking a model

  sallyport trust DIR            tests, lint, format, type checks and builds that
                                 the project in DIR declares may run
  sallyport trust '~/code/*'     the same for every directory in ~/code
  sallyport trust --list         what is trusted
  sallyport trust --remove DIR   no longer

A task runs the project's own code. It passes only while its definition is
tracked by git and unchanged, and while everything the agent wrote in the session
is shown to compute and nothing else; all other calls go to the classifier as
before. It needs a terminal of your own: an agent cannot trust a directory.
`;

const LIST = ["projectTasks"];
const OPTIONS = {
  list: { type: "boolean" },
  remove: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export function run(args: readonly string[], io: CliIo): Promise<number> {
  return trustFrom(args, io, realTerminal);
}

/** The same, with the surroundings of the terminal handed in. */
export async function trustFrom(args: readonly string[], io: CliIo, around: TerminalFacts): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS,
      strict: true,
      allowPositionals: true,
    });
    if (values.help === true) {
      io.stdout.write(HELP);
      return 0;
    }
    if (values.list === true) return listed(io);
    const [given, ...more] = positionals;
    if (given === undefined || more.length > 0) return refused(io, "say which directory, one at a time");
    const allowed = ownTerminal(io, around, "trust");
    if (!allowed.ok) return refused(io, allowed.error);
    return values.remove === true ? removed(given, io) : await added(given, io);
  } catch (error) {
    return refused(io, error instanceof Error ? error.message : String(error));
  }
}

const settingsPath = (io: CliIo): string => `${configDir(io.env)}/settings.json`;
const worldOf = (io: CliIo): World => diskWorld({ home: homeOf(io.env), path: "" });

async function added(given: string, io: CliIo): Promise<number> {
  const pattern = patternOf(given, io);
  if (!pattern.ok) return refused(io, pattern.error);
  const paint = painter(io.stdout, io.env);
  io.stdout.write(`${paint("bold", visible(pattern.value))}

Tests, lint, format, type checks and builds that a project there declares will run
without a question and without a model. They run the project's own code, and so
whatever that code and its dependencies do. Trust only projects whose code you
would run yourself.

Type yes to trust it: `);
  if ((await typed(io)) !== "yes") return refused(io, "nothing was changed");
  return change(
    io,
    (text) => withItem(text === "" ? "{}\n" : text, LIST, pattern.value),
    `${visible(pattern.value)} is trusted`,
  );
}

function removed(given: string, io: CliIo): number {
  const pattern = absolutePath(given, io.cwd, worldOf(io));
  const gone = [given, pattern];
  return change(
    io,
    (text) =>
      gone.reduce<Result<string>>((next, item) => (next.ok ? withoutItem(next.value, LIST, item) : next), ok(text)),
    `${visible(given)} is not trusted any more`,
  );
}

/** Absolute, there, and not so wide that it would mean everything; a wildcard only below a directory like that. */
function patternOf(given: string, io: CliIo): Result<string> {
  const world = worldOf(io);
  const pattern = absolutePath(given, io.cwd, world);
  const base = pattern.split(/\/[^/]*[*?[{]/)[0] ?? "";
  const wide = [base, realPath(base, world).path].some((dir) => isTooWide(dir, world));
  if (wide) return fail(`${base === "" ? "/" : base} is too wide: it would trust everything you have`);
  if (world.stat(base).kind !== "directory") return fail(`${base} is not a directory`);
  if (base !== pattern && !/^\/(?!.*\*\*)[*?[\]\w.-]+$/.test(pattern.slice(base.length)))
    return fail("a pattern may stand for one directory name, at the end: DIR/*");
  return ok(pattern);
}

function change(io: CliIo, edit: (text: string) => Result<string>, said: string): number {
  const path = settingsPath(io);
  const before = readOwn(path);
  if (!before.ok) return refused(io, before.error);
  const after = edit(before.value?.toString("utf8") ?? "");
  if (!after.ok) return refused(io, `${path}: ${after.error}`);
  if (after.value === (before.value?.toString("utf8") ?? "")) {
    io.stdout.write("Nothing to change.\n");
    return 0;
  }
  const written = replaceOwn(path, Buffer.from(after.value), before.value);
  if (!written.ok) return refused(io, written.error);
  io.stdout.write(`${said} (${visible(path)})\n`);
  return 0;
}

/** What is in force, from whatever settings. */
function listed(io: CliIo): number {
  const loaded = loadSettings({ env: io.env, projectRoot: io.cwd });
  if (!loaded.ok) return refused(io, loaded.error);
  const { projectTasks } = loaded.value.settings;
  for (const pattern of projectTasks) io.stdout.write(`${visible(pattern)}\n`);
  if (projectTasks.length === 0) io.stdout.write("Nothing is trusted: tasks of projects go to the classifier.\n");
  return 0;
}

async function typed(io: CliIo): Promise<string> {
  for await (const line of linesOf(io.stdin)) return line.ok ? Buffer.from(line.bytes).toString("utf8").trim() : "";
  return "";
}

function refused(io: CliIo, why: string): number {
  io.stderr.write(`sallyport: ${visible(why)}\n`);
  return 1;
}
