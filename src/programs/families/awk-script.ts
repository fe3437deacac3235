/**
 * A conservative reader of awk programs. It proves that a program only computes and prints: no commands, pipes, files of
 * its own, extensions or environment. What it cannot tell apart with certainty it refuses.
 */

/** Why the program is not proven harmless; undefined when it is. `kind` says what was found. */
export interface AwkProblem {
  readonly kind: "run" | "write" | "read" | "secret" | "unclear";
  readonly why: string;
}

const NAMES: ReadonlyMap<string, AwkProblem> = new Map([
  ["system", { kind: "run", why: "system() runs a command" }],
  ["getline", { kind: "read", why: "getline reads a file or a command" }],
  ["ENVIRON", { kind: "secret", why: "ENVIRON is the environment" }],
  ["PROCINFO", { kind: "unclear", why: "PROCINFO changes how awk works" }],
  ["SYMTAB", { kind: "unclear", why: "SYMTAB reaches every variable" }],
  ["FUNCTAB", { kind: "unclear", why: "FUNCTAB reaches every function" }],
  ["ARGV", { kind: "read", why: "ARGV names further files" }],
  ["ARGC", { kind: "read", why: "ARGC changes which files are read" }],
]);
/** Characters without which, and without the names above, no awk program can do more than print. */
const HARMLESS_TEXT = /^[^|>@]*$/;

/** Names after which `/` begins an expression. */
const BEFORE_EXPRESSION: ReadonlySet<string> = new Set(
  "print printf return in else do case exit delete if while for switch default BEGIN END".split(" "),
);
/** After these it is not certain what `/` is. */
const UNCLEAR_BEFORE_SLASH: ReadonlySet<string> = new Set([")", "++", "--", "$", "length", "newline-in-parentheses"]);

export function awkProblem(program: string): AwkProblem | undefined {
  const byName = namesIn(program);
  if (byName === undefined && HARMLESS_TEXT.test(program)) return undefined;
  const tokens = tokenise(program);
  if (tokens === undefined)
    return byName ?? { kind: "unclear", why: "the program cannot be taken apart with certainty" };
  return dangerIn(tokens);
}

/** Anywhere, as a part of a longer name too: this only spares the work of taking the program apart. */
function namesIn(text: string): AwkProblem | undefined {
  for (const [name, problem] of NAMES) if (text.includes(name)) return problem;
  return undefined;
}

/** Output goes to a file or a command only by `>`, `>>`, `|` in an action; inside parentheses `>` compares. */
function dangerIn(tokens: readonly string[]): AwkProblem | undefined {
  let braces = 0;
  let parentheses = 0;
  for (const token of tokens) {
    if (token === "{") braces++;
    else if (token === "}") braces--;
    else if (token === "(" || token === "[") parentheses++;
    else if (token === ")" || token === "]") parentheses--;
    const problem = NAMES.get(token) ?? punctuation(token, braces > 0 && parentheses === 0);
    if (problem !== undefined) return problem;
    const balanced = braces >= 0 && parentheses >= 0 && (parentheses === 0 || (token !== "{" && token !== "}"));
    if (!balanced) return { kind: "unclear", why: "brackets do not match" };
  }
  return undefined;
}

function punctuation(token: string, redirects: boolean): AwkProblem | undefined {
  if (token === "|" || token === "|&") return { kind: "run", why: "a pipe runs a command" };
  if (token === "@") return { kind: "unclear", why: "@ includes, loads or calls by name" };
  if (redirects && (token === ">" || token === ">>")) return { kind: "write", why: "output goes to a file" };
  return undefined;
}

const OPERATORS = /\|\||\|&|&&|\+\+|--|>>|>=|<=|==|!=|\*\*|[-+*%^/]=|[^\s\w]/y;
const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /(?:0[xX][\da-fA-F]+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)/y;
const BLANK = /(?:[ \t\r]|\\\r?\n)+/y;
const COMMENT = /#[^\n]*/y;
const STRING = /"(?:[^"\\\n]|\\[\s\S])*"/y;
/** Without `/` in brackets: awks differ there. */
const EXPRESSION = /\/(?:[^/\\\n[]|\\[^\n])*\//y;

/** Brackets are allowed where no `/`, no leading `]` and no stray `[` stands in them, so that every awk ends the expression at the same place. */
const BRACKETED = /\/(?:[^/\\\n[]|\\[^\n]|\[\^?(?:[^/\\\n\][]|\\[^\n/]|\[:\w+:\])+\])*\//y;

interface Scanner {
  readonly program: string;
  at: number;
  /** Open parentheses and brackets. */
  depth: number;
}

/** What the pattern matches here, passed by. */
function take(scanner: Scanner, pattern: RegExp): string | undefined {
  pattern.lastIndex = scanner.at;
  const match = pattern.exec(scanner.program)?.[0];
  if (match !== undefined) scanner.at += match.length;
  return match;
}

/** Undefined where a string or an expression does not end, or where `/` could be either. */
function tokenise(program: string): readonly string[] | undefined {
  const scanner: Scanner = { program, at: 0, depth: 0 };
  const tokens: string[] = [];
  while (scanner.at < program.length) {
    if (take(scanner, BLANK) !== undefined || take(scanner, COMMENT) !== undefined) continue;
    const token = nextToken(scanner, tokens.at(-1));
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}

function nextToken(scanner: Scanner, before: string | undefined): string | undefined {
  const char = scanner.program.charAt(scanner.at);
  if (char === "\n") {
    scanner.at++;
    return scanner.depth > 0 ? "newline-in-parentheses" : "\n";
  }
  if (char === '"') return take(scanner, STRING) === undefined ? undefined : "string";
  if (char === "/" && !divides(before)) {
    const ends = !unclear(before) && (take(scanner, EXPRESSION) ?? take(scanner, BRACKETED)) !== undefined;
    return ends ? "expression" : undefined;
  }
  if (take(scanner, NUMBER) !== undefined)
    // Awks differ in where a number ends: in `1esystem` the name may or may not begin with the e.
    return /[\w.]/.test(scanner.program.charAt(scanner.at)) ? undefined : "number";
  const token = take(scanner, NAME) ?? take(scanner, OPERATORS);
  if (token === "(" || token === "[") scanner.depth++;
  else if (token === ")" || token === "]") scanner.depth--;
  return token;
}

const unclear = (before: string | undefined): boolean => before !== undefined && UNCLEAR_BEFORE_SLASH.has(before);

/** `/` divides what stands before it when that is a value. */
function divides(before: string | undefined): boolean {
  if (before === undefined || unclear(before) || BEFORE_EXPRESSION.has(before)) return false;
  return before === "]" || /^\w+$/.test(before);
}
