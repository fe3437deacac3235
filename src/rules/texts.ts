/** Code and documents in which a mention of a place, a host or a command counts. */
import { keptWith } from "../contract/kept.ts";
import type { SimpleCommand, WordRole } from "../contract/simple.ts";
import type { RuleCall } from "./call.ts";
import { foldText } from "./fold.ts";
import { absolutePath, wordsOf } from "./places.ts";

/** What stands in one call that is looked at, in UTF-16 units. */
const MAX_TEXT = 400_000;
/** Of one text. */
const MAX_TOKENS = 20_000;

/** A document fed to a program with such words is more than data to it. */
const TAKES_CODE: ReadonlySet<WordRole> = new Set(["code", "program", "host", "unknown"]);

const LOOKS_LIKE_CODE = /[\s"'();]/;

const keptTexts = keptWith<RuleCall, readonly string[]>();

/** What was handed in, the code among the words, and documents fed to what is not known only to pass them on. */
export function textsOf(call: RuleCall): readonly string[] {
  const before = keptTexts.get(call);
  if (before !== undefined) return before;
  const found = [
    ...call.codes,
    ...call.commands.flatMap((command) => (isReadInside(command, call) ? [] : codeIn(command))),
  ].map((text) => text.slice(0, MAX_TEXT));
  keptTexts.set(call, found);
  return found;
}

/** Its code stands in the call as commands of its own. */
const isReadInside = ({ name, depth }: SimpleCommand, { commands }: RuleCall): boolean =>
  /^(?:(?:ba|da|z|k|a)?sh|eval)$/.test(name ?? "") && commands.some((other) => other.depth > depth);

function codeIn(command: SimpleCommand): readonly string[] {
  const words = wordsOf(command);
  const code = words.flatMap(({ word, role }) => {
    const text = word.value ?? word.text;
    return role === "code" || (role === "unknown" && LOOKS_LIKE_CODE.test(text)) ? [text] : [];
  });
  const isRun = command.use === undefined || words.some(({ role }) => TAKES_CODE.has(role));
  return command.document !== undefined && isRun ? [...code, command.document] : code;
}

/** Words of a command of which nobody knows what they are for, the program itself left out. */
export const looseWords = (command: SimpleCommand): string =>
  wordsOf(command)
    .flatMap(({ word, role }) => (role === "unknown" || role === "program" ? [word.value ?? word.text] : []))
    .join(" ");

const keptPaths = keptWith<RuleCall, readonly string[]>();

/** Absolute: whatever looks like a path in code. */
export function pathsInTexts(call: RuleCall): readonly string[] {
  const before = keptPaths.get(call);
  if (before !== undefined) return before;
  const tokens = textsOf(call).flatMap((text) =>
    (text.match(TOKEN) ?? []).filter((one) => one === text || namesPath(one)).slice(0, MAX_TOKENS),
  );
  const paths = [...new Set(tokens)].flatMap(
    (token) => absolutePath(token.replace(HOME, "~"), call.projectRoot, call.disk) ?? [],
  );
  keptPaths.set(call, paths);
  return paths;
}
const HOME = /^\$(?:HOME|\{HOME\})(?=\/|$)/;
/** With a slash or a dot in it, where it is not all that is said: a bare word is too often one of a language. */
const namesPath = (token: string): boolean => /[./]/.test(token);
const TOKEN = /(?:\$HOME|\$\{HOME\}|~)?[\w.@+%/-]+/g;

/** All these words stand in the text, each for itself. Folded already. */
export function mentionsAll(words: readonly string[], text: string): boolean {
  const folded = foldText(text);
  return words.every((word) => standsIn(word, folded));
}

function standsIn(word: string, text: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w-]/.test(text[at - 1] ?? " ") && !/[\w-]/.test(text[at + word.length] ?? " ")) return true;
  return false;
}
