/** What a call runs without showing it: the text of each task, quoted as its file has it. Bounded as scripts are; what is not shown is counted. */
import type { ShellReading } from "../contract/reading.ts";
import { type TaskText, taskTexts } from "../watch/tasks/index.ts";
import { holdsSecrets, MAX_SCRIPTS, type QuoteSource, quoteName } from "./script-facts.ts";
import type { Fact } from "./types.ts";

const ABOUT = "commands behind";

interface BehindInput extends QuoteSource {
  readonly reading: ShellReading | undefined;
}

export function behindFacts({ reading, world, redact }: BehindInput): readonly Fact[] {
  const texts = new Map(
    (reading?.commands ?? [])
      .flatMap((command) => taskTexts(command, world))
      .map((found): [string, TaskText] => [`${found.file}\0${found.via}\0${found.text}`, found]),
  );
  const all = [...texts.values()];
  const shown = all.slice(0, MAX_SCRIPTS).map(({ via, text, file }) =>
    holdsSecrets(file, world)
      ? {
          about: ABOUT,
          says: `${quoteName(via)} runs what ${quoteName(file)} says, where credentials are kept: not shown`,
        }
      : { about: ABOUT, says: `${quoteName(via)} runs`, quoted: redact(text) },
  );
  const left = all.length - shown.length;
  return left > 0
    ? [...shown, { about: ABOUT, says: `${left} more tasks would run; what they run is not shown` }]
    : shown;
}
