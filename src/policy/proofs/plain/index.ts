/**
 * What reading alone may prove: the text is plain, the big reader saw the very same commands in it, every program is a
 * core program in a listed use or a closed form of a service that reads, and every glob is tame.
 */
import type { SubCommand } from "../../../contract/reading.ts";
import { absolutePath } from "../../../machine/index.ts";
import { matchCore } from "../../../programs/index.ts";
import type { PolicyCall } from "../../call.ts";
import { isTameGlob } from "./globs.ts";
import { type PlainCommand, parsePlain } from "./grammar.ts";
import { isServiceForm } from "./services.ts";

/** One command of a plain text: what it may do, and what was read of it. */
export interface PlainUse {
  readonly kind: "reads" | "edits" | "service";
  readonly command: SubCommand;
}

/** Every command of the call, or undefined when the call is not plain. */
export function plainUses(call: PolicyCall): readonly PlainUse[] | undefined {
  if (call.reading === undefined || call.reading.opaque.length > 0) return undefined;
  const commands = parsePlain(call.reading.command, call.world);
  const read = commands === undefined ? undefined : withoutMessages(commands, call.reading.commands);
  if (commands === undefined || read === undefined) return undefined;
  const uses: PlainUse[] = [];
  for (const [i, command] of commands.entries()) {
    const seen = read[i];
    if (seen === undefined || !agrees(command, seen, call) || !hasPlainDirectory(command, commands[i - 1]))
      return undefined;
    const kind = isServiceForm(command, seen, call) ? "service" : matchCore(command.words, call.world.platform);
    if (kind === undefined) return undefined;
    uses.push({ kind, command: seen });
  }
  return uses;
}

/** What the reader saw, one for each command; the `cat` of a literal message stands before the command it is a word of. */
function withoutMessages(
  commands: readonly PlainCommand[],
  seen: readonly SubCommand[],
): readonly SubCommand[] | undefined {
  const kept: SubCommand[] = [];
  let at = 0;
  for (const { words } of commands) {
    for (const { message } of words) {
      if (message !== true) continue;
      const cat = seen[at++];
      if (cat?.words.length !== 1 || cat.name !== "cat" || !cat.understood || cat.effects.length > 0) return undefined;
    }
    const command = seen[at++];
    if (command === undefined) return undefined;
    kept.push(command);
  }
  return at === seen.length ? kept : undefined;
}

/** The big reader, by way of its own parser, found the same words and the same redirections, and nothing around them. */
function agrees(command: PlainCommand, seen: SubCommand, call: PolicyCall): boolean {
  const { cwd, words } = seen;
  if (!seen.understood || seen.depth > 0 || seen.under !== undefined || seen.fresh === true) return false;
  if (seen.wrappers.length > 0 || seen.assignments.length > 0 || seen.runsCodeByOption) return false;
  if (seen.name !== command.words[0]?.value || words.length !== command.words.length) return false;
  const sameWords = command.words.every(({ value, glob }, i) => words[i]?.value === value && words[i]?.glob === glob);
  if (!sameWords || !isSamePlaces(command, seen, call)) return false;
  return command.words.every(
    ({ value, glob }) =>
      !glob || (cwd.certainty === "exact" && isTameGlob(absolutePath(value, cwd.path, call.world), call)),
  );
}

function isSamePlaces(
  { reads, writes }: PlainCommand,
  { redirections = [], cwd }: SubCommand,
  call: PolicyCall,
): boolean {
  const found = redirections.flatMap((effect) =>
    effect.do === "read" || effect.do === "write" ? [`${effect.do} ${effect.target.path}`] : ["another effect"],
  );
  if (reads.length + writes.length === 0) return found.length === 0;
  if (cwd.certainty !== "exact") return false;
  const placed = (act: string, places: readonly string[]): readonly string[] =>
    places
      .filter((place) => place !== "/dev/null")
      .map((place) => `${act} ${absolutePath(place, cwd.path, call.world)}`);
  const meant = [...placed("read", reads), ...placed("write", writes)];
  return meant.length === found.length && meant.every((one) => found.includes(one));
}

/** `cd` changes what follows only where that is sure: alone, or with `&&` behind it. */
const hasPlainDirectory = ({ words, joint }: PlainCommand, before: PlainCommand | undefined): boolean =>
  words[0]?.value !== "cd" || (before?.joint !== "|" && (joint === "&&" || joint === null) && words[1]?.glob === false);
