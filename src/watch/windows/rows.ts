/** Rows that name what a command of Windows does, and what each act is as an effect. */
import { ACTS, type ActId } from "../../contract/acts.ts";
import { act, type Effect, exact, unknownTarget, type WorldAct } from "../../contract/effect.ts";
import ALIASES from "./aliases.json" with { type: "json" };
import ROWS from "./rows.json" with { type: "json" };

export interface WindowsRow {
  /** Command names in lower case, separated by spaces; absent: the whole text is looked at. */
  readonly names?: string;
  /** What the rest of the line, or the text, must and must not hold, as patterns. */
  readonly line?: string;
  readonly not?: string;
  /** Separated by spaces. */
  readonly acts: string;
  /** Only where no row before it fits. */
  readonly else?: true;
  /** A use it fits. */
  readonly ex?: string;
}

/** A drive, what its system keeps on it, a home, and the same by the names a Unix system has for them; or all that is in one. */
const WHOLE = String.raw`(?<![\w.:\\/-])(?:[a-z]:(?:[\\/]+(?:windows|users(?:[\\/][^\\/\s"'*|;)]+)?|program files(?: \(x86\))?|programdata))?|\$env:(?:SystemRoot|SystemDrive|windir|USERPROFILE|HOMEPATH|ProgramFiles|ProgramData)|%(?:systemroot|systemdrive|windir|userprofile|homepath|programfiles|programdata)%|\$(?:\{)?home\}?|~|\/(?:(?:home|users)\/[\w.-]+|bin|boot|data|dev|etc|home|lib|mnt|opt|proc|root|sbin|srv|sys|usr|users|var)?)[\\/]*(?:\*(?:\.\*)?)?(?=[\s"',;|)]|$)`;

/** Services that look for malware or record. */
const WATCHER =
  "defend|sense|mpssvc|wscsvc|eventlog|sysmon|falcon|csagent|sentinel|carbon|cbdefense|mcafee|symantec|sophos|cylance|kaspersky|avast|eset|tanium|splunk|winlogbeat|osquery|wazuh";

export interface CompiledRow {
  readonly line?: RegExp;
  readonly not?: RegExp;
  readonly acts: readonly ActId[];
  readonly isElse: boolean;
}

const pattern = (text: string): RegExp =>
  new RegExp(text.replaceAll("<whole>", WHOLE).replaceAll("<watcher>", `(?:${WATCHER})`), "i");

const isAct = (id: string): id is ActId => Object.hasOwn(ACTS, id);

export const compileRow = ({ line, not, acts, ...row }: WindowsRow): CompiledRow => ({
  ...(line === undefined ? {} : { line: pattern(line) }),
  ...(not === undefined ? {} : { not: pattern(not) }),
  acts: acts.split(" ").filter(isAct),
  isElse: row.else === true,
});

const all: readonly WindowsRow[] = ROWS as readonly WindowsRow[];
const byName = new Map<string, CompiledRow[]>();

/** Rows of a name, in order; those without a name under "". Made when first asked for. */
export function rowsOf(name: string): readonly CompiledRow[] {
  if (byName.size === 0)
    for (const row of all) {
      const compiled = compileRow(row);
      for (const one of (row.names ?? "").split(" ")) byName.set(one, [...(byName.get(one) ?? []), compiled]);
    }
  return byName.get(name) ?? [];
}

/** PowerShell's short names. */
export const fullName = (name: string): string => new Map(Object.entries(ALIASES)).get(name) ?? name;

const HOSTS = [
  /(?:https?|ftp):\/\/(?:[^/@\s"']*@)?([^/:?#\s"')]+)/i,
  /(?:\\\\|@|-(?:computername|cn|hostname|ssh)\s+["']?)([\w.-]+)/i,
];

const hostIn = (text: string): string | null =>
  HOSTS.map((one) => one.exec(text)?.[1]?.toLowerCase()).find((host) => host !== undefined) ?? null;

/** The act as an effect; `text` may name a host. */
export function effectOf(id: ActId, text: string): Effect {
  switch (id) {
    case "network.contact":
      return { do: "network", host: hostIn(text), method: "GET", sends: false };
    case "network.send":
      return { do: "network", host: hostIn(text), method: "POST", sends: true };
    case "network.look-up":
      return { do: "network", host: null, sends: true, act: id };
    case "run.fetched":
    case "run.decoded":
      return { do: "run", act: id, program: "powershell", what: "code" };
    case "run.remote":
      return { do: "run", program: "remote", what: "remote" };
    case "file.read":
      return { do: "read", target: exact("/c/file"), recursive: false, content: true };
    case "file.delete":
      return { do: "delete", target: unknownTarget(), recursive: true };
    default:
      return ACTS[id][0] === "secret" ? { do: "secret", act: id as never } : act(id as WorldAct);
  }
}
