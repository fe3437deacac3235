/** Secrets that a command is fed, or handed as a file that is made on the spot. */
import { asksForSecret, lineOf, takesSecretFile } from "./asked-input.ts";
import { madeRanges } from "./secret-files.ts";
import { setsFromInput } from "./secret-stores.ts";
import { fedTo, type Literal, type SimpleCommand, saidBy } from "./shell-commands.ts";

export const ASSIGNMENT = /^([A-Za-z_]\w{0,127})(?:\[[^\]]*\])?\+?=(?!=)/;
/** Takes its options from what it is fed. */
const CONFIGURED = /\bcurl\b.*\s(?:-K|--config)[ =]?-(?:\s|$)/;
export function fedSecrets(command: SimpleCommand): readonly Literal[] {
  if (command.input.length === 0 && command.sources.length === 0) return [];
  if (CONFIGURED.test(lineOf(command))) return fedTo(command).flatMap(configuredIn);
  return asksForSecret(command) || setsFromInput(command) ? fedTo(command).map(behindName) : [];
}

/** Options of `curl` as a file has them: addresses are to be seen. */
const OPTION_LINE =
  /(?:^|\n|\\n)\s*-{0,2}(?:(?:proxy-)?user|oauth2-bearer|pass|proxy-pass|(?:proxy-)?tlspassword|cookie|u|U|b)(?:\s*[=:]\s*|\s+)\\*"?(?:[^\s":\\]{1,128}:)?(?![^\s"\\]{0,256}\[(?:secret,|redacted ))([^\s"\\]{3,4096})/dg;
const configuredIn = ({ word, from }: Literal): readonly Literal[] =>
  [...word.text.slice(from).matchAll(OPTION_LINE)].flatMap(({ indices }) => {
    const [start, end] = indices?.[1] ?? [0, 0];
    return end > start ? [{ word, from: from + start, to: from + end }] : [];
  });

/** A file that is made on the spot, `<(echo …)`, where one with a secret belongs. */
export function handedFiles(command: SimpleCommand): readonly Literal[] {
  const { words } = command;
  return words.flatMap((word, i) =>
    i > 0 &&
    word.inner.length > 0 &&
    (takesSecretFile(command, words[i - 1]?.text ?? "", word.text) || setsFromInput(command))
      ? saidBy(word, word.text.length).flatMap(
          /^(?:-K|--config)$/.test(words[i - 1]?.text ?? "") ? configuredIn : behindField,
        )
      : [],
  );
}

/** Of `name=value` the value; lines of them are looked at for themselves. */
function behindField(literal: Literal): readonly Literal[] {
  const value = behindName(literal);
  const text = value.word.text.slice(value.from).trim();
  if (/\\[nr]|\w\s?=\s?[^=\s]/.test(text)) return [];
  return /\s/.test(text) ? madeIn(value) : [value];
}

/** `NAME=value`: the value. */
export const behindName = ({ word, from, ...rest }: Literal): Literal => ({
  ...{ word, from: from + (from === 0 ? (ASSIGNMENT.exec(word.text)?.[0].length ?? 0) : 0), ...rest },
});

/** What of it nobody would write by hand. */
export const madeIn = ({ word, from }: Literal): readonly Literal[] =>
  madeRanges(word.text.slice(from)).map((range) => ({ word, from: from + range.from, to: from + range.to }));
