/** Commands kept for later in files: what `at -f job` and `crontab job` are given to run. For likely readings only. */
import { crontabCode } from "../../programs/index.ts";

interface ScheduledUse {
  readonly program: string;
  readonly words: readonly string[];
}

/** What the file holds; undefined where that is not known. */
type TextOf = (word: string) => string | undefined;

/** Every text the program would keep, from the files it names. */
export function scheduledCode({ program, words }: ScheduledUse, textOf: TextOf): readonly string[] {
  if (program === "at" || program === "batch") return jobFiles(words).flatMap((file) => textOf(file) ?? []);
  if (!/^(?:inc|f)?crontab$/.test(program)) return [];
  return words.filter((word) => !word.startsWith("-")).flatMap((file) => crontabCode(textOf(file) ?? ""));
}

/** `-f job`, `-fjob`, `-mf job`. */
const jobFiles = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, i) => {
    const [, letters, rest = ""] = /^(-[a-zA-Z]*?f)(.*)$/s.exec(word) ?? [];
    if (letters === undefined) return [];
    return rest === "" ? (words[i + 1] ?? []) : [rest];
  });
