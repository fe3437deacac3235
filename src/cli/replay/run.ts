/** What `replay` does between its options and its report: files, settings, a yes to the cost, and the run itself. */

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { gateOf, homeOf, loadPersonSettings, openGate, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { originalOf, shownIn } from "../../contain/index.ts";
import { sha256 } from "../../contract/key.ts";
import { all, fail, ok, type Result } from "../../contract/result.ts";
import { VERSION } from "../../contract/version.ts";
import {
  agentPlaces,
  documentOf,
  dollars,
  ESCALATED_SHARE,
  type Estimate,
  estimator,
  formatQuantity,
  ledgerPlace,
  openState,
  type Progress,
  type RecordedOriginal,
  type ReplayDocument,
  type ReplayResult,
  type ReplayState,
  recordsBelow,
  replayAll,
} from "../../evidence/index.ts";
import { type Classifier, loadRulebook, openClassifier } from "../../judge/index.ts";
import type { ReplayFlags } from "../commands/replay.ts";
import { parseDollars, parseWhole } from "../options.ts";
import { agreeToCost } from "../spending.ts";
import type { CliIo } from "../terminal/io.ts";
import { progressBar } from "../terminal/progress.ts";

const MAX_JOBS = 64;

export async function replaySessions(
  options: ReplayFlags,
  paths: readonly string[],
  io: CliIo,
): Promise<Result<ReplayDocument>> {
  const plan = planOf(options, paths, io);
  if (!plan.ok) return plan;
  const { settings } = plan.value;
  if (!options["with-model"]) return replayOnce(plan.value, { classifier: null, by: "offline" }, io);
  const agreed = await agree(plan.value, options, io);
  if (!agreed.ok) return agreed;
  const classifier = openClassifier({ settings, env: io.env });
  return replayOnce(plan.value, { classifier, by: settings.classifier.provider }, io);
}

/** What the options come to. */
interface ReplayPlan {
  readonly files: readonly string[];
  readonly jobs: number;
  readonly maxCostUsd: number | null;
  readonly settings: Settings;
  /** The settings as openGate takes them. */
  readonly run: string | undefined;
  readonly state: ReplayState | null;
}

function planOf(options: ReplayFlags, paths: readonly string[], io: CliIo): Result<ReplayPlan> {
  const given = all({
    files: findFiles(paths, options, io),
    jobs: parseWhole("jobs", options.jobs, { from: 1, to: MAX_JOBS, fallback: 4 }),
    maxCostUsd: parseDollars("max-cost", options["max-cost"]),
    run: runSettings(options),
  });
  if (!given.ok) return given;
  const { run } = given.value;
  const loaded = loadPersonSettings(io, run);
  if (!loaded.ok) return loaded;
  const state =
    options.resume === undefined ? ok(null) : openState(resolve(io.cwd, options.resume), basisOf(run, options));
  return state.ok ? ok({ ...given.value, settings: loaded.value.settings, state: state.value }) : state;
}

/** The files that were named, or all that agents keep on this machine. */
function findFiles(paths: readonly string[], { ledger }: ReplayFlags, io: CliIo): Result<readonly string[]> {
  if (paths.length === 0) {
    const own = ledger ? [ledgerPlace(stateDir(io.env))] : agentPlaces({ home: homeOf(io.env), env: io.env });
    const files = own.flatMap(recordsBelow);
    return files.length > 0
      ? ok(files)
      : fail(`no recorded session in ${own.map(({ directory }) => directory).join(", ")}; name a file`);
  }
  const missing = paths.find((path) => statSync(resolve(io.cwd, path), { throwIfNoEntry: false }) === undefined);
  if (missing !== undefined) return fail(`${missing}: there is no such file or folder`);
  const files = paths.flatMap((path) => {
    const full = resolve(io.cwd, path);
    return isDirectory(full) ? recordsBelow({ directory: full, name: /\.jsonl?$/ }) : [full];
  });
  return files.length > 0 ? ok(files) : fail(`no session files in ${paths.join(", ")}`);
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** `--settings` with the mode of `--mode`; the projects' own rules are added for each session. */
function runSettings({ settings, mode }: ReplayFlags): Result<string | undefined> {
  if (mode === undefined) return ok(settings);
  if (settings !== undefined && !settings.trimStart().startsWith("{"))
    return fail("--mode and a settings file: set the mode in the file");
  try {
    return ok(JSON.stringify({ ...(JSON.parse(settings ?? "{}") as object), mode }));
  } catch {
    return fail("--settings: is not valid JSON");
  }
}

/** What the results depend on: those of other settings must not be mixed. */
const basisOf = (run: string | undefined, options: ReplayFlags): string =>
  sha256(JSON.stringify([VERSION, run ?? null, options["with-model"]]));

/** The number of calls and what they would cost, found by a run that sends nothing, and a yes to it. */
async function agree(plan: ReplayPlan, { yes }: ReplayFlags, io: CliIo): Promise<Result<true>> {
  const { settings, maxCostUsd } = plan;
  if (settings.classifier.provider === "offline")
    return fail("--with-model: no provider is set up (classifier.provider, or ANTHROPIC_API_KEY, or OPENAI_API_KEY)");
  const rulebook = await loadRulebook(settings.autoMode);
  if (!rulebook.ok) return rulebook;
  const counting = estimator(settings.classifier, rulebook.value, io.env);
  const result = await runThrough(plan, { classifier: counting.classifier, what: "counting", keeps: false }, io);
  if (!result.ok) return result;
  if (result.value.stopped !== null) return fail(result.value.stopped);
  const estimate = counting.estimate();
  const expense = { estimate: formatEstimate(estimate, settings), costUsd: estimate.costUsd, maxCostUsd };
  return agreeToCost({ ...expense, yes: yes || estimate.calls === 0, instead: "use --yes" }, io);
}

const formatEstimate = ({ calls, costUsd, models }: Estimate, { classifier }: Settings): string =>
  `${formatQuantity(calls, "call")} would be put to ${classifier.provider} (${models.join(", ") || "no model"}), for about ${dollars(costUsd)}: ${
    classifier.stages === "both"
      ? `one in ${Math.round(1 / ESCALATED_SHARE)} is taken to need the second stage, and `
      : ""
  }4 characters to be a token.`;

async function replayOnce(
  plan: ReplayPlan,
  { classifier, by }: { readonly classifier: Classifier | null; readonly by: string },
  io: CliIo,
): Promise<Result<ReplayDocument>> {
  const result = await runThrough(plan, { classifier, what: "replaying", keeps: true }, io);
  return result.ok ? ok(documentOf(result.value, { classifier: by, mode: plan.settings.mode })) : result;
}

/** One time through all the files. */
interface Pass {
  readonly classifier: Classifier | null;
  /** For the progress bar. */
  readonly what: string;
  /** The results are kept for `--resume`, and the limit on the cost holds. */
  readonly keeps: boolean;
}

async function runThrough(
  plan: ReplayPlan,
  { classifier, what, keeps }: Pass,
  io: CliIo,
): Promise<Result<ReplayResult>> {
  const { files, jobs, run, state } = plan;
  const bar = progressBar(io.stderr, io.env, what);
  const stop = interruption();
  const result = await replayAll({
    files,
    gateFor: (projectRoot, store) =>
      gateOf(openGate(io, { settings: run, projectRoot, store, classifier, supposed: true })),
    originalOf: recordedOriginal(stateDir(io.env)),
    withTranscript: classifier !== null,
    jobs,
    maxCostUsd: keeps ? plan.maxCostUsd : null,
    state: keeps || state === null ? state : { finished: state.finished, add: () => {} },
    progress: (done) => bar.show(done.total === 0 ? 1 : done.bytes / done.total, formatProgress(done)),
    signal: stop.signal,
  });
  bar.clear();
  stop.forget();
  return result;
}

const recordedOriginal =
  (state: string) =>
  (line: string): RecordedOriginal | undefined => {
    const command = originalOf(line, state)?.command;
    if (command !== undefined) return { command, shown: false };
    const shown = shownIn(line, state);
    return shown === undefined ? undefined : { command: shown, shown: true };
  };

const formatProgress = ({ sessions, calls, costUsd }: Progress): string =>
  `${formatQuantity(sessions, "session")}, ${formatQuantity(calls, "call")}${costUsd > 0 ? `, ${dollars(costUsd)}` : ""}`;

/** Ctrl-C ends the run after the call it is at: what is done is shown and, with --resume, kept. */
function interruption(): { readonly signal: AbortSignal; readonly forget: () => void } {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  process.once("SIGINT", abort);
  return { signal: stop.signal, forget: () => void process.off("SIGINT", abort) };
}
