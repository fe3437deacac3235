/** Secrets by the sub-command, or by the kind of option, that asks for one: `x set-token …`, `x unseal …`, `--basic-auth u:…`, `u:…@host`. */
import { programAt } from "./asked-input.ts";
import { OTHERWISE } from "./login-values.ts";
import { baseName, isReference, type Literal, type SimpleCommand } from "./shell-commands.ts";
import type { ShellWord } from "./shell-words.ts";

/** What it sets or opens is a secret: the last word that belongs to no option. */
const HANDS_OVER =
  /^(?:unseal|(?:set|change|update|store|enter|rotate)[-_]?(?:[a-z]{1,16}[-_])?(?:api[-_]?key|token|password|passwd|passphrase|secret))$/i;
const MAX_BEFORE = 5;
/** A file, an address, another option, what is filled in. */
const NO_VALUE = /^-|:\/\/|^[\w./@-]*\.[A-Za-z]\w{0,4}$|^\[secret,|[(){}]/;

export function calledForSecrets(command: SimpleCommand): readonly Literal[] {
  const words = command.words.slice(programAt(command));
  const program = baseName(words[0]?.text ?? "");
  if (!/^[\w.@+-]+$/.test(program) || OTHERWISE.test(program)) return [];
  return [
    ...handedOver(words),
    ...words.slice(1).flatMap((word, i) => [...pairIn(word, words[i]?.text ?? ""), ...letIn(word)]),
    ...(program === "sops" ? words.slice(1).flatMap(setText) : []),
    ...(program === "ssh-keygen"
      ? words.filter((_, i) => /^-[NP]$/.test(words[i - 1]?.text ?? "")).flatMap(whole)
      : []),
  ];
}

const whole = (word: ShellWord): readonly Literal[] =>
  word.text === "" || isReference(word.text) || NO_VALUE.test(word.text) ? [] : [{ word, from: 0 }];

function handedOver(words: readonly ShellWord[]): readonly Literal[] {
  const at = words.slice(0, MAX_BEFORE).findIndex(({ text }, i) => i > 0 && HANDS_OVER.test(text));
  if (at < 0) return [];
  const behind = words.slice(at + 1);
  const operands = behind.filter(
    ({ text }, i) => !text.startsWith("-") && !/^--?[A-Za-z][\w-]*$/.test(behind[i - 1]?.text ?? ""),
  );
  return operands.slice(-1).flatMap(whole);
}

/** `--http.basic-auth u:value`, together or apart. */
function pairIn(word: ShellWord, before: string): readonly Literal[] {
  const own = /^--?[\w.-]{0,64}auth=/i.exec(word.text)?.[0].length ?? 0;
  if (own === 0 && !/^--?[\w.-]{0,64}auth$/i.test(before)) return [];
  const [user = ""] = /^[^\s:/]{1,128}:(?![/\d]|\[secret,)/.exec(word.text.slice(own)) ?? [];
  const from = own + user.length;
  return user === "" || from >= word.text.length ? [] : [{ word, from }];
}

/** `u:value@host` as a word of its own. */
function letIn(word: ShellWord): readonly Literal[] {
  const [, user = "", value = ""] =
    /^([\w.+-]{1,64}:)(?!\[secret,|\d+@)([^\s@/:$]{3,256})@(?!sha\d+:)[A-Za-z0-9][\w.-]{0,253}(?::\S*)?(?:\/\S*)?$/.exec(
      word.text,
    ) ?? [];
  return user === "" ? [] : [{ word, from: user.length, to: user.length + value.length }];
}

/** `["a"] "value"`, and the value alone as JSON has it. */
function setText(word: ShellWord): readonly Literal[] {
  const found = /^(?:(?:\[[^\]]{1,128}\])+\s+)?"(?!\[secret,)([^"\\]{1,4096})"$/d.exec(word.text);
  const [from, to] = found?.indices?.[1] ?? [0, 0];
  return to > from ? [{ word, from, to }] : [];
}
