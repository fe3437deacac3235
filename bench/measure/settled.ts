/**
 * Recorded sessions down the real road: mode auto, one session in memory each, project root the session's first directory,
 * the real disk and the directories that the session stands in or enters. Settled is everything that did not end at a model.
 * Of walls it is assumed that they stand, that bounds hold and that nothing is refused.
 */

import { homedir } from "node:os";
import { createGate, type GateOptions } from "../../src/app/create-gate.ts";
import type { Action } from "../../src/contract/action.ts";
import type { DecisionRecord } from "../../src/contract/decision.ts";
import { describeUnknown } from "../../src/contract/describe.ts";
import { isReading } from "../../src/contract/effect.ts";
import type { ShellReading, SubCommand } from "../../src/contract/reading.ts";
import { MODEL_STEPS } from "../../src/evidence/replay/tally.ts";
import { hostOfAgent } from "../../src/evidence/sources/sessions.ts";
import type { Gate } from "../../src/gate/index.ts";
import type { Classifier } from "../../src/judge/index.ts";
import { diskWorld } from "../../src/machine/index.ts";
import { CLEAN } from "../../src/testing/index.ts";
import { standingAs } from "../../src/testing/standing.ts";
import { readShell } from "../../src/watch/reading/index.ts";
import { rowsOf, strongDangerous } from "./data.ts";
import {
  assumedDisk,
  enteredBy,
  fillGlobs,
  groupOf,
  isCut,
  NOWHERE,
  rootOf,
  type Session,
  type Turn,
} from "./recorded.ts";
import { REVIEWED } from "./reviewed.ts";

export interface Assumptions {
  /** Walls stand around every call that can have them. */
  readonly walls: boolean;
  /** Each glob of a plain command matches one ordinary file; else it matches nothing, as the projects are not here. */
  readonly globs: boolean;
}

export const READING_ALONE: Assumptions = { walls: false, globs: true };
export const WITH_WALLS: Assumptions = { walls: true, globs: true };
export const WITHOUT_GLOBS: Assumptions = { walls: false, globs: false };

/** Shares of all calls that are to be settled without a model: by reading alone, and with walls. */
export const GOALS: Readonly<Record<string, { readonly alone?: number; readonly walls: number }>> = {
  "claude-code": { alone: 0.77, walls: 0.93 },
  codex: { walls: 0.8 },
};
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

export async function measureSettled(folder: string, assumed: Assumptions): Promise<Settled> {
  const started = performance.now();
  const [byHost, bySource] = [new Map<string, Count>(), new Map<string, Count>()];
  const byStep = new Map<string, Map<string, number>>();
  const shapes = new Map<string, Shape>();
  for await (const session of rowsOf<Session>(folder, "sessions.jsonl")) {
    const { source, agent, turns } = session;
    const host = hostOfAgent(agent) ?? undefined;
    const { gate, lastReading } = askingGate(session, assumed);
    const group = groupOf(host ?? agent, turns);
    for (const turn of turns) {
      if (turn.role === "user") await gate.personSaid(turn.text ?? "");
      if (turn.tool === undefined) continue;
      const action = actionOf(turn, { tool: turn.tool, host, assumed });
      const decision = settledBy(await gate.check(action), action);
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
    const decision = await watchedGate({ projectRoot: NOWHERE, classifier: null }).gate.check({
      tool: "Bash",
      input: { command: row.command },
    });
    if (decision.behavior !== "allow") continue;
    const why = REVIEWED[row.id];
    const text = `${row.id} (${row.category}) by ${decision.by}`;
    if (why === undefined) unsound.push(`${text}: ${row.command.replace(/\s+/g, " ").slice(0, 200)}`);
    else reviewed.push(`${text}: ${why}`);
  }
  return { judged: rows.length, reviewed, unsound };
}

function actionOf(
  { input = {}, cwd }: Turn,
  given: { readonly tool: string; readonly host: string | undefined; readonly assumed: Assumptions },
): Action {
  const { tool, host, assumed } = given;
  return {
    tool,
    input: assumed.globs ? fillGlobs(input) : input,
    ...(cwd ? { cwd } : {}),
    ...(host === undefined ? {} : { host }),
    ...(assumed.walls ? { walls: true } : {}),
  };
}

/** A command that the record cut counts for a model, whatever was decided about its beginning. */
const settledBy = (decision: DecisionRecord, { input }: Action): DecisionRecord =>
  isCut(input) ? { ...decision, by: "classifier" } : decision;

interface AskingGate {
  readonly gate: Gate;
  readonly lastReading: () => ShellReading | undefined;
}

/** A model is set up and lets everything pass: what comes to it is not settled. */
const MODEL: Classifier = {
  classify: async () => ({ block: "no", model: "none", usage: null, costUsd: null, stage: null }),
};

const STANDING: NonNullable<GateOptions["walls"]> = {
  ...standingAs({ run: "", ticket: "" }),
  outcomes: () => [],
  finishSweeps: () => [],
  sessionTmp: () => NOWHERE,
  ownTmp: () => undefined,
  lineOf: () => undefined,
  drop: () => undefined,
};

function askingGate(session: Session, { walls }: Assumptions): AskingGate {
  const projectRoot = rootOf(session);
  const world = assumedDisk(
    diskWorld({ path: process.env.PATH ?? "", home: homedir() }),
    enteredBy(session, projectRoot),
  );
  return watchedGate({ projectRoot, world, classifier: MODEL, walls: walls ? STANDING : null });
}

function watchedGate(options: GateOptions): AskingGate {
  let last: ShellReading | undefined;
  const gate = createGate({
    // A shell in which nothing is set that bends a program.
    process: CLEAN,
    settings: { mode: "auto" },
    restore: null,
    readShell: (command, context) => {
      last = readShell(command, context);
      return last;
    },
    ...options,
  });
  const lastReading = (): ShellReading | undefined => {
    const found = last;
    last = undefined;
    return found;
  };
  return { gate, lastReading };
}

const stepOf = ({ by, behavior }: DecisionRecord): string => `${by} ${behavior}`;

function count(counts: Map<string, Count>, key: string, { by, behavior }: DecisionRecord): void {
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
