/**
 * Commands that a launcher is given as text or words (`tmux new 'CMD'`, `hyperfine 'CMD'`): a rule that goes on with a wildcard means the
 * launcher, and each of them needs a rule of its own.
 */
import { actOf, type Effect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";

/**
 * Undefined: it starts something, and nobody knows what. None where it is no such launcher, is given nothing, or the rule spells what it
 * starts (`Bash(npx cdk:*)`). `spelled`: the rule's words.
 */
export function givenCommands(
  command: SubCommand,
  spelled: readonly string[],
  call: PolicyCall,
): readonly SubCommand[] | undefined {
  const { name, depth, effects } = command;
  if (name === null || programNamed(name)?.launcher !== true || effects.some(isOwnCode)) return [];
  const isGiven = (one: SubCommand): boolean => one.via === name && one.depth === depth + 1;
  // What the ordinary reading found is a part of the call already.
  if (call.reading?.commands.some(isGiven) === true) return [];
  const given = call.likely()[0]?.commands.filter(isGiven) ?? [];
  const [first] = operandsOf(command);
  if (first !== undefined && spelled.slice(1).includes(first)) return [];
  return given.length === 0 && effects.some(startsGiven) && first !== undefined ? undefined : given;
}

/** An interpreter's own language, or a script: those are read for themselves. */
const isOwnCode = (effect: Effect): boolean =>
  effect.do === "run" && (effect.language !== undefined || effect.code !== undefined || effect.what === "script");

const startsGiven = (effect: Effect): boolean =>
  /^(?:run\.other-terminal|terminal\.run|run\.unknown-program)$/.test(actOf(effect));

/** Words that are no option, no value of one and no name of a sub-command. */
const operandsOf = ({ name, words }: SubCommand): readonly string[] =>
  words
    .slice(/^tmux$/.test(name ?? "") ? 2 : 1)
    .map(({ value }) => value ?? "?")
    .filter((value, i, all) => !/^-./.test(value) && !/^-[a-zA-Z]*[stncxyFelpST]$/.test(all[i - 1] ?? ""));
