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
import { isListed, isOwnPlace, type Scene, wordsTaken } from "./accounted-words.ts";

/** `fixed`: the words the rule spells out. A command whose names they all are is covered as far as the rule goes. */
export function isUncovered(command: SubCommand, fixed: readonly string[], call: PolicyCall): boolean {
  const program = coveredProgram(command.words[0]?.value ?? "");
  if (program === undefined) return false;
  const zone = fixed.every((word, i) => command.words[i]?.value === word) ? fixed.length : 1;
  const { words } = command;
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
  readonly scene: Scene;
}

interface Entered {
  readonly row: CoveredCommand;
  /** Where the words behind its names begin. */
  readonly at: number;
}

const wordsOf = (words: CoveredWords): AccountedWords => ({ by: "", flags: "", goals: /^(?!)/, ...words });

/** Past the options in front, to the command its names lead to. */
function enter(walk: Walk): Entered | "unknown" | "spelled" {
  const { program, words, zone, scene } = walk;
  const named = new Map(program.commands.flatMap((row) => row.names.split("|").map((name) => [name, row] as const)));
  const alone = named.get("");
  if (alone !== undefined) return { row: alone, at: 1 };
  let path = "";
  let names = 0;
  for (let at = 1; at < words.length; at += 1) {
    const value = words[at]?.value ?? null;
    if (value === null || words[at]?.splits === true || words[at]?.glob === true) return "unknown";
    const front = wordsOf(program.front?.[path] ?? {});
    if (/^-./.test(value) || front.goals.test(value)) {
      const taken = wordsTaken(value, words[at + 1]?.value ?? undefined, { ...scene, row: front });
      if (taken === 0 && at >= zone) return "unknown";
      at += Math.max(taken, 1) - 1;
      continue;
    }
    path = path === "" ? value : `${path} ${value}`;
    names += 1;
    const leadsOn = [...named.keys()].some((name) => name.startsWith(`${path} `));
    const row = named.get(path);
    const isSpelled = at < zone && !leadsOn && !isHeld(row, walk);
    if (isSpelled) return "spelled";
    if (row !== undefined && !leadsOn) return { row, at: at + 1 };
    if (!leadsOn) return "unknown";
  }
  // Nothing but options, or the name of a group: it tells how it is used.
  return names === 0 || names === 1 ? "spelled" : "unknown";
}

const isHeld = (row: CoveredCommand | undefined, { words, zone }: Walk): boolean =>
  row?.always === true && !words.slice(1, zone).some(({ value }) => value?.startsWith("-"));

function isAccounted({ row, at }: Entered, { words, zone, scene }: Walk): boolean {
  const { names: _, behind, tail, inPlace, needs, ...said } = row;
  const own: Scene = { ...scene, row: wordsOf({ ...said, goals: /^(?!)/ }) };
  // An option that a rule ends with has its value behind it.
  const ends = words[zone - 1]?.value?.startsWith("-") === true ? zone - 1 : zone;
  for (let i = Math.max(at, ends); i < words.length; i += 1) {
    const word = words[i];
    const value = word?.value ?? null;
    if (word === undefined || value === null || word.splits || (word.glob && /^[-*?[]/.test(value))) return false;
    if (value === "--") return isBehind(words.slice(i + 1), behind, own);
    if (!/^-./.test(value)) {
      if (said.goals?.test(value) !== true || (inPlace === true && !isOwnPlace(value, own))) return false;
      if (tail === true) return true;
      continue;
    }
    const next = words[i + 1];
    // Whatever stands behind such an option is its text: `--body "- a list"`.
    const text = isListed(lastOf(value, said), said.texts) && next !== undefined && !next.splits;
    const taken = text ? 2 : wordsTaken(lastOf(value, said), next?.value ?? undefined, own);
    if (taken === 0 || (taken === 2 && next?.splits === true)) return false;
    i += taken - 1;
  }
  return (
    needs === undefined || words.some(({ value }) => isListed(lastOf(value ?? "", said).split("=")[0] ?? "", needs))
  );
}

/** `-tAc`: letters without a value, and one that has it behind it. */
function lastOf(value: string, { flags = "" }: CoveredWords): string {
  const letters = /^-[A-Za-z]{2,}$/.test(value) ? [...value.slice(1)].map((letter) => `-${letter}`) : [];
  const last = letters.at(-1);
  return last !== undefined && letters.slice(0, -1).every((letter) => isListed(letter, flags)) ? last : value;
}

function isBehind(words: readonly KnownWord[], behind: CoveredCommand["behind"], scene: Scene): boolean {
  if (behind === "any" || words.length === 0) return true;
  if (behind === undefined) return false;
  const row: CoveredCommand = { names: "", ...behind };
  const { command } = scene;
  return isAccounted(
    { row, at: 0 },
    { program: { by: "", commands: [] }, words, zone: 0, scene: { ...scene, command } },
  );
}
