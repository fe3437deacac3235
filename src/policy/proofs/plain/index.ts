/**
 * What reading alone may prove: the text is plain, the big reader saw the very same commands in it, every program is a
 * core program in a listed use or a closed form of a service that reads, every glob is tame, nothing acts late, one thing is
 * changed at most, and nothing of what commits hold is shown.
 */
import type { SubCommand } from "../../../contract/reading.ts";
import { absolutePath, bentBy } from "../../../machine/index.ts";
import { matchCore } from "../../../programs/index.ts";
import type { PolicyCall } from "../../call.ts";
import { changesOnce } from "./changes.ts";
import { showsCommits } from "./commits.ts";
import { isSureEntering } from "./entering.ts";
import { isNoFile, isNoOption, isTameGlob } from "./globs.ts";
import { type PlainCommand, type PlainWord, parsePlain } from "./grammar.ts";
import { actsLate, type PlainUse } from "./late.ts";
import { isOwnProgram } from "./own-program.ts";
import { isServiceForm } from "./services.ts";

export { runsInBackground } from "./late.ts";

/** Every command of the call, or undefined when the call is not plain. */
export function plainUses(call: PolicyCall): readonly PlainUse[] | undefined {
  if (call.reading === undefined || call.reading.opaque.length > 0) return undefined;
  const commands = parsePlain(call.reading.command, call.world);
  if (commands === undefined) return undefined;
  const seen = [...call.reading.commands];
  const uses: PlainUse[] = [];
  for (const [i, command] of commands.entries()) {
    const use = hasPlainDirectory(command, commands[i - 1]) ? plainUse(command, seen, call) : undefined;
    if (use === undefined) return undefined;
    uses.push(use);
  }
  if (seen.length > 0 || isBent(uses, call) || actsLate(uses, call)) return undefined;
  if (!uses.every((use) => isSureEntering(use, call))) return undefined;
  if (!uses.every(({ command: { words } }) => programsOf(words).every((name) => isOwnProgram(name, call))))
    return undefined;
  return changesOnce(uses, call) && !uses.some((use) => showsCommits(use, call)) ? uses : undefined;
}

/** A variable of the host's environment, which nobody here has read, could make one of the programs do something else. */
const isBent = (uses: readonly PlainUse[], { world: { variables = [] } }: PolicyCall): boolean =>
  variables.length > 0 &&
  uses.some(({ command: { words } }) => programsOf(words).some((name) => bentBy(variables, name) !== undefined));

const programsOf = ([first, second]: PlainCommand["words"]): readonly string[] => [
  first?.value ?? "",
  ...(first?.value === PROXY && second !== undefined ? [second.value] : []),
];

/** Takes what belongs to the command off the front of what the reader saw. */
function plainUse(command: PlainCommand, seen: SubCommand[], call: PolicyCall): PlainUse | undefined {
  if (!command.words.every(({ message }) => message !== true || isMessage(seen.shift()))) return undefined;
  const own = seen.shift();
  if (own === undefined || own.depth > 0 || !agrees(command, own, call)) return undefined;
  if (command.words[0]?.value === PROXY) {
    const inner = seen.shift();
    const behind = { ...command, words: command.words.slice(1), reads: [], writes: [] };
    if (inner?.via !== PROXY || !agrees(behind, inner, call)) return undefined;
    const kind = matchCore(command.words, call.world.platform);
    return kind && { kind, command, effects: [...own.effects, ...inner.effects], cwd: own.cwd };
  }
  const isService = command.words.every(isLiteral) && isServiceForm(command, own, call);
  const kind = isService ? "service" : matchCore(command.words, call.world.platform);
  return kind && { kind, command, effects: own.effects, cwd: own.cwd };
}

/** The one core program that runs another, which stands behind its name. */
const PROXY = "rtk";

/** The `cat` of a literal message stands before the command it is a word of. */
const isMessage = (cat: SubCommand | undefined): boolean =>
  cat?.words.length === 1 && cat.name === "cat" && cat.understood && cat.effects.length === 0;

/** The big reader, by way of its own parser, found the same words and the same redirections, and nothing around them. */
function agrees(command: PlainCommand, seen: SubCommand, call: PolicyCall): boolean {
  const { cwd, words } = seen;
  // What a repository's settings make git start, the big reader no longer says.
  if (seen.name === "git") return false;
  if (!seen.understood || seen.under !== undefined || seen.fresh === true) return false;
  if (seen.wrappers.length > 0 || seen.assignments.length > 0 || seen.runsCodeByOption) return false;
  if (seen.name !== command.words[0]?.value || words.length !== command.words.length) return false;
  const sameWords = command.words.every(({ value, glob }, i) => words[i]?.value === value && words[i]?.glob === glob);
  if (!sameWords || !isSamePlaces(command, seen, call)) return false;
  return command.words.every((word) => isLiteral(word) || (cwd.certainty === "exact" && isTame(word, cwd.path, call)));
}

const isLiteral = ({ glob, revision }: PlainWord): boolean => !glob && revision === undefined;

function isTame(word: PlainWord, cwd: string, call: PolicyCall): boolean {
  if (word.revision !== undefined) return isNoFile(word, cwd, call);
  return word.option ? isNoOption(cwd, call) : isTameGlob(absolutePath(word.value, cwd, call.world), call);
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
