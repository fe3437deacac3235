/**
 * The host may run the text in zsh, or in a plain sh that knows less than bash. What is harmless to bash but runs or
 * writes something there makes the whole command opaque. Kept by hand; a new difference is a new row.
 */
import type { SyntaxNode, Word } from "./parse.ts";

export interface Difference {
  readonly why: string;
  readonly found: (node: SyntaxNode, source: string) => boolean;
}

export const DIFFERENCES: readonly Difference[] = [
  {
    // `$x[1,9]` is a part of x to zsh, and of `$x[a]` it evaluates a, and what that holds in turn.
    why: "a subscript without braces, which zsh applies",
    found: (node) => behindVariables(node).some((text) => text.startsWith("[")),
  },
  {
    // `$x:h` is another path to zsh, quoted or not.
    why: "a variable with a modifier, which zsh applies",
    found: (node) => behindVariables(node).some((text) => /^:[A-Za-z&#]/.test(text)),
  },
  {
    // `$~x` matches files, `$=x` splits.
    why: "an expansion only zsh knows",
    found: (node) => node.type === "Literal" && /\$[~=^+]/.test(node.text.replace(/\\[\s\S]/g, "")),
  },
  {
    // `> ! file` writes to `file`.
    why: "a redirection zsh reads differently",
    found: (node) => node.type === "Redirect" && node.target?.text.startsWith("!") === true,
  },
  {
    // `=git` is where git lies, for every program: `rm =git`.
    why: "a word zsh replaces by a program's path",
    found: (node) => node.type === "Word" && /^=[^=]/.test(node.text),
  },
  {
    // `{ls,/x}` is a group to zsh, with a program called `ls,/x`.
    why: "braces in place of a command's name",
    found: (node) => node.type === "Command" && node.name?.text.startsWith("{") === true,
  },
  {
    // `*(e:'code':)` runs code for every name.
    why: "an extended pattern, which not every shell reads alike",
    found: (node) => node.type === "ExtendedGlob",
  },
  {
    // What bash leaves as it is, zsh takes the backslash off: `$'\work'`.
    why: "a $'…' string with an escape of another shell",
    found: (node) =>
      node.type === "AnsiCQuoted" &&
      /\\(?:[^abeEfnrtvxuU0-7\\'"?]|[xuU](?![0-9a-fA-F]))/.test(node.text.replace(/\\\\/g, "")),
  },
  {
    // A plain sh ends the string there.
    why: "a $'…' string with a quote inside",
    found: (node) => node.type === "AnsiCQuoted" && node.text.slice(2, -1).includes("'"),
  },
  {
    // A plain sh runs `rm x` of `((rm x))`, in a shell inside a shell.
    why: "arithmetic that a plain sh would run",
    found: (node) =>
      node.type === "ArithmeticCommand" &&
      /^\s*[./~"'$\\]|>(?!=)|^\s*[A-Za-z_][\w.]*\s*(?:$|[;&|\n]|\s[\w"'$./~-]|\s\*[^=])/.test(node.body),
  },
  {
    // A plain sh sees the command `[[` and a redirection, or a command behind `&&` and `||`.
    why: "a test that a plain sh would run or write by",
    found: (node) =>
      (node.type === "TestBinary" && /^[<>]$/.test(node.operator)) ||
      (node.type === "TestLogical" && node.operands.slice(1).some(startsBare)),
  },
];

/** The texts that stand right behind a `$name`. */
function behindVariables(node: SyntaxNode): readonly string[] {
  if (node.type !== "Word" && node.type !== "DoubleQuoted") return [];
  const parts: readonly { readonly type: string; readonly text: string }[] = node.parts ?? [];
  return parts.flatMap((part, i) => (parts[i - 1]?.type === "SimpleExpansion" && isText(part) ? [part.text] : []));
}

const isText = (part: { readonly type: string }): boolean => part.type === "Literal" || part.type === "Glob";

type Test = Extract<SyntaxNode, { type: "TestUnary" | "TestBinary" | "TestLogical" | "TestNot" | "TestGroup" }>;

/** The word a test begins with, where it is not an operator. */
function firstWord(test: Test): Word | undefined {
  switch (test.type) {
    case "TestUnary":
      return test.pos === test.operand.pos ? test.operand : undefined;
    case "TestBinary":
      return test.left;
    case "TestLogical":
      return test.operands[0] === undefined ? undefined : firstWord(test.operands[0]);
    case "TestNot":
      return firstWord(test.operand);
    case "TestGroup":
      return firstWord(test.expression);
  }
}

/** Begins with a word, which may be a command, and not with an operator. */
const startsBare = (test: Test): boolean => firstWord(test) !== undefined;
