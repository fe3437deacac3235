/** From an opinion to a decision, and from a decision to what the session records of it. */
import type { Action } from "../contract/action.ts";
import { isAllow } from "../contract/allow.ts";
import { type Decision, deny, type HeldDraft, toRecord } from "../contract/decision.ts";
import { fixedPart, onlyReads } from "../contract/effect.ts";
import { messageOf } from "../contract/result.ts";
import type { CallKey, DecisionEntry, KeptShell } from "../contract/session.ts";
import { archiveMarks, directoriesLeft, mixedNames } from "../policy/index.ts";
import { marksOf } from "../policy/offline/index.ts";
import { type Call, everyWay } from "./call.ts";

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
 * What a call that may run leaves behind. A place that is not fully known is remembered by its fixed part: everything
 * below it may have been written. Only an allowed call counts as having made a file: what the person was asked about
 * may not have run.
 */
export function changesOf(call: Call, decision: Decision): Changes {
  if (decision.behavior === "deny" || decision.behavior === "abort") return {};
  const state = shellStateOf(call);
  if (everyWay(call).every(({ effects }) => onlyReads(effects))) return state;
  return { ...writesOf(call, decision), ...displacedBy(call), ...state, ...fileMarksOf(call) };
}

type Changes = Pick<DecisionEntry, "writes" | "creates" | "displaces" | "links" | "leaves" | "marks">;

function writesOf(call: Call, decision: Decision): Changes {
  const writes = call.effects.flatMap((effect) => (effect.do === "write" ? [effect] : []));
  const mixed = mixedNames(call);
  if (writes.length + mixed.length === 0) return {};
  const paths = [...writes.map((effect) => fixedPart(effect.target)), ...mixed];
  // What was moved there is no new work, and may be the only copy. The disk is asked anew: a model may have taken long.
  const made = writes.filter(
    ({ target, as }) =>
      as !== "move" && target.certainty === "exact" && call.parts.world.lstat(target.path).kind === "absent",
  );
  const links = writes.filter(({ as }) => as === "link" || as === "hardlink");
  return {
    writes: [...new Set(paths)],
    creates: isAllow(decision) ? made.map(({ target }) => target.path) : [],
    links: links.map(({ target }) => target.path),
  };
}

/** A name that was emptied or moved to says nothing of who made what stands there later. */
function displacedBy(call: Call): Changes {
  const effects = everyWay(call).flatMap((way) => way.effects);
  const places = effects.flatMap((effect): readonly string[] => {
    if (effect.do === "delete") return effect.target.certainty === "exact" ? [effect.target.path] : [];
    if (effect.do !== "write" || effect.as !== "move") return [];
    return [effect.target, ...(effect.from === undefined ? [] : [effect.from])].map(fixedPart);
  });
  return places.length === 0 ? {} : { displaces: [...new Set(places)] };
}

/** Files that now hold a secret, private data or a download: what later calls do with them is known as that. */
function fileMarksOf(call: Call): Changes {
  const flowed = everyWay(call).flatMap(marksOf);
  const told = new Set(flowed.flatMap(({ of, path }) => (of === "secret" ? [path] : [])));
  // That a secret went in tells less than which.
  const archives = everyWay(call)
    .flatMap(archiveMarks)
    .filter(({ path }) => !told.has(path));
  const marks = [...flowed, ...archives];
  return marks.length === 0 ? {} : { marks };
}

function shellStateOf(call: Call): Changes {
  const directories = everyWay(call).flatMap(directoriesLeft);
  const { pathChanged, names } = namesLeft(call);
  if (!pathChanged && names.length + directories.length === 0) return {};
  return { leaves: { pathChanged, names, ...(directories.length === 0 ? {} : { directories }) } };
}

function namesLeft({ spec, reading }: Call): Pick<KeptShell, "pathChanged" | "names"> {
  if (spec.keepsState !== true || reading === undefined) return { pathChanged: false, names: [] };
  const left = reading.leaves ?? { pathChanged: true, functions: [], aliases: [] };
  return { pathChanged: left.pathChanged, names: [...left.functions, ...left.aliases] };
}
