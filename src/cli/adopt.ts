/** `sallyport rules adopt`: rules that Claude Code saved in projects become the person's, on one yes. */
import { resolve } from "node:path";
import { loadPersonSettings, stateDir } from "../app/index.ts";
import { messageOf } from "../contract/result.ts";
import { adoptRules } from "../hosts/index.ts";
import type { CliIo } from "./io.ts";
import { confirm } from "./prompt.ts";
import { type FoundRules, findSavedRules } from "./saved-rules.ts";
import { painter, refuse, visible } from "./style.ts";
import { ownTerminal, type TerminalFacts } from "./terminal.ts";

export interface AdoptWishes {
  readonly directories: readonly string[];
  readonly json: boolean;
}

export async function adoptSaved(
  { directories, json }: AdoptWishes,
  terminal: TerminalFacts,
  io: CliIo,
): Promise<number> {
  const loaded = loadPersonSettings(io);
  if (!loaded.ok) return refuse(io, loaded.error);
  const projects = directories.length === 0 ? undefined : directories.map((one) => resolve(io.cwd, one));
  const found = findSavedRules(io, loaded.value.settings, projects);
  if (json) {
    io.stdout.write(`${JSON.stringify(found)}\n`);
    return 0;
  }
  showSaved(found, io);
  if (found.waiting.length === 0) {
    io.stdout.write("No rule waits to be adopted.\n");
    return 0;
  }
  const person = ownTerminal(io, terminal);
  if (!person.ok) return refuse(io, person.error);
  const count = found.waiting.length;
  if (!(await confirm(`Adopt ${count === 1 ? "this rule" : `these ${count} rules`}?`, io)))
    return refuse(io, "nothing was adopted");
  try {
    adoptRules(stateDir(io.env), found.waiting);
  } catch (error) {
    return refuse(io, `${stateDir(io.env)} cannot be written to: ${messageOf(error)}`);
  }
  io.stdout.write(`Adopted: ${count === 1 ? "it counts" : "they count"} from now on, except for calls with a topic.\n`);
  return 0;
}

export function showSaved({ waiting, refused }: Omit<FoundRules, "own">, io: CliIo): void {
  const paint = painter(io.stdout, io.env);
  for (const file of new Set(waiting.map((one) => one.file))) {
    io.stdout.write(`${paint("bold", visible(file))}\n`);
    for (const { rule, rests } of waiting.filter((one) => one.file === file))
      io.stdout.write(`  ${visible(rule)}${rests === null ? "" : paint("dim", `  rests in auto mode: ${rests}`)}\n`);
  }
  for (const { file, why } of refused)
    io.stdout.write(
      `${paint("dim", `${visible(file)}: its allow rules do not count: ${why}. For one of them: sallyport allow RULE`)}\n`,
    );
}
