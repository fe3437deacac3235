/** The shape of the table's rows, and the one place that says when a row matches. */
import type { JsonObject } from "../../contract/action.ts";
import type { Target } from "../../contract/effect.ts";
import type { Label } from "./labels.ts";
import { lineOf, type Scene, type Subject } from "./scene.ts";
import type { Part } from "./sources.ts";
import { isAt, type Place } from "./where.ts";

/** Every condition that is given must hold; of a list, one. */
export interface Clue {
  readonly do: Subject["do"] | readonly Subject["do"][];
  /** For effects that have one. */
  readonly op?: string | readonly string[];
  /** What the tables say of it: detail, source, variable and value, method, what flows to where. */
  readonly says?: RegExp;
  /** The object: a name, a host, a remote, a branch, a path. */
  readonly on?: RegExp;
  readonly at?: Place | readonly Place[];
  readonly notAt?: Place | readonly Place[];
  readonly recursive?: true;
  /** For writes: what sort; `false` is a plain write. */
  readonly as?: readonly (string | false)[];
  /** The command it belongs to: its name, and its words as one line. */
  readonly program?: RegExp;
  readonly line?: RegExp;
  /** Code or contents that are there to be read. */
  readonly text?: RegExp;
  readonly when?: (subject: Subject, scene: Scene, part: Part | undefined) => boolean;
}

export interface Row {
  readonly label: Label;
  /** Completes "It would …"; `{}` is the object. Says what is done, never how else it could be done. */
  readonly would: string;
  readonly clue: Clue;
  /** Calls that get this row's label from it, and near ones that do not. A string is a Bash command. */
  readonly match: readonly Example[];
  readonly notMatch: readonly Example[];
}

export type Example = string | { readonly tool: string; readonly input: JsonObject };

export function matches({ clue }: Row, subject: Subject, scene: Scene, part: Part | undefined): boolean {
  if (!list(clue.do).includes(subject.do)) return false;
  if (clue.op !== undefined && !("op" in subject && list(clue.op).includes(subject.op))) return false;
  if (clue.recursive === true && !("recursive" in subject && subject.recursive)) return false;
  if (clue.as !== undefined && !(subject.do === "write" && clue.as.includes(subject.as ?? false))) return false;
  if (clue.program !== undefined && !clue.program.test(part?.name ?? "")) return false;
  if (clue.says !== undefined && !clue.says.test(sayingOf(subject))) return false;
  if (clue.on !== undefined && !clue.on.test(objectOf(subject) ?? "")) return false;
  if (clue.line !== undefined && !clue.line.test(part === undefined ? "" : lineOf(part))) return false;
  if (clue.text !== undefined && !clue.text.test(textOf(subject))) return false;
  if (clue.at !== undefined && !isAtOne(list(clue.at), targetOf(subject), scene)) return false;
  if (clue.notAt !== undefined && isAtOne(list(clue.notAt), targetOf(subject), scene)) return false;
  return clue.when === undefined || clue.when(subject, scene, part);
}

const list = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);

export const targetOf = (subject: Subject): Target | undefined =>
  subject.do === "read" || subject.do === "write" || subject.do === "delete" ? subject.target : undefined;

const isAtOne = (places: readonly Place[], target: Target | undefined, scene: Scene): boolean =>
  target !== undefined && places.some((place) => isAt(place, target, scene.look, scene.home));

/** What the tables say of an effect, as one text. */
function sayingOf(subject: Subject): string {
  switch (subject.do) {
    case "flow":
      return `${subject.of} to ${subject.to}${subject.sure ? " for sure" : ""}`;
    case "environment":
      return `${subject.name}=${subject.value ?? "?"}`;
    case "secret":
      return subject.source;
    case "network":
      return `${subject.method ?? ""} ${subject.sends ? "sends" : "gets"} ${subject.detail ?? ""}`;
    case "run":
      return `${subject.what} ${subject.detail ?? ""} ${subject.task ?? ""}`;
    case "vcs":
      return `${subject.op}${subject.forced === true ? " forced" : ""}${subject.deletes === true ? " deletes" : ""} ${subject.detail ?? ""}`;
    default:
      return "detail" in subject ? subject.detail : "";
  }
}

export function objectOf(subject: Subject): string | null {
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
      return subject.source;
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

const textOf = (subject: Subject): string =>
  subject.do === "run" ? (subject.code ?? "") : subject.do === "write" ? (subject.contents ?? "") : "";
