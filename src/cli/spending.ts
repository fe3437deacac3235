/** What `replay` and `eval` share: a yes before money is spent, and a page written at the end. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fail, messageOf, ok, type Result } from "../contract/result.ts";
import type { CliIo } from "./terminal/io.ts";
import { confirm } from "./terminal/prompt.ts";

export interface Expense {
  readonly estimate: string;
  /** Null when a price is not known. */
  readonly costUsd: number | null;
  /** `--max-cost` */
  readonly maxCostUsd: number | null;
  readonly yes: boolean;
  /** What to do where nobody can be asked. */
  readonly instead: string;
}

/** An error says why nothing is sent. */
export async function agreeToCost(expense: Expense, io: CliIo): Promise<Result<true>> {
  const { estimate, costUsd, maxCostUsd, yes, instead } = expense;
  io.stderr.write(`${estimate}\n`);
  if (maxCostUsd !== null && costUsd !== null && costUsd > maxCostUsd)
    return fail(`the estimate is above --max-cost ${maxCostUsd}; nothing was sent`);
  if (yes) return ok(true);
  if (io.stdin.isTTY !== true) return fail(`nobody is there to agree to the cost; ${instead}`);
  return (await confirm("Send them?", io)) ? ok(true) : fail("nothing was sent");
}

/** Into a file the person named, for their eyes only. */
export function writePrivate(file: string, text: string, io: CliIo): Result<true> {
  try {
    writeFileSync(resolve(io.cwd, file), text, { mode: 0o600 });
    return ok(true);
  } catch (error) {
    return fail(`${file}: cannot be written: ${messageOf(error)}`);
  }
}
