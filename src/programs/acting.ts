/** Programs that change the machine, its services, accounts or defences: a few uses only show, all others act. */
import { act, type Effect, type WorldAct } from "../contract/effect.ts";
import { known, understood } from "./disk-makers.ts";
import type { Examples, ProgramSpec, ReadAnswer, Use } from "./spec.ts";

/** Longer lines are not compared with patterns: they do what the program does otherwise. */
const MAX_LINE = 2_000;

interface Judged {
  /** The whole rest of the command line, words joined by one space, of uses that only show. */
  readonly shows?: RegExp | undefined;
  /** What a use does whose line matches; the first that matches. */
  readonly acts?: readonly (readonly [line: RegExp, act: WorldAct])[] | undefined;
  /** What every other use does. */
  readonly otherwise: WorldAct;
}

interface Acting extends Judged, Examples {
  /** Separated by spaces. */
  readonly names: string;
  readonly launcher?: true;
  readonly launches?: string;
  readonly live?: true;
}

export const acting = ({ names, shows, acts, otherwise, ...entry }: Acting): ProgramSpec => ({
  ...entry,
  names,
  style: "words",
  read: (use) => judge({ shows, acts, otherwise }, use),
});

function judge({ shows, acts, otherwise }: Judged, use: Use): ReadAnswer {
  const words = use.operands.map(known);
  const line = words.map((word) => word ?? "?").join(" ");
  const short = line.length <= MAX_LINE;
  const whole = short && words.every((word) => word !== undefined && /^\S+$/.test(word));
  if (whole && shows?.test(line) === true) return understood([]);
  const found = short ? acts?.find(([pattern]) => pattern.test(line)) : undefined;
  return understood([effectOf(use, found?.[1] ?? otherwise)]);
}

/** The object is the last word that is not an option, as far as it is known. */
function effectOf(use: Use, id: WorldAct): Effect {
  const named = use.operands.map(known).filter((word) => word !== undefined && !word.startsWith("-"));
  return act(id, { on: named.at(-1) ?? null });
}

/** The commands of a table of cron's, times taken off; a percent sign there is the end of a line. */
export const crontabCode = (table: string): string =>
  table.replace(/^[ \t]*(?:@\w+|(?:[^\s#=]+[ \t]+){4}[^\s#=]+)[ \t]+/gm, "").replace(/(?<!\\)%/g, "\n");

/** The same of programs that keep what they get on their input to run it later: that is code for a shell. */
export const keepsJobs = (entry: Acting): ProgramSpec => {
  const spec = acting(entry);
  return {
    ...spec,
    read: (use) => {
      const answer = judge(entry, use);
      const input = use.stdin ?? use.stdinOutline;
      if (input === undefined || !/\S/.test(input)) return answer;
      const code = use.program.endsWith("crontab") ? crontabCode(input) : input;
      return { ...answer, inner: [{ kind: "script", code, via: use.program }] };
    },
  };
};
