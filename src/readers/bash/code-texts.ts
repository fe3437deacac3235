/** Code of other languages as a row of texts and of what stands between them, whichever quotes the language has for a text. */

/** A text as the language has it, without its quotes; or code. */
export interface CodePiece {
  readonly kind: "text" | "code";
  readonly text: string;
}

const TEXTS = String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:#\{[^{}\n]*\}|#(?!\{[^{}\n]*\})|[^"\\#\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|${"`"}(?:[^${"`"}\\]|\\[\s\S])*${"`"}`;
/** In these a text goes on over lines, which elsewhere only a quote in a remark would seem to do. */
const LONG_TEXTS = TEXTS.replaceAll(String.raw`\\\n]`, String.raw`\\]`);
const BETWEEN = String.raw`\((?:[^()\\]|\\[\s\S]|\([^()]*\))*\)|\{(?:[^{}\\]|\\[\s\S]|\{[^{}]*\})*\}|\[(?:[^[\]\\]|\\[\s\S])*\]|<(?:[^<>\\]|\\[\s\S])*>`;
/** A regular expression may hold a single quote. */
const EXPRESSION = String.raw`\/(?<=(?:^|[(,=:[!&|?{};~])\s*\/)(?![*/])(?:[^/\\\n]|\\.)+\/`;

interface Language {
  readonly programs: RegExp;
  readonly texts: RegExp;
  /** Which text runs: the sign in front of it. */
  readonly runs?: RegExp;
  /** A list of words. */
  readonly lists?: RegExp;
  /** A pattern of names. */
  readonly patterns?: RegExp;
}

const delimited = (sign: string): string =>
  String.raw`${sign}\s*(?:${BETWEEN})|${sign}\s*([^\w\s({[<=])(?:\\[\s\S]|(?!\1)[\s\S])*?\1`;

const LANGUAGES: readonly Language[] = [
  {
    programs: /^perl/,
    texts: new RegExp(
      `${delimited(String.raw`(?<![\w$@%&>-])q[qxw]?(?!\\w|\s*=>)`)}|<[\\w./~ -]*[*?][\\w./*?~ -]*>|${LONG_TEXTS}`,
      "g",
    ),
    runs: /^(?:qx|`)/,
    lists: /^qw/,
    patterns: /^</,
  },
  {
    programs: /^ruby/,
    texts: new RegExp(`${delimited("%[qQxwWiI]")}|%(?:${BETWEEN})|${LONG_TEXTS}`, "g"),
    runs: /^(?:%x|`)/,
    lists: /^%[wWiI]/,
  },
  { programs: /^(?:php|julia)/, texts: new RegExp(LONG_TEXTS, "g"), runs: /^`/ },
  { programs: /^lua/, texts: new RegExp(String.raw`\[(=*)\[[\s\S]*?\]\1\]|${TEXTS}`, "g") },
  {
    programs: /^(?:node|bun|deno|tsx|ts-node|javascript|typescript)/,
    texts: new RegExp(`${EXPRESSION}|${TEXTS}`, "g"),
  },
];
const OTHER: Pick<Language, "texts"> & Partial<Language> = { texts: new RegExp(TEXTS, "g") };

/** `program`: what the code is for, or its language; "" where nobody knows. */
export function codePieces(code: string, program: string): readonly CodePiece[] {
  const language = LANGUAGES.find(({ programs }) => programs.test(program)) ?? OTHER;
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const { 0: whole, index } of code.matchAll(language.texts)) {
    pieces.push({ kind: "code", text: code.slice(end, index) }, ...piecesOf(whole, language));
    end = index + whole.length;
  }
  return [...pieces, { kind: "code", text: code.slice(end) }];
}

function piecesOf(whole: string, { runs, lists, patterns }: Partial<Language>): readonly CodePiece[] {
  if (whole.startsWith("/")) return [{ kind: "code", text: whole }];
  const text = plainText(whole);
  if (runs?.test(whole)) return calling("system", text);
  if (patterns?.test(whole)) return calling("glob", text);
  return lists?.test(whole) ? listed(withLines(text).trim().split(/\s+/)) : [{ kind: "text", text }];
}

const calling = (name: string, text: string): readonly CodePiece[] => [
  { kind: "code", text: `${name}(` },
  { kind: "text", text },
  { kind: "code", text: ")" },
];

export const listed = (texts: readonly string[]): readonly CodePiece[] =>
  texts.flatMap((text, i): readonly CodePiece[] => [
    ...(i === 0 ? [] : [{ kind: "code" as const, text: ", " }]),
    { kind: "text", text },
  ]);

/** Without its quotes, its holes filled where a text stands in them, its signs read; the end of a line stays spelled out. */
const plainText = (whole: string): string =>
  whole
    .replace(/^(?:q[qxw]?(?=\W)|%[qQxwWiI]?(?=\W))\s*/, "")
    .replace(/^(?:"""|'''|\[=*\[|[\s\S])/, "")
    .replace(/(?:"""|'''|\]=*\]|[\s\S])$/, "")
    .replace(/[$#]?\{\s*(["'`])((?:(?!\1)[^\\\n])*)\1\s*\}/g, "$2")
    .replace(/[$#]?\{\s*\\(["'`])((?:(?!\\\1)[^\n])*)\\\1\s*\}/g, "$2")
    .replace(/\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[ux]\{[\da-fA-F]{1,6}\}|[0-3]?[0-7]{2}|[\s\S])/g, (sign) =>
      signMeant(sign.slice(1)),
    )
    .replace(/\r?\n/g, "\\n");

/** A text as a shell gets it, with its lines. */
export const withLines = (text: string): string => text.replace(/\\[nr]/g, "\n").replace(/\\t/g, "\t");

const MAX_CODE_POINT = 0x10_ffff;

function signMeant(sign: string): string {
  if (/^[nrt]$/.test(sign)) return `\\${sign}`;
  if (sign.length === 1) return sign === "\n" ? "" : sign;
  const number = /^[xu]/.test(sign) ? Number.parseInt(sign.replace(/^[xu]\{?/, ""), 16) : Number.parseInt(sign, 8);
  return String.fromCodePoint(Math.min(number, MAX_CODE_POINT));
}
