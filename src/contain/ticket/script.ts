/** The two scripts of a ticket: what the host's shell reads, and the engine it starts. Ours above, the fixed part below. */

import { inQuotes } from "../../contract/shell-word.ts";
import type { Aftermath } from "./aftermath.ts";
import ENGINE from "./engine.sh" with { type: "text" };
import SOURCED from "./sourced.sh" with { type: "text" };
import { TRIED } from "./tried.ts";
import { findPattern, shellArray } from "./words.ts";

export interface ScriptParts {
  readonly id: string;
  readonly tickets: string;
  readonly live: string;
  readonly quarantine: string;
  readonly ticket: string;
  /** Seconds since the epoch. */
  readonly expires: number;
  /** How long bubblewrap may take until the command runs. */
  readonly startSeconds: number;
  /** Of `command` and of `command-sh`. */
  readonly sha256: string;
  readonly sha256ForSh: string;
  /** bubblewrap, absolute, with its options, up to the `--`. */
  readonly bubblewrap: readonly string[];
  /** The first thing that runs inside; ends in the command it is given. */
  readonly guard: string;
  /** Places whose cover is left out when they are gone. */
  readonly passing: readonly string[];
  /** Sockets and pipes with nobody behind them inside. */
  readonly covered: readonly string[];
  readonly pass: readonly string[];
  readonly set: Readonly<Record<string, string>>;
  readonly seccomp: string;
  readonly shells: Shells;
  readonly aftermath: Aftermath;
}

/** Absolute; empty where there is none. */
export interface Shells {
  readonly bash: string;
  readonly zsh: string;
  readonly sh: string;
}

export function engineScript(parts: ScriptParts): string {
  const { aftermath, shells } = parts;
  const words: Readonly<Record<string, string>> = {
    ID: parts.id,
    TICKETS: parts.tickets,
    TICKET: parts.ticket,
    LIVE: parts.live,
    QUARANTINE: parts.quarantine,
    EXPIRES: String(parts.expires),
    START_SECONDS: String(parts.startSeconds),
    CHECK: parts.sha256,
    CHECK_FOR_SH: parts.sha256ForSh,
    SECCOMP: parts.seccomp,
    GUARD: parts.guard,
    TEMPORARY: parts.set.TMPDIR ?? "/tmp",
    ZSH: shells.zsh,
    SH: shells.sh,
    PASS: ` ${parts.pass.join(" ")} `,
    GIT_PROTECTED: aftermath.gitProtected,
    REFUSED: aftermath.refused,
    TRIED: TRIED.line,
    HOST: TRIED.host,
    WITHOUT: aftermath.without,
  };
  const lists: Readonly<Record<string, readonly string[]>> = {
    BUBBLEWRAP: parts.bubblewrap,
    PASSING: parts.passing,
    COVERED: parts.covered,
    SET: Object.entries(parts.set).map(([name, value]) => `${name}=${value}`),
    ROOTS: aftermath.roots,
    GIT_DIRECTORIES: aftermath.gitDirectories,
    HELD_PLACES: aftermath.heldDirectories,
    HELD_DIRECTORIES: aftermath.heldDirectories.map(findPattern),
    HELD_FILES: aftermath.heldFiles,
    LINKS: aftermath.links,
  };
  return [
    ...Object.entries(words).map(([name, value]) => `readonly ${name}=${inQuotes(value)}`),
    ...Object.entries(lists).map(([name, values]) => `readonly -a ${name}=${shellArray(values)}`),
    `readonly -A NAMES=(${aftermath.names.map((name) => `[${inQuotes(name)}]=1`).join(" ")})`,
    ENGINE,
  ].join("\n");
}

export const sourcedScript = (ticket: string, { bash }: Shells): string =>
  `sallyport_ticket=${inQuotes(ticket)}\nsallyport_bash=${inQuotes(bash)}\n${SOURCED}`;

/** What the shell inside evaluates: the last descriptor of ours is closed, then the command runs, byte for byte. */
export const commandScript = (command: string): string => `\\exec 9<&-; \\eval ${oneLine(command)}\n`;

/** For shells that have only POSIX words; they count a command's lines from where it ends. */
export const commandScriptForSh = (command: string): string => `\\exec 9<&-; \\eval ${inQuotes(command)}\n`;

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r" };
/** One word on one line, for bash and zsh, so that the command's own lines are counted from one. */
const oneLine = (text: string): string => `$'${text.replace(/[\\'\n\r]/g, (c) => ESCAPES[c] ?? c)}'`;
