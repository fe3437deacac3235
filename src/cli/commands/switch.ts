/** `sallyport switch`: how much the gate has to say, for a while or from now on. */
import { endPause, loadPersonSettings, MAX_PAUSE_MINUTES, pausedUntil, pauseUntil, stateDir } from "../../app/index.ts";
import { userSettingsPath } from "../../app/settings/index.ts";
import { clockTime } from "../../contract/clock.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { writeSetting } from "../../evidence/suggest/index.ts";
import { type Command, command } from "../command.ts";
import { flag, parseWhole } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { ownTerminal, realTerminal, type TerminalFacts } from "../terminal/person.ts";
import { refuse, report } from "../terminal/style.ts";

const DEFAULT_MINUTES = 30;

interface Given {
  readonly json: boolean;
  /** How many minutes, as it was typed. */
  readonly minutes: string | undefined;
  readonly misuse: (why: string) => number;
}

export const switchCommand = (terminal: TerminalFacts): Command =>
  command({
    name: "switch",
    about: "live, only watching, or paused: how much the gate has to say",
    usage: [
      ["sallyport switch", "say which of the three it is"],
      ["sallyport switch live", "every decision counts; ends a pause and the watching"],
      ["sallyport switch watch", "only watch: judge and record, and tell the agent nothing"],
      [
        "sallyport switch pause [MINUTES]",
        `be asked yourself for a while, instead of walls and model: ${DEFAULT_MINUTES} minutes unless you say, at most ${MAX_PAUSE_MINUTES}; 2h is 120`,
      ],
    ],
    help: "In a pause your agent asks you about whatever walls or the model would settle otherwise. Rules, the floor, protected places and everything that reading proves hold as before. Watching and pausing need a terminal of your own.",
    options: { json: flag("for programs") },
    positionals: 2,
    notes: "Exit: 0 done, 1 could not be done.",
    run: ({ options: { json }, words: [to, minutes], misuse }, io) => {
      const given = { json, minutes, misuse };
      if (to !== "pause" && minutes !== undefined) return misuse(`one word too many: ${minutes}`);
      switch (to) {
        case undefined:
          return show(given, io);
        case "live":
          return goLive(given, io);
        case "watch":
        case "pause": {
          const person = ownTerminal(io, terminal);
          if (!person.ok) return refuse(io, person.error);
          return to === "watch" ? watch(given, io) : pause(given, io);
        }
        default:
          return misuse(`say live, watch or pause, not ${to}`);
      }
    },
  });

export const switchTo = switchCommand(realTerminal);

const LIVE = "Live: what is not allowed does not run.";
const WATCHING = "Watching: everything is judged and recorded, and nothing is held back.";
const paused = (until: number): string =>
  `Paused until ${clockTime(until)}: you are asked about what walls or the model would settle. Rules and proofs hold. sallyport switch live ends it.`;
const SAME = " It was so already.";

function show({ json }: Given, io: CliIo): number {
  const loaded = loadPersonSettings(io);
  if (!loaded.ok) return refuse(io, loaded.error);
  const { shadow } = loaded.value.settings;
  const until = pausedUntil(stateDir(io.env), io.now());
  const state = shadow ? "watching" : until === null ? "live" : "paused";
  const text = { watching: WATCHING, live: LIVE, paused: paused(until ?? 0) }[state];
  return report({ json }, { value: { state, pausedUntil: until, shadow }, text }, io);
}

function pause({ json, minutes, misuse }: Given, io: CliIo): number {
  const range = { from: 1, to: MAX_PAUSE_MINUTES, fallback: DEFAULT_MINUTES };
  const asked = parseWhole("MINUTES", minutes === undefined ? undefined : asMinutes(minutes), range);
  if (!asked.ok) return misuse(`say how many minutes, from 1 to ${MAX_PAUSE_MINUTES}`);
  const until = io.now() + asked.value * 60_000;
  try {
    pauseUntil(stateDir(io.env), until);
  } catch (error) {
    return refuse(io, `the pause could not be kept: ${messageOf(error)}`);
  }
  return report({ json }, { value: { state: "paused", pausedUntil: until }, text: paused(until) }, io);
}

/** As people write a time: `5m`, `2h`. */
const asMinutes = (given: string): string =>
  given.replace(/^(\d+)m(?:in)?$/, "$1").replace(/^(\d+)h$/, (_, hours: string) => String(Number(hours) * 60));

function goLive({ json }: Given, io: CliIo): number {
  const loaded = loadPersonSettings(io);
  if (!loaded.ok) return refuse(io, loaded.error);
  const wasPaused = pausedUntil(stateDir(io.env), io.now()) !== null;
  endPause(stateDir(io.env));
  const written = loaded.value.settings.shadow ? setWatching(false, io) : null;
  if (written?.ok === false) return refuse(io, written.error);
  const changed = wasPaused || written !== null;
  const text = `${wasPaused ? "The pause is over. " : ""}${LIVE}${changed ? "" : SAME}`;
  return report({ json }, { value: { state: "live", pausedUntil: null, shadow: false, changed }, text }, io);
}

function watch({ json }: Given, io: CliIo): number {
  const written = setWatching(true, io);
  if (!written.ok) return refuse(io, written.error);
  const { file, changed } = written.value;
  const value = { state: "watching", shadow: true, file, changed };
  return report({ json }, { value, text: `${WATCHING}${changed ? "" : SAME}` }, io);
}

function setWatching(watching: boolean, { env }: CliIo): Result<{ readonly file: string; readonly changed: boolean }> {
  const file = userSettingsPath(env);
  if (file === null) return fail("there is no home directory to keep settings in");
  const written = writeSetting(file, ["shadow"], watching);
  return written.ok ? ok({ file, changed: written.value.changed }) : written;
}
