/**
 * The ways in which a piece of code can be read: as it stands, with its texts in plain quotes and put together, the words it is
 * given in their places, and the code in its texts where it evaluates any. For what finds, and never proves.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { withoutAliases } from "./code-aliases.ts";
import { type CodePiece, codePieces, listed } from "./code-texts.ts";
import { type HandedValues, withHanded } from "./handed-values.ts";

const MAX_CODE_CHARACTERS = 20_000;
const MAX_SPELLINGS = 12;
const MAX_DEPTH = 3;

/** Words of languages with which a text is taken for code. */
const EVALUATES =
  /\b(?:\w*eval\w*|exec|Function|runIn\w+|compile\w*|Worker|Script|setTimeout|setInterval|setImmediate|load\w*|assert|create_function|import|run_?string|source)\b/;

/** `program`: what the code is for, or its language. `args`: the words that stand behind the code. `handed`: what it gets besides. */
export function codeSpellings(
  code: string,
  program = "",
  args: readonly string[] = [],
  handed: Omit<HandedValues, "args"> = {},
): readonly string[] {
  const text = code.slice(0, MAX_CODE_CHARACTERS);
  const [, ...more] = spellingsAt(spellDirectory(text), program, { args, depth: 0 });
  const renamed = more[0] === undefined ? undefined : withoutAliases(more[0]);
  const all = [text, ...more.slice(0, 1), ...(renamed === undefined ? [] : [renamed]), ...more];
  const filled = withHanded(spellDirectory(text), program, { ...handed, args }).flatMap((one) =>
    spellingsAt(one, program, { args, depth: MAX_DEPTH - 1 }).slice(1),
  );
  return [...new Set([...all.slice(0, MAX_SPELLINGS), ...filled.slice(0, MAX_SPELLINGS)])];
}

