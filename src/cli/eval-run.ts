/** What `eval` does between its options and its report: cases, settings, answers, agreement, and the run itself. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openGate } from "../app/open.ts";
import { stateDir } from "../app/paths.ts";
import { loadSettings, type Settings } from "../app/settings/index.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { EvalRequest } from "../evidence/eval/answers.ts";
import {
  type Answers,
  asker,
  ESCALATED_SHARE,
  type EvalCase,
  type EvalDocument,
  estimateOf,
  evalDocument,
  evaluate,
  exported,
  importAnswers,
  type Label,
  type Limits,
  modelOf,
  openAnswers,
  readCases,
  rulebookCases,
  type SettingReport,
  sample,
  settingReport,
} from "../evidence/eval/index.ts";
import { dollars, grouped } from "../evidence/index.ts";
import { type Classifier, loadRulebook } from "../judge/index.ts";
import { memoryStore } from "../memory/index.ts";
import type { Flags } from "./commands/eval.ts";
import { confirmed } from "./confirm.ts";
import type { CliIo } from "./io.ts";
import { progressBar } from "./progress.ts";
import { visible } from "./style.ts";

/** Which of the cases `--limit` takes. */
const SEED = "sallyport";

/** Null when requests were written out instead. */
export async function evaluation(
  flags: Flags,
  files: readonly string[],
  compare: readonly string[],
  limits: Limits,
  io: CliIo,
): Promise<Result<EvalDocument | null>> {
  const started = performance.now();
  if (compare.length > 0 && flags.settings !== undefined) return fail("--compare and --settings exclude each other");
  const found = await casesFor(flags, files, io);
  if (!found.ok) return found;
  const { cases, skipped, problems } = found.value;
  const settings = settingsFor(compare.length > 0 ? compare : [flags.settings], io);
  if (!settings.ok) return settings;
  const gate =
    flags.gate === true || settings.value.every(({ settings: { classifier } }) => classifier.provider === "offline");
  const answers = await answersFor(flags, io);
  if (!answers.ok) return answers;
  const jobs = Number(flags.jobs ?? "8");
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 64) return fail("--jobs must be a whole number from 1 to 64");

  const missing: { readonly id: string; readonly request: EvalRequest; readonly of: Settings }[] = [];
  for (const one of settings.value)
    await pass({
      one,
      cases,
      gate,
      answers: answers.value,
      jobs,
      io,
      missing: (id, request) => void missing.push({ id, request, of: one.settings }),
    });
  if (flags.export !== undefined) return written(flags.export, missing, io);
  const agreed = await agreement(missing, limits, flags, io);
  if (!agreed.ok) return agreed;

  const spending = spendingUpTo(limits.maxCostUsd);
  const reports: SettingReport[] = [];
  for (const one of settings.value) {
    const report = await pass({ one, cases, gate, answers: answers.value, jobs, io, spending });
    if (!report.ok) return report;
    reports.push(report.value);
  }
  const seconds = Math.round(performance.now() - started) / 1000;
  return ok(evalDocument(reports, { target: gate ? "gate" : "classifier", seconds, skipped, problems }));
}

interface NamedSettings {
  readonly name: string;
  readonly text: string | undefined;
  readonly settings: Settings;
}

interface PassOptions {
  readonly one: NamedSettings;
  readonly cases: readonly EvalCase[];
  readonly gate: boolean;
  readonly answers: Answers;
  readonly jobs: number;
  readonly io: CliIo;
  readonly missing?: (id: string, request: EvalRequest) => void;
  readonly spending?: ReturnType<typeof spendingUpTo>;
}

/** All cases through one of the settings. With `missing`, nothing is sent. */
async function pass(options: PassOptions): Promise<Result<SettingReport>> {
  const { one, cases, io, answers, missing, spending } = options;
  const { settings } = one;
  const rulebook = await loadRulebook(settings.autoMode);
  if (!rulebook.ok) return rulebook;
  const endpoint = modelOf(settings.classifier, io.env);
  const ask =
    endpoint === undefined
      ? null
      : asker(endpoint, {
          settings: settings.classifier,
          rulebook: rulebook.value,
          answers,
          ...(missing === undefined ? {} : { missing }),
          ...(spending === undefined ? {} : { spent: spending.spent, stopped: spending.stopped }),
        });
  const gateFor = (root: string, classifier: Classifier | null) => {
    const opened = openGate(io, { settings: one.text, projectRoot: root, store: memoryStore(), classifier });
    return opened.ok ? ok(opened.value.gate) : opened;
  };
  const bar = progressBar(io.stderr, io.env, missing === undefined ? "evaluating" : "preparing");
  const results = await evaluate({
    cases,
    ask,
    gateFor: options.gate ? gateFor : null,
    jobs: missing === undefined ? options.jobs : 1,
    progress: (done) => bar.show(done / cases.length, `${grouped(done)} of ${grouped(cases.length)} cases`),
  });
  bar.clear();
  const { provider, stages } = settings.classifier;
  const setting = {
    name: one.name,
    provider,
    model: endpoint?.model ?? null,
    protocol: endpoint?.protocol ?? "none",
    stages,
  };
  return ok(settingReport(setting, results));
}

