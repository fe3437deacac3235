/** What the sessions of the past say: how many prompts there were, and how many would go. The newest, for a few seconds. */
import { gateOf, homeOf, openGate } from "../../app/index.ts";
import { supposeWalls } from "../../contain/index.ts";
import { agentPlaces, documentOf, recordsBelow, replayAll } from "../../evidence/index.ts";
import type { CliIo } from "../terminal/io.ts";
import { progressBar } from "../terminal/progress.ts";

const LOOK_MS = 4_000;
const NEWEST = 400;
const JOBS = 4;

export interface PastSessions {
  /** Files agents have kept here. */
  readonly recorded: number;
  readonly looked: number;
  readonly calls: number;
  /** Prompts that mode `default` would have shown, those that would be left, and of these what a model could decide. */
  readonly prompts: { readonly before: number; readonly after: number; readonly forModel: number };
}

/** As it would be once it is set up, with walls where they stand. Undefined where no agent has kept a session. Nothing is written, and nothing leaves the machine. */
export async function lookBack(
  io: CliIo,
  { withWalls }: { readonly withWalls: boolean },
): Promise<PastSessions | undefined> {
  const files = agentPlaces({ home: homeOf(io.env), env: io.env }).flatMap(recordsBelow);
  if (files.length === 0) return undefined;
  const bar = progressBar(io.stderr, io.env, "looking at past sessions");
  const started = performance.now();
  const walls = withWalls ? { walls: supposeWalls() } : {};
  const done = await replayAll({
    files: files.slice(-NEWEST).reverse(),
    gateFor: (projectRoot, store) =>
      gateOf(openGate(io, { projectRoot, store, classifier: null, supposed: true, ...walls })),
    withTranscript: false,
    jobs: JOBS,
    maxCostUsd: null,
    state: null,
    progress: ({ sessions }) => bar.show((performance.now() - started) / LOOK_MS, `${sessions} sessions`),
    signal: AbortSignal.timeout(LOOK_MS),
  });
  bar.clear();
  if (!done.ok) return { recorded: files.length, looked: 0, calls: 0, prompts: { before: 0, after: 0, forModel: 0 } };
  const { totals } = documentOf(done.value, { classifier: "offline", mode: "auto" });
  return {
    recorded: files.length,
    looked: totals.tally.sessions,
    calls: totals.tally.calls,
    prompts: {
      before: totals.prompts.before,
      after: totals.prompts.after,
      forModel: totals.tally.steps["offline ask"] ?? 0,
    },
  };
}
