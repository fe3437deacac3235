/** Recorded sessions down the core, and beside it down the gate as it stands. */
import { createGate } from "../../src/app/create-gate.ts";
import type { Action, JsonObject } from "../../src/contract/action.ts";
import { type CoreCall, type Proof, proveCall } from "../../src/core/index.ts";
import { hostOfAgent } from "../../src/evidence/sources/sessions.ts";
import type { Gate } from "../../src/gate/index.ts";
import { translate } from "../../src/hosts/list.ts";
import type { Classifier } from "../../src/judge/index.ts";
import { diskWorld, viewOnce } from "../../src/machine/index.ts";
import { CLEAN } from "../../src/testing/index.ts";
import { rowsOf } from "./data.ts";
import {
  absolute,
  assumedDisk,
  enteredBy,
  fillGlobs,
  groupOf,
  isCut,
  rootOf,
  type Session,
  type Turn,
} from "./recorded.ts";

const CHANGES: ReadonlySet<string> = new Set(["write", "delete", "move"]);
/** Steps of today's gate that are proofs. */
const PROOFS: ReadonlySet<string> = new Set(["safeTool", "readOnly", "acceptEdits", "notRelevant"]);

export interface Group {
  calls: number;
  core: number;
  old: number;
  both: number;
}

export interface Differing {
  readonly kind: "new" | "lost";
  readonly host: string;
  readonly tool: string;
  readonly by: string;
  readonly cwd: string;
  readonly input: JsonObject;
}

export interface MeasuredCore {
  readonly groups: ReadonlyMap<string, Group>;
  readonly differing: readonly Differing[];
  /** Processor time of each call, milliseconds. */
  readonly costs: ReadonlyMap<string, readonly number[]>;
}

/** A model is set up and lets everything pass: what comes to it is not settled. */
const MODEL: Classifier = {
  classify: async () => ({ block: "no", model: "none", usage: null, costUsd: null, stage: null }),
};

/** `beside`: today's proofs are asked too, which takes many minutes. */
export async function measureCore(folder: string, beside: boolean): Promise<MeasuredCore> {
  const found = { groups: new Map<string, Group>(), differing: [], costs: new Map() } satisfies MeasuredCore;
  for await (const session of rowsOf<Session>(folder, "sessions.jsonl")) await measureSession(session, beside, found);
  return found;
}

interface Found {
  readonly groups: Map<string, Group>;
  readonly differing: Differing[];
  readonly costs: Map<string, number[]>;
}

async function measureSession(session: Session, beside: boolean, found: Found): Promise<void> {
  const { agent, turns } = session;
  const host = hostOfAgent(agent) ?? undefined;
  const root = rootOf(session);
  const gate = beside ? gateAt(root) : undefined;
  const written = new Set<string>();
  const entered = enteredBy(session, root);
  const name = groupOf(host ?? agent, turns);
  const group = found.groups.get(name) ?? { calls: 0, core: 0, old: 0, both: 0 };
  found.groups.set(name, group);
  for (const turn of turns) {
    if (turn.role === "user") await gate?.personSaid(turn.text ?? "");
    if (turn.tool === undefined) continue;
    const input = fillGlobs(turn.input ?? {});
    const cut = isCut(input);
    const by = cut ? "" : await provenBy(gate, { ...turn, tool: turn.tool, input }, host);
    const old = PROOFS.has(by);
    const ours = translate(host ?? "", turn.tool, input);
    const cwd = absolute(ours.cwd, turn.cwd ?? root);
    const proof = cut ? undefined : timed(found.costs, { ...ours, cwd, root, written, entered });
    note(written, proof, ours.input);
    group.calls += 1;
    group.core += proof === undefined ? 0 : 1;
    group.old += old ? 1 : 0;
    group.both += old && proof !== undefined ? 1 : 0;
    if (beside && old !== (proof !== undefined))
      found.differing.push({ kind: old ? "lost" : "new", host: name, tool: ours.tool, by, cwd, input: ours.input });
  }
}

const gateAt = (projectRoot: string): Gate =>
  createGate({ settings: { mode: "auto" }, restore: null, projectRoot, classifier: MODEL, walls: null });

/** The step that allowed it, "" where none did. */
async function provenBy(gate: Gate | undefined, turn: Turn & Pick<Action, "tool" | "input">, host: string | undefined) {
  const { tool, input, cwd } = turn;
  const decision = await gate?.check({ tool, input, ...(cwd ? { cwd } : {}), ...(host === undefined ? {} : { host }) });
  return decision?.behavior === "allow" ? decision.by : "";
}

function timed(costs: Map<string, number[]>, call: Recorded): Proof | undefined {
  const began = process.cpuUsage();
  const proof = proven(call);
  const used = process.cpuUsage(began);
  const kind = call.tool === "Bash" ? "shell" : "other tools";
  const times = costs.get(kind) ?? [];
  costs.set(kind, times);
  times.push((used.user + used.system) / 1000);
  return proof;
}

interface Recorded {
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string;
  readonly root: string;
  readonly written: ReadonlySet<string>;
  readonly entered: ReadonlySet<string>;
}

function proven({ tool, input, cwd, root, written, entered }: Recorded): Proof | undefined {
  const call: CoreCall = {
    tool,
    input,
    cwd,
    projectRoot: root,
    additional: [],
    written,
    gatePlaces: [],
    canSave: () => true,
    unsafeTools: new Set(),
  };
  return proveCall(call, assumedDisk(viewOnce(diskWorld()), entered), CLEAN);
}

/** What the session wrote, as far as the core saw it. */
function note(written: Set<string>, proof: Proof | undefined, input: JsonObject): void {
  for (const { role, path } of proof?.touches ?? []) if (CHANGES.has(role)) written.add(path);
  if (typeof input.file_path === "string" && proof?.kind === "edits") written.add(input.file_path);
}
