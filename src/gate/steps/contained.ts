/** In step 9, `contained`: what is not proven runs inside walls, where no word of it says that they cannot carry it (§9). */
import { isAllow } from "../../contract/allow.ts";
import { ask, type Draft, type Opinion } from "../../contract/decision.ts";
import type { Target } from "../../contract/effect.ts";
import { isOf } from "../../contract/witness.ts";
import type { TopicLabel } from "../../policy/topics/index.ts";
import { runsCode } from "../../rules/index.ts";
import { allowInside, wallVerdict } from "../allow.ts";
import type { Call } from "../call.ts";
import { heldBare } from "../restriction.ts";
import { runsWritten } from "../runs-written.ts";
import { shortPlace } from "../short-place.ts";
import { isForwardGit, isKeptInside, keepsRule, onlyReads, runsBare, unwalled, wallsIn } from "../walls.ts";
import { guardedIn } from "./3-own-check.ts";
import { isClassified } from "./5-ask-rule.ts";

/** With a model set up and entries of the person's own that it would hold against a call, what is walled is judged as well. */
export async function contained(call: Call): Promise<Opinion> {
  const around = wallsIn(call, isForwardGit(call) ? "edit" : "work");
  if (around === undefined || unwalled(call) !== undefined || !isKeptInside(call)) return undefined;
  const held = heldBare(call);
  if (held !== undefined && !keepsRule(held.rule, call)) return undefined;
  const runs = call.commands().seen.some(runsCode);
  if (isClassified(call) || (!runs && call.settings.autoMode.classifyEdits)) return undefined;
  if (isOf(around, "sandbox") && !isProjectsOwn(call)) return undefined;
  const { hard } = await call.parts.watch.decideOffline(call);
  // What nothing could excuse is not tried, whoever holds it.
  if (hard === true || isJudgedToo(call)) return undefined;
  if (isForwardGit(call)) return allowInside(around, "edits");
  return allowInside(around, runs ? "runs" : "opaqueEdits");
}

const isJudgedToo = ({ parts, settings: { contain, autoMode } }: Call): boolean =>
  parts.classifier !== null &&
  (contain.judge === true || [...autoMode.soft_deny, ...autoMode.hard_deny].some((entry) => entry !== "$defaults"));

/**
 * A host's sandbox shows code the whole machine, its credentials too: only what the project had before runs there unasked. What the agent
 * wrote or gives as text is judged.
 */
function isProjectsOwn(call: Call): boolean {
  if (call.around !== "host" && call.parts.restore === null) return false;
  const { seen } = call.commands();
  if (call.reading?.opaque.length !== 0 || seen.some((command) => runsWritten(command, call))) return false;
  const runs = call.effects.filter((effect) => effect.do === "run");
  return (
    runs.length > 0 &&
    runs.every(({ what, script }) => what === "task" || isFound(script, call)) &&
    call.effects.every((effect) => effect.do !== "secret" && effect.do !== "unknown")
  );
}

const isFound = (script: Target | undefined, { world }: Call): boolean =>
  script?.certainty === "exact" && world.stat(script.path).kind === "file";

/** A model's allow of what walls can carry holds inside them. */
export function verdictInWalls(draft: Draft, call: Call): Draft {
  const kind = isForwardGit(call) ? "edit" : onlyReads(call) ? "look" : "work";
  const around = runsBare(call) ? undefined : wallsIn(call, kind);
  if (!isAllow(draft) || around === undefined || unwalled(call) !== undefined) return draft;
  return call.reading === undefined ? draft : wallVerdict(draft, around);
}

/** Nothing holds what a rule or a guarded place could speak of: the person is asked, not a model. */
export function heldWithoutWalls(call: Call): Opinion {
  const clears = { clearsWhen: "it is written out, or the person approves this exact call" };
  const held = heldBare(call);
  if (held !== undefined)
    return ask("askRule", `The rule ${held.rule.text} could forbid a part of this, which nobody can tell beforehand.`, {
      rule: held.rule.text,
      ...clears,
    });
  const guarded = guardedIn(call);
  if (guarded?.answer !== "bare") return undefined;
  const place = shortPlace(guarded.met, call);
  return ask(
    "safetyCheck",
    `It mentions ${place}, which decides what the agent may do or what runs later, and could write there.`,
    { rule: "Agent Self-Modification" satisfies TopicLabel, ...clears },
  );
}