function spendingUpTo(limit: number | null) {
  let total = 0;
  return {
    spent: (cost: number | null): void => {
      total += cost ?? 0;
    },
    stopped: (): string | null => (limit !== null && total >= limit ? `the cost reached --max-cost ${limit}` : null),
  };
}

async function agreement(
  missing: readonly { readonly request: EvalRequest; readonly of: Settings }[],
  limits: Limits,
  flags: Flags,
  io: CliIo,
): Promise<Result<true>> {
  const first = missing[0];
  if (first === undefined) return ok(true);
  const parts = [...new Set(missing.map(({ of }) => of))].map((of) =>
    estimateOf(
      missing.filter((one) => one.of === of).map(({ request }) => request),
      of.classifier,
    ),
  );
  const requests = parts.reduce((sum, one) => sum + one.requests, 0);
  const cost = parts.some(({ costUsd }) => costUsd === null)
    ? null
    : parts.reduce((sum, one) => sum + (one.costUsd ?? 0), 0);
  const models = [...new Set(missing.map(({ request }) => request.model))].join(", ");
  io.stderr.write(
    `About ${grouped(requests)} requests to ${models}, for about ${dollars(cost)} (${Math.round(100 * ESCALATED_SHARE)} % of the cases are taken to need a second stage).\n`,
  );
  if (limits.maxCostUsd !== null && cost !== null && cost > limits.maxCostUsd)
    return fail(`the estimate is above --max-cost ${limits.maxCostUsd}; nothing was sent`);
  if (flags.yes === true) return ok(true);
  if (io.stdin.isTTY !== true) return fail("nobody is there to agree to the cost; use --yes, or --export");
  return (await confirmed("Send them?", io)) ? ok(true) : fail("nothing was sent");
}

function written(
  file: string,
  missing: readonly { readonly id: string; readonly request: EvalRequest }[],
  io: CliIo,
): Result<null> {
  const lines = new Map(missing.map(({ id, request }) => [id, JSON.stringify(exported(id, request))]));
  try {
    writeFileSync(resolve(io.cwd, file), [...lines.values()].map((line) => `${line}\n`).join(""), { mode: 0o600 });
  } catch (error) {
    return fail(`${file}: cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  io.stdout.write(
    lines.size === 0
      ? "Every request has its answer already.\n"
      : `${grouped(lines.size)} requests are in ${file}. Give each an answer, {"id":…,"answer":…} a line, and come back with --import; a second stage may follow.\n`,
  );
  return ok(null);
}

async function answersFor(flags: Flags, io: CliIo): Promise<Result<Answers>> {
  const opened = await openAnswers(
    flags.answers === undefined ? join(stateDir(io.env), "eval", "answers.jsonl") : resolve(io.cwd, flags.answers),
  );
  if (!opened.ok) return opened;
  for (const file of flags.import ?? []) {
    const imported = await importAnswers(resolve(io.cwd, file), opened.value);
    if (!imported.ok) return imported;
    for (const problem of imported.value.problems) io.stderr.write(`sallyport: ${visible(problem)}\n`);
    io.stderr.write(`sallyport: ${grouped(imported.value.read)} answers read from ${file}\n`);
  }
  return opened;
}

interface Found {
  readonly cases: readonly EvalCase[];
  readonly skipped: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

async function casesFor(flags: Flags, files: readonly string[], io: CliIo): Promise<Result<Found>> {
  const unlabelled = flags.label ?? null;
  if (unlabelled !== null && unlabelled !== "allow" && unlabelled !== "block")
    return fail("--label must be allow or block");
  if (files.length === 0 && flags.rulebook !== true)
    return fail("name a file of cases, or use --rulebook (see sallyport eval --help)");
  const cases: EvalCase[] = flags.rulebook === true ? [...rulebookCases()] : [];
  const skipped: Record<string, number> = {};
  const problems: string[] = [];
  const label: Label | null = unlabelled;
  for (const file of files) {
    try {
      const read = await readCases(resolve(io.cwd, file), {
        unlabelled: label,
        problem: (line, reason) => void problems.push(`${file}:${line}: ${reason}`),
      });
      cases.push(...read.cases);
      for (const [why, count] of Object.entries(read.skipped)) skipped[why] = (skipped[why] ?? 0) + count;
    } catch (error) {
      return fail(`${file}: cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const limit = flags.limit === undefined ? Number.POSITIVE_INFINITY : Number(flags.limit);
  if (Number.isNaN(limit) || limit < 1) return fail("--limit must be a number above 0");
  if (cases.length === 0)
    return fail(
      `no labelled case in ${files.join(", ")}${Object.keys(skipped).length > 0 ? ` (${Object.keys(skipped).join("; ")})` : ""}`,
    );
  return ok({ cases: sample(cases, limit, SEED), skipped, problems });
}

function settingsFor(given: readonly (string | undefined)[], io: CliIo): Result<readonly NamedSettings[]> {
  const all: NamedSettings[] = [];
  for (const text of given) {
    const loaded = loadSettings({ run: text, projectRoot: null, env: io.env });
    if (!loaded.ok) return loaded;
    all.push({ name: text ?? "settings", text, settings: loaded.value.settings });
  }
  return ok(all);
}
