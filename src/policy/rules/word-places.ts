/**
 * Places that the words of a command name, where it runs what it is given or nobody knows what it does with it: for rules
 * that forbid reading. Strings in code are among them.
 */
import { exact, type Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isOpenEnded } from "./option-values.ts";

/** How many places are held against a rule, and how long the text of one may be, in characters. */
const MAX_PLACES = 512;
const MAX_PATH = 1_024;

/** Programs and sub-commands that print a file they are told of as part of something else. */
const PRINTS =
  /^(?:git (?:interpret-trailers|notes|read-tree|mailinfo|stripspace|column|commit-tree|replace)|sort|ed|red|view|vim?|nvim|ex|nano|pico|emacs|micro|hx|kak|joe)(?: |$)/;

export function wordPlaces(call: PolicyCall): readonly Target[] {
  const commands = call.reading?.commands ?? [];
  return commands
    .filter(mayPrint)
    .flatMap((command) => placesIn(command, call))
    .slice(0, MAX_PLACES);
}

const mayPrint = (command: SubCommand): boolean =>
  isOpenEnded(command) || PRINTS.test(command.words.map(({ value }) => value ?? "").join(" "));

function placesIn({ words, cwd, effects }: SubCommand, { projectRoot, world }: PolicyCall): readonly Target[] {
  const from = cwd.certainty === "exact" ? cwd.path : projectRoot;
  const code = effects.flatMap((effect) => (effect.do === "run" && effect.code !== undefined ? [effect.code] : []));
  const texts = [...words.slice(1).map(({ value, prefix }) => value ?? prefix), ...code].flatMap(textsIn);
  return [...new Set(texts)].map((text) => exact(absolutePath(text, from, world)));
}

/** The word, the value in it, and the strings in it. */
function textsIn(word: string): readonly string[] {
  const values = [word, word.slice(word.indexOf("=") + 1), word.slice(word.indexOf(":") + 1), word.slice(2)];
  const strings = [...word.matchAll(/["'`]([^"'`\n]{1,1024})["'`]/g)].map((match) => match[1] ?? "");
  return [...values, ...strings].filter((text) => text !== "" && text.length <= MAX_PATH && !/[\s\0]/.test(text));
}
