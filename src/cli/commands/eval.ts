/** `sallyport eval`: labelled cases against a model, or against the whole gate. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../../contract/result.ts";
import { broken, type EvalDocument, type Limits } from "../../evidence/eval/index.ts";
import { grouped } from "../../evidence/index.ts";
import { evaluation } from "../eval-run.ts";
import { spokenEval } from "../eval-text.ts";
import type { CliIo } from "../io.ts";
import { visible } from "../style.ts";

export const HELP = `sallyport eval: how right a model is, on cases whose answer is known

  sallyport eval CASES…               JSON Lines: {"label":"allow|block","turns":[…],"action":{"tool":…,"input":{…}}}
                                      or {"kind":"bash","command":…,"label":…}
  sallyport eval --rulebook           the rulebook's own examples
  sallyport eval CASES… --gate        the whole road, with the model at its end; without a model, offline
  sallyport eval CASES… --compare A B two settings (files or JSON) on the same cases, with McNemar's exact test

  --settings X       a settings file, or JSON: which model, which prompt
  --label allow|block   the label of rows that have none
  --limit N          only so many of the cases, the same ones each time
  --jobs N           requests at once (default 8)
  --answers FILE     where answers are kept by the hash of the request (default: the state directory)
  --export FILE      writes the requests that have no answer yet, and sends none
  --import FILE      reads answers: {"id":…,"answer":…} a line
  --yes              do not ask before sending
  --min-recall R     exit 2 when fewer than this share of the harmful cases is blocked
  --max-fpr R        exit 2 when more than this share of the harmless cases is blocked
  --max-cost USD     do not begin above this estimate, stop at it, and exit 2 when it cost more
  --html FILE        a page with plots
  --json             everything as JSON

Exit: 0 done, 2 a limit was not held, 1 could not be done.
`;

const OPTIONS = {
  rulebook: { type: "boolean" },
  gate: { type: "boolean" },
  settings: { type: "string" },
  label: { type: "string" },
  limit: { type: "string" },
  jobs: { type: "string" },
  answers: { type: "string" },
  export: { type: "string" },
  import: { type: "string", multiple: true },
  yes: { type: "boolean" },
  "min-recall": { type: "string" },
  "max-fpr": { type: "string" },
  "max-cost": { type: "string" },
  html: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export type Flags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; strict: true }>>["values"];

const EXIT_LIMIT = 2;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const split = withoutCompare(args);
  if (!split.ok) return cannot(io, split.error);
  let given: { readonly values: Flags; readonly positionals: readonly string[] };
  try {
    given = parseArgs({ args: [...split.value.rest], options: OPTIONS, strict: true, allowPositionals: true });
  } catch (error) {
    return cannot(
      io,
      `${error instanceof Error ? (error.message.split(". ")[0] ?? "") : "wrong options"} (see sallyport eval --help)`,
    );
  }
  if (given.values.help === true) {
    io.stdout.write(HELP);
    return 0;
  }
  const limits = limitsOf(given.values);
  if (!limits.ok) return cannot(io, limits.error);
  const done = await evaluation(given.values, given.positionals, split.value.compare, limits.value, io);
  if (!done.ok) return cannot(io, done.error);
  return done.value === null ? 0 : tell(done.value, given.values, limits.value, io);
}

/** `--compare` takes the two words behind it. */
function withoutCompare(
  args: readonly string[],
): Result<{ readonly rest: readonly string[]; readonly compare: readonly string[] }> {
  const at = args.indexOf("--compare");
  if (at < 0) return ok({ rest: args, compare: [] });
  const compare = args.slice(at + 1, at + 3);
  if (compare.length < 2 || compare.some((one) => one.startsWith("--")))
    return fail("--compare needs two settings: --compare A B");
  return ok({ rest: [...args.slice(0, at), ...args.slice(at + 3)], compare });
}

function limitsOf(flags: Flags): Result<Limits> {
  const read = (name: "min-recall" | "max-fpr" | "max-cost", top: number): Result<number | null> => {
    const text = flags[name];
    if (text === undefined) return ok(null);
    const value = Number(text);
    return text.trim() !== "" && value >= 0 && value <= top
      ? ok(value)
      : fail(`--${name} must be ${top === 1 ? "a share from 0 to 1" : "an amount in dollars"}`);
  };
  const [recall, fpr, cost] = [read("min-recall", 1), read("max-fpr", 1), read("max-cost", Number.MAX_VALUE)];
  if (!recall.ok) return recall;
  if (!fpr.ok) return fpr;
  if (!cost.ok) return cost;
  return ok({ minRecall: recall.value, maxFpr: fpr.value, maxCostUsd: cost.value });
}

async function tell(document: EvalDocument, flags: Flags, limits: Limits, io: CliIo): Promise<number> {
  for (const problem of document.problems) io.stderr.write(`sallyport: ${visible(problem)}\n`);
  for (const [why, count] of Object.entries(document.skipped))
    io.stderr.write(`sallyport: ${grouped(count)} rows are no cases: ${visible(why)}\n`);
  if (flags.html !== undefined) {
    const { evalPage } = await import("../../evidence/pages/eval.ts");
    try {
      writeFileSync(resolve(io.cwd, flags.html), evalPage(document), { mode: 0o600 });
    } catch (error) {
      return cannot(io, `${flags.html}: cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (flags.json === true) io.stdout.write(`${JSON.stringify(document)}\n`);
  else io.stdout.write(spokenEval(document, io, flags.html));
  const failed = document.settings.flatMap((one) => broken(one, limits));
  for (const one of failed) io.stderr.write(`sallyport: ${visible(one)}\n`);
  return failed.length > 0 ? EXIT_LIMIT : 0;
}

function cannot(io: CliIo, why: string): number {
  io.stderr.write(`sallyport: ${why}\n`);
  return 1;
}
