/** One question with yes or no, on a terminal. */
import { linesOf } from "../contract/lines.ts";
import type { CliIo } from "./io.ts";

const MAX_ANSWER_BYTES = 1_000;

/** Only a typed yes is one; without a terminal, nobody is there to say it. */
export async function confirmed(question: string, io: CliIo): Promise<boolean> {
  if (io.stdin.isTTY !== true) return false;
  io.stderr.write(`${question} [y/N] `);
  for await (const line of linesOf(io.stdin, MAX_ANSWER_BYTES))
    return line.ok && /^y(?:es)?$/i.test(Buffer.from(line.bytes).toString("utf8").trim());
  return false;
}
