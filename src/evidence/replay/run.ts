/** Many recorded sessions, a bounded number at once. */
import { fail, ok, type Result } from "../../contract/result.ts";
import { statOf } from "../find.ts";
import { gatherProblems, type Problem, type Problems } from "./problems.ts";
import { type RecordedUnit, unitsOf } from "./read.ts";
import type { ReplayState } from "./resume.ts";
import { type ReplayParts, replayUnit } from "./session.ts";
import type { SessionReport } from "./tally.ts";

/** Beyond so many calls, those that are allowed are counted and not kept word for word. */
const MAX_KEPT_CALLS = 200_000;
/** Progress is told after so many calls. */
const TELL_EVERY = 16;

export interface Progress {
  readonly bytes: number;
  readonly total: number;
  readonly sessions: number;
  readonly calls: number;
  readonly costUsd: number;
}

export interface RunOptions {
  readonly files: readonly string[];
  readonly gateFor: ReplayParts["gateFor"];
  readonly originalOf?: NonNullable<ReplayParts["originalOf"]>;
  readonly withTranscript: boolean;
  /** Sessions at once. */
  readonly jobs: number;
  readonly maxCostUsd: number | null;
  readonly state: ReplayState | null;
  readonly progress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

export interface ReplayResult {
  readonly sessions: readonly SessionReport[];
  readonly problems: readonly Problem[];
  readonly problemsLeft: number;
  /** Why it ended before its end; null when it did not. */
  readonly stopped: string | null;
  readonly seconds: number;
}

export async function replayAll(options: RunOptions): Promise<Result<ReplayResult>> {
  const started = performance.now();
  const run = beginRun(options);
  const units = allUnits(options, run);
  const worker = async (): Promise<void> => {
    for (let next = await units.next(); next.done !== true; next = await units.next()) {
      if (run.stopped !== null || run.broken !== null || options.signal?.aborted === true) return;
      if (options.state?.finished.has(next.value.key) === true) run.sum.sessions++;
      else await replayOne(next.value, run, options);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.jobs) }, worker));
  if (run.broken !== null) return fail(run.broken);
  if (options.signal?.aborted === true) run.stopped ??= INTERRUPTED;
  return ok({
    sessions: [...run.reports.values()].sort(inOrder),
    problems: run.problems.list(),
    problemsLeft: run.problems.left(),
    stopped: run.stopped,
    seconds: (performance.now() - started) / 1000,
  });
}

const INTERRUPTED = "it was interrupted";

/** What the workers share. */
interface ReplayRun {
  readonly problems: Problems;
  readonly reports: Map<string, SessionReport>;
  /** Ids of calls that were counted already. */
  readonly counted: Set<string>;
  readonly sum: { bytes: number; sessions: number; calls: number; costUsd: number };
  readonly tell: () => void;
  /** Why no more is begun, and why the result is of no use; null while neither is so. */
  stopped: string | null;
  broken: string | null;
}

/** With what an earlier run has finished. */
function beginRun({ files, state, progress }: RunOptions): ReplayRun {
  const total = files.reduce((bytes, file) => bytes + (statOf(file)?.size ?? 0), 0);
  const sum = { bytes: 0, sessions: 0, calls: 0, costUsd: 0 };
  const run: ReplayRun = {
    problems: gatherProblems(),
    reports: new Map(),
    counted: new Set(),
    sum,
    tell: () => progress?.({ ...sum, total }),
    stopped: null,
    broken: null,
  };
  for (const { session, ids, problems, key } of state?.finished.values() ?? []) {
    for (const id of ids) run.counted.add(id);
    for (const { file, line, reason, count } of problems) run.problems.add(file, line, reason, count);
    if (session !== null) run.reports.set(key, session);
  }
  return run;
}

async function replayOne(unit: RecordedUnit, run: ReplayRun, options: RunOptions): Promise<void> {
  const [own, ids] = [gatherProblems(), new Set<string>()];
  const result = await replayUnit(unit, {
    gateFor: options.gateFor,
    withTranscript: options.withTranscript,
    ...(options.originalOf === undefined ? {} : { originalOf: options.originalOf }),
    isNew: (id) => {
      const isNew = !run.counted.has(id);
      run.counted.add(id);
      ids.add(id);
      return isNew;
    },
    problem: (file, line, reason) => {
      run.problems.add(file, line, reason);
      own.add(file, line, reason);
    },
    judged: ({ costUsd }) => countCall(costUsd ?? 0, run, options),
    brief: () => run.sum.calls > MAX_KEPT_CALLS,
    stopped: () => run.stopped !== null || options.signal?.aborted === true,
  });
  if (options.signal?.aborted === true) run.stopped ??= INTERRUPTED;
  if (!result.ok) run.broken = `${unit.file}: ${result.error}`;
  if (!result.ok || run.stopped !== null) return;
  run.sum.sessions++;
  if (result.value !== undefined) run.reports.set(unit.key, result.value);
  options.state?.add({ key: unit.key, session: result.value ?? null, ids: [...ids], problems: own.list() });
  run.tell();
}

function countCall(costUsd: number, run: ReplayRun, { maxCostUsd }: RunOptions): void {
  run.sum.calls++;
  run.sum.costUsd += costUsd;
  if (maxCostUsd !== null && run.sum.costUsd >= maxCostUsd) run.stopped = `the cost reached ${maxCostUsd} dollars`;
  if (run.sum.calls % TELL_EVERY === 0) run.tell();
}

async function* allUnits({ files }: RunOptions, { problems, sum }: ReplayRun): AsyncGenerator<RecordedUnit> {
  const progress = (bytes: number): void => {
    sum.bytes += bytes;
  };
  for (const file of files) yield* unitsOf(file, { problem: problems.add, progress });
}

/** Newest first; without a time, in the order of their keys. */
const inOrder = (a: SessionReport, b: SessionReport): number =>
  (b.started ?? "").localeCompare(a.started ?? "") || a.key.localeCompare(b.key, "en", { numeric: true });
