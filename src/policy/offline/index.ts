/** Provider `offline` (§9): a decider, not a verdict. Names the topic of a call from its effects; allows nothing. */
import { ask, type Draft, deny } from "../../contract/decision.ts";
import { clearsWhen, isHard, type Label } from "./labels.ts";
import { matches, objectOf, type Row } from "./row.ts";
import { type NamedCall, type Scene, type Subject, sceneOf } from "./scene.ts";
import { TABLE } from "./table.ts";

export { type NamedCall, sceneOf } from "./scene.ts";
export { TABLE } from "./table.ts";

const MAX_OBJECT_CHARACTERS = 120;

export interface Named {
  readonly label: Label;
  /** One sentence: what the call would do. */
  readonly reason: string;
  readonly row: Row;
}

/** The strictest topic: hard before soft, then the order of the table. */
export function nameTopic(call: NamedCall): Named | undefined {
  const scene = sceneOf(call);
  for (const row of TABLE) {
    const subject = firstMatch(row, scene);
    if (subject !== undefined) return { label: row.label, reason: sentence(row, subject), row };
  }
  return undefined;
}

/** What a row finds in a scene; undefined when nothing. */
export function firstMatch(row: Row, scene: Scene): Subject | undefined {
  for (const part of scene.parts) {
    const found = part.effects.find((effect) => matches(row, effect, scene, part));
    if (found !== undefined) return found;
  }
  return scene.flows.find((flow) => matches(row, flow, scene, undefined));
}

function sentence({ would }: Row, subject: Subject): string {
  const object = objectOf(subject);
  const shown =
    object === null || object === ""
      ? "a place that is not known"
      : JSON.stringify(object.slice(0, MAX_OBJECT_CHARACTERS));
  return `It would ${would.replace("{}", () => shown)}.`;
}

const UNPROVEN = "No model is set up, and nothing here proves the call harmless; the person decides.";

/** Deny for a topic nothing could excuse, else ask. Never allows. */
export function decide(call: NamedCall): Draft {
  const named = nameTopic(call);
  if (named === undefined) return ask("offline", UNPROVEN, { clearsWhen: "the person approves this exact call" });
  const { label, reason } = named;
  return isHard(label)
    ? deny("offline", reason, { rule: label, hard: true, clearsWhen: null })
    : ask("offline", reason, { rule: label, clearsWhen: clearsWhen(label) });
}
