/** Secrets that a program is to get by running something: what a command typed behind an option or into a variable prints. */
import { scriptOf, wordTokens } from "./handed-words.ts";
import { commandsIn, type Literal, printedBy, type SimpleCommand } from "./shell-commands.ts";
import type { ShellToken, ShellWord } from "./shell-words.ts";

/** `--passwordeval`, `--token-cmd`, `BORG_PASSCOMMAND`, `GIT_ASKPASS`, `credential.helper`. */
const EVALUATED =
  /(?:pass(?:word|phrase|wd|code)?|pw|pwd|secret|token|key|cred(?:ential)?s?|auth)[-_.]?(?:eval|command|cmd|helper|program|prog|script|exec|process)$|ask[-_]?pass$/i;
const NAMED = /^(?:--?)?([A-Za-z_][\w.-]{0,127})=/;
const MAX_DEPTH = 4;

/** Of every command of it that prints what was typed. */
function printed(tokens: readonly ShellToken[], depth = 0): readonly Literal[] {
  if (depth > MAX_DEPTH) return [];
  return commandsIn(tokens).flatMap((command) => {
    const script = scriptOf(command);
    return script.length > 0 ? printed(script, depth + 1) : printedBy(command);
  });
}

/** `NAME=value`, `--name=value`, or `--name` and its value behind. */
export function evaluatedSecrets({ words }: SimpleCommand): readonly Literal[] {
  return words.flatMap((word, i) => {
    const [whole = "", name = ""] = NAMED.exec(word.text) ?? [];
    if (EVALUATED.test(name)) return printedFrom(word, whole.length);
    const [, before = ""] = /^--?([A-Za-z][\w.-]*)$/.exec(words[i - 1]?.text ?? "") ?? [];
    return EVALUATED.test(before) ? printedFrom(word, 0) : [];
  });
}

const printedFrom = (word: ShellWord, from: number): readonly Literal[] =>
  /\b(?:echo|printf|print)\b|<<</.test(word.text) ? printed(wordTokens(word, from)).flatMap(behindField) : [];

/** `password=X`, as helpers say it. */
const behindField = (literal: Literal): readonly Literal[] => {
  const [field = ""] = /^[a-z_]+=/.exec(literal.word.text.slice(literal.from)) ?? [];
  return /^(?:username|protocol|host|path)=/.test(field) ? [] : [{ ...literal, from: literal.from + field.length }];
};
