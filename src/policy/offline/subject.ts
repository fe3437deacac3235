/** What an effect or a flow is about: its place, its object, its text. */
import type { Target } from "../../contract/effect.ts";
import type { EffectOrFlow } from "./call-view.ts";

export const targetOf = (subject: EffectOrFlow): Target | undefined =>
  subject.do === "read" || subject.do === "write" || subject.do === "delete" ? subject.target : undefined;

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

/** Code or contents that are there to be read. */
export const textOf = (subject: EffectOrFlow): string =>
  subject.do === "run" ? (subject.code ?? "") : subject.do === "write" ? (subject.contents ?? "") : "";
