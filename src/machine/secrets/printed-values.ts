/**
 * What `printf` prints, its words put where its format has them: what would be a secret in there is one among its words. And `user:password`
 * that is encoded for a header.
 */
import { assignedRanges, type Range } from "./assigned-values.ts";
import { baseName, type Literal, printedBy, type SimpleCommand, saidBy } from "./shell-commands.ts";
import type { ShellWord } from "./shell-words.ts";

const CONVERSION = /%[-+ #0]*(?:\d{1,4}|\*)?(?:\.(?:\d{1,4}|\*)?)?[A-Za-z]|%%|\\[nrt\\"']|[^%\\]+|[%\\]/g;
const ESCAPES: Readonly<Record<string, string>> = { "%%": "%", "\\n": "\n", "\\r": "\r", "\\t": "\t", "\\\\": "\\" };
/** Looks like a secret: stands for what is filled in later. */
const STAND_IN = "Vq8xK3z9Wm4T";
const MAX_WORDS = 64;
const MAX_CHARS = 16_384;

interface Placed {
  readonly word: ShellWord;
  readonly from: number;
  readonly to: number;
}

/** `rangesIn`: secrets of a text, by pattern. */
export function printedSecrets(
  command: SimpleCommand,
  rangesIn: (text: string) => readonly Range[],
): readonly Literal[] {
  const at = command.words.slice(0, 4).findIndex(({ text }) => baseName(text) === "printf");
  if (at < 0) return encodedSecrets(command);
  const rest = command.words.slice(at + 1);
  const options = rest[0]?.text === "-v" ? 2 : 0;
  const [format, ...words] = rest.slice(options + (rest[options]?.text === "--" ? 1 : 0));
  if (format === undefined || words.length === 0 || format.text.length > MAX_CHARS) return [];
  const { text, placed } = printed(format.text, words.slice(0, MAX_WORDS));
  return [...rangesIn(text), ...assignedRanges(text)].flatMap((range) => placed.flatMap((one) => within(one, range)));
}

interface Printed {
  readonly text: string;
  readonly placed: readonly Placed[];
}

/** The format is used again as long as there are words. */
function printed(format: string, words: readonly ShellWord[]): Printed {
  const pieces = format.match(CONVERSION) ?? [];
  const each = pieces.filter(isConversion).length;
  const rounds = each === 0 ? 1 : Math.min(Math.ceil(words.length / each), Math.ceil(MAX_CHARS / format.length));
  const placed: Placed[] = [];
  let [text, next] = ["", 0];
  for (const piece of Array.from({ length: rounds }, () => pieces).flat()) {
    const word = isConversion(piece) ? words[next++] : undefined;
    const said = word === undefined ? plain(piece) : saidAs(word);
    if (word !== undefined) placed.push({ word, from: text.length, to: text.length + said.length });
    text += said;
  }
  return { text, placed };
}

const plain = (piece: string): string => (isConversion(piece) ? "" : (ESCAPES[piece] ?? piece));
const saidAs = (word: ShellWord): string => (saysLater(word) ? STAND_IN : word.text);
const isConversion = (piece: string): boolean => piece.length > 1 && piece.startsWith("%") && piece !== "%%";
const saysLater = ({ refs, holes }: ShellWord): boolean => refs.length > 0 || holes.length > 0;

/** What of a word stands in a range. */
function within({ word, from, to }: Placed, range: Range): readonly Literal[] {
  const [first, last] = [Math.max(from, range.from), Math.min(to, range.to)];
  if (last <= first) return [];
  return saysLater(word) ? saidBy(word, 0) : [{ word, from: first - from, to: last - from }];
}

const PAIR = /^[\w.@+-]{1,128}:(?![\d:/\\%]|\/\/)(\S{3,512})$/;

/** `echo -n user:password | base64`, and the same by `printf '%s:%s'`. */
function encodedSecrets(command: SimpleCommand): readonly Literal[] {
  const [first, ...rest] = command.words.map(({ text }) => text);
  const encodes =
    first === "base64"
      ? !rest.some((word) => /^-(?:d|D|-decode)/.test(word))
      : first === "openssl" && rest[0] === "base64" && !rest.includes("-d");
  if (!encodes) return [];
  return command.sources.flatMap((source) => {
    const said = source.words.slice(1).filter(({ text }) => !/^-[A-Za-z]+$/.test(text));
    const isPair = source.words[0]?.text === "printf" && /^%s:%s(?:\\n)?$/.test(said[0]?.text ?? "");
    if (isPair) return said.slice(2, 3).flatMap((word) => saidBy(word, 0));
    return printedBy(source).flatMap(({ word, from }) => {
      const value = PAIR.exec(word.text.slice(from))?.[1];
      return value === undefined ? [] : [{ word, from: word.text.trimEnd().length - value.length }];
    });
  });
}
