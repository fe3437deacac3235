/**
 * Text on its way into the prompt. What comes out holds no `<`, no `>`, and no character that a reader would not see
 * or that would start a new line, so no content can close its place, forge a line or look like an answer.
 * The escape is JSON's own, and unambiguous: a backslash that was there is doubled.
 */

/** What is not printable ASCII: most text has little of it, and only that is looked at closely. */
const UNUSUAL = /[^\x20-\x7e]+/g;

/**
 * Controls, formats (bidi, zero width, tags, soft hyphen), line and paragraph separators, surrogates that stand alone,
 * and everything else that is not drawn (variation selectors, fillers, the braille pattern without dots, a note without a head).
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;

const escapeCharacter = (character: string): string => {
  let escaped = "";
  for (let i = 0; i < character.length; i++) escaped += unit(character.charCodeAt(i));
  return escaped;
};

/** A JSON string, quotes included, that `JSON.parse` gives back exactly. */
export const jsonString = (text: string): string => {
  const json = JSON.stringify(text).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
  return json.replace(UNUSUAL, (run) => run.replace(UNSEEN, escapeCharacter));
};

/** The same without the quotes, for the plain format: one line, `"` as it is, backslashes doubled. */
export const plainText = (text: string): string =>
  jsonString(text)
    .slice(1, -1)
    .replace(/\\(["\\])/g, (pair, character: string) => (character === '"' ? '"' : pair));

/** At most `limit` characters, both ends kept: what matters in a command may stand at its end. */
export const cutMiddle = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const head = Math.ceil((limit - 1) * 0.65);
  return `${text.slice(0, head)}…${text.slice(text.length - (limit - 1 - head))}`;
};

/** One line for people, of a text nobody vouches for: invisible characters out, white space folded, length bounded. */
export const oneLine = (text: string, limit: number): string => {
  const clean = text
    .slice(0, limit * 4)
    .replace(/\s+/gu, " ")
    .replace(UNSEEN, "")
    .trim();
  return clean.length <= limit ? clean : `${clean.slice(0, limit - 1).replace(UNSEEN, "")}…`;
};

/** The same, and in the place of what is gone stands how much that was. */
export const shorten = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const mark = ` …[${text.length - limit} of ${text.length} characters are not shown]… `;
  const head = Math.ceil(limit * 0.65);
  return `${text.slice(0, head)}${mark}${text.slice(text.length - (limit - head))}`;
};
