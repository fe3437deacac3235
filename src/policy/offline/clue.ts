/** One way to recognise a topic, and the one place that says when it fits. */

import type { JsonObject } from "../../contract/action.ts";
import type { ActId } from "../../contract/acts.ts";
import { actOf, type Target } from "../../contract/effect.ts";
import { type CallView, type EffectOrFlow, lineOf } from "./call-view.ts";
import type { DataFlow } from "./data-flow.ts";
import { isAt, type KnownPlace } from "./known-places.ts";
import type { CallCommand } from "./sources.ts";

/** Every condition that is given must hold; of a list, one. */
export interface Clue {
  readonly do?: EffectOrFlow["do"] | readonly EffectOrFlow["do"][];
  readonly act?: ActId | readonly ActId[];
  readonly notAct?: readonly ActId[];
  /** For effects that have one. */
  readonly op?: string | readonly string[];
  /** For requests: by their method, and those that may carry data of this machine. */
  readonly method?: readonly string[];
  readonly sends?: true;
  /** For variables: what is put in; `?` where that is not known. */
  readonly value?: RegExp;
  /** For data that moves: what it is, where it ends, and that nothing but a leak explains it. */
  readonly of?: readonly DataFlow["of"][];
  readonly to?: readonly DataFlow["to"][];
  readonly sure?: true;
  /** The object: a name, a host, a remote, a branch, a path. */
  readonly on?: RegExp;
  readonly at?: KnownPlace | readonly KnownPlace[];
  readonly notAt?: KnownPlace | readonly KnownPlace[];
  readonly recursive?: true;
  /** For writes: what sort; `false` is a plain write. */
  readonly as?: readonly (string | false)[];
  /** The command it belongs to: its name, and its words as one line. */
  readonly program?: RegExp;
  readonly line?: RegExp;
  /** Code or contents that are there to be read. */
  readonly text?: RegExp;
  readonly when?: (subject: EffectOrFlow, view: CallView, command: CallCommand | undefined) => boolean;
}

/** One way to recognise a topic by code. */
export interface Recognition {
  /** Completes "It would …"; `{}` is the object. Says what is done, never how else it could be done. */
  readonly would: string;
  /** Of several, one must fit. */
  readonly clue: Clue | readonly Clue[];
  /** Calls that get the topic's label, and near ones that this does not fit. A string is a Bash command. */
  readonly match: readonly CallExample[];
  readonly notMatch: readonly CallExample[];
}

export type CallExample = string | { readonly tool: string; readonly input: JsonObject };

export function matches(clue: Clue, subject: EffectOrFlow, view: CallView, command: CallCommand | undefined): boolean {
  if (clue.do !== undefined && !list(clue.do).includes(subject.do)) return false;
  if (!matchesAct(clue, subject) || !matchesFlow(clue, subject)) return false;
  if (clue.method !== undefined && !(subject.do === "network" && clue.method.includes(subject.method ?? "")))
    return false;
  if (clue.sends === true && !(subject.do === "network" && subject.sends)) return false;
  if (clue.value !== undefined && !(subject.do === "environment" && clue.value.test(subject.value ?? "?")))
    return false;
  if (clue.op !== undefined && !("op" in subject && list(clue.op).includes(subject.op))) return false;
  if (clue.recursive === true && !("recursive" in subject && subject.recursive)) return false;
  if (clue.as !== undefined && !(subject.do === "write" && clue.as.includes(subject.as ?? false))) return false;
  if (clue.program !== undefined && !clue.program.test(command?.name ?? "")) return false;
  if (clue.on !== undefined && !clue.on.test(objectOf(subject) ?? "")) return false;
  if (clue.line !== undefined && !clue.line.test(command === undefined ? "" : lineOf(command))) return false;
  if (clue.text !== undefined && !clue.text.test(textOf(subject))) return false;
  if (clue.at !== undefined && !isAtOne(list(clue.at), targetOf(subject), view)) return false;
  if (clue.notAt !== undefined && isAtOne(list(clue.notAt), targetOf(subject), view)) return false;
  return clue.when === undefined || clue.when(subject, view, command);
}

function matchesAct({ act, notAct }: Clue, subject: EffectOrFlow): boolean {
  if (act === undefined && notAct === undefined) return true;
  if (subject.do === "flow") return false;
  const id = actOf(subject);
  return (act === undefined || list(act).includes(id)) && notAct?.includes(id) !== true;
}

function matchesFlow({ of, to, sure }: Clue, subject: EffectOrFlow): boolean {
  if (of === undefined && to === undefined && sure === undefined) return true;
  if (subject.do !== "flow") return false;
  return of?.includes(subject.of) !== false && to?.includes(subject.to) !== false && (sure !== true || subject.sure);
}

export const list = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);

export const targetOf = (subject: EffectOrFlow): Target | undefined =>
  subject.do === "read" || subject.do === "write" || subject.do === "delete" ? subject.target : undefined;

const isAtOne = (places: readonly KnownPlace[], target: Target | undefined, view: CallView): boolean =>
  target !== undefined && places.some((place) => isAt(place, target, view.look, view.home));

export function objectOf(subject: EffectOrFlow): string | null {
  switch (subject.do) {
    case "flow":
      return ["run", "apply", "system"].includes(subject.to) ? subject.from : subject.at;
    case "network":
      return subject.host;
    case "vcs":
      return subject.branch ?? subject.remote ?? null;
    case "run":
      return subject.script?.path ?? subject.program;
    case "environment":
      return subject.name;
    case "secret":
      return subject.on ?? subject.act;
    case "unknown":
      return null;
    case "read":
    case "write":
    case "delete":
      return subject.target.path;
    default:
      return subject.on ?? null;
  }
}

const textOf = (subject: EffectOrFlow): string =>
  subject.do === "run" ? (subject.code ?? "") : subject.do === "write" ? (subject.contents ?? "") : "";
