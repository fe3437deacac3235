/** Many recorded sessions, a bounded number at once. */
import { statSync } from "node:fs";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Problem } from "./problems.ts";
import { gatherProblems, type Problems } from "./problems.ts";
import { type Unit, unitsOf } from "./record.ts";
import { type ReplayParts, replayUnit } from "./replay.ts";
import type { SessionReport } from "./report.ts";
import type { ReplayState } from "./state.ts";

/** Beyond so many calls, those that are allowed are counted and not kept word for word. */
const MAX_KEPT_CALLS = 200_000;

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
  const problems = gatherProblems();
  const reports = new Map<string, SessionReport>();
  const counted = new Set<string>();
  const sum = { bytes: 0, sessions: 0, calls: 0, costUsd: 0 };
  const total = options.files.reduce((bytes, file) => bytes + sizeOf(file), 0);
  const tell = (): void => options.progress?.({ ...sum, total });
  let stopped: string | null = null;
  let broken: string | null = null;
  for (const { session, ids, problems: known, key } of options.state?.finished.values() ?? []) {
    for (const id of ids) counted.add(id);
    for (const { file, line, reason, count } of known) problems.add(file, line, reason, count);
    if (session !== null) reports.set(key, session);
  }

  const parts = (own: Problems, ids: Set<string>): ReplayParts => ({
    gateFor: options.gateFor,
    withTranscript: options.withTranscript,
    counted: idsOf(counted, ids),
    problem: (file, line, reason) => {
      problems.add(file, line, reason);
      own.add(file, line, reason);
    },
    judged: ({ costUsd }) => {
      sum.calls++;
      sum.costUsd += costUsd ?? 0;
      if (options.maxCostUsd !== null && sum.costUsd >= options.maxCostUsd)
        stopped = `the cost reached ${options.maxCostUsd} dollars`;
      if (sum.calls % 16 === 0) tell();
    },
    brief: () => sum.calls > MAX_KEPT_CALLS,
    stopped: () => stopped !== null || options.signal?.aborted === true,
  });

  const one = async (unit: Unit): Promise<void> => {
    const [own, ids] = [gatherProblems(), new Set<string>()];
    const result = await replayUnit(unit, parts(own, ids));
    if (options.signal?.aborted === true) stopped ??= "it was interrupted";
    if (!result.ok) broken = `${unit.file}: ${result.error}`;
    if (!result.ok || stopped !== null) return;
    sum.sessions++;
    if (result.value !== undefined) reports.set(unit.key, result.value);
    options.state?.add({ key: unit.key, session: result.value ?? null, ids: [...ids], problems: own.list() });
    tell();
  };

  const units = allUnits(options, {
    problem: problems.add,
    progress: (bytes) => {
      sum.bytes += bytes;
    },
  });
  const worker = async (): Promise<void> => {
    for (let next = await units.next(); next.done !== true; next = await units.next()) {
      if (stopped !== null || broken !== null || options.signal?.aborted === true) return;
      if (options.state?.finished.has(next.value.key) !== true) await one(next.value);
      else sum.sessions++;
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.jobs) }, worker));
  if (broken !== null) return fail(broken);
  if (options.signal?.aborted === true) stopped ??= "it was interrupted";
  return ok({
    sessions: [...reports.values()].sort(inOrder),
    problems: problems.list(),
    problemsLeft: problems.left(),
    stopped,
    seconds: (performance.now() - started) / 1000,
  });
}

async function* allUnits(options: RunOptions, read: Parameters<typeof unitsOf>[1]): AsyncGenerator<Unit> {
  for (const file of options.files) yield* unitsOf(file, read);
}

/** Newest first; without a time, in the order of their keys. */
const inOrder = (a: SessionReport, b: SessionReport): number =>
  (b.started ?? "").localeCompare(a.started ?? "") || a.key.localeCompare(b.key, "en", { numeric: true });

/** One set that also remembers what this session added. */
function idsOf(all: Set<string>, own: Set<string>): Set<string> {
  const both = new Set<string>();
  both.has = (id) => all.has(id);
  both.add = (id) => {
    all.add(id);
    own.add(id);
    return both;
  };
  return both;
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
