/** Values behind an option that is called after a secret, or behind the name of a setting (`config set …`). */
import { isSecretByWords } from "./secret-words.ts";
import { baseName, type Literal, type SimpleCommand, saidBy } from "./shell-commands.ts";
import type { ShellWord } from "./shell-words.ts";

/** A plain value in code may be anything; there assignments are looked at for themselves. */
export const literalsOf = (word: ShellWord, from: number): readonly Literal[] =>
  saidBy(word, from).filter((one) => one.word !== word || !/[$,;(){}]/.test(word.text.slice(from)));

const OPTION = /^--?([A-Za-z][\w-]*)=/;
const isSecretOption = (name: string): boolean => isSecretByWords(name) || /(?<!by|com)pass$/i.test(name);

/** Says that something is set. */
const SETS = /^(?:-{0,2}set|modify|set_network|setenv|(?:\w{1,32}[.:])?config(?::set)?)$/;
/** What a setting is called, with its section or the address it is for. */
const SETTING = /^[\w.:/@[\]"'-]{1,512}$/;
/** Names of settings that say less: what a package manager calls the ways in to its sources. */
const WAYS_IN =
  /(?:^|[.:/_-])(?:psk|\w{1,32}-oauth\.[\w.-]+|bearer\.[\w.-]+|\w{1,32}AuthIdent|smtp_?pass)$|[.:/_]auth$/i;
/** Who, and then the password. */
const BASIC = /(?:^|[.:_-])http-basic\./i;

interface Set {
  /** Where it says that something is set. */
  readonly verb: number;
  /** And that it is a secret. */
  readonly marked: boolean;
}

/** Behind an option by its name, or behind the name of a setting. */
export function givenSecrets({ words }: SimpleCommand): readonly Literal[] {
  const values = words.map(({ text }) => text);
  const set = { verb: values.findIndex((text) => SETS.test(text)), marked: values.includes("--secret") };
  return words.flatMap((word, i) => {
    if (i === 0) return [];
    if (/^--?[A-Za-z]/.test(word.text)) return optionSecrets(word);
    if (isNamedBefore(values, i, set)) return literalsOf(word, 0);
    return set.verb > 0 && i > set.verb ? pairSecrets(word, values) : [];
  });
}

/** `--name=value`. */
function optionSecrets(word: ShellWord): readonly Literal[] {
  const [option, name = ""] = OPTION.exec(word.text) ?? [];
  return option !== undefined && isSecretOption(name) ? literalsOf(word, option.length) : [];
}

function isNamedBefore(values: readonly string[], i: number, set: Set): boolean {
  const before = i < 2 ? "" : (values[i - 1] ?? "");
  const [, option] = /^--?([A-Za-z][\w-]*)$/.exec(before) ?? [];
  if (option !== undefined) return isSecretOption(option);
  if (set.verb <= 0 || i <= set.verb + 1) return false;
  if (BASIC.test(before)) return values[i + 1] === undefined;
  return BASIC.test(values[i - 2] ?? "") || isSetting(before, i === set.verb + 2, set.marked);
}

/** `isFirst`: right behind the verb. */
const isSetting = (name: string, isFirst: boolean, marked: boolean): boolean =>
  SETTING.test(name) &&
  !/:\/\/[^\]"']*$/.test(name) &&
  (marked || isSecretByWords(name) || WAYS_IN.test(name) || (isFirst && /^(?:pw|pass)$/.test(name)));

/** `config set api=value`; and a source of packages to which one is let in as `user:password`. */
function pairSecrets(word: ShellWord, values: readonly string[]): readonly Literal[] {
  const [name = ""] = /^(?:api|auth|pass|pw)=/i.exec(word.text) ?? [];
  if (name !== "") return literalsOf(word, name.length);
  const isBundled = values.slice(0, 4).some((text) => /^bundler?$/.test(baseName(text)));
  const [user = ""] = (isBundled && /^[\w.@+-]{1,128}:(?![/\d])/.exec(word.text)) || [];
  return user === "" ? [] : literalsOf(word, user.length);
}
