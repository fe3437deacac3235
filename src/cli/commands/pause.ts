/** `sallyport pause`, `resume`, `live` and `shadow`: how much the gate has to say, for a while or from now on. */
import { endPause, MAX_PAUSE_MINUTES, pausedUntil, pauseUntil, stateDir } from "../../app/index.ts";
import { userSettingsPath } from "../../app/settings/index.ts";
import { clockTime } from "../../contract/clock.ts";
import { messageOf } from "../../contract/result.ts";
import { writeSetting } from "../../evidence/suggest/index.ts";
import { type Command, command } from "../command.ts";
import { flag, parseWhole } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { ownTerminal, realTerminal, type TerminalFacts } from "../terminal/person.ts";
import { refuse, report } from "../terminal/style.ts";

const DEFAULT_MINUTES = 30;
const OPTIONS = { json: flag("for programs") };
const NOTES = "Exit: 0 done, 1 could not be done.";

export const pauseCommand = (terminal: TerminalFacts): Command =>
  command({
    name: "pause",
    about: "be asked yourself for a while, instead of walls and model",
    usage: [
      ["sallyport pause [MINUTES]", `${DEFAULT_MINUTES} unless you say, at most ${MAX_PAUSE_MINUTES}; 2h is 120`],
    ],
    help: "Your agent asks you about whatever walls or the model would settle otherwise. Rules, the floor, protected places and everything that reading proves hold as before.",
    options: OPTIONS,
    positionals: 1,
    notes: NOTES,
    run: ({ options, words: [given], misuse }, io) => {
      const range = { from: 1, to: MAX_PAUSE_MINUTES, fallback: DEFAULT_MINUTES };
      const minutes = parseWhole("MINUTES", given === undefined ? undefined : asMinutes(given), range);
      if (!minutes.ok) return misuse(`say how many minutes, from 1 to ${MAX_PAUSE_MINUTES}`);
      const person = ownTerminal(io, terminal);
      if (!person.ok) return refuse(io, person.error);
      const until = io.now() + minutes.value * 60_000;
      try {
        pauseUntil(stateDir(io.env), until);
      } catch (error) {
        return refuse(io, `the pause could not be kept: ${messageOf(error)}`);
      }
      const text = `Paused until ${clockTime(until)}: you are asked about what walls or the model would settle. Rules and proofs hold. sallyport resume ends it.`;
      return report(options, { value: { pausedUntil: until }, text }, io);
    },
  });

export const pause = pauseCommand(realTerminal);

/** As people write a time: `5m`, `2h`. */
const asMinutes = (given: string): string =>
  given.replace(/^(\d+)m(?:in)?$/, "$1").replace(/^(\d+)h$/, (_, hours: string) => String(Number(hours) * 60));

export const resume = command({
  name: "resume",
  about: "end a pause",
  usage: [["sallyport resume"]],
  options: OPTIONS,
  notes: NOTES,
  run: ({ options }, io) => {
    const until = pausedUntil(stateDir(io.env), io.now());
    endPause(stateDir(io.env));
    const changed = until !== null;
    const text = changed ? "The pause is over." : "There was no pause.";
    return report(options, { value: { pausedUntil: null, changed }, text }, io);
  },
});

export const live = command({
  name: "live",
  about: "make every decision count",
  usage: [["sallyport live"]],
  options: OPTIONS,
  notes: NOTES,
  run: ({ options }, io) => setShadow({ ...options, watching: false }, io),
});

export const shadowCommand = (terminal: TerminalFacts): Command =>
  command({
    name: "shadow",
    about: "only watch: judge and record, and tell the agent nothing",
    usage: [["sallyport shadow"]],
    options: OPTIONS,
    notes: NOTES,
    run: ({ options }, io) => {
      const person = ownTerminal(io, terminal);
      return person.ok ? setShadow({ ...options, watching: true }, io) : refuse(io, person.error);
    },
  });

export const shadow = shadowCommand(realTerminal);

interface Watching {
  readonly watching: boolean;
  readonly json: boolean;
}

function setShadow({ watching, json }: Watching, io: CliIo): number {
  const file = userSettingsPath(io.env);
  if (file === null) return refuse(io, "there is no home directory to keep settings in");
  const written = writeSetting(file, ["shadow"], watching);
  if (!written.ok) return refuse(io, written.error);
  const state = watching
    ? "Watching: everything is judged and recorded, and nothing is held back."
    : "Live: what is not allowed does not run.";
  const { changed } = written.value;
  const text = `${state}${changed ? "" : " It was so already."}`;
  return report({ json }, { value: { shadow: watching, file, changed }, text }, io);
}
