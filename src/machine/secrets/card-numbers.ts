/** Numbers of payment cards: an issuer's beginning and length, and digits that check. */
import type { Range } from "./assigned-values.ts";

/** In groups of four, or as the shorter ones are written, or without a blank. Not a part of a longer number, a version or a name. */
const DIGITS = /(?<![\w.+-])\d(?:[ -]?\d){11,18}(?![\w-]|\.\d)/dg;
const ISSUED =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|(?:30[0-5]|36|38|39)\d{11,13}|(?:6011|64[4-9]|65|35|62)\d{12,14})$/;
const GROUPED = /^(?:\d+|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5})$/;

export function cardRanges(text: string): readonly Range[] {
  return [...text.matchAll(DIGITS)].flatMap(({ 0: number, indices }) => {
    const [from, to] = indices?.[0] ?? [0, 0];
    return isCardNumber(number) ? [{ from, to }] : [];
  });
}

export function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, "");
  return GROUPED.test(text) && ISSUED.test(digits) && checks(digits);
}

/** Every second digit from the right counts twice. */
function checks(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((all, digit, i) => all + (i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}
