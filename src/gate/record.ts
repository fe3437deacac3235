/** From an opinion to a decision, and from a decision to what the session records of it. */
import type { Action } from "../contract/action.ts";
import { type Decision, deny, type HeldDraft, toRecord } from "../contract/decision.ts";
import { fixedPart, onlyReads } from "../contract/effect.ts";
import { messageOf } from "../contract/result.ts";
import type { CallKey, DecisionEntry } from "../contract/session.ts";
import type { Touch } from "../core/index.ts";
import { marksOf } from "../policy/offline/index.ts";
import type { Call } from "./call.ts";

export const brokenDraft = (error: unknown): HeldDraft =>
  deny("error", `The check could not be finished, so the call is not allowed: ${messageOf(error)}`);

export interface Decided {
  readonly action: Action;
  readonly decision: Decision;
  readonly call: CallKey;
  readonly targets: string;
  readonly at: number;
}

const KEPT_IF_GIVEN = ["cwd", "host", "toolUseId", "event", "mode"] as const;

export function decisionEntry({ action, decision, call, targets, at }: Decided): DecisionEntry {
  const kept: Record<string, unknown> & Pick<Action, "tool" | "input"> = { tool: action.tool, input: action.input };
  for (const field of KEPT_IF_GIVEN) if (action[field] !== undefined) kept[field] = action[field];
  return { kind: "decision", at, call, action: kept, decision: toRecord(decision), targets };
}

/**
 * What a call that may run leaves behind. Only an allowed call counts as having made a file: what the person was asked about may not have
 * run. Of a call the core proves, what it touches is known; else the watch says what it can.
 */
export function changesOf(call: Call, decision: Decision): Changes {
  if (decision.behavior === "deny" || decision.behavior === "abort") return {};
  const proof = call.proof();
  if (proof !== undefined && proof.kind !== "edits") return {};
  if (proof !== undefined && decision.by === "acceptEdits") return touchedBy(proof.touches, call);
  const state = shellStateOf(call);
  if (onlyReads(call.effects)) return state;
  return { ...writesOf(call, decision), ...displacedBy(call), ...state, ...fileMarksOf(call) };
}

type Changes = Pick<DecisionEntry, "writes" | "creates" | "displaces" | "links" | "leaves" | "marks">;

function touchedBy(touches: readonly Touch[], { parts }: Call): Changes {
  const at = (...roles: readonly Touch["role"][]): readonly string[] => [
    ...new Set(touches.flatMap(({ role, path }) => (roles.includes(role) ? [path] : []))),
  ];
  const [written, gone] = [at("write"), at("delete", "move")];
  return {
    ...(written.length === 0
      ? {}
      : { writes: written, creates: written.filter((path) => isNew(path, parts)), links: [] }),
    ...(gone.length === 0 ? {} : { displaces: gone }),
  };
}

const isNew = (path: string, { world }: Call["parts"]): boolean => world.lstat(path).kind === "absent";

function writesOf(call: Call, decision: Decision): Changes {
  const writes = call.effects.flatMap((effect) => (effect.do === "write" ? [effect] : []));
  if (writes.length === 0) return {};
  // What was moved there is no new work, and may be the only copy. The disk is asked anew: a model may have taken long.
  const made = writes.filter(
    ({ target, as }) => as !== "move" && target.certainty === "exact" && isNew(target.path, call.parts),
  );
  const links = writes.filter(({ as }) => as === "link" || as === "hardlink");
  return {
    writes: [...new Set(writes.map((effect) => fixedPart(effect.target)))],
    creates: decision.behavior === "allow" ? made.map(({ target }) => target.path) : [],
    links: links.map(({ target }) => target.path),
  };
}

/** A name that was emptied or moved to says nothing of who made what stands there later. */
function displacedBy({ effects }: Call): Changes {
  const places = effects.flatMap((effect): readonly string[] => {
    if (effect.do === "delete") return effect.target.certainty === "exact" ? [effect.target.path] : [];
    if (effect.do !== "write" || effect.as !== "move") return [];
    return [effect.target, ...(effect.from === undefined ? [] : [effect.from])].map(fixedPart);
  });
  return places.length === 0 ? {} : { displaces: [...new Set(places)] };
}

/** Files that now hold a secret, private data or a download: what later calls do with them is known as that. */
function fileMarksOf(call: Call): Changes {
  const marks = marksOf(call);
  return marks.length === 0 ? {} : { marks };
}

function shellStateOf({ spec, reading }: Call): Changes {
  if (spec.keepsState !== true || reading === undefined) return {};
  const left = reading.leaves ?? { pathChanged: true, functions: [], aliases: [] };
  return { leaves: { pathChanged: left.pathChanged, names: [...left.functions, ...left.aliases] } };
}
