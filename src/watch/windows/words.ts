/**
 * PowerShell and cmd as words: enough to see which commands a text names and with what. No grammar is claimed: what is
 * found names a topic or meets a rule, what is not found is unknown, and nothing here ever proves a command harmless.
 */
import ALIASES from "./aliases.json" with { type: "json" };

export type Dialect = "powershell" | "cmd";

/** One command of the text: its name in lower case without directory and `.exe`, and its words, quotes off. */
export interface WindowsCommand {
  readonly name: string;
  /** The name first, as written. */
  readonly words: readonly string[];
  /** What stands behind the name. */
  readonly line: string;
}

const MAX_CHARACTERS = 60_000;
const MAX_COMMANDS = 400;
const MAX_DEPTH = 3;

const FULL = new Map(
  Object.entries(ALIASES).flatMap(([full, short]) => short.split(" ").map((name): [string, string] => [name, full])),
);

const ENDS: Readonly<Record<Dialect, RegExp>> = { powershell: /[\n\r;|{}()&]/, cmd: /[\n\r|&()]/ };
const QUOTES: Readonly<Record<Dialect, string>> = { powershell: `"'`, cmd: '"' };

/** What stands in front of a command without being one. */
const LEADING =
  /^(?:\.|@|call|if|else|not|exist|do|in|try|catch|foreach|for|while|return|=|\$[\w:]+|\[[^\]]*\]\$?\w*)$/i;

/** Every command of the text, and of the texts it hands to another of these shells. */
export function commandsOf(text: string, dialect: Dialect, depth = 0): readonly WindowsCommand[] {
  const found = statementsOf(text.slice(0, MAX_CHARACTERS), dialect).flatMap((statement) => {
    const words = wordsOf(statement);
    const start = words.findIndex((word) => !LEADING.test(word));
    return start < 0 ? [] : [commandOf(words.slice(start), dialect)];
  });
  const inner = depth < MAX_DEPTH ? found.flatMap((command) => commandsWithin(command, depth + 1)) : [];
  return [...found, ...inner].slice(0, MAX_COMMANDS);
}

function commandOf(words: readonly string[], dialect: Dialect): WindowsCommand {
  const [first = "", ...rest] = words;
  const name = first
    .replace(/^.*[\\/]/s, "")
    .replace(/\.(?:exe|com|cmd)$/i, "")
    .toLowerCase();
  const full = dialect === "powershell" && name === first.toLowerCase() ? FULL.get(name) : undefined;
  return { name: full ?? name, words, line: rest.join(" ") };
}

/** `cmd /c …`, `powershell -Command …`, `iex '…'`. */
function commandsWithin({ name, words }: WindowsCommand, depth: number): readonly WindowsCommand[] {
  const dialect = /^(?:powershell|pwsh|invoke-expression)$/.test(name)
    ? "powershell"
    : name === "cmd"
      ? "cmd"
      : undefined;
  const at = words.findIndex((word, i) => i > 0 && (dialect === "cmd" ? /^\/[ckr]$/i : /^-c(?:ommand)?$/i).test(word));
  if (dialect === undefined || (at < 0 && name !== "invoke-expression")) return [];
  const text = words.slice(Math.max(at, 0) + 1).join(" ");
  return text === "" ? [] : commandsOf(text, dialect, depth);
}

/** Cut at separators outside quotes; a bracket opens a statement of its own. */
function statementsOf(text: string, dialect: Dialect): readonly string[] {
  const found: string[] = [];
  let now = "";
  let quote = "";
  for (const char of text) {
    if (quote === "" && ENDS[dialect].test(char)) {
      found.push(now);
      now = "";
      continue;
    }
    if (quote === char) quote = "";
    else if (quote === "" && QUOTES[dialect].includes(char)) quote = char;
    now += char;
  }
  return [...found, now].filter((one) => one.trim() !== "");
}

const wordsOf = (statement: string): readonly string[] =>
  (statement.match(/(?:"[^"]*"|'[^']*'|[^\s"']|["'](?=[^"']*$))+/g) ?? []).map((word) => word.replace(/["']/g, ""));
