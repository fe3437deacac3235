/** One way to recognise a topic, and the one place that says when it fits. */

import type { JsonObject } from "../../contract/action.ts";
import type { ActId } from "../../contract/acts.ts";
import { actOf, type Target } from "../../contract/effect.ts";
import { type CallView, type EffectOrFlow, lineOf } from "./call-view.ts";
import type { CallCommand, DataFlow } from "./flow.ts";
import { isAt, type KnownPlace } from "./known-places.ts";

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
  /** Completes "It would …"; `{}` is the object, `{remote}` where a push goes. Says what is done, never how else it could be done. */
  readonly would: string;
  /** Of several, one must fit. */
  readonly clue: Clue | readonly Clue[];
  /** Calls that get the topic's label, and near ones that this does not fit. A string is a Bash command. */
  readonly match: readonly CallExample[];
  readonly notMatch: readonly CallExample[];
}

export type CallExample = string | { readonly tool: string; readonly input: JsonObject };

type Fits = (clue: Clue, subject: EffectOrFlow, view: CallView, command: CallCommand | undefined) => boolean;

/** One for each condition of a clue; one that is not given holds. */
const CONDITIONS: readonly Fits[] = [
  (clue, subject) => clue.do === undefined || list(clue.do).includes(subject.do),
  ({ act }, subject) => act === undefined || (subject.do !== "flow" && list(act).includes(actOf(subject))),
  ({ notAct }, subject) => notAct === undefined || (subject.do !== "flow" && !notAct.includes(actOf(subject))),
  ({ of }, subject) => of === undefined || (subject.do === "flow" && of.includes(subject.of)),
  ({ to }, subject) => to === undefined || (subject.do === "flow" && to.includes(subject.to)),
  ({ sure }, subject) => sure === undefined || (subject.do === "flow" && subject.sure),
  ({ method }, subject) => method === undefined || (subject.do === "network" && method.includes(subject.method ?? "")),
  ({ sends }, subject) => sends === undefined || (subject.do === "network" && subject.sends),
  ({ value }, subject) => value === undefined || (subject.do === "environment" && value.test(subject.value ?? "?")),
  ({ op }, subject) => op === undefined || ("op" in subject && list(op).includes(subject.op)),
  ({ recursive }, subject) => recursive === undefined || ("recursive" in subject && subject.recursive),
  (clue, subject) => clue.as === undefined || (subject.do === "write" && clue.as.includes(subject.as ?? false)),
  ({ program }, _, __, command) => program === undefined || program.test(command?.name ?? ""),
  ({ on }, subject) => on === undefined || on.test(objectOf(subject) ?? ""),
  ({ line }, _, __, command) => line === undefined || line.test(command === undefined ? "" : lineOf(command)),
  ({ text }, subject) => text === undefined || text.test(textOf(subject)),
  ({ at }, subject, view) => at === undefined || isAtOne(list(at), targetOf(subject), view),
  ({ notAt }, subject, view) => notAt === undefined || !isAtOne(list(notAt), targetOf(subject), view),
  (clue, subject, view, command) => clue.when === undefined || clue.when(subject, view, command),
];

export const matches: Fits = (clue, ...rest) => CONDITIONS.every((fits) => fits(clue, ...rest));

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
