/**
 * A secret's name of one or two words and, behind it, a value that nobody would write by hand, whatever stands between them in prose
 * or in a file: a sign, "is", quotes of any language, a dash, a line. Every part is bounded: the cost is that of the text.
 */
import type { Range } from "./assigned-values.ts";
import { isSecretByWords } from "./secret-words.ts";

const NAME = /(?<![\w])_?[A-Za-z][\w.-]{1,63}(?:[ \t](?:keys?|tokens?|code|phrase|word|string)(?![\w]))?/g;
const LIKELY = /stringData|pass|secret|token|key|cred|auth|pwd|pin|otp|bearer/i;
/** Where its value looks made, this is one, too. */
const ALSO = /^_?(?:auth|authorization|storepass|keypass)$/i;

const BETWEEN =
  /["'`\])}]{0,4}[ \t]{0,16}(?::=|=>|[=:,]|(?:is|was|are|to)(?![\w]):?)?\s{0,64}(?:[-|>][+-]?\s{1,16}|[&!][\w!]{1,32}\s{1,16}|(?:[Bb]earer|[Bb]asic|\\)\s{1,8})?(?:\{\s{0,32}["']?(?:value|default)["']?\s{0,8}[:=]\s{0,8})?["'`({[]{0,4}/y;
const VALUE = /[A-Za-z0-9+/=_~!@#%^*-]{8,512}/y;

export function toldRanges(text: string): readonly Range[] {
  if (!LIKELY.test(text)) return [];
  const found: Range[] = blockRanges(text).slice();
  for (const { 0: name, index } of text.matchAll(NAME)) {
    if (!LIKELY.test(name) || !(isSecretByWords(name) || ALSO.test(name))) continue;
    BETWEEN.lastIndex = index + name.length;
    const from = BETWEEN.lastIndex + (BETWEEN.exec(text)?.[0].length ?? 0);
    VALUE.lastIndex = from;
    const [value] = from === index + name.length ? [] : (VALUE.exec(text) ?? []);
    if (value !== undefined && isMade(value, text.slice(from + value.length, from + value.length + 2)))
      found.push({ from, to: from + value.length });
  }
  return found;
}

/** Letters and digits among each other; no name of a function, of a member or of a thing with a number. */
const isMade = (value: string, next: string): boolean =>
  !/^(?:\(|\.[A-Za-z_]|\[)/.test(next) &&
  !/^[~/.]|^[a-z]+:\/\//.test(value) &&
  value.split(/[^A-Za-z0-9]+/).some(isMixed);

const isMixed = (part: string): boolean =>
  part.length >= 8 &&
  /\d/.test(part) &&
  /[A-Za-z]/.test(part) &&
  !/^(?:[A-Za-z]+\d{1,4}|v?\d{1,4}[A-Za-z]+|[A-Za-z]*[a-z]\d[A-Z]?[a-z]*)$/.test(part);

const BLOCK = /^([ \t]*)stringData:[ \t]*\r?\n/gm;
const ENTRY = /([ \t]+)[\w.-]{1,128}:[ \t]*["']?([^\s"'${[|>][^\r\n"']{0,4095})["']?[ \t]*(?:\r?\n|$)/dy;

/** All values of a block that is there for secrets. */
function blockRanges(text: string): readonly Range[] {
  if (!text.includes("stringData:")) return [];
  return [...text.matchAll(BLOCK)].flatMap(({ 0: head, 1: indent = "", index }) => {
    const ranges: Range[] = [];
    ENTRY.lastIndex = index + head.length;
    for (let entry = ENTRY.exec(text); entry !== null; entry = ENTRY.exec(text)) {
      const [from = 0, to = 0] = entry.indices?.[2] ?? [];
      if ((entry[1] ?? "").length <= indent.length) break;
      ranges.push({ from, to });
    }
    return ranges;
  });
}
