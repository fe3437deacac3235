/** What a PowerShell or cmd command would do, as far as its words tell. Never throws; never proves anything harmless. */
import type { ActId } from "../../contract/acts.ts";
import { type Effect, exact } from "../../contract/effect.ts";
import type { SimpleCommand, Word } from "../../contract/simple.ts";
import { effectOf, fullName, rowsOf } from "./rows.ts";
import { commandsOf, type Dialect, plainText, quotedParts, type WindowsCommand } from "./words.ts";

const MAX_DEPTH = 4;
const MAX_EFFECTS = 60;
const MAX_COMMANDS = 400;

/** The words never tell everything. */
const UNREAD: Effect = {
  do: "unknown",
  act: "unknown.unread",
  wording: "commands of this shell are read by their words only",
};

interface Found {
  readonly text: string;
  readonly commands: readonly WindowsCommand[];
  readonly depth: number;
}

/** The text, and each text inside it that another shell or `iex` gets. */
function textsOf(command: string, dialect: Dialect, depth = 0): readonly Found[] {
  const text = plainText(command, dialect);
  const commands = commandsOf(text, dialect).map((one) => resolve(one, dialect));
  const inner = depth >= MAX_DEPTH ? [] : commands.flatMap(commandsInside);
  return [{ text, commands, depth }, ...inner.flatMap(([code, of]) => textsOf(code, of, depth + 1))];
}

/** Acts found by the rows, and that the rest is not read. */
export function readWindows(command: string, dialect: Dialect): readonly Effect[] {
  const found = new Map<string, Effect>();
  for (const { text, commands } of textsOf(command, dialect)) {
    const effects = [
      ...matches("", text).map((id) => effectOf(id, text)),
      ...commands.flatMap((one) => [...actsOf(one).map((id) => effectOf(id, one.line)), ...scripts(one)]),
    ];
    for (const effect of effects) if (found.size < MAX_EFFECTS) found.set(JSON.stringify(effect), effect);
  }
  return [...found.values(), UNREAD];
}

/** It changes the registry: then it is looked up under that name too. */
const isOfRegistry = ({ name, line }: WindowsCommand): boolean =>
  name === "reg"
    ? /^(?:add|delete|restore|load|copy)\b/i.test(line)
    : /^(?:(?:set|new|remove|rename)-itemproperty|(?:new|set|remove)-item)$/.test(name) &&
      /HK(?:LM|CU|CR|U|EY_)|Registry::|\\(?:SOFTWARE|SYSTEM)\\|CurrentVersion/i.test(line);

const actsOf = (one: WindowsCommand): readonly ActId[] => [
  ...(isOfRegistry(one) ? matches("registry", one.line) : []),
  ...matches(one.name, one.line),
];

function matches(name: string, line: string): readonly ActId[] {
  const acts: ActId[] = [];
  for (const row of rowsOf(name))
    if ((!row.isElse || acts.length === 0) && row.line?.test(line) !== false && row.not?.test(line) !== true)
      acts.push(...row.acts);
  return acts;
}

/** Its commands by their first words, for deny rules and mentions. */
export const windowsCommands = (command: string, dialect: Dialect, cwd: string | null): readonly SimpleCommand[] =>
  textsOf(command, dialect)
    .flatMap(({ commands, depth }) => commands.map((one) => asSimple(one, depth, cwd)))
    .slice(0, MAX_COMMANDS);

const asSimple = ({ name, written, words }: WindowsCommand, depth: number, cwd: string | null): SimpleCommand => ({
  name,
  words: [written, ...words].map(asWord),
  wrappers: [],
  assignments: [],
  reads: [],
  writes: [],
  cwd,
  depth,
});

const asWord = (text: string): Word => {
  const at = text.search(/[$%]/);
  return { value: at < 0 ? text : null, text, prefix: at < 0 ? text : text.slice(0, at) };
};

/** cmd's own words keep their meaning in cmd; PowerShell's short names hold only there. */
const resolve = (command: WindowsCommand, dialect: Dialect): WindowsCommand =>
  dialect === "powershell" && /^[\w-]+$/.test(command.written) ? { ...command, name: fullName(command.name) } : command;

const SHELLS: Readonly<Record<string, Dialect>> = { cmd: "cmd", powershell: "powershell", pwsh: "powershell" };

/** Commands inside a command: another shell's, and text that is evaluated. */
function commandsInside({ name, line, words, statement }: WindowsCommand): readonly (readonly [string, Dialect])[] {
  const rest = words.filter((word) => !word.startsWith("-")).join(" ");
  const shell = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined;
  if (shell !== undefined) {
    const behind =
      shell === "cmd" ? /\/[ckr]\s+(.+)$/is.exec(line)?.[1] : (/-c(?:o\w*)?\s+(.+)$/is.exec(line)?.[1] ?? rest);
    return behind === undefined || behind === "" ? [] : [[behind, shell]];
  }
  const parts = quotedParts(statement);
  if (/^(?:invoke-expression|start-job|invoke-command|start-process)$/.test(name))
    return [rest, ...parts].map((part) => [part, "powershell"]);
  return name === "for" || /^%+\w/.test(name) ? parts.map((part) => [part, "cmd"]) : [];
}

/** A program or script by its path. */
function scripts({ statement }: WindowsCommand): readonly Effect[] {
  const path = SCRIPT.exec(statement)?.[1];
  if (path === undefined || /^(?:C:\\Windows|\$env:(?:windir|SystemRoot)|%(?:windir|SystemRoot)%)\\/i.test(path))
    return [];
  const script = exact(`/${path.replaceAll("\\", "/").replace(/^\/+/, "")}`);
  return [{ do: "run", program: path, what: "script", script }];
}

const SCRIPT =
  /^(?:&\s*|\.\s+|start(?:-process)?\s+(?:-\w+\s+)*|["'$(]*)["']?((?:[A-Za-z]:|\$env:\w+|%\w+%|\.|\$\w+:?)[\\/][^"'|;<>]*?\.(?:exe|ps1|bat|cmd|vbs|js|msi|dll|py|hta))\b/i;
