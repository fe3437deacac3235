/** Questions to the person at the terminal. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { CliIo } from "./io.ts";
import { wordWhole } from "./style.ts";
import { typedLines } from "./typed.ts";

export type AnswerReader = ReturnType<typeof readAnswers>;

export function readAnswers({ stdin }: Pick<CliIo, "stdin">) {
  const { line, forget } = typedLines(stdin);
  return {
    ...{ line, forget },
    /** The line that is typed once the question is shown, and not before; undefined when nobody types any more. */
    ask: async (show: () => void): Promise<string | undefined> => {
      await forget();
      show();
      return line();
    },
  };
}

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

/** What is said where only the whole word lets something pass. */
export type TypedWord = "yes" | "always" | "no" | "nothing";

/** Undefined for what is none of them, also what is nearly a yes. */
export function parseWord(typed: string, canAlways = false): TypedWord | undefined {
  if (typed === "") return "nothing";
  if (typed === "yes" || (typed === "always" && canAlways)) return typed;
  return /^no?$/i.test(typed) ? "no" : undefined;
}

/** How often a question is asked to which some other word is typed. */
export const ASKED_MAX = 3;
export const ASKED_AGAIN =
  "That is none of these words. Type yes, all three letters and small, or no, or nothing to leave it:";

/** The word that is typed; nothing, where no other question helps, and undefined when nobody types any more. */
export async function askWord(
  question: string,
  { io, answers, canAlways }: { readonly io: CliIo; readonly answers: AnswerReader; readonly canAlways?: boolean },
): Promise<TypedWord | undefined> {
  for (let asked = 0; asked < ASKED_MAX; asked++) {
    const text = asked === 0 ? question : ASKED_AGAIN;
    const typed = await answers.ask(() => io.stdout.write(`${wordWhole(io.stdout, text).trimEnd()} `));
    const word = typed === undefined ? undefined : parseWord(typed, canAlways);
    if (typed === undefined || word !== undefined) return word;
  }
  return "nothing";
}

/** What is neither yes nor no is asked again, once; then it is no. */
export async function confirm(question: string, io: CliIo): Promise<boolean> {
  const first = parseYesNo(await answerTo(`${question} ${YES_OR_NO.n}`, io), "n");
  return first ?? parseYesNo(await answerTo(`Type y or n. ${YES_OR_NO.n}`, io), "n") ?? false;
}

/** What is typed, or nothing. */
export async function answerTo(question: string, io: CliIo): Promise<string> {
  if (io.stdin.isTTY !== true) return "";
  const show = (): void => io.stderr.write(`${wordWhole(io.stderr, question).trimEnd()} `);
  return (await readAnswers(io).ask(show)) ?? "";
}

/** The person's yes to what is about to be written, or why there is none. */
export async function agree(question: string, io: CliIo): Promise<Result<true>> {
  if (io.stdin.isTTY !== true) return fail("nobody is there to agree; use --yes");
  return (await confirm(question, io)) ? ok(true) : fail("nothing was written");
}
