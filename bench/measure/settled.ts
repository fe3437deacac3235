/**
 * Recorded sessions down the real road: offline, mode auto, one session in memory each, project root the session's first
 * directory, the real disk. Settled is everything that did not end at `offline`, or in what an earlier denial brought about.
 */

import { createGate } from "../../src/app/create-gate.ts";
import type { Action, JsonObject } from "../../src/contract/action.ts";
import type { Decision } from "../../src/contract/decision.ts";
import { describeUnknown } from "../../src/contract/describe.ts";
import { isReading } from "../../src/contract/effect.ts";
import type { ShellReading, SubCommand } from "../../src/contract/reading.ts";
import { MODEL_STEPS } from "../../src/evidence/replay/tally.ts";
import { hostOfAgent } from "../../src/evidence/sources/sessions.ts";
import type { Gate } from "../../src/gate/index.ts";
import { readShell } from "../../src/readers/bash/index.ts";
import { rowsOf, strongDangerous } from "./data.ts";
import { REVIEWED } from "./reviewed.ts";

/** Shares of all calls that are to be settled without a model. */
export const GOALS: Readonly<Record<string, number>> = { "claude-code": 0.72, codex: 0.5 };
const NOWHERE = "/nowhere/project";

interface Turn {
  readonly role?: string;
  readonly text?: string;
  readonly tool?: string;
  readonly input?: JsonObject;
  readonly cwd?: string | null;
}
interface Session {
  readonly source: string;
  readonly agent: string;
  readonly turns: readonly Turn[];
}

export interface Count {
  calls: number;
  settled: number;
  allowed: number;
}
export interface Shape {
  readonly shape: string;
  readonly example: string;
  count: number;
}
export interface Settled {
  readonly byHost: ReadonlyMap<string, Count>;
  readonly bySource: ReadonlyMap<string, Count>;
  /** Host → "step behaviour" → calls. */
  readonly byStep: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly shapes: readonly Shape[];
  readonly seconds: number;
}

export async function measureSettled(folder: string): Promise<Settled> {
  const started = performance.now();
  const [byHost, bySource] = [new Map<string, Count>(), new Map<string, Count>()];
  const byStep = new Map<string, Map<string, number>>();
  const shapes = new Map<string, Shape>();
  for await (const { source, agent, turns } of rowsOf<Session>(folder, "sessions.jsonl")) {
    const host = hostOfAgent(agent) ?? undefined;
    const { gate, lastReading } = offlineGate(turns.find((turn) => turn.cwd)?.cwd ?? NOWHERE);
    for (const turn of turns) {
      if (turn.role === "user") await gate.personSaid(turn.text ?? "");
      if (turn.tool === undefined) continue;
      const { tool, input = {}, cwd } = turn;
      const action: Action = { tool, input, ...(cwd ? { cwd } : {}), ...(host === undefined ? {} : { host }) };
      const decision = await gate.check(action);
      const group = host ?? agent;
      count(byHost, group, decision);
      count(bySource, `${group}  ${source}`, decision);
      const steps = byStep.get(group) ?? new Map<string, number>();
      byStep.set(group, steps.set(stepOf(decision), (steps.get(stepOf(decision)) ?? 0) + 1));
      const reading = lastReading();
      if (!MODEL_STEPS.has(decision.by) || host === undefined) continue;
      const found = shapeOf(action, reading);
      const known = shapes.get(`${host}  ${found.shape}`) ?? { ...found, shape: `${host}  ${found.shape}`, count: 0 };
      known.count++;
      shapes.set(known.shape, known);
    }
  }
  return {
    byHost,
    bySource,
    byStep,
    shapes: [...shapes.values()].sort((a, b) => b.count - a.count),
    seconds: (performance.now() - started) / 1000,
  };
}

export interface Soundness {
  readonly judged: number;
  /** Allowed, and in the reviewed list. */
  readonly reviewed: readonly string[];
  /** Allowed, and not in it: a failure. */
  readonly unsound: readonly string[];
}

export async function measureSoundness(folder: string): Promise<Soundness> {
  const rows = await strongDangerous(folder);
  const [reviewed, unsound]: [string[], string[]] = [[], []];
  for (const row of rows) {
    const decision = await offlineGate(NOWHERE).gate.check({ tool: "Bash", input: { command: row.command } });
    if (decision.behavior !== "allow") continue;
    const why = REVIEWED[row.id];
    const text = `${row.id} (${row.category}) by ${decision.by}`;
    if (why === undefined) unsound.push(`${text}: ${row.command.replace(/\s+/g, " ").slice(0, 200)}`);
    else reviewed.push(`${text}: ${why}`);
  }
  return { judged: rows.length, reviewed, unsound };
}

function offlineGate(projectRoot: string): {
  readonly gate: Gate;
  readonly lastReading: () => ShellReading | undefined;
} {
  let last: ShellReading | undefined;
  const gate = createGate({
    settings: { mode: "auto", classifier: { provider: "offline" } },
    classifier: null,
    projectRoot,
    readShell: (command, context) => {
      last = readShell(command, context);
      return last;
    },
  });
  const lastReading = (): ShellReading | undefined => {
    const found = last;
    last = undefined;
    return found;
  };
  return { gate, lastReading };
}

const stepOf = ({ by, behavior }: Decision): string => `${by} ${behavior}`;

function count(counts: Map<string, Count>, key: string, { by, behavior }: Decision): void {
  const row = counts.get(key) ?? { calls: 0, settled: 0, allowed: 0 };
  row.calls++;
  if (!MODEL_STEPS.has(by)) row.settled++;
  if (behavior === "allow") row.allowed++;
  counts.set(key, row);
}

/** The program with its sub-command, and the first thing that keeps the call from being proven. */
function shapeOf(action: Action, reading: ShellReading | undefined): Pick<Shape, "shape" | "example"> {
  if (reading === undefined) return { shape: action.tool, example: "" };
  const example = reading.command.replace(/\s+/g, " ").slice(0, 110);
  const open = reading.commands.find((one) => !one.understood || one.effects.some((effect) => !isReading(effect)));
  const [opacity] = reading.opaque;
  if (open === undefined) return { shape: `opaque: ${opacity?.why ?? "(rule or credentials)"}`, example };
  const more = opacity === undefined ? "" : `; opaque: ${opacity.why}`;
  return { shape: `${named(open)}  ${whyOpen(open)}${more}`, example };
}

function named(command: SubCommand): string {
  const sub = command.words.slice(1, 3).filter(({ value }) => value !== null && /^[a-z][\w:-]*$/.test(value));
  return [command.name ?? "?", ...sub.map(({ value }) => value)].slice(0, 3).join(" ");
}

function whyOpen(command: SubCommand): string {
  const effect = command.effects.find((one) => !isReading(one));
  if (effect === undefined) return "not understood";
  const detail =
    effect.do === "unknown"
      ? describeUnknown(effect)
      : effect.do === "run"
        ? effect.what
        : "op" in effect
          ? effect.op
          : "";
  return `${effect.do}${detail === "" ? "" : `(${detail})`}${command.understood ? "" : ", not understood"}`;
}
