/** Texts that start programs, cut into commands and their words. Nothing here is proven: what is found too much is not proven as an edit. */

/** Stands for what is not known of a word. */
export const UNKNOWN = "\u{f8fff}";

export type Words = readonly string[];

/** Rules name files to say what may be done with them (`Edit(src/a.ts)`): that starts none. */
const RULE = /^[\w*-]+\(.*\)$/s;

/** Directories as agents, editors and shells write them. */
const HERE =
  /\$\{?(?:CLAUDE_PROJECT_DIR|PWD|workspaceFolder|workspaceRoot|GEMINI_PROJECT_DIR|CURSOR_PROJECT_DIR|INIT_CWD|containerWorkspaceFolder|localWorkspaceFolder)\}?|\$\(git rev-parse --show-toplevel\)|\$\(pwd\)|`pwd`|`git rev-parse --show-toplevel`/g;
const HOME = /\$HOME\b|\$\{HOME\}|%h(?=\/)|\$\{env:HOME\}/g;
const HOLES =
  /\$\((?:[^()]|\([^()]*\))*\)|`[^`\n]*`|\$\{\{?[^{}\n]*\}\}?|\{\{[^{}\n]*\}\}|\$[\w@*#?]+|%\w+%|%[a-z](?=\/)/g;

export interface KnownPlaces {
  readonly root: string;
  readonly home: string;
}

/** Each command of a text of commands. Words inside what is not known count as words of their own too. */
export function commandsIn(text: string, { root, home }: KnownPlaces): readonly Words[] {
  const known = text
    .replace(/\\\n/g, " ")
    .replace(HERE, root)
    .replace(HOME, home)
    .replace(/file:\/\//g, "");
  const inner = [...known.matchAll(HOLES)].map(([hole]) => hole.replace(/^[$`({%]+|[)`}%]+$/g, ""));
  return [known.replace(HOLES, UNKNOWN), ...inner.filter((part) => /[\s/.]/.test(part))].flatMap((part) =>
    part
      .replace(/["']/g, "")
      .split(/[;&|\n()`]+/)
      .map(wordsIn)
      .filter((words) => words.length > 0),
  );
}

const wordsIn = (command: string): Words => command.split(/[\s<>=,\\[\]{}]+/).filter((word) => word !== "");

/** Strings as JSON, TOML and code quote them; single words that stand one behind the other are one command. */
export function quotedIn(text: string, places: KnownPlaces): readonly Words[] {
  const strings = [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
    .map(([, double, single, back]) => (double ?? single ?? back ?? "").replace(/\\(["\\/'])/g, "$1"))
    .map((value) => value.replace(/\\[nrt]/g, "\n"))
    .filter((value) => !RULE.test(value));
  const lines: string[] = [];
  let open = false;
  for (const value of strings) {
    const single = !/[\s;&|]/.test(value.replace(HOLES, "x"));
    if (single && open) lines[lines.length - 1] += ` ${value}`;
    else lines.push(value);
    open = single;
  }
  return lines.flatMap((line) => commandsIn(line, places));
}

/** What code names: paths in quotes, and what Python imports. */
export function codeIn(text: string, places: KnownPlaces): readonly Words[] {
  const imports = [...text.matchAll(/^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+([\w., \t]+)/gm)].map(
    ([, from, names]) =>
      ["import", ...(from === undefined ? [] : [from]), ...(names ?? "").split(/[,\s]+/)].filter(Boolean),
  );
  const required = [...text.matchAll(/\brequire(?:_relative)?[ (]+["'](\w+)["']/g)].map(([, name = ""]) => [
    "import",
    name,
  ]);
  const quoted = quotedIn(text, places).map((words) => words.filter((word) => /^\.|\/|\.\w{1,4}$/.test(word)));
  return [...imports, ...required, ...quoted.filter((words) => words.length > 0)];
}
