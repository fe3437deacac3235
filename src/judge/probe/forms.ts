/**
 * A text as a reader would take it: what is invisible out, look-alikes and entities as the letters they stand for, markup and
 * white space folded, in lower case. And the readings in which instructions are disguised: spaced letters, digits for letters,
 * base64. All in time linear in the length of the text.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const ASCII = /^[\0-\x7f]*$/;

/** Letters of other scripts that look like Latin ones, in the order of `LATIN`. */
const LOOKALIKES = "авеԁһіјкӏмнорсԛтуѕхԝѵѡοαεικνρτυχωѐёї";
const LATIN = "abedhijklmhopcqtysxwvwoaeikvptuxweei";
const AS_LATIN: ReadonlyMap<string, string> = new Map([...LOOKALIKES].map((letter, i) => [letter, LATIN[i] ?? letter]));
/** Words that mix Latin letters with those of another script. */
const MIXED = /[\p{Script=Cyrillic}\p{Script=Greek}]*[a-z][\p{Script=Cyrillic}\p{Script=Greek}a-z]*/gu;

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " }),
);
const LAST_CODE_POINT = 0x10ffff;

export const decodeEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(
        /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
        (whole, ten?: string, hex?: string, name?: string) => {
          if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole;
          const code = Number.parseInt(ten ?? hex ?? "", ten === undefined ? 16 : 10);
          return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
        },
      )
    : text;

/** One line of words; what markup hides or marks is text like any other. */
export function wordsOf(text: string): string {
  const plain = ASCII.test(text) ? text : text.normalize("NFKC").replace(UNSEEN, "");
  const lower = decodeEntities(plain).toLowerCase();
  const latin = ASCII.test(lower)
    ? lower
    : lower.replace(/[’‘]/gu, "'").replace(MIXED, (word) => [...word].map((one) => AS_LATIN.get(one) ?? one).join(""));
  return latin
    .replace(/<\/?[a-z][^<>]{0,300}>/g, " ")
    .replace(/(\w)[*`]{1,3}(?=\w)/g, "$1")
    .replace(/[*~`|>#\\]+|\s_+|_+\s/g, " ")
    .replace(/\s{2,}|[\t-\r\u00a0\u2028\u2029]/g, " ");
}

/** What stands in the words in disguise; few texts have any. */
export function disguisedIn(text: string): string {
  const plain = ASCII.test(text) ? text : text.replace(UNSEEN, "");
  return [...spacedIn(plain), ...digitsIn(plain), ...encodedIn(plain), ...turnedIn(plain)].join(" . ").toLowerCase();
}

/** "i g n o r e": twelve and more single letters, words kept apart by wider gaps or not at all. */
const SPACED = /\b[a-z](?:[ .·-]{1,3}[a-z]\b){11,400}/gi;
const spacedIn = (text: string): readonly string[] =>
  [...text.matchAll(SPACED)].slice(0, MAX_PIECES).map(([run]) =>
    run
      .replace(/ {2,}/g, "\n")
      .replace(/[ .·-]/g, "")
      .replaceAll("\n", " "),
  );

const DIGITS: ReadonlyMap<string, string> = new Map(Object.entries({ 0: "o", 3: "e", 4: "a", 5: "s", 7: "t" }));
const WITH_DIGITS = /\b[a-z]{0,20}[013457][a-z013457]{2,20}\b/gi;
/** Words that give away that digits stand for letters around them. */
const GIVEAWAYS = /^(?:ignore|disregard|forget|previous|prior|instructions?|guidelines?|prompts?|system|assistant)$/i;
const digitsIn = (text: string): readonly string[] =>
  [...text.matchAll(WITH_DIGITS)]
    .filter(([word]) => ["i", "l"].some((one) => GIVEAWAYS.test(spellOut(word, one))))
    .slice(0, MAX_PIECES)
    .flatMap(({ index }) => ["i", "l"].map((one) => spellOut(around(text, index), one)));

/** A doubled one is a doubled l in any reading. */
const spellOut = (run: string, one: string): string =>
  run.replaceAll("11", "ll").replace(/[013457]/g, (digit) => (digit === "1" ? one : (DIGITS.get(digit) ?? digit)));

const around = (text: string, at: number): string => text.slice(Math.max(0, at - AROUND), at + AROUND);
const AROUND = 120;

const MAX_PIECES = 100;
const BASE64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{32,4000}={0,2}(?![A-Za-z0-9+/=_-])/g;
const encodedIn = (text: string): readonly string[] =>
  [...text.matchAll(BASE64)].slice(0, MAX_PIECES).flatMap(([piece]) => {
    const decoded = Buffer.from(piece, "base64").toString("utf8");
    return /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(decoded) && / /.test(decoded) ? [wordsOf(decoded)] : [];
  });

/** Backwards, and by thirteen letters: only where a word that gives it away stands there. */
const TURNED: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/snoitcurtsni|stpmorp|senilediug/gi, (text) => [...text].reverse().join("")],
  [/vafgehpgvba|cebzcg|thvqryvar/gi, (text) => text.replace(/[a-z]/gi, rotate)],
];
const turnedIn = (text: string): readonly string[] =>
  TURNED.flatMap(([giveaway, turn]) =>
    [...text.matchAll(giveaway)].slice(0, MAX_PIECES).map(({ index }) => turn(around(text, index))),
  );

const rotate = (letter: string): string => {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
};
