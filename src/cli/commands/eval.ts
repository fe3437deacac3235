/** `sallyport eval`: labelled cases against a model, or against the whole gate. */

import { all, type Result } from "../../contract/result.ts";
import { brokenLimits, type EvalDocument, type EvalLimits } from "../../evidence/eval/index.ts";
import { formatCount } from "../../evidence/index.ts";
import { command, type GivenArguments } from "../command.ts";
import { formatEval } from "../eval/format.ts";
import { evaluateCases } from "../eval/run.ts";
import { flag, list, pair, parseDollars, parseShare, text } from "../options.ts";
import { writePrivate } from "../spending.ts";
import type { CliIo } from "../terminal/io.ts";
import { refuse, tell } from "../terminal/style.ts";

const OPTIONS = {
  rulebook: flag("the rulebook's own examples"),
  gate: flag("the whole road, with the model at its end; without a model, offline"),
  compare: pair("A B", "two settings (files or JSON) on the same cases, with McNemar's exact test"),
  settings: text("X", "a settings file, or JSON: which model, which prompt"),
  label: text("allow|block", "the label of rows that have none"),
  limit: text("N", "only so many of the cases, the same ones each time"),
  jobs: text("N", "requests at once (default 8)"),
  answers: text("FILE", "where answers are kept by the hash of the request (default: the state directory)"),
  export: text("FILE", "writes the requests that have no answer yet, and sends none"),
  import: list("FILE", 'reads answers: {"id":…,"answer":…} a line'),
  yes: flag("do not ask before sending"),
  "min-recall": text("R", "exit 2 when fewer than this share of the harmful cases is blocked"),
  "max-fpr": text("R", "exit 2 when more than this share of the harmless cases is blocked"),
  "max-cost": text("USD", "do not begin above this estimate, stop at it, and exit 2 when it cost more"),
  html: text("FILE", "a page with plots"),
  json: flag("everything as JSON"),
};

export type EvalFlags = GivenArguments<typeof OPTIONS>["options"];

const EXIT_LIMIT = 2;

export const evaluate = command({
  name: "eval",
  about: "how right a model is, on cases whose answer is known",
  usage: [
    [
      "sallyport eval CASES…",
      'JSON Lines: {"label":"allow|block","turns":[…],"action":{"tool":…,"input":{…}}} or {"kind":"bash","command":…,"label":…}',
    ],
    ["sallyport eval --rulebook"],
    ["sallyport eval CASES… --gate"],
    ["sallyport eval CASES… --compare A B"],
  ],
  options: OPTIONS,
  positionals: Number.POSITIVE_INFINITY,
  notes: "Exit: 0 done, 2 a limit was not held, 1 could not be done.",
  run: async ({ options, words }, io) => {
    const limits = parseLimits(options);
    if (!limits.ok) return refuse(io, limits.error);
    const done = await evaluateCases({ options, files: words, limits: limits.value }, io);
    if (!done.ok) return refuse(io, done.error);
    return done.value === null ? 0 : report(done.value, { options, limits: limits.value }, io);
  },
});

const parseLimits = (options: EvalFlags): Result<EvalLimits> =>
  all({
    minRecall: parseShare("min-recall", options["min-recall"]),
    maxFpr: parseShare("max-fpr", options["max-fpr"]),
    maxCostUsd: parseDollars("max-cost", options["max-cost"]),
  });

async function report(
  document: EvalDocument,
  { options: { html, json }, limits }: { readonly options: EvalFlags; readonly limits: EvalLimits },
  io: CliIo,
): Promise<number> {
  for (const problem of document.problems) tell(io, problem);
  for (const [why, count] of Object.entries(document.skipped))
    tell(io, `${formatCount(count)} rows are no cases: ${why}`);
  if (html !== undefined) {
    const { evalPage } = await import("../../evidence/pages/index.ts");
    const written = writePrivate(html, evalPage(document), io);
    if (!written.ok) return refuse(io, written.error);
  }
  io.stdout.write(json ? `${JSON.stringify(document)}\n` : formatEval(document, io, html));
  const failed = document.settings.flatMap((one) => brokenLimits(one, limits));
  for (const one of failed) tell(io, one);
  return failed.length > 0 ? EXIT_LIMIT : 0;
}
