/** PowerShell and cmd, read by their words alone. Never throws; nothing is proven by it. */

import type { ActId } from "../../contract/acts.ts";
import { act, type Effect, exact, unknownTarget, type WorldAct } from "../../contract/effect.ts";
import { once } from "../../contract/kept.ts";
import type { SimpleCommand, Word } from "../../contract/simple.ts";
import ROWS from "./rows.json" with { type: "json" };
import { commandsOf, type Dialect, type WindowsCommand } from "./words.ts";

/** A row says what a command does whose words hold all that one of its entries asks for. */
export interface WindowsRow {
  readonly act: string;
  /** Names of commands in full, parted by blanks; absent: the text as a whole. */
  readonly names?: string;
  /** Entries parted by commas; of one, every piece must stand in the line. Absent: every use. */
  readonly words?: string;
  readonly match: string;
  readonly notMatch: string;
}

const rowsByName = once(() => {
  const found = new Map<string, readonly WindowsRow[]>();
  for (const row of ROWS)
    for (const name of row.names?.split(" ") ?? []) found.set(name, [...(found.get(name) ?? []), row]);
  return found;
});
const ofTexts = once((): readonly WindowsRow[] => ROWS.filter(({ names }) => names === undefined));

/** The words never tell everything. */
const UNREAD: Effect = {
  do: "unknown",
  act: "unknown.unread",
  wording: "commands of this shell are read by their words only",
};

/** What it would do, as far as its words tell, for topics and for people. */
export function readWindows(text: string, dialect: Dialect): readonly Effect[] {
  const found = new Map<string, Effect>();
  const add = (row: WindowsRow, line: string): void => {
    if (!isMet(row, line)) return;
    const effect = effectOf(row.act as ActId, line);
    found.set(JSON.stringify(effect), effect);
  };
  for (const row of ofTexts()) add(row, text);
  for (const { name, line } of commandsOf(text, dialect))
    for (const row of rowsByName().get(name) ?? []) add(row, line);
  return [...found.values(), UNREAD];
}

/** Programs that look for malware or record what happens. */
const WATCHER =
  /defend|sense|mpssvc|wscsvc|eventlog|sysmon|falcon|csagent|sentinel|carbon|mcafee|symantec|sophos|cylance|kaspersky|eset|splunk|osquery|wazuh/;
/** A drive, what its system keeps on it, a home; or all that is in one. */
const WHOLE =
  /(?:^| )(?:[a-z]:|[a-z]:[\\/]+(?:windows|users(?:[\\/][^\\/ ]+)?|program files|programdata)?|\$env:(?:systemroot|systemdrive|windir|userprofile|home)|%(?:systemroot|systemdrive|windir|userprofile)%|\$home|~|\/(?:bin|boot|etc|home|usr|var)?)[\\/]*(?:\*(?:\.\*)?)?(?= |$)/;

function isMet({ words }: WindowsRow, line: string): boolean {
  if (words === undefined) return true;
  const said = line.toLowerCase();
  return words.split(", ").some((entry) =>
    entry.split(" ").every((piece) => {
      if (piece === "{whole}") return WHOLE.test(said);
      return piece === "{watcher}" ? WATCHER.test(said) : said.includes(piece);
    }),
  );
}

const URL_HOST = /(?:https?|ftp):\/\/(?:[^/@\s"']*@)?([^/:?#\s"')]+)/i;
const hostIn = (line: string): string | null => URL_HOST.exec(line)?.[1]?.toLowerCase() ?? null;

function effectOf(id: ActId, line: string): Effect {
  switch (id) {
    case "file.delete":
      return { do: "delete", target: unknownTarget(), recursive: true };
    case "file.read":
      return { do: "read", target: exact("/c/file"), recursive: false, content: true };
    case "network.contact":
      return { do: "network", host: hostIn(line), method: "GET", sends: false };
    case "network.send":
      return { do: "network", host: hostIn(line), method: "POST", sends: true };
    case "run.fetched":
    case "run.decoded":
      return { do: "run", act: id, program: "powershell", what: "code" };
    case "run.remote":
      return { do: "run", program: "remote", what: "remote" };
    case "secret.of-others":
    case "secret.hunt":
    case "secret.environment":
    case "secret.clipboard":
      return { do: "secret", act: id };
    default:
      return act(id as WorldAct);
  }
}

/** The same commands as rules, the floor and guarded places look at them. */
export const windowsCommands = (text: string, dialect: Dialect, cwd: string): readonly SimpleCommand[] =>
  commandsOf(text, dialect).map((command) => asSimple(command, cwd));

const asSimple = ({ name, words }: WindowsCommand, cwd: string): SimpleCommand => ({
  ...{ name, words: words.map(asWord), wrappers: [], assignments: [], reads: [], writes: [] },
  ...{ cwd, depth: 0 },
});

const OF_HOME = /^\$(?:HOME|env:(?:USERPROFILE|HOME))(?=\/|$)/i;

/** A variable in it: nobody knows what the program gets. */
function asWord(written: string): Word {
  const text = written.replaceAll("\\", "/").replace(OF_HOME, "~");
  const at = text.search(/[$%]\{?\w/);
  return { value: at < 0 ? text : null, text, prefix: at < 0 ? text : text.slice(0, at) };
}
