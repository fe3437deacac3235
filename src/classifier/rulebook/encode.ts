/** Text that somebody else wrote, as one JSON string that cannot leave its line or look like a tag. */

// Markup, control, format, separator and private characters, whatever plane they are on.
const UNSAFE = /[<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu;

export const encodeText = (text: string): string =>
  JSON.stringify(text).replace(UNSAFE, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
