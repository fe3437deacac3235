/** What a PowerShell or cmd command would do, as far as its words tell. Never throws; never proves anything harmless. */
import { type Effect, exact } from "../../contract/effect.ts";
import { ALIASES } from "./aliases.ts";
import { CMD } from "./cmd.ts";
import { CMDLETS } from "./cmdlets.ts";
import { PATTERNS } from "./patterns.ts";
import { DECODED_CODE, type WindowsRow } from "./row.ts";
import { commandsOf, type Dialect, encodedCommands, plainText, quotedParts, type WindowsCommand } from "./words.ts";

const MAX_DEPTH = 4;
const MAX_EFFECTS = 60;

/** The words never tell everything. */
const UNREAD: Effect = {
  do: "unknown",
  act: "unknown.unread",
  wording: "commands of this shell are read by their words only",
};

const TABLE: ReadonlyMap<string, readonly WindowsRow[]> = byName([...CMD, ...CMDLETS]);

export function readWindows(command: string, dialect: Dialect): readonly Effect[] {
  const found = new Map<string, Effect>();
  try {
    collect(command, dialect, 0, found);
  } catch {
    // What cannot be taken apart stays unknown.
  }
  return [...found.values(), UNREAD];
}

function collect(command: string, dialect: Dialect, depth: number, found: Map<string, Effect>): void {
  const text = plainText(command, dialect);
  const add = (effects: readonly Effect[]): void => {
    for (const effect of effects) if (found.size < MAX_EFFECTS) found.set(JSON.stringify(effect), effect);
  };
  for (const row of PATTERNS)
    if (row.line?.test(text) === true)
      add(effectsOf(row, { name: "", bare: false, words: [], line: text, statement: text }));
  for (const one of commandsOf(text, dialect)) {
    const resolved = resolve(one, dialect);
    for (const row of TABLE.get(resolved.name) ?? [])
      if (row.line === undefined || row.line.test(resolved.line)) add(effectsOf(row, resolved));
    add(scripts(one));
    if (depth < MAX_DEPTH) for (const [inner, of] of commandsInside(resolved)) collect(inner, of, depth + 1, found);
  }
  if (depth >= MAX_DEPTH) return;
  for (const decoded of encodedCommands(text)) {
    add([DECODED_CODE]);
    collect(decoded, "powershell", depth + 1, found);
  }
}

const effectsOf = (row: WindowsRow, command: WindowsCommand): readonly Effect[] =>
  typeof row.does === "function" ? row.does(command) : row.does;

/** cmd's own words keep their meaning in cmd; PowerShell's aliases hold only there. */
function resolve(command: WindowsCommand, dialect: Dialect): WindowsCommand {
  const full =
    dialect === "powershell" && command.bare && Object.hasOwn(ALIASES, command.name)
      ? ALIASES[command.name]
      : undefined;
  return full === undefined ? command : { ...command, name: full };
}

const SHELLS: Readonly<Record<string, Dialect>> = { cmd: "cmd", powershell: "powershell", pwsh: "powershell" };

/** Commands inside a command: another shell's, and text that is evaluated. */
function commandsInside({ name, line, words, statement }: WindowsCommand): readonly (readonly [string, Dialect])[] {
  const shell = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined;
  if (shell !== undefined) {
    const behind =
      shell === "cmd"
        ? /\/[ckr]\s+(.+)$/is.exec(line)?.[1]
        : (/-c(?:o\w*)?\s+(.+)$/is.exec(line)?.[1] ?? words.filter((word) => !/^-/.test(word)).join(" "));
    return behind === undefined || behind === "" ? [] : [[behind, shell]];
  }
  if (/^(?:invoke-expression|start-job|invoke-command|start-process)$/.test(name))
    return [
      [words.filter((word) => !/^-/.test(word)).join(" "), "powershell"],
      ...quotedParts(statement).map((part) => [part, "powershell"] as const),
    ];
  if (name === "for" || /^%+\w/.test(name)) return quotedParts(statement).map((part) => [part, "cmd"] as const);
  return [];
}

/** A program or script by its path. */
function scripts({ statement }: WindowsCommand): readonly Effect[] {
  const path =
    /^(?:&\s*|\.\s+|start(?:-process)?\s+(?:-\w+\s+)*|["'$(]*)["']?((?:[A-Za-z]:|\$env:\w+|%\w+%|\.|\$\w+:?)[\\/][^"'|;<>]*?\.(?:exe|ps1|bat|cmd|vbs|js|msi|dll|py|hta))\b/i.exec(
      statement,
    )?.[1];
  if (path === undefined || /^(?:C:\\Windows|\$env:(?:windir|SystemRoot)|%(?:windir|SystemRoot)%)\\/i.test(path))
    return [];
  return [
    { do: "run", program: path, what: "script", script: exact(`/${path.replaceAll("\\", "/").replace(/^\/+/, "")}`) },
  ];
}

function byName(rows: readonly WindowsRow[]): ReadonlyMap<string, readonly WindowsRow[]> {
  const map = new Map<string, WindowsRow[]>();
  for (const row of rows)
    for (const name of row.names?.split(" ") ?? []) map.set(name, [...(map.get(name) ?? []), row]);
  return map;
}
