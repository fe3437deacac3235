/** `sallyport rules adopt`: rules that Claude Code saved in projects become the person's, on one yes. */
import { resolve } from "node:path";
import { loadPersonSettings, stateDir } from "../../app/index.ts";
import { messageOf } from "../../contract/result.ts";
import { adoptRules } from "../../hosts/index.ts";
import type { CliIo } from "../terminal/io.ts";
import { ownTerminal, type TerminalFacts } from "../terminal/person.ts";
import { answerTo, confirm, parseYesNo } from "../terminal/prompt.ts";
import { painter, refuse, visible } from "../terminal/style.ts";
import { type FoundRules, findSavedRules, type SavedRule } from "./saved.ts";
import { restsBecause } from "./without-effect.ts";

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
  const picked = await pickRules(found.waiting, io);
  const count = picked.length;
  if (count === 0) return refuse(io, "nothing was adopted");
  try {
    adoptRules(stateDir(io.env), picked);
  } catch (error) {
    return refuse(io, `${stateDir(io.env)} cannot be written to: ${messageOf(error)}`);
  }
  const which = count === 1 ? "it counts" : "they count";
  io.stdout.write(
    `Adopted ${picked.map(({ rule }) => visible(rule)).join(", ")}: ${which} from now on. ${NEVER_FOR}\n`,
  );
  return 0;
}

/** A saved rule settles what it names, and nothing that has a topic. */
export const NEVER_FOR =
  "Never for what the rulebook holds back, such as a push to the main branch (sallyport rules defaults lists it).";

/** All of them, those whose numbers were typed, or none. */
async function pickRules(waiting: readonly SavedRule[], io: CliIo): Promise<readonly SavedRule[]> {
  if (waiting.length === 1) return (await confirm("Adopt this rule?", io)) ? waiting : [];
  const first = parsePick(await answerTo(`Adopt these ${waiting.length} rules? ${PICKS}`, io), waiting);
  return first ?? parsePick(await answerTo(`Type y, n or numbers of the list. ${PICKS}`, io), waiting) ?? [];
}
const PICKS = "[y/N, or numbers such as 1 2]";

/** Undefined for what is no choice among them. */
function parsePick(answer: string, waiting: readonly SavedRule[]): readonly SavedRule[] | undefined {
  const word = parseYesNo(answer, "n");
  if (word !== undefined) return word ? waiting : [];
  const numbers = answer.split(/[\s,]+/).map(Number);
  return numbers.every((one) => Number.isInteger(one) && one >= 1 && one <= waiting.length)
    ? waiting.filter((_, i) => numbers.includes(i + 1))
    : undefined;
}

function showSaved({ waiting, refused }: Omit<FoundRules, "own">, io: CliIo): void {
  const paint = painter(io.stdout, io.env);
  for (const file of new Set(waiting.map((one) => one.file))) {
    io.stdout.write(`${paint("bold", visible(file))}\n`);
    for (const [i, { rule, rests, file: of }] of waiting.entries())
      if (of === file)
        io.stdout.write(
          `  ${i + 1}  ${visible(rule)}${rests === null ? "" : paint("dim", `  ${restsBecause(rests)}`)}\n`,
        );
  }
  for (const { file, why } of refused)
    io.stdout.write(
      `${paint("dim", `${visible(file)}: its allow rules do not count: ${why}. For one of them: sallyport allow RULE`)}\n`,
    );
}
