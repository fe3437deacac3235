/** One way to recognise a topic, and the one place that says when it fits. */

import type { JsonObject } from "../../contract/action.ts";
import type { ActId } from "../../contract/acts.ts";
import { actOf, type Target } from "../../contract/effect.ts";
import { type CallView, type EffectOrFlow, lineOf } from "./call-view.ts";
import type { CallCommand, DataFlow } from "./flow.ts";
import { isAt, type KnownPlace } from "./known-places.ts";
import { holds } from "./named.ts";
import { objectOf, targetOf, textOf } from "./subject.ts";

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
  /** The command as it is written, and all of the call as it is shown. */
  readonly written?: RegExp;
  readonly shown?: RegExp;
  /** The tool's name; that of an MCP tool without its prefix tells what it is for, what it really does nobody can see. */
  readonly tool?: RegExp;
  readonly mcp?: RegExp;
  /** Texts in fields of the tool's input. */
  readonly input?: Readonly<Record<string, RegExp>>;
  /** Conditions by their names (`named.ts`): all of them, or not where `!` stands before one. */
  readonly is?: readonly string[];
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

/** The same in a row of data: patterns as text, flags in front (`(?i)`). */
export interface WayRow extends Pick<Recognition, "would"> {
  readonly clue: unknown;
  readonly match: readonly unknown[];
  readonly notMatch: readonly unknown[];
}

const PATTERNS: ReadonlySet<string> = new Set("value on program line text written shown tool mcp url mode".split(" "));

export function readRecognition({ would, clue, match, notMatch }: WayRow): Recognition {
  const examples = { match: match as readonly CallExample[], notMatch: notMatch as readonly CallExample[] };
  return { would, clue: list(clue).map((one) => readPatterns(one as object) as Clue), ...examples };
}

const readPatterns = (row: object): unknown =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name === "input" ? readPatterns(value) : PATTERNS.has(name) ? patternOf(value) : value,
    ]),
  );

function patternOf(text: string): RegExp {
  const [, flags = "", source = text] = /^\(\?([ims]+)\)([\s\S]*)$/.exec(text) ?? [];
  return new RegExp(source, flags);
}

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
  ({ written }, _, __, command) => written === undefined || written.test(command?.text ?? ""),
  ({ shown }, _, view) => shown === undefined || shown.test(view.text),
  ({ tool }, _, view) => tool === undefined || tool.test(view.tool),
  ({ mcp }, _, { tool }) => mcp === undefined || (tool.startsWith("mcp__") && mcp.test(tool.slice(5).toLowerCase())),
  (clue, _, { input }) => Object.entries(clue.input ?? {}).every(([field, one]) => one.test(textField(input, field))),
  ({ is = [] }, subject, view, command) => is.every((name) => holds(name, subject, view, command)),
];

export const matches: Fits = (clue, ...rest) => CONDITIONS.every((fits) => fits(clue, ...rest));

const textField = (input: JsonObject, name: string): string => (typeof input[name] === "string" ? input[name] : "");

export const list = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);

const isAtOne = (places: readonly KnownPlace[], target: Target | undefined, view: CallView): boolean =>
  target !== undefined && places.some((place) => isAt(place, target, view.look, view.home));
