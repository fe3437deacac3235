/**
 * The command line a host runs. It is absolute and starts with an empty environment: interpreter, loader, TLS, proxy and git
 * variables, which a repository's settings can set, end at `env -i`. What the hook may know is pinned; the host's PATH is
 * passed as data, a model's key through a pipe.
 */
export interface Pins {
  readonly node: string;
  /** The folder of hook.cjs and hook.sh. */
  readonly program: string;
  readonly home: string;
  readonly locale: string;
  /** Where the person's sallyport/settings.json is. */
  readonly config: string;
  readonly state: string;
  /** Variables that hold a model's key. */
  readonly keys: readonly string[];
  /** When the answer is out at the latest, by the settings of the day. */
  readonly deadlineMs: number;
}

/** Stands in every line, and in nothing else: how our own entries are known again. */
export const MARK = "SALLYPORT_HOOK";

const KILL_MARGIN_S = 2;
const HOST_MARGIN_S = 5;

/** The wrapper ends a hook that does not end by itself. */
export const killAfterSeconds = ({ deadlineMs }: Pins): number => Math.ceil(deadlineMs / 1000) + KILL_MARGIN_S;
/** The host's own limit lies above both. */
export const hostTimeoutSeconds = (pins: Pins): number => killAfterSeconds(pins) + HOST_MARGIN_S;

/** For hosts that run a line in a shell. */
export function shellLine(host: string, pins: Pins): string {
  const line = [
    "/usr/bin/env -i",
    `${MARK}=${host}`,
    `HOME=${quoteWord(pins.home)}`,
    `LANG=${quoteWord(pins.locale)}`,
    "/bin/sh",
    quoteWord(`${pins.program}/hook.sh`),
    String(killAfterSeconds(pins)),
    quoteWord(pins.node),
    ...hookArguments(host, pins).map(quoteUnlessPlain),
    '--path "$PATH"',
  ].join(" ");
  return pins.keys.length === 0 ? line : withKeys(line, pins.keys);
}

/**
 * Keys stand on no command line, where everybody could read them: the shell itself writes them, in order, into a pipe that
 * is the hook's descriptor 3, beside the event on its standard input.
 */
const withKeys = (line: string, keys: readonly string[]): string =>
  `{ printf '%s\\n' ${keys.map((name) => `"$${name}"`).join(" ")} | ${line} --key-fd ${KEY_DESCRIPTOR} 3<&0 <&4 4<&-; } 4<&0`;

const KEY_DESCRIPTOR = 3;

/** What comes after node: the same for a shell's line and for a program that starts the hook itself. */
export const hookArguments = (host: string, pins: Pins): readonly string[] => [
  `${pins.program}/hook.cjs`,
  host,
  "--vouched",
  "--config",
  pins.config,
  "--state",
  pins.state,
  ...pins.keys.flatMap((name) => ["--key", name]),
];

const quoteUnlessPlain = (word: string): string =>
  /^[\w./-]+$/.test(word) && !word.startsWith("/") ? word : quoteWord(word);

/** One word for any POSIX shell. */
export const quoteWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
