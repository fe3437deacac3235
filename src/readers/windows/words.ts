/**
 * PowerShell and cmd as words: enough to see which commands a text names and with what. No grammar is claimed: what is
 * found names a topic, what is not found is unknown, and nothing here ever proves a command harmless.
 */
export type Dialect = "powershell" | "cmd";

/** One command of the text: its name in lower case without directory and `.exe`, and the rest as written, quotes off. */
export interface WindowsCommand {
  readonly name: string;
  readonly words: readonly string[];
  /** Words joined by one space. */
  readonly line: string;
  /** Written as a plain word, without a directory or an extension: only then it may be an alias. */
  readonly bare: boolean;
  /** The statement it stands in, for what is nested in it. */
  readonly statement: string;
}

const MAX_CHARACTERS = 60_000;
const MAX_COMMANDS = 400;

/** Spellings that mean the same are made one: escapes inside names, glued strings, variables that hold a known text. */
export function plainText(text: string, dialect: Dialect): string {
  const cut = text.slice(0, MAX_CHARACTERS);
  if (dialect === "cmd") return withSetVariables(cut.replace(/\^(?=[^\r\n])/g, "").replace(/""(?=\w)/g, ""));
  const plain = cut
    .replace(/<#[\s\S]*?#>/g, " ")
    .replace(/(^|\s)#[^\n]*/g, "$1")
    .replace(/`\r?\n\s*/g, " ")
    .replace(/`([a-zA-Z])(?=[\w-])/g, (found, letter: string) => (/[0abefnrtv]/.test(letter) ? found : letter))
    .replace(/([A-Za-z])`([A-Za-z])/g, "$1$2");
  return withVariables(joinStrings(applyFormat(joinStrings(plain))));
}

/** 'a'+'b' is 'ab'. */
const joinStrings = (text: string): string =>
  text.replace(/(['"])\s*\+\s*(['"])/g, (found, a: string, b: string) => (a === b ? "" : found));

/** ("{1}{0}" -f 'b','a') is 'ab'. */
const applyFormat = (text: string): string =>
  text.replace(
    /\(?\s*(["'])((?:\{\d+\})+)\1\s*-f\s*((?:(["'])[^"']*\4\s*,?\s*)+)\)?/gi,
    (_, __, order: string, list: string) => {
      const parts = [...list.matchAll(/(["'])([^"']*)\1/g)].map(([, , part = ""]) => part);
      return `'${[...order.matchAll(/\{(\d+)\}/g)].map(([, at = "0"]) => parts[Number(at)] ?? "").join("")}'`;
    },
  );

/** `$a = 'text'` is put where `$a` stands later. */
function withVariables(text: string): string {
  const known = new Map<string, string>();
  for (const [, name = "", , value = ""] of text.matchAll(/\$(\w+)\s*=\s*(["'])([^"'\n]{1,300})\2/g))
    known.set(name.toLowerCase(), value);
  if (known.size === 0) return text;
  return text.replace(/\$\{?(\w+)\}?(?!\s*=[^=])/g, (found, name: string) => {
    const value = known.get(name.toLowerCase());
    return value === undefined || value.includes("$") ? found : value;
  });
}

function withSetVariables(text: string): string {
  const known = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(/(?:^|[\n&|(]\s*)@?set\s+"?(\w+)=([^"\n&|]{1,200})"?/gi))
    known.set(name.toLowerCase(), value.trim());
  return known.size === 0
    ? text
    : text.replace(/%(\w+)%/g, (found, name: string) => known.get(name.toLowerCase()) ?? found);
}

/** Every place where a command may begin: after a separator, an opening bracket, an assignment, `&` or `.`. */
export function commandsOf(text: string, dialect: Dialect): readonly WindowsCommand[] {
  const found: WindowsCommand[] = [];
  for (const statement of statements(text, dialect)) {
    const words = wordsOf(statement);
    const start = words.findIndex((word) => !LEADING.test(word));
    if (start < 0) continue;
    const [first = "", ...rest] = words.slice(start);
    found.push({ name: nameOf(first), bare: /^[\w-]+$/.test(first), words: rest, line: rest.join(" "), statement });
    if (found.length >= MAX_COMMANDS) break;
  }
  return found;
}

const LEADING =
  /^(?:&|\.|@|call|start|if|else|not|exist|do|in|try|catch|foreach|for|while|return|\(|\)|\{|\}|""|\/b|\/min|\/wait|=|\$[\w:]+|\[[^\]]*\]\$?\w*)$/i;

export const nameOf = (word: string): string =>
  (
    word
      .replace(/^[&.@("']+|["')]+$/g, "")
      .split(/[\\/]/)
      .at(-1) ?? ""
  )
    .toLowerCase()
    .replace(/\.(?:exe|com|cmd)$/, "");

/** Cut at separators outside quotes; brackets open a statement of their own. */
function statements(text: string, dialect: Dialect): readonly string[] {
  const out: string[] = [];
  let now = "";
  let quote = "";
  const push = (): void => {
    if (now.trim() !== "") out.push(now.trim());
    now = "";
  };
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (quote !== "") {
      now += char;
      if (char === quote) quote = "";
    } else if (QUOTES[dialect].includes(char)) {
      quote = char;
      now += char;
    } else if (ENDS[dialect](now, text.slice(i, i + 2))) push();
    else if (dialect === "powershell" && char === "=" && /\$[\w:]+\s*$/.test(now)) now = "";
    else now += char;
  }
  push();
  return out;
}

const QUOTES: Readonly<Record<Dialect, string>> = { powershell: `"'`, cmd: '"' };

/** Whether a statement ends at the two characters that come. */
const ENDS: Readonly<Record<Dialect, (statement: string, next: string) => boolean>> = {
  powershell: (_, next) => /^[\n\r|;{}()]|^&&/.test(next),
  cmd: (statement, next) =>
    /^[\n\r|&]/.test(next) || (/^[()]/.test(next) && /^\s*$|(?:^|\s)(?:do|else|in|exist\s\S+)\s*$/i.test(statement)),
};

function wordsOf(statement: string): readonly string[] {
  return [...statement.matchAll(/"([^"]*)"(\S*)|'([^']*)'(\S*)|(\S+)/g)].map(
    ([, double, after1 = "", single, after2 = "", bare]) =>
      bare ?? `${double ?? single ?? ""}${double === undefined ? after2 : after1}`,
  );
}

/** What stands in quotes, at any depth: code for `iex`, `powershell -c`, `cmd /c`. */
export const quotedParts = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]{8,4000})"|'([^']{8,4000})'/g)].map(([, a, b]) => a ?? b ?? "");

/** Base64 of UTF-16 behind `-EncodedCommand` in any of its short forms. */
export function encodedCommands(text: string): readonly string[] {
  return [...text.matchAll(/(?:^|\s)[-/]e(?:c|n|nc\w*)?(?:ommand)?\s+["']?([A-Za-z0-9+/]{16,}={0,2})/gi)].flatMap(
    ([, code = ""]) => {
      const bytes = Buffer.from(code, "base64");
      const decoded = bytes.toString("utf16le");
      return /[\u0000-\u0008\u000e-\u001f]/.test(decoded) ? [] : [decoded];
    },
  );
}

const MAX_LINES = 32;

/**
 * What of a command may be the same in another shell: the whole of it without PowerShell's own signs (a call, a backtick before a letter,
 * the ending of a program), the statements within braces and parentheses, and its quoted parts.
 */
export function linesIn(text: string): readonly string[] {
  const plain = text
    .replace(/`(?=\w)/g, "")
    .replace(/\b([\w-]+)\.exe\b/gi, "$1")
    .replace(/(^|[;|{(\n])\s*&\s*(?=["'\w./~])/g, "$1 ");
  const inner = plain.split(/[{}();|\n]+/).map((part) => part.trim());
  const lines = [plain, ...inner, ...quotedParts(text)].filter((part) => /\s/.test(part.trim()));
  return [...new Set(lines)].slice(0, MAX_LINES);
}
