/**
 * The command line a host runs, and the one file it starts (line.sh). Interpreter, loader, TLS, proxy and git variables, which a
 * repository's settings can set, end there at `env -i`. What the hook may know is pinned; the host's PATH is passed as data, and so are
 * the names of those variables that are set and bend programs; a model's key comes through a pipe.
 */

import { sha256 } from "../../contract/key.ts";
import { HOOK_MARK } from "../../contract/own-marks.ts";
import { inQuotes, shellWord } from "../../contract/shell-word.ts";
import { PLACED_VARIABLES } from "../../machine/index.ts";
import template from "./line.sh" with { type: "text" };

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
  /** Whether the system has a quick program that the line compares its file with. */
  readonly compares?: boolean;
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

/** The file that the lines start: all that is pinned, and what they do, to be read by anybody. */
export interface HookFile {
  readonly path: string;
  readonly text: string;
  /** As much of it as the name holds. */
  readonly hash: string;
}

/** One for all agents of a machine that are installed with the same pins. */
export function hookFile(pins: Pins): HookFile {
  const text = fill(template, {
    ...{ node: pins.node, program: pins.program, home: pins.home, locale: pins.locale },
    ...{ config: pins.config, state: pins.state, keys: pins.keys.join(" ") },
    ...{ limit: String(killAfterSeconds(pins)), end: String(endAfterSeconds(pins)) },
    ...{ gone: formatOf(goneMessage(AGENT, pins)), goneJson: formatOf(inJson(goneMessage(AGENT, pins))) },
    ...{ killed: formatOf(KILLED), killedJson: formatOf(inJson(KILLED)) },
  })
    .replace("@places@", () => PLACED_VARIABLES.map((name) => `$${name}`).join("|"))
    .replace("@given@", () => `printf '%s\\n' ${pins.keys.map((name) => `"$${name}"`).join(" ")}`);
  const hash = sha256(text).slice(0, NAME_LETTERS);
  return { path: `${pins.state}/hooks/hook-${hash}.sh`, text, hash };
}

/** 128 bits. */
const NAME_LETTERS = 32;
const AGENT = "AGENT";

/** Each `@name@` is one word of the shell. */
const fill = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/@(\w+)@/g, (all, name: string) => {
    const word = words[name];
    return word === undefined ? all : inQuotes(word);
  });

/** For `printf`, with the agent's name as its words. */
const formatOf = (message: string): string => message.replace(/[\\%]/g, "$&$&").replaceAll(AGENT, "%s");
const inJson = (message: string): string => JSON.stringify(message).slice(1, -1);

/**
 * For hosts that run a line in a shell: it starts the file, if that is there and as it was written. Where it is not, the line itself
 * still answers: a call is blocked, a person is told, and both learn what to do.
 */
export function shellLine(host: string, pins: Pins, waiting: HookWaiter, quiet = false): string {
  const { path } = hookFile(pins);
  // What the name ends with is the hash.
  const compare = `h=\${f%.sh};case $(/usr/bin/sha256sum<"$f") in \${h##*-}*). "$f";;esac`;
  const start = pins.compares === true ? compare : `[ -r "$f" ]&&. "$f"`;
  const script = `f=${shellWord(path)};${start}${quiet ? "" : `;${CHANGED[waiting]}`}`;
  const line = `/bin/sh -c ${inQuotes(script)} ${HOOK_MARK}=${host} ${waiting}`;
  // Where not even a shell starts, as with an environment as large as the system allows, the host's own tells why.
  return waiting === "call" ? `${line}||exit 2` : line;
}

/** Status 2 blocks a call on every host that can be blocked; typing goes on, with the sentence beside it. */
const CHANGED: Readonly<Record<HookWaiter, string>> = {
  call: `echo "$f is gone or changed: no call runs, see sallyport doctor">&2;exit 2`,
  person: `echo "{\\"systemMessage\\":\\"The hook of Sallyport is gone or changed: no call runs, see sallyport doctor\\"}"`,
};

const KILLED =
  "Sallyport's hook could not be started, was killed, or was stopped until its time was over, so no call runs on its word. This is a fault, not a refusal; the person can find the cause with: sallyport doctor";

/** For the person, and for an agent whose calls are blocked by it. */
export const goneMessage = (host: string, pins: Pins, file = `the settings of ${host}`): string => {
  const { program, node } = pins;
  const gone = `Sallyport is no longer in ${program}, or its Node no longer at ${node}, but its hook is still in ${file}. Until that is put right no tool call runs.`;
  return `${gone} ${installAgain(host, pins)} Or take it out: delete every hook with ${HOOK_MARK} there.`;
};

/** As it was really installed: a name in a registry may be nobody's, or a stranger's. */
function installAgain(host: string, { program, origin }: Pins): string {
  if (origin !== undefined)
    return `Install it again: npx -y -p ${quoteUnlessAddress(origin)} sallyport install ${host}.`;
  if (program.includes("/node_modules/"))
    return `Install it again with npm install -g and what you installed it from before (a file, an address or a name), then: sallyport install ${host}.`;
  const folder = program.replace(/\/dist$/, "");
  return `Put its folder back to ${folder}, build it there as its README says, then: node ${inQuotes(`${program}/sallyport.cjs`)} install ${host}.`;
}

const quoteUnlessAddress = (word: string): string => (/^[\w@./:+-]+$/.test(word) ? word : inQuotes(word));

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
