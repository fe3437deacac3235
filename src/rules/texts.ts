/** Code and documents in which a mention of a place, a host or a command counts. */
import { keepWith } from "../contract/kept.ts";
import type { SimpleCommand } from "../contract/simple.ts";
import type { RuleCall } from "./call.ts";
import { foldText } from "./fold.ts";
import NAMES from "./names.json" with { type: "json" };
import { absolutePath, wordsOf } from "./places.ts";

/** What stands in one call that is looked at, in UTF-16 units. */
const MAX_TEXT = 400_000;
/** Of one text. */
const MAX_TOKENS = 20_000;

/** What is fed to them is a message or text that they pass on, search or count. */
const PASSES: ReadonlySet<string> = new Set(NAMES.passing.flatMap((line) => line.split(" ")));
const FED_TO_GIT = /^(?:am|apply|fast-import|update-index|update-ref|mktree|config)$/;

const LOOKS_LIKE_CODE = /[\s"'();]/;

/** What was handed in, the code among the words, and documents fed to what is not known only to pass them on. */
export const textsOf = keepWith((call: RuleCall): readonly string[] =>
  [...call.codes, ...call.commands.flatMap((command) => (isReadInside(command, call) ? [] : codeIn(command)))].map(
    (text) => text.slice(0, MAX_TEXT),
  ),
);

/** Its code stands in the call as commands of its own. */
const isReadInside = ({ name, depth }: SimpleCommand, { commands }: RuleCall): boolean =>
  /^(?:(?:ba|da|z|k|a)?sh|eval)$/.test(name ?? "") && commands.some((other) => other.depth > depth);

function codeIn(command: SimpleCommand): readonly string[] {
  const words = wordsOf(command);
  const code = words.flatMap(({ word, role }) => {
    const text = word.value ?? word.text;
    return role === "code" || (role === "unknown" && LOOKS_LIKE_CODE.test(text)) ? [text] : [];
  });
  const isRun = !PASSES.has(command.name ?? "") || FED_TO_GIT.test(command.use?.path[0] ?? "");
  return command.document !== undefined && isRun ? [...code, command.document] : code;
}

/** Words of which nobody knows what they are for, and the program with its sub-command where these are not all that is asked for. */
export function looseWords(command: SimpleCommand, wanted: readonly string[]): string {
  const { name, use } = command;
  const start = use?.path[0] === undefined ? [] : [name ?? "", use.path[0]];
  const loose = wordsOf(command).flatMap(({ word, role }) =>
    role === "unknown" || role === "program" ? [word.value ?? word.text] : [],
  );
  return [...(start.every((one) => wanted.includes(foldText(one))) ? [] : start), ...loose].join(" ");
}

/** Absolute: whatever looks like a path in code. */
export const pathsInTexts = keepWith((call: RuleCall): readonly string[] => {
  const tokens = textsOf(call).flatMap((text) =>
    (text.replace(/\bhttps?:\/\/\S+/g, "").match(TOKEN) ?? [])
      .filter((one) => one === text || namesPath(one))
      .slice(0, MAX_TOKENS),
  );
  // `@file` of many programs, `a/file` of a patch.
  const named = [...new Set(tokens.flatMap((one) => [one, one.replace(/^(?:@|[ab]\/)(?=.)/, "")]))];
  return named.flatMap((one) => absolutePath(one.replace(HOME, "~"), call.projectRoot, call.disk) ?? []);
});
const HOME = /^\$(?:HOME|\{HOME\})(?=\/|$)/;
/** With a slash or a dot in it, where it is not all that is said: a bare word is too often one of a language. */
const namesPath = (token: string): boolean => /[./]/.test(token);
const TOKEN = /(?:\$HOME|\$\{HOME\}|~)?[\w.@+%/-]+/g;

/** All these words stand in the text, each for itself. Folded already. */
export function mentionsAll(words: readonly string[], text: string): boolean {
  const folded = foldText(text.replace(/\s+|\\[nrt]/g, " "));
  return words.every((word) => standsIn(word, folded));
}

function standsIn(word: string, text: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w-]/.test(text[at - 1] ?? " ") && !/[\w-]/.test(text[at + word.length] ?? " ")) return true;
  return false;
}
