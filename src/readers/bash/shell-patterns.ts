/** Patterns of the shell on a text, `+(a|b)` and its kin among them: where a match that begins here may end. */

type PatternPiece =
  | { readonly kind: "one"; readonly fits: (character: string) => boolean }
  | { readonly kind: "any" }
  | { readonly kind: "group"; readonly sign: string; readonly ways: readonly Pieces[] };
export type Pieces = readonly PatternPiece[];

const TOKENS = /[@?*+!]\(|\\[\s\S]|\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]|[\s\S]/gu;
const CLASSES: Readonly<Record<string, string>> = {
  "[:alpha:]": "\\p{L}",
  "[:digit:]": "\\d",
  "[:alnum:]": "\\p{L}\\d",
  "[:upper:]": "\\p{Lu}",
  "[:lower:]": "\\p{Ll}",
  "[:space:]": "\\s",
  "[:blank:]": " \\t",
  "[:punct:]": "\\p{P}\\p{S}",
  "[:xdigit:]": "\\da-fA-F",
  "[:word:]": "\\w",
};

/** `groups`: read as with `extglob`. */
export function piecesOf(pattern: string, groups: boolean): Pieces {
  const tokens = (pattern.match(TOKENS) ?? []).flatMap((token) =>
    !groups && /^[@?*+!]\($/.test(token) ? [...token] : [token],
  );
  return readWays(tokens, { at: 0 }, false).flat();
}

/** What stands up to the end of its group, way by way. */
function readWays(tokens: readonly string[], place: { at: number }, inside: boolean): readonly Pieces[] {
  const ways: PatternPiece[][] = [[]];
  while (place.at < tokens.length) {
    const token = tokens[place.at] ?? "";
    place.at += 1;
    if (inside && token === ")") return ways;
    if (inside && token === "|") ways.push([]);
    else if (/^[@?*+!]\($/.test(token))
      ways.at(-1)?.push({ kind: "group", sign: token.charAt(0), ways: readWays(tokens, place, true) });
    else ways.at(-1)?.push(pieceOf(token));
  }
  return ways;
}

function pieceOf(token: string): PatternPiece {
  if (token === "*") return { kind: "any" };
  if (token === "?") return { kind: "one", fits: () => true };
  if (token.length > 1 && token.startsWith("[")) return { kind: "one", fits: inBrackets(token.slice(1, -1)) };
  const bare = token.startsWith("\\") && token.length > 1 ? token.slice(1) : token;
  return { kind: "one", fits: (character) => character === bare };
}

function inBrackets(inner: string): (character: string) => boolean {
  const source = inner
    .replace(/^!/, "^")
    .replace(/\[:\w+:\]|\\[\s\S]|[[\]&~|(){}/]/g, (all) => CLASSES[all] ?? (all.length > 1 ? all : `\\${all}`));
  try {
    const set = new RegExp(`^[${source}]$`, "u");
    return (character) => set.test(character);
  } catch {
    return () => false;
  }
}

/** Every place at which a match may end that begins at one of these. */
export function endsOf(pieces: Pieces, text: readonly string[], starts: ReadonlySet<number>): ReadonlySet<number> {
  let at = starts;
  for (const piece of pieces) {
    if (at.size === 0) return at;
    at = endsOfOne(piece, text, at);
  }
  return at;
}

function endsOfOne(piece: PatternPiece, text: readonly string[], starts: ReadonlySet<number>): ReadonlySet<number> {
  switch (piece.kind) {
    case "one":
      return new Set([...starts].flatMap((i) => (i < text.length && piece.fits(text[i] ?? "") ? [i + 1] : [])));
    case "any":
      return from(Math.min(...starts), text);
    case "group":
      return endsOfGroup(piece, text, starts);
  }
}

const from = (start: number, text: readonly string[]): ReadonlySet<number> =>
  new Set(Array.from({ length: text.length - start + 1 }, (_, i) => start + i));

function endsOfGroup(
  { sign, ways }: Extract<PatternPiece, { kind: "group" }>,
  text: readonly string[],
  starts: ReadonlySet<number>,
): ReadonlySet<number> {
  const once = (at: ReadonlySet<number>): ReadonlySet<number> =>
    new Set(ways.flatMap((way) => [...endsOf(way, text, at)]));
  if (sign === "@") return once(starts);
  if (sign === "?") return new Set([...starts, ...once(starts)]);
  if (sign === "!")
    return new Set(
      [...starts].flatMap((start) => {
        const matched = once(new Set([start]));
        return [...from(start, text)].filter((end) => !matched.has(end));
      }),
    );
  const all = new Set(sign === "*" ? starts : []);
  for (let next = once(starts); next.size > 0; ) {
    const fresh = new Set([...next].filter((end) => !all.has(end)));
    for (const end of fresh) all.add(end);
    next = fresh.size === 0 ? fresh : once(fresh);
  }
  return all;
}
