/** Whether a command is outside the closed list of those that an open rule on its program covers. */
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import {
  type AccountedWords,
  type CoveredCommand,
  type CoveredProgram,
  type CoveredWords,
  coveredProgram,
} from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { isListed, isOwnPlace, type WordScene, wordsTaken } from "./accounted-words.ts";

/** `fixed`: the words the rule spells out. A command whose names they all are is covered as far as the rule goes. */
export function isUncovered(command: SubCommand, fixed: readonly string[], call: PolicyCall): boolean {
  const program = coveredProgram(command.words[0]?.value ?? "");
  if (program === undefined) return false;
  const { words } = command;
  // The last of them may be how a word begins.
  const zone = Math.max(1, spelledOut(fixed, words));
  const { spelled } = program;
  const isUnspelled = ({ value }: KnownWord): boolean => !fixed.includes((value ?? "").split("=")[0] ?? "");
  if (spelled !== undefined && ownWords(words).some((word) => spelled.test(word.value ?? "") && isUnspelled(word)))
    return true;
  const walk: Walk = { program, words, zone, scene: { row: wordsOf({}), command, call } };
  const entered = enter(walk);
  if (entered === "unknown") return true;
  if (entered === "spelled") return false;
  return !isAccounted(entered, walk);
}

/** How many words in front the rule spells out whole. */
function spelledOut(fixed: readonly string[], words: readonly KnownWord[]): number {
  const other = fixed.findIndex((word, i) => words[i]?.value !== word);
  return other < 0 ? fixed.length : other;
}

/** Of what is told to something inside a container nothing is an option of the program. */
const ownWords = (words: readonly KnownWord[]): readonly KnownWord[] => {
  const image = words.findIndex(({ value }, i) => i > 1 && /^--$/.test(value ?? ""));
  return image < 0 ? words : words.slice(0, image);
};

interface Walk {
  readonly program: CoveredProgram;
  readonly words: readonly KnownWord[];
  /** How many words in front the rule spells out. */
  readonly zone: number;
  readonly scene: WordScene;
}

interface Entered {
  readonly row: CoveredCommand;
  /** Where the words behind its names begin. */
  readonly at: number;
}

const wordsOf = (words: CoveredWords): AccountedWords => ({ by: "", flags: "", goals: /^(?!)/, ...words });

/** Past the options in front, to the command its names lead to. */
function enter(walk: Walk): Entered | "unknown" | "spelled" {
  const { program, words } = walk;
  const named = new Map(program.commands.flatMap((row) => row.names.split("|").map((name) => [name, row] as const)));
  const alone = named.get("");
  if (alone !== undefined) return { row: alone, at: 1 };
  let path = "";
  for (let at = 1; at < words.length; at += 1) {
    const taken = frontTaken(at, path, walk);
    if (taken === "unknown") return "unknown";
    at += Math.max(taken, 1) - 1;
    if (taken > 0) continue;
    path = `${path} ${words[at]?.value ?? ""}`.trimStart();
    if (![...named.keys()].some((name) => name.startsWith(`${path} `))) return entered(named.get(path), at, walk);
  }
  // Nothing but options, or the name of a group: it tells how it is used.
  return "spelled";
}

function entered(row: CoveredCommand | undefined, at: number, walk: Walk): Entered | "unknown" | "spelled" {
  if (at < walk.zone && !isHeld(row, walk)) return "spelled";
  return row === undefined ? "unknown" : { row, at: at + 1 };
}

/** How many words of options stand here; 0 for a name. */
function frontTaken(at: number, path: string, { program, words, zone, scene }: Walk): number | "unknown" {
  const word = words[at];
  if (word === undefined || word.value === null || word.splits || word.glob) return "unknown";
  const front = wordsOf(program.front?.[path] ?? {});
  if (!/^-./.test(word.value) && !front.goals.test(word.value)) return 0;
  const taken = wordsTaken(word.value, words[at + 1]?.value ?? undefined, { ...scene, row: front });
  return taken === 0 ? (at >= zone ? "unknown" : 1) : taken;
}

const isHeld = (row: CoveredCommand | undefined, { words, zone }: Walk): boolean =>
  row?.always === true && !words.slice(1, zone).some(({ value }) => value?.startsWith("-"));

function isAccounted({ row, at }: Entered, { words, zone, scene }: Walk): boolean {
  const { behind, tail, needs } = row;
  const own: WordScene = { ...scene, row: wordsOf({ ...row, goals: /^(?!)/ }) };
  // An option that a rule ends with has its value behind it.
  const ends = words[zone - 1]?.value?.startsWith("-") === true ? zone - 1 : zone;
  for (let i = Math.max(at, ends); i < words.length; i += 1) {
    const value = words[i]?.value ?? "";
    if (value === "--") return isBehind(words.slice(i + 1), behind, own);
    const taken = ownTaken(words.slice(i, i + 2), row, own);
    if (taken === 0) return false;
    if (tail === true && !/^-./.test(value)) return true;
    i += taken - 1;
  }
  return (
    needs === undefined || words.some(({ value }) => isListed(lastOf(value ?? "", row).split("=")[0] ?? "", needs))
  );
}

/** How many of the two words are accounted for. */
function ownTaken([word, next]: readonly KnownWord[], row: CoveredCommand, own: WordScene): number {
  const value = word?.value ?? null;
  if (word === undefined || value === null || word.splits || (word.glob && /^[-*?[]/.test(value))) return 0;
  if (!/^-./.test(value))
    return row.goals?.test(value) === true && (row.inPlace !== true || isOwnPlace(value, own)) ? 1 : 0;
  const option = lastOf(value, row);
  // Whatever stands behind such an option is its text: `--body "- a list"`.
  if (isListed(option, row.texts) && next !== undefined && !next.splits) return 2;
  const taken = wordsTaken(option, next?.value ?? undefined, own);
  return taken === 2 && next?.splits === true ? 0 : taken;
}

/** `-tAc`: letters without a value, and one that has it behind it. */
function lastOf(value: string, { flags = "" }: CoveredWords): string {
  const letters = /^-[A-Za-z]{2,}$/.test(value) ? [...value.slice(1)].map((letter) => `-${letter}`) : [];
  const last = letters.at(-1);
  return last !== undefined && letters.slice(0, -1).every((letter) => isListed(letter, flags)) ? last : value;
}

function isBehind(words: readonly KnownWord[], behind: CoveredCommand["behind"], scene: WordScene): boolean {
  if (behind === "any" || words.length === 0) return true;
  if (behind === undefined) return false;
  const row: CoveredCommand = { names: "", ...behind };
  const { command } = scene;
  return isAccounted(
    { row, at: 0 },
    { program: { by: "", commands: [] }, words, zone: 0, scene: { ...scene, command } },
  );
}
