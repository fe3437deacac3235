/** Entries for tests and benchmarks, with the fields a row does not care about filled in. */
import type { DecisionRecord } from "../../contract/decision.ts";
import type { DecisionEntry } from "../../contract/session.ts";

export const sampleDecision = (more: Partial<DecisionRecord> = {}): DecisionRecord => ({
  id: "d1",
  behavior: "allow",
  by: "safeTool",
  reason: "It only reads.",
  rule: null,
  clearsWhen: null,
  hard: false,
  stage: null,
  unavailable: null,
  degraded: null,
  headless: false,
  walls: null,
  model: null,
  usage: null,
  costUsd: null,
  ms: 0.4,
  ...more,
});

export const sampleEntry = (
  decision: Partial<DecisionRecord> = {},
  more: Partial<Omit<DecisionEntry, "kind" | "decision">> = {},
): DecisionEntry => ({
  kind: "decision",
  at: 1_000,
  call: "call-1",
  action: { tool: "Bash", input: { command: "npm test" }, cwd: "/repo" },
  targets: "",
  decision: sampleDecision(decision),
  ...more,
});

export const SAMPLE_START = { projectRoot: "/repo", host: "claude-code" } as const;
