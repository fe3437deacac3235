/** What `eval` reads: the cases, and the answers that are there already. */

import { resolve } from "node:path";
import { stateDir } from "../../app/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import {
  type Answers,
  type EvalCase,
  importAnswers,
  type Label,
  openAnswers,
  type ReadCases,
  readCases,
  rulebookCases,
  sample,
} from "../../evidence/eval/index.ts";
import { formatCount } from "../../evidence/index.ts";
import type { EvalFlags } from "../commands/eval.ts";
import type { CliIo } from "../terminal/io.ts";
import { tell } from "../terminal/style.ts";

/** Which of the cases `--limit` takes. */
const SEED = "sallyport";

export interface FoundCases extends ReadCases {
  readonly problems: readonly string[];
}

export async function findCases(options: EvalFlags, files: readonly string[], io: CliIo): Promise<Result<FoundCases>> {
  const { label = null, rulebook } = options;
  if (label !== null && label !== "allow" && label !== "block") return fail("--label must be allow or block");
  if (files.length === 0 && !rulebook)
    return fail("name a file of cases, or use --rulebook (see sallyport eval --help)");
  const limit = options.limit === undefined ? Number.POSITIVE_INFINITY : Number(options.limit);
  if (Number.isNaN(limit) || limit < 1) return fail("--limit must be a number above 0");
  const read = await readFiles(files, label, io);
  if (!read.ok) return read;
  const { skipped, problems } = read.value;
  const cases = [...(rulebook ? rulebookCases() : []), ...read.value.cases];
  if (cases.length > 0) return ok({ cases: sample(cases, limit, SEED), skipped, problems });
  const why = Object.keys(skipped).join("; ");
  return fail(`no labelled case in ${files.join(", ")}${why === "" ? "" : ` (${why})`}`);
}

async function readFiles(files: readonly string[], unlabelled: Label | null, io: CliIo): Promise<Result<FoundCases>> {
  const cases: EvalCase[] = [];
  const skipped: Record<string, number> = {};
  const problems: string[] = [];
  for (const file of files) {
    try {
      const problem = (line: number, reason: string): void => void problems.push(`${file}:${line}: ${reason}`);
      const read = await readCases(resolve(io.cwd, file), { unlabelled, problem });
      cases.push(...read.cases);
      for (const [why, count] of Object.entries(read.skipped)) skipped[why] = (skipped[why] ?? 0) + count;
    } catch (error) {
      return fail(`${file}: cannot be read: ${messageOf(error)}`);
    }
  }
  return ok({ cases, skipped, problems });
}

/** The answers of earlier runs, with those `--import` names. */
export async function openKeptAnswers(options: EvalFlags, io: CliIo): Promise<Result<Answers>> {
  const opened = await openAnswers(
    options.answers === undefined ? stateLayout(stateDir(io.env)).answers : resolve(io.cwd, options.answers),
  );
  if (!opened.ok) return opened;
  for (const file of options.import) {
    const imported = await importAnswers(resolve(io.cwd, file), opened.value);
    if (!imported.ok) return imported;
    for (const problem of imported.value.problems) tell(io, problem);
    tell(io, `${formatCount(imported.value.read)} answers read from ${file}`);
  }
  return opened;
}
