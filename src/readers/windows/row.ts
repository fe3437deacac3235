/** Rows of the tables for Windows, with their own examples. */
import type { ActId } from "../../contract/acts.ts";
import type { Effect } from "../../contract/effect.ts";
import type { WindowsCommand } from "./words.ts";

export interface WindowsRow {
  /** Command names in lower case, separated by spaces; absent: any text. */
  readonly names?: string;
  /** The rest of the command line, or for rows without names the whole text. */
  readonly line?: RegExp;
  readonly does: readonly Effect[] | ((command: WindowsCommand) => readonly Effect[]);
  /** Command lines, each with every act that is found in it. */
  readonly match: readonly (readonly [text: string, acts: readonly ActId[]])[];
  readonly notMatch: readonly string[];
}

export const OTHERS_SECRETS: Effect = { do: "secret", act: "secret.of-others" };
export const SECRET_PLACES: Effect = { do: "secret", act: "secret.hunt" };
export const CLIPBOARD: Effect = { do: "secret", act: "secret.clipboard" };
export const FETCHED_CODE: Effect = { do: "run", act: "run.fetched", program: "powershell", what: "code" };
export const DECODED_CODE: Effect = { do: "run", act: "run.decoded", program: "powershell", what: "code" };
export const OTHER_MACHINE: Effect = { do: "run", program: "remote", what: "remote" };

/** A drive, what its system keeps on it, a home, and the same by the names a Unix system has for them; or all that is in one. */
const WHOLE = String.raw`(?:[a-z]:(?:[\\/]+(?:windows|users(?:[\\/][^\\/\s"'*|;)]+)?|program files(?: \(x86\))?|programdata))?|\$env:(?:SystemRoot|SystemDrive|windir|USERPROFILE|HOMEPATH|HOME|ProgramFiles|ProgramData|PUBLIC)|%(?:systemroot|systemdrive|windir|userprofile|homepath|programfiles|programdata)%|\$(?:\{)?home\}?|~|\/(?:(?:home|users)\/[\w.-]+|bin|boot|data|dev|etc|home|lib|lib64|mnt|opt|proc|root|sbin|srv|sys|usr|users|var)?)[\\/]*(?:\*(?:\.\*)?)?`;
const ENDS = String.raw`(?=[\s"',;|)]|$)`;
export const wholePlace = (before: string, after = ""): RegExp =>
  new RegExp(`${before}(?<![\\w.:\\\\/-])${WHOLE}${ENDS}${after}`, "i");

const URL_HOST = /(?:https?|ftp):\/\/(?:[^/@\s"']*@)?([^/:?#\s"')]+)/i;

const hostIn = (text: string): string | null => URL_HOST.exec(text)?.[1]?.toLowerCase() ?? null;

export const gets = (text: string): Effect => ({ do: "network", host: hostIn(text), method: "GET", sends: false });
export const sends = (text: string): Effect => ({ do: "network", host: hostIn(text), method: "POST", sends: true });

/** Services that look for malware or record. */
export const WATCHER =
  /defend|sense|mpssvc|wscsvc|eventlog|sysmon|falcon|csagent|sentinel|carbon|cb(?:defense|daemon)?|mcafee|symantec|sophos|cylance|kaspersky|avast|avg|eset|trend|tanium|splunk|winlogbeat|nxlog|elastic|osquery|wazuh|bits?defender/i;
