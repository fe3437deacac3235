/** What the parser gets wrong, or may: each row makes the reading say that it may not have seen everything. */
import type { SyntaxNode } from "./parse.ts";

interface Hole {
  readonly why: string;
  readonly found: (node: SyntaxNode) => boolean;
}

/** `$` before what cannot begin an expansion in any shell is only a character. */
const RUNS = /\$(?![/|),.%\]}\s;&<>]|$)|`|<\(|>\(/;
const ANSI_RISK = /\\x\{|\\\n|\\c|\\0?$/;

const HOLES: readonly Hole[] = [
  {
    why: "it does not parse",
    found: (node) => node.type === "Script" && node.errors !== undefined && node.errors.length > 0,
  },
  {
    why: "an expansion the parser did not take apart",
    found: (node) =>
      (node.type === "Word" || node.type === "ArithmeticWord") && node.parts === undefined && bareRuns(node),
  },
  {
    why: "a substitution without its commands",
    found: (node) =>
      (node.type === "CommandExpansion" ||
        node.type === "ProcessSubstitution" ||
        node.type === "ArithmeticCommandExpansion") &&
      node.script === undefined,
  },
  {
    why: "a substitution only the newest bash knows",
    found: (node) => node.type === "CommandExpansion" && /^\$(?:\\\n)*\{/.test(node.text),
  },
  {
    why: "code inside arithmetic",
    found: (node) =>
      (node.type === "ArithmeticExpansion" && /\$\(|`|<\(|>\(/.test(node.text.slice(2))) ||
      (node.type === "ArithmeticCommand" && /\$\(|`|<\(|>\(/.test(node.body)) ||
      node.type === "ArithmeticCommandExpansion",
  },
  {
    why: "a $'…' string with an escape that is read differently",
    found: (node) => node.type === "AnsiCQuoted" && ANSI_RISK.test(node.text),
  },
  {
    why: "a here-document without its end",
    found: (node) => node.type === "HereDoc" && (node.closing === undefined || node.delimiter === undefined),
  },
  {
    why: "an expansion bash does not know",
    found: (node) =>
      node.type === "ParameterExpansion" &&
      (node.parameter === "" || node.operation?.type === "Unknown" || /^\$\{[(^~=]/.test(node.text)),
  },
  {
    why: "a line continued inside a word",
    found: (node) => node.type === "Word" && isContinued(node),
  },
  {
    why: "a line continued inside an expansion",
    found: (node) => node.type === "Literal" && /\$(?:\\\n)/.test(node.text),
  },
  {
    why: "braces that are read differently",
    found: (node) => node.type === "Word" && node.text.includes("{") && hasOddBraces(node),
  },
  {
    why: "a closed descriptor with a word behind it",
    found: (node) =>
      node.type === "Redirect" &&
      /^[<>]&$/.test(node.operator) &&
      node.target !== undefined &&
      /^-./s.test(node.target.text),
  },
  {
    why: "words the parser took apart",
    found: (node) => node.type === "Command" && touching(node),
  },
  {
    why: "a redirection without a target",
    found: (node) => (node.type === "Redirect" || node.type === "HereString") && node.target === undefined,
  },
];

/** Why this node may be misread; undefined when it is not. */
export const hole = (node: SyntaxNode): string | undefined => HOLES.find(({ found }) => found(node))?.why;

const CONTINUED = /\\\n/;

/** Bash takes `\\` and a newline out before it looks at words; quoted text apart, the parser does so later. */
const isContinued = (word: Extract<SyntaxNode, { type: "Word" }>): boolean =>
  CONTINUED.test(word.text) &&
  (word.parts === undefined ||
    word.parts.some(
      (part) => (part.type === "Literal" || part.type === "BraceExpansion") && CONTINUED.test(part.text),
    ));

/** Quoted text, escapes and expansions, none of which open or close a brace expansion. */
const NOT_BRACES = /\\[\s\S]|\$?'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\[\s\S])*"|\$\{[^{}]*\}|\$\([^()]*\)|`[^`]*`/g;

/** Bash looks for the matching brace in its own way: only braces that are all in pairs, each with a choice, are sure. */
function hasOddBraces(word: Extract<SyntaxNode, { type: "Word" }>): boolean {
  const bare = word.text.replace(NOT_BRACES, "q");
  const open: boolean[] = [];
  let [choices, odd] = [0, false];
  for (let i = 0; i < bare.length; i += 1) {
    const c = bare.charAt(i);
    if (c === "{") open.push(false);
    else if (c === "," || (c === "." && bare.charAt(i + 1) === ".")) {
      if (open.length > 0) open[open.length - 1] = true;
    } else if (c === "}") {
      if (open.pop() === true) choices += 1;
      else odd = true;
    }
  }
  odd = odd || open.length > 0;
  const expands = word.parts?.some((part) => part.type === "BraceExpansion") === true;
  if (choices > 0) return odd || !expands;
  return expands || (odd && /,|\.\./.test(bare) && bare.includes("}"));
}

type Command = Extract<SyntaxNode, { type: "Command" }>;

/** `Z=<(a) b`: one word to bash, two to the parser. */
function touching(command: Command): boolean {
  let end = -1;
  for (const item of [...command.prefix, ...(command.name === undefined ? [] : [command.name]), ...command.suffix]) {
    const word = item.type === "Word" || item.type === "Assignment";
    if (word && item.pos === end) return true;
    end = word ? item.end : -1;
  }
  return false;
}

/** True when the text, quotes and escapes apart, could start an expansion. */
function bareRuns(node: { readonly value: string; readonly text?: string }): boolean {
  if (!RUNS.test(node.value)) return false;
  const text = node.text ?? node.value;
  return RUNS.test(text.replace(/\\[\s\S]/g, ""));
}
