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

/** Undefined where a string or an expression does not end, or where `/` could be either. */
function tokenise(program: string): readonly string[] | undefined {
  const tokens: string[] = [];
  let at = 0;
  let depth = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(program)?.[0];
    if (match !== undefined) at += match.length;
    return match;
  };
  while (at < program.length) {
    const char = program.charAt(at);
    if (take(BLANK) !== undefined || take(COMMENT) !== undefined) continue;
    if (char === "\n") {
      at++;
      tokens.push(depth > 0 ? "newline-in-parentheses" : "\n");
    } else if (char === '"') {
      if (take(STRING) === undefined) return undefined;
      tokens.push("string");
    } else if (char === "/" && !divides(tokens.at(-1))) {
      if (unclear(tokens.at(-1)) || takeExpression() === undefined) return undefined;
      tokens.push("expression");
    } else if (take(NUMBER) !== undefined) {
      // Awks differ in where a number ends: in `1esystem` the name may or may not begin with the e.
      if (/[\w.]/.test(program.charAt(at))) return undefined;
      tokens.push("number");
    } else {
      const token = take(NAME) ?? take(OPERATORS);
      if (token === undefined) return undefined;
      if (token === "(" || token === "[") depth++;
      else if (token === ")" || token === "]") depth--;
      tokens.push(token);
    }
  }
  return tokens;

  /** Brackets are allowed where no `/`, no leading `]` and no stray `[` stands in them, so that every awk ends the expression at the same place. */
  function takeExpression(): string | undefined {
    const plain = take(EXPRESSION);
    if (plain !== undefined) return plain;
    return take(/\/(?:[^/\\\n[]|\\[^\n]|\[\^?(?:[^/\\\n\][]|\\[^\n/]|\[:\w+:\])+\])*\//y);
  }
}

const unclear = (before: string | undefined): boolean => before !== undefined && UNCLEAR_BEFORE_SLASH.has(before);

/** `/` divides what stands before it when that is a value. */
function divides(before: string | undefined): boolean {
  if (before === undefined || unclear(before) || BEFORE_EXPRESSION.has(before)) return false;
  return before === "]" || /^\w+$/.test(before);
}
