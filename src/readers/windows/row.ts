/** Rows of the tables for Windows, with their own examples; effects in the words the shell tables use. */
import type { Effect, WorldEffect } from "../../contract/effect.ts";
import type { WindowsCommand } from "./words.ts";

export interface WindowsRow {
  /** Command names in lower case, separated by spaces; absent: any text. */
  readonly names?: string;
  /** The rest of the command line, or for rows without names the whole text. */
  readonly line?: RegExp;
  readonly does: readonly Effect[] | ((command: WindowsCommand) => readonly Effect[]);
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
}

export const act = (family: WorldEffect["do"], op: WorldEffect["op"], detail: string, on?: string): Effect => ({
  do: family,
  op,
  detail,
  ...(on === undefined ? {} : { on }),
});

/** The details other rooms know these acts by. */
export const ACTS = {
  persists: act("persist", "create", "makes a program start by itself"),
  schedules: act("persist", "create", "schedules commands"),
  account: act("account", "create", "creates an account"),
  accountChange: act("account", "change", "changes an account or a group"),
  accountDelete: act("account", "delete", "removes an account or a group"),
  admin: act("privilege", "change", "gives an account administrator rights"),
  rights: act("privilege", "change", "changes who may act as the administrator"),
  cloudRights: act("account", "change", "who may do what in the cloud"),
  unguarded: act("security", "stop", "stops what looks for malware or records what happens"),
  weakened: act("security", "change", "changes the system's protections"),
  firewall: act("security", "change", "changes the firewall"),
  trusts: act("security", "change", "changes which certificates are trusted"),
  hidden: act("security", "change", "changes protection attributes of files"),
  logs: act("security", "delete", "removes logs of the system"),
  record: act("security", "delete", "changes the shell's record of commands"),
  audit: act("security", "delete", "turns audit off"),
  backups: act("system", "delete", "destroys backups or boot data of the system"),
  disk: act("system", "delete", "destroys what is on a disk of this machine"),
  off: act("system", "stop", "turns the machine off"),
  settings: act("system", "change", "changes preferences"),
  stopsService: act("process", "stop", "stops a service"),
  kills: act("process", "stop", "ends processes by name"),
  startsService: act("process", "run", "starts or changes a service"),
  exposes: act("security", "expose", "opens this machine to logins from outside"),
  shares: act("system", "expose", "changes what others may mount or store"),
  sniffs: act("security", "read", "listens in on network traffic"),
  memory: act("security", "read", "reads or changes the memory of another process"),
  screen: act("security", "read", "records the screen, the keys or the sound"),
  attacks: act("security", "run", "attacks accounts or machines"),
  proxied: act("security", "change", "sends this machine's traffic through a proxy"),
  unchecked: act("security", "change", "a guard of the shell is switched off"),
  evades: act(
    "security",
    "change",
    "a system's protections are gone around: one program is made to run another's code",
  ),
  installs: act("package", "create", "a package, from a file or an address"),
  cloud: act("cloud", "change", "changes an account or a service in the cloud"),
  mails: act("message", "create", "sends mail"),
  steals: { do: "secret", source: "credentials of other people or programs" },
  hunts: { do: "secret", source: "places where credentials are kept" },
  clipboard: { do: "secret", source: "clipboard" },
  fetchedRun: { do: "run", program: "powershell", what: "code", detail: "fetched and run" },
  encodedRun: { do: "run", program: "powershell", what: "code", detail: "decoded and run" },
  remote: { do: "run", program: "remote", what: "remote", detail: "commands on another machine" },
} as const satisfies Readonly<Record<string, Effect>>;

const URL_HOST = /(?:https?|ftp):\/\/(?:[^/@\s"']*@)?([^/:?#\s"')]+)/i;

const hostIn = (text: string): string | null => URL_HOST.exec(text)?.[1]?.toLowerCase() ?? null;

export const gets = (text: string): Effect => ({ do: "network", host: hostIn(text), method: "GET", sends: false });
export const sends = (text: string): Effect => ({ do: "network", host: hostIn(text), method: "POST", sends: true });
