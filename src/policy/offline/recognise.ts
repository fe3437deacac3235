/** Which of several topics a call belongs to: the first that recognises something in it. */
import { describeOrigin } from "../../contract/describe.ts";
import type { PolicyCall } from "../call.ts";
import { type CallView, type EffectOrFlow, viewCall } from "./call-view.ts";
import { list, matches, type Recognition } from "./clue.ts";
import { objectOf } from "./subject.ts";

const MAX_OBJECT_CHARACTERS = 120;

interface Recognised<T> {
  readonly topic: T;
  /** One sentence: what the call would do. */
  readonly reason: string;
}

/** Topics in the order they are tried. */
export function recognise<T extends { readonly recognise: readonly Recognition[] }>(
  call: PolicyCall,
  topics: readonly T[],
): Recognised<T> | undefined {
  const views = [viewCall(call)];
  for (const topic of topics)
    for (const recognition of topic.recognise) {
      const subject = views.map((view) => findIn(view, recognition)).find((found) => found !== undefined);
      if (subject !== undefined) return { topic, reason: sentence(recognition, subject) };
    }
  return undefined;
}

/** The effect or flow of the call that fits; undefined when none does. */
export function findIn(view: CallView, { clue }: Recognition): EffectOrFlow | undefined {
  const clues = list(clue);
  for (const command of view.commands) {
    const found = command.effects.find((effect) => clues.some((one) => matches(one, effect, view, command)));
    if (found !== undefined) return found;
  }
  return view.flows.find((flow) => clues.some((one) => matches(one, flow, view, undefined)));
}

function sentence({ would }: Recognition, subject: EffectOrFlow): string {
  const remote = subject.do === "vcs" ? (subject.remote ?? null) : null;
  return `It would ${would.replace("{}", () => show(objectOf(subject))).replace("{remote}", () => show(remote))}.`;
}

const show = (object: string | null): string =>
  object === null || object === ""
    ? "a place that is not known"
    : JSON.stringify(describeOrigin(object).slice(0, MAX_OBJECT_CHARACTERS));
