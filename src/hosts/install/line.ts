/**
 * The command line a host runs. It is absolute and starts with an empty environment: interpreter, loader, TLS, proxy and git
 * variables, which a repository's settings can set, end at `env -i`. What the hook may know is pinned; the host's PATH is
 * passed as data, and so are the names of those variables that are set and bend programs; a model's key comes through a pipe.
 */

import { HOOK_MARK } from "../../contract/own-marks.ts";
import { inQuotes } from "../../contract/shell-word.ts";
import { NAMED_VARIABLES, PLACED_VARIABLES } from "../../machine/index.ts";

export interface Pins {
  readonly node: string;
  /** The folder of hook.cjs, hook.sh and hook.pl. */
  readonly program: string;
  readonly home: string;
  readonly locale: string;
  /** Where the person's sallyport/settings.json is. */
  readonly config: string;
  readonly state: string;
  /** Variables that hold a model's key. */
  readonly keys: readonly string[];
  /** What npx was given to fetch the program with; absent where it came in another way. */
  readonly origin?: string;
  /** When the answer is out at the latest, by the settings of the day. */
  readonly deadlineMs: number;
}

/** Pins, and the host's file they are written into. */
export interface PlacedPins extends Pins {
  readonly file: string;
}

/** What waits for the hook's answer: a call, which does not run without one, or a person who types. */
export type HookWaiter = "call" | "person";

const KILL_MARGIN_S = 2;
const LINE_MARGIN_S = 2;
const HOST_MARGIN_S = 5;

/** The wrapper ends a hook that does not end by itself. */
export const killAfterSeconds = ({ deadlineMs }: Pins): number => Math.ceil(deadlineMs / 1000) + KILL_MARGIN_S;
/** The line ends a wrapper that does not end by itself: one that was stopped. */
const endAfterSeconds = (pins: Pins): number => killAfterSeconds(pins) + LINE_MARGIN_S;
/** The host's own limit lies above all of them. */
export const hostTimeoutSeconds = (pins: Pins): number => killAfterSeconds(pins) + HOST_MARGIN_S;

/**
 * For hosts that run a line in a shell. Where the program or its Node is gone, the line itself still answers: a call is
 * blocked, a person is told, and both learn what to do.
 */
export function shellLine(host: string, pins: PlacedPins, waiting: HookWaiter): string {
  const line = [
    "/usr/bin/env -i",
    `${HOOK_MARK}=${host}`,
    `HOME=${inQuotes(pins.home)}`,
    `LANG=${inQuotes(pins.locale)}`,
    "/bin/sh -c",
    inQuotes(watching(host, pins, waiting)),
    inQuotes(pins.node),
    inQuotes(`${pins.program}/hook.sh`),
    ...(waiting === "call" ? [] : ["tell"]),
    String(killAfterSeconds(pins)),
    inQuotes(pins.node),
    ...hookArguments(host, pins).map(quoteUnlessPlain),
    `--set "${NAMED_VARIABLES.map((name) => `\${${name}:+${name} }`).join("")}"`,
    `--places "${PLACED_VARIABLES.map((name) => `$${name}`).join("|")}"`,
    '--path "$PATH"',
  ].join(" ");
  const whole = pins.keys.length === 0 ? line : withKeys(line, pins.keys);
  return waiting === "call" ? `${whole} || ${UNSTARTED}` : whole;
}

/** Where not even `env` starts, as with an environment as large as the system allows, the host's own shell says no. */
const UNSTARTED = `{ [ $? = 2 ] || ${printWords("Sallyport's hook could not be started: the environment is too large, or the system is out of processes. This is a fault, not a refusal; the person can find the cause with: sallyport doctor")}; exit 2; }`;

/**
 * What the line does around the wrapper, with its words as arguments: it asks the service first where there is one, ends a wrapper
 * that hangs or was stopped, and says itself what one that was killed cannot say.
 */
function watching(host: string, pins: PlacedPins, waiting: HookWaiter): string {
  const limit = `limit="/usr/bin/timeout -s KILL ${endAfterSeconds(pins)}"; [ -x /usr/bin/timeout ] || limit=`;
  const client = inQuotes(`${pins.program}/hook.pl`);
  const places = `state=${inQuotes(pins.state)}; service="$state/service"; socket="$service/hook.sock"`;
  // Bytes are printed as they are: a dozen files of Perl's locale need not be opened.
  const ask = `PERL_SKIP_LOCALE_INIT=1 $limit /usr/bin/perl ${client} "$service" $$ "$@"; status=$?`;
  const served = `[ -x /usr/bin/perl ] && [ -r ${client} ] && ${OWN_SERVICE}`;
  // 255: Perl itself does not work here, and has read nothing.
  const wrapper = `status=255; if ${served}; then ${ask}; fi; [ $status = 255 ] && { $limit /bin/sh "$@"; status=$?; }`;
  const ended = `case $status in 0|2) exit $status;; esac; ${GONE[waiting](ENDED)}`;
  return `${limit}; ${places}; if [ -x "$0" ] && [ -r "$1" ]; then ${wrapper}; ${ended}; exit; fi; ${GONE[waiting](goneMessage(host, pins))}`;
}

/** As in hook.sh: the user's own, and no links. */
const OWN_SERVICE = [
  ...['-S "$socket"', '-O "$socket"', '-O "$service"', '-O "$state"', '-O "$service/secret"'],
  ...['! -L "$socket"', '! -L "$service"'],
]
  .map((test) => `[ ${test} ]`)
  .join(" && ");

const ENDED =
  "Sallyport's hook was killed, or stopped until its time was over, so no call runs on its word. This is a fault, not a refusal; the person can find the cause with: sallyport doctor";

/** For the person, and for an agent whose calls are blocked by it. */
export const goneMessage = (host: string, pins: PlacedPins): string => {
  const { program, node, file } = pins;
  const gone = `Sallyport is no longer in ${program}, or its Node no longer at ${node}, but its hook is still in ${file}. Until that is put right no tool call runs.`;
  return `${gone} ${installAgain(host, pins)} Or take it out: delete every hook with ${HOOK_MARK} in that file.`;
};

/** As it was really installed: a name in a registry may be nobody's, or a stranger's. */
function installAgain(host: string, { program, origin }: PlacedPins): string {
  if (origin !== undefined)
    return `Install it again: npx -y -p ${quoteUnlessAddress(origin)} sallyport install ${host}.`;
  if (program.includes("/node_modules/"))
    return `Install it again with npm install -g and what you installed it from before (a file, an address or a name), then: sallyport install ${host}.`;
  const folder = program.replace(/\/dist$/, "");
  return `Put its folder back to ${folder}, build it there as its README says, then: node ${inQuotes(`${program}/sallyport.cjs`)} install ${host}.`;
}

const quoteUnlessAddress = (word: string): string => (/^[\w@./:+-]+$/.test(word) ? word : inQuotes(word));

function printWords(message: string): string {
  return `printf "%s\\n" ${inQuotes(message)} >&2`;
}

/** Status 2 blocks a call on every host that can be blocked; typing goes on, with the sentence beside it. */
const GONE: Readonly<Record<HookWaiter, (message: string) => string>> = {
  call: (message) => `${printWords(message)}; exit 2`,
  person: (message) => `printf "%s\\n" ${inQuotes(JSON.stringify({ continue: true, systemMessage: message }))}`,
};

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
  /^[\w./-]+$/.test(word) && !word.startsWith("/") ? word : inQuotes(word);
