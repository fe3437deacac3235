/** Questions to the person at the terminal. */
import { linesOf } from "../contract/lines.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { CliIo } from "./io.ts";
import { wordWhole } from "./style.ts";

const MAX_ANSWER_BYTES = 1_000;

export type AnswerReader = ReturnType<typeof readAnswers>;

/** One reader for each input, however many questions there are: a second would find it ended by the first. */
const READERS = new WeakMap<CliIo["stdin"], ReturnType<typeof linesOf>>();

export function readAnswers({ stdin }: Pick<CliIo, "stdin">) {
  const lines = READERS.get(stdin) ?? linesOf(stdin, MAX_ANSWER_BYTES);
  READERS.set(stdin, lines);
  hold(stdin);
  return {
    /** The next line that was typed; empty when nobody types any more. */
    next: async (): Promise<string> => {
      const { value, done } = await lines.next();
      return done === true || !value.ok ? "" : Buffer.from(value.bytes).toString("utf8").trim();
    },
    /** The same, undefined when nobody types any more: that is no answer. */
    line: async (): Promise<string | undefined> => {
      const { value, done } = await lines.next();
      if (done === true) return undefined;
      return value.ok ? Buffer.from(value.bytes).toString("utf8").trim() : "";
    },
    /** The process may end although the terminal stays open. */
    close: async (): Promise<void> => release(stdin),
  };
}

interface HeldInput {
  readonly ref?: () => unknown;
  readonly unref?: () => unknown;
}
const hold = (stdin: CliIo["stdin"] & HeldInput): void => void stdin.ref?.();
const release = (stdin: CliIo["stdin"] & HeldInput): void => void stdin.unref?.();

/** Only a typed yes is one; without a terminal, nobody is there to say it. */
export const isYes = (answer: string): boolean => /^y(?:es)?$/i.test(answer);

/** The answers there are, the one that Enter gives in capitals. */
export const YES_OR_NO = { y: "[Y/n]", n: "[y/N]" } as const;

/** Undefined for what is neither. */
export function parseYesNo(typed: string, standing: keyof typeof YES_OR_NO): boolean | undefined {
  if (typed === "") return standing === "y";
  if (isYes(typed)) return true;
  return /^no?$/i.test(typed) ? false : undefined;
}

/** What is neither yes nor no is asked again, once; then it is no. */
export async function confirm(question: string, io: CliIo): Promise<boolean> {
  const first = parseYesNo(await answerTo(`${question} ${YES_OR_NO.n}`, io), "n");
  return first ?? parseYesNo(await answerTo(`Type y or n. ${YES_OR_NO.n}`, io), "n") ?? false;
}

/** What is typed, or nothing. */
export async function answerTo(question: string, io: CliIo): Promise<string> {
  if (io.stdin.isTTY !== true) return "";
  io.stderr.write(`${wordWhole(io.stderr, question).trimEnd()} `);
  const answers = readAnswers(io);
  try {
    return await answers.next();
  } finally {
    await answers.close();
  }
}

/** The person's yes to what is about to be written, or why there is none. */
export async function agree(question: string, io: CliIo): Promise<Result<true>> {
  if (io.stdin.isTTY !== true) return fail("nobody is there to agree; use --yes");
  return (await confirm(question, io)) ? ok(true) : fail("nothing was written");
}
