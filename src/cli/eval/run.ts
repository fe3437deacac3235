/** What `eval` does between its options and its report: a plan, a yes to the cost, and the run itself. */

import { gateOf, loadPersonSettings, openGate } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import {
  type Answers,
  asker,
  ESCALATED_SHARE,
  type EvalDocument,
  type EvalLimits,
  type EvalRequest,
  estimateOf,
  evalDocument,
  evaluate,
  exportRequest,
  modelOf,
  type SettingReport,
  settingReport,
} from "../../evidence/eval/index.ts";
import { dollars, formatCount } from "../../evidence/index.ts";
import { type Classifier, loadRulebook } from "../../judge/index.ts";
import { memoryStore } from "../../memory/index.ts";
import type { EvalFlags } from "../commands/eval.ts";
import { parseWhole } from "../options.ts";
import { agreeToCost, writePrivate } from "../spending.ts";
import type { CliIo } from "../terminal/io.ts";
import { progressBar } from "../terminal/progress.ts";
import { type FoundCases, findCases, openKeptAnswers } from "./input.ts";

const MAX_JOBS = 64;

export interface EvalGiven {
  readonly options: EvalFlags;
  readonly files: readonly string[];
  readonly limits: EvalLimits;
}

/** Null when requests were written out instead. */
export async function evaluateCases(given: EvalGiven, io: CliIo): Promise<Result<EvalDocument | null>> {
  const started = performance.now();
  const plan = await planOf(given, io);
  if (!plan.ok) return plan;
  const { settings, target, found } = plan.value;

  const missing: MissingRequest[] = [];
  for (const one of settings)
    await runSetting(one, plan.value, io, {
      missing: (id, request) => void missing.push({ id, request, of: one.settings }),
    });
  if (given.options.export !== undefined) return writeRequests(given.options.export, missing, io);
  const agreed = await agree(missing, given, io);
  if (!agreed.ok) return agreed;

  const spending = spendingUpTo(given.limits.maxCostUsd);
  const reports: SettingReport[] = [];
  for (const one of settings) {
    const report = await runSetting(one, plan.value, io, { spending });
    if (!report.ok) return report;
    reports.push(report.value);
  }
  const seconds = Math.round(performance.now() - started) / 1000;
  const { skipped, problems } = found;
  return ok(evalDocument(reports, { target, seconds, skipped, problems }));
}

/** What the options come to. */
interface EvalPlan {
  readonly found: FoundCases;
  readonly settings: readonly NamedSettings[];
  readonly target: EvalDocument["target"];
  readonly answers: Answers;
  readonly jobs: number;
}

interface NamedSettings {
  readonly name: string;
  readonly text: string | undefined;
  readonly settings: Settings;
}

async function planOf({ options, files }: EvalGiven, io: CliIo): Promise<Result<EvalPlan>> {
  if (options.compare !== undefined && options.settings !== undefined)
    return fail("--compare and --settings exclude each other");
  const found = await findCases(options, files, io);
  if (!found.ok) return found;
  const settings = loadNamed(options.compare ?? [options.settings], io);
  if (!settings.ok) return settings;
  const answers = await openKeptAnswers(options, io);
  if (!answers.ok) return answers;
  const jobs = parseWhole("jobs", options.jobs, { from: 1, to: MAX_JOBS, fallback: 8 });
  if (!jobs.ok) return jobs;
  const offline = settings.value.every((one) => one.settings.classifier.provider === "offline");
  return ok({
    found: found.value,
    settings: settings.value,
    target: options.gate || offline ? "gate" : "classifier",
    answers: answers.value,
    jobs: jobs.value,
  });
}

function loadNamed(given: readonly (string | undefined)[], io: CliIo): Result<readonly NamedSettings[]> {
  const all: NamedSettings[] = [];
  for (const text of given) {
    const loaded = loadPersonSettings(io, text);
    if (!loaded.ok) return loaded;
    all.push({ name: text ?? "settings", text, settings: loaded.value.settings });
  }
  return ok(all);
}

/** With `missing`, nothing is sent: it is told of every request that has no answer yet. */
interface EvalPass {
  readonly missing?: (id: string, request: EvalRequest) => void;
  readonly spending?: ReturnType<typeof spendingUpTo>;
}

/** All cases through one of the settings. */
async function runSetting(
  one: NamedSettings,
  { found: { cases }, target, answers, jobs }: EvalPlan,
  io: CliIo,
  { missing, spending }: EvalPass,
): Promise<Result<SettingReport>> {
  const { name, text, settings } = one;
  const rulebook = await loadRulebook(settings.autoMode);
  if (!rulebook.ok) return rulebook;
  const endpoint = modelOf(settings.classifier, io.env);
  const parts = {
    settings: settings.classifier,
    rulebook: rulebook.value,
    env: io.env,
    answers,
    ...(missing === undefined ? {} : { missing }),
    ...spending,
  };
  const gateFor = (projectRoot: string, classifier: Classifier | null) =>
    gateOf(openGate(io, { settings: text, projectRoot, store: memoryStore(), classifier, supposed: true }));
  const bar = progressBar(io.stderr, io.env, missing === undefined ? "evaluating" : "preparing");
  const results = await evaluate({
    cases,
    ask: endpoint === undefined ? null : asker(endpoint, parts),
    gateFor: target === "gate" ? gateFor : null,
    jobs: missing === undefined ? jobs : 1,
    progress: (done) => bar.show(done / cases.length, `${formatCount(done)} of ${formatCount(cases.length)} cases`),
  });
  bar.clear();
  const { provider, stages } = settings.classifier;
  const { model = null, protocol = "none" } = endpoint ?? {};
  return ok(settingReport({ name, provider, model, protocol, stages }, results));
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

interface MissingRequest {
  readonly id: string;
  readonly request: EvalRequest;
  readonly of: Settings;
}

async function agree(missing: readonly MissingRequest[], given: EvalGiven, io: CliIo): Promise<Result<true>> {
  if (missing.length === 0) return ok(true);
  const estimates = [...new Set(missing.map(({ of }) => of))].map((of) => {
    const own = missing.filter((one) => one.of === of).map(({ request }) => request);
    return estimateOf(own, of.classifier);
  });
  const requests = estimates.reduce((sum, one) => sum + one.requests, 0);
  const costUsd = estimates.some((one) => one.costUsd === null)
    ? null
    : estimates.reduce((sum, one) => sum + (one.costUsd ?? 0), 0);
  const models = [...new Set(missing.map(({ request }) => request.model))].join(", ");
  const share = Math.round(100 * ESCALATED_SHARE);
  const estimate = `About ${formatCount(requests)} requests to ${models}, for about ${dollars(costUsd)} (${share} % of the cases are taken to need a second stage).`;
  const { options, limits } = given;
  const expense = { estimate, costUsd, maxCostUsd: limits.maxCostUsd, yes: options.yes };
  return agreeToCost({ ...expense, instead: "use --yes, or --export" }, io);
}

function writeRequests(file: string, missing: readonly MissingRequest[], io: CliIo): Result<null> {
  const lines = new Map(missing.map(({ id, request }) => [id, JSON.stringify(exportRequest(id, request))]));
  const written = writePrivate(file, [...lines.values()].map((line) => `${line}\n`).join(""), io);
  if (!written.ok) return written;
  io.stdout.write(
    lines.size === 0
      ? "Every request has its answer already.\n"
      : `${formatCount(lines.size)} requests are in ${file}. Give each an answer, {"id":…,"answer":…} a line, and come back with --import; a second stage may follow.\n`,
  );
  return ok(null);
}
