/** Questions with a default each, answered by a number or Enter. They need no more than a line: 48 columns and a dumb terminal do. */
import { spawnSync } from "node:child_process";
import type { CliIo } from "../terminal/io.ts";
import { parseYesNo, readAnswers, YES_OR_NO } from "../terminal/prompt.ts";
import { painter, wrap } from "../terminal/style.ts";

export interface AskedChoice {
  readonly label: string;
  readonly about?: string;
}

/** Undefined means everywhere that the person gave up. */
export interface Asker {
  readonly say: (text: string) => void;
  /** The places of what was chosen; several where `many`. */
  readonly choose: (
    question: string,
    choices: readonly AskedChoice[],
    standing: { readonly first: readonly number[]; readonly many?: boolean },
  ) => Promise<readonly number[] | undefined>;
  readonly line: (question: string, standing?: string) => Promise<string | undefined>;
  /** What is neither is asked again, once; then it is no. `standing`: what Enter means. */
  readonly yesNo: (question: string, standing: "y" | "n") => Promise<boolean | undefined>;
  /** What is typed is not shown while it is typed. */
  readonly unseen: (question: string) => Promise<string | undefined>;
  readonly close: () => void;
}

export function askerOn(io: CliIo): Asker {
  const answers = readAnswers(io);
  const interrupted = onInterrupt(io);
  const paint = painter(io.stdout, io.env);
  const width = Math.max(io.stdout.columns - 1, 30);
  const write = (text: string, indent = /^ */.exec(text)?.[0] ?? ""): void => {
    for (const line of wrap(text, width - indent.length)) io.stdout.write(`${indent}${line}\n`);
  };
  const line: Asker["line"] = async (question, standing) => {
    const asked = standing === undefined ? question : `${question} [${standing}]`;
    const typed = await answers.ask(() => io.stdout.write(`${wrap(asked, width - 4).join("\n")} `));
    return typed === "" ? (standing ?? "") : typed;
  };
  return {
    say: (text) => {
      if (text.startsWith("\n")) io.stdout.write("\n");
      write(text.replace(/^\n/, ""));
    },
    line,
    yesNo: async (question, standing) => {
      const typed = await line(`${question} ${YES_OR_NO[standing]}`);
      const answer = typed === undefined ? undefined : parseYesNo(typed, standing);
      if (typed === undefined || answer !== undefined) return answer;
      const again = await line(`Type y or n. ${YES_OR_NO[standing]}`);
      return again === undefined ? undefined : (parseYesNo(again, standing) ?? false);
    },
    unseen: async (question) => {
      const quiet = hideTyping(io);
      try {
        return await line(question);
      } finally {
        quiet.end();
        io.stdout.write("\n");
      }
    },
    choose: async (question, choices, standing) => {
      io.stdout.write("\n");
      for (const one of wrap(question, width)) io.stdout.write(`${paint("bold", one)}\n`);
      for (const [i, { label, about }] of choices.entries()) {
        write(`${i + 1}  ${label}`, "  ");
        if (about !== undefined) write(about, "     ");
      }
      return readChoice(choices.length, standing, { line, write });
    },
    close: () => interrupted.forget(),
  };
}

interface ChoiceReader {
  readonly line: Asker["line"];
  readonly write: (text: string) => void;
}

async function readChoice(
  count: number,
  { first, many = false }: Parameters<Asker["choose"]>[2],
  { line, write }: ChoiceReader,
): Promise<readonly number[] | undefined> {
  const standing = first.map((at) => at + 1).join(",");
  for (;;) {
    const typed = await line(many ? "Numbers, Enter for" : "Number, Enter for", standing);
    if (typed === undefined) return undefined;
    const picked = parseNumbers(typed, count);
    if (picked !== undefined && (many || picked.length === 1)) return picked;
    write(`Type a number from 1 to ${count}${many ? ", or several with commas" : ""}.`);
  }
}

/** Places in a list, from the numbers people count with; undefined where one is none of them. */
function parseNumbers(typed: string, count: number): readonly number[] | undefined {
  const places = typed.split(",").map((one) => Number(one.trim()) - 1);
  return places.every((at) => Number.isInteger(at) && at >= 0 && at < count) ? [...new Set(places)] : undefined;
}

/** While questions are asked nothing has been written: Ctrl-C says so. */
function onInterrupt(io: CliIo): { readonly forget: () => void } {
  if (io.stdin !== process.stdin) return { forget: () => undefined };
  const leave = (): void => {
    showTyping(true);
    io.stderr.write("\nsallyport: nothing was changed\n");
    process.exit(EXIT_INTERRUPTED);
  };
  process.once("SIGINT", leave);
  return { forget: () => void process.off("SIGINT", leave) };
}

const EXIT_INTERRUPTED = 130;

/** Where that cannot be done, typing shows. */
const showTyping = (shown: boolean): void =>
  void spawnSync("stty", [shown ? "echo" : "-echo"], { stdio: ["inherit", "ignore", "ignore"] });

/** Only on a real terminal. */
function hideTyping(io: CliIo): { readonly end: () => void } {
  if (io.stdin !== process.stdin) return { end: () => undefined };
  showTyping(false);
  return { end: () => showTyping(true) };
}
