/**
 * PowerShell and cmd as words: enough to see which commands a text names and with what. No grammar is claimed: what is found
 * names a topic or meets a deny rule, what is not found is unknown, and nothing here proves anything.
 */
export type Dialect = "powershell" | "cmd";

/** One command of the text: its name in lower case without directory and `.exe`, and the rest as written, quotes off. */
export interface WindowsCommand {
  readonly name: string;
  /** The name as written. */
  readonly written: string;
  readonly words: readonly string[];
  /** Words joined by one space. */
  readonly line: string;
  /** The statement it stands in. */
  readonly statement: string;
}

const MAX_CHARACTERS = 60_000;
const MAX_COMMANDS = 400;

/** Without comments and continued lines; variables that hold a literal text are put in place. */
export function plainText(text: string, dialect: Dialect): string {
  const cut = text.slice(0, MAX_CHARACTERS);
  if (dialect === "cmd") return withValues(cut.replace(/\^(?=[^\r\n])/g, ""), CMD_SET, /%(\w+)%/g);
  const plain = cut
    .replace(/<#[\s\S]*?#>/g, " ")
    .replace(/(^|\s)#[^\n]*/g, "$1")
    .replace(/`\r?\n\s*/g, " ");
  return withValues(plain, POWERSHELL_SET, /\$\{?(\w+)\}?(?!\s*=[^=])/g);
}

const CMD_SET = /(?:^|[\n&|(]\s*)@?set\s+"?(\w+)=([^"\n&|%]{1,200})"?/gi;
const POWERSHELL_SET = /\$(\w+)\s*=\s*["']([^"'\n$]{1,300})["']/g;

function withValues(text: string, sets: RegExp, uses: RegExp): string {
  const known = new Map(
    [...text.matchAll(sets)].map(([, name = "", value = ""]) => [name.toLowerCase(), value.trim()]),
  );
  return known.size === 0
    ? text
    : text.replace(uses, (found, name: string) => known.get(name.toLowerCase()) ?? found).slice(0, MAX_CHARACTERS);
}

/** Every place where a command may begin: after a separator, an opening bracket, an assignment, `&` or `.`. */
export function commandsOf(text: string, dialect: Dialect): readonly WindowsCommand[] {
  return statements(text, dialect)
    .slice(0, MAX_COMMANDS)
    .flatMap((statement): readonly WindowsCommand[] => {
      const words = wordsOf(statement);
      const start = words.findIndex((word) => !LEADING.test(word));
      const [first, ...rest] = start < 0 ? [] : words.slice(start);
      return first === undefined
        ? []
        : [{ name: nameOf(first), written: first, words: rest, line: rest.join(" "), statement }];
    });
}

const LEADING =
  /^(?:&|\.|@|call|start|if|else|not|exist|do|in|try|catch|foreach|for|while|return|\(|\)|\{|\}|""|\/b|\/min|\/wait|=|\$[\w:]+|\[[^\]]*\]\$?\w*)$/i;

const nameOf = (word: string): string =>
  (
    word
      .replace(/^[&.@("']+|["')]+$/g, "")
      .split(/[\\/]/)
      .at(-1) ?? ""
  )
    .toLowerCase()
    .replace(/\.(?:exe|com|cmd)$/, "");

const QUOTES: Readonly<Record<Dialect, string>> = { powershell: `"'`, cmd: '"' };

/** Cut at separators outside quotes; brackets open a statement of their own. */
function statements(text: string, dialect: Dialect): readonly string[] {
  const out: string[] = [];
  let now = "";
  let quote = "";
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (QUOTES[dialect].includes(char)) quote = char;
    else if (ENDS[dialect](now, text.slice(i, i + 2))) {
      out.push(now);
      now = "";
      continue;
    } else if (dialect === "powershell" && char === "=" && /\$[\w:]+\s*$/.test(now.slice(-80))) {
      now = "";
      continue;
    }
    now += char;
  }
  return [...out, now].map((statement) => statement.trim()).filter((statement) => statement !== "");
}

/** Whether a statement ends at the two characters that come. */
const ENDS: Readonly<Record<Dialect, (statement: string, next: string) => boolean>> = {
  powershell: (_, next) => /^[\n\r|;{}()]|^&&/.test(next),
  cmd: (statement, next) =>
    /^[\n\r|&]/.test(next) ||
    (/^[()]/.test(next) && /^\s*$|(?:^|\s)(?:do|else|in|exist\s\S+)\s*$/i.test(statement.slice(-300))),
};

const wordsOf = (statement: string): readonly string[] =>
  [...statement.matchAll(/"([^"]*)"(\S*)|'([^']*)'(\S*)|(\S+)/g)].map(
    ([, double, after1 = "", single, after2 = "", bare]) =>
      bare ?? `${double ?? single ?? ""}${double === undefined ? after2 : after1}`,
  );

/** What stands in quotes: code for `iex`, `powershell -c`, `cmd /c`. */
export const quotedParts = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]{8,4000})"|'([^']{8,4000})'/g)].map(([, a, b]) => a ?? b ?? "");