/** Where the code stands, as languages and their libraries say it: `.`. */
const spellDirectory = (code: string): string => code.replace(IN_TEXT, ".").replace(STANDS, '"."');
const DIRECTORY = String.raw`(?:(?<![\w.$])(?:os\.|process\.|Cwd::|Deno\.|posix\.)?(?:getcwdb?|cwd)\(\)|\bPath\.cwd\(\)|\bDir\.(?:pwd|getwd)\b|\b(?:environ(?:\[|\.get\()|ENV(?:IRON)?\[|getenv\()\s*["']PWD["']\s*[\])]|\$ENV\{["']?PWD["']?\}|\bprocess\.env\.PWD\b)`;
const STANDS = new RegExp(DIRECTORY, "g");
/** In a hole of a text, or where a language puts a variable into one. */
const IN_TEXT = new RegExp(String.raw`[$#]?\{\s*${DIRECTORY}\s*\}|(?<=["'${"`"}])\$ENV\{PWD\}(?=/)`, "g");

/** The same of code that is a word of a command: what stands behind it is what it is given. */
export function spellingsIn(
  { name, words, input, assignments }: Pick<SubCommand, "name" | "words"> & Partial<SubCommand>,
  code: string,
): readonly string[] {
  const values = words.map(({ value, outline, prefix }) => value ?? outline ?? prefix);
  // Code that comes by the input stands where the dash is.
  const stands = values.indexOf(code);
  const at = stands < 0 ? values.findIndex((value) => value === "-" || value === "/dev/stdin") : stands;
  const given = at < 0 ? [] : wordsBehind(values, at);
  // Node counts the dash as the script.
  const args = stands < 0 && at >= 0 && name === "node" ? ["-", ...given] : given;
  return codeSpellings(code, name ?? "", args, {
    input: input === code ? undefined : input,
    ...(assignments === undefined ? {} : { variables: assignments }),
  });
}

/** Options of the program end where its code stands. */
export const wordsBehind = (words: readonly string[], at: number): readonly string[] =>
  words.slice(words[at + 1] === "--" ? at + 2 : at + 1);

interface Given {
  readonly args: readonly string[];
  readonly depth: number;
}

function spellingsAt(code: string, program: string, { args, depth }: Given): readonly string[] {
  const pieces = joinTexts(codePieces(code, program).flatMap((piece) => withArguments(piece, args)));
  const spelled = joinLists(pieces.map(written).join(""));
  const inner =
    depth < MAX_DEPTH && EVALUATES.test(spelled)
      ? pieces.filter(({ kind, text }) => kind === "text" && LOOKS_LIKE_CODE.test(text))
      : [];
  return [
    code,
    spelled,
    ...inner.flatMap(({ text }) => spellingsAt(text.replace(/\\[nr]/g, "\n"), program, { args, depth: depth + 1 })),
  ];
}

const LOOKS_LIKE_CODE = /[("'`=]|%q/;

/** In quotes that do not stand in it. */
const quoteText = (text: string): string => {
  const quote = ['"', "'", "`"].find((one) => !text.includes(one));
  return quote === undefined ? `"${text.replaceAll('"', '\\"')}"` : `${quote}${text}${quote}`;
};

const written = ({ kind, text }: CodePiece): string => (kind === "text" ? quoteText(text) : text);

/** One word behind the code, as languages name it; the first is 0 for some and 1 for others. */
const ONE_ARGUMENT = /[$#]?\{?\$?\b(sys\.argv|process\.argv|Bun\.argv|Deno\.args|ARGV|argv|arg)\[\s*(-?\d)\s*\]\}?/g;
const ALL_ARGUMENTS =
  /(?:\.{3}|[*@])?\b(?:sys\.argv(?:\[\d?:\])?|(?:process|Bun)\.argv(?:\.slice\(\d?\))?|Deno\.args|ARGV)(?![\w[.=])(?!\s*=)/;

function withArguments(piece: CodePiece, args: readonly string[]): readonly CodePiece[] {
  if (args.length === 0) return [piece];
  const argument = (name: string, at: string): string =>
    args.at(/^(?:ARGV|Deno)/.test(name) || at.startsWith("-") ? Number(at) : Number(at) - 1) ?? "";
  if (piece.kind === "text")
    return [{ ...piece, text: piece.text.replace(ONE_ARGUMENT, (_, name, at) => argument(name, at)) }];
  return splitBy(piece.text, ONE_ARGUMENT, ([, name = "", at = ""]) => [{ kind: "text", text: argument(name, at) }])
    .flatMap((one) =>
      one.kind === "text" ? [one] : splitBy(one.text, /\bshift\b(?!\s*[(@=])/g, () => listed(args.slice(0, 1))),
    )
    .flatMap((one) =>
      one.kind === "text" ? [one] : splitBy(one.text, new RegExp(ALL_ARGUMENTS, "g"), () => listed(args)),
    );
}

function splitBy(
  code: string,
  pattern: RegExp,
  by: (match: RegExpExecArray) => readonly CodePiece[],
): readonly CodePiece[] {
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    pieces.push({ kind: "code", text: code.slice(end, match.index) }, ...by(match));
    end = match.index + match[0].length;
  }
  return [...pieces, { kind: "code", text: code.slice(end) }];
}

/** `"a" + "b"`, `"a"."b"`, `"a" "b"`. */
const JOINS = /^\s*(?:\+|\.{1,2}|\\\n)?\s*[fFrRbBuU]{0,2}$/;
/** `"%s" % "a"`, `"{}".format("a")`, `"a".concat("b")`: what stands between, what is filled, and what closes it. */
const FILLS: readonly (readonly [between: RegExp, hole: RegExp])[] = [
  [/^\s*%\s*\(?\s*$/, /%[sdr]/],
  [/^\.format\(\s*$/, /\{\d?\}/],
  [/^\.concat\(\s*$/, /$/],
];

function joinTexts(pieces: readonly CodePiece[]): readonly CodePiece[] {
  const out: CodePiece[] = [];
  for (const piece of pieces) {
    const [between, before] = [out.at(-1), out.at(-2)];
    const joined =
      piece.kind === "text" && between?.kind === "code" && before?.kind === "text"
        ? joinedText(before.text, between.text, piece.text)
        : undefined;
    if (joined !== undefined) out.splice(-2, 2, { kind: "text", text: joined });
    else if (piece.kind === "code" && between?.kind === "code")
      out.splice(-1, 1, { kind: "code", text: between.text + piece.text });
    else out.push(piece);
  }
  return out;
}

function joinedText(before: string, between: string, text: string): string | undefined {
  if (JOINS.test(between)) return before + text;
  const hole = FILLS.find(([one]) => one.test(between))?.[1];
  return hole?.test(before) === true ? before.replace(hole, () => text) : undefined;
}

const LITERAL = String.raw`(?:"[^"\n]*"|'[^'\n]*'|${"`"}[^${"`"}\n]*${"`"})`;
const LITERALS = String.raw`(?:${LITERAL}\s*,\s*)*${LITERAL}`;
/** `["a", "b"].join(" ")`, `" ".join(["a", "b"])`, `join(" ", "a", "b")`. */
const LISTS: readonly RegExp[] = [
  new RegExp(String.raw`\[\s*(?<all>${LITERALS})\s*\]\.join\(\s*(?<by>${LITERAL})?\s*\)`, "g"),
  new RegExp(String.raw`(?<by>${LITERAL})\.join\(\s*[[(]\s*(?<all>${LITERALS})\s*,?\s*[\])]\s*\)`, "g"),
  new RegExp(String.raw`(?<![.\w])join\s*\(?\s*(?<by>"[^"\w/~.]*"|'[^'\w/~.]*')\s*,\s*(?<all>${LITERALS})\s*\)?`, "g"),
];

const joinLists = (code: string): string =>
  LISTS.reduce(
    (text, pattern) =>
      text.replace(pattern, (...match) => {
        const { all = "", by = "" }: { readonly all?: string; readonly by?: string } = match.at(-1);
        return quoteText(
          [...all.matchAll(new RegExp(LITERAL, "g"))].map(([one]) => one.slice(1, -1)).join(by.slice(1, -1)),
        );
      }),
    code,
  );
