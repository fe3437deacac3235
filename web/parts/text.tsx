/**
 * Recorded text. It reaches the document as text nodes alone, and what an eye would not see (controls, direction changes, zero
 * widths, lone surrogates) stands there by its number, so that a text cannot look like another.
 */
import type { JSX } from "preact";
import { formatCount } from "../data/format.ts";

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
/** More than this of one text is not drawn: a browser must stay quick whatever is on record. */
const MAX_DRAWN = 200_000;
const MAX_MARKS = 2_000;

const spell = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;

/** The same for places that take no elements: choices of a list, names for screen readers. */
export const spellOut = (value: string): string =>
  value.replace(UNSEEN, (character) => spell(character.codePointAt(0) ?? 0));

const NAMES: Readonly<Record<number, string>> = {
  0: "null",
  7: "bell",
  8: "backspace",
  27: "escape",
  173: "soft hyphen",
  8203: "zero width space",
  8204: "zero width non-joiner",
  8205: "zero width joiner",
  8206: "left-to-right mark",
  8207: "right-to-left mark",
  8232: "line separator",
  8233: "paragraph separator",
  8234: "left-to-right embedding",
  8235: "right-to-left embedding",
  8236: "pop direction",
  8237: "left-to-right override",
  8238: "right-to-left override",
  8294: "left-to-right isolate",
  8295: "right-to-left isolate",
  8296: "first strong isolate",
  8297: "pop isolate",
  65279: "byte order mark",
};

interface TextProps {
  readonly value: string;
  /** Line breaks and tabs are kept; otherwise they are marked like the rest. */
  readonly lines?: boolean;
}

export function Text({ value, lines = false }: TextProps): JSX.Element {
  const drawn = value.length > MAX_DRAWN ? value.slice(0, MAX_DRAWN) : value;
  const parts: (string | JSX.Element)[] = [];
  let end = 0;
  for (const match of drawn.matchAll(UNSEEN)) {
    const [character] = match;
    if (lines && (character === "\n" || character === "\t")) continue;
    if (lines && character === "\r" && drawn[match.index + 1] === "\n") continue;
    if (parts.length > MAX_MARKS) break;
    parts.push(drawn.slice(end, match.index), <Unseen code={character.codePointAt(0) ?? 0} />);
    end = match.index + character.length;
  }
  // After too many marks the rest is shown without what cannot be seen.
  parts.push(parts.length > MAX_MARKS ? drawn.slice(end).replace(UNSEEN, "") : drawn.slice(end));
  return (
    <bdi class="text" dir="ltr">
      {parts}
      {value.length > MAX_DRAWN && (
        <span class="cut"> … {formatCount(value.length - MAX_DRAWN)} more characters are on record</span>
      )}
    </bdi>
  );
}

function Unseen({ code }: { readonly code: number }): JSX.Element {
  const name = NAMES[code];
  return (
    <span class="unseen" title={name === undefined ? "A character that is not seen" : `Not seen: ${name}`}>
      {code === 10 ? "↵" : code === 9 ? "⇥" : spell(code)}
    </span>
  );
}

export const PathList = ({ paths }: { readonly paths: readonly string[] }): JSX.Element => (
  <ul class="plain-list">
    {paths.map((path) => (
      <li key={path}>
        <code>
          <Text value={path} />
        </code>
      </li>
    ))}
  </ul>
);
