/** The only place that puts acts and effects into words: for `explain`, facts, reasons and pages. Nothing decides on them. */
import { ACTS, type ActId, isAct } from "./acts.ts";
import { actOf, type Effect, type RunEffect, type SecretEffect, type Target, type VcsEffect } from "./effect.ts";
import { assertNever } from "./result.ts";

const MAX_QUOTE_CHARACTERS = 48;

export interface DescribeOptions {
  /** How names and texts that are not ours are written; absent: as they are, texts cut to one short line. */
  readonly quote?: (text: string) => string;
  /** Code and values of variables are left out. */
  readonly brief?: true;
}

/** An act in its own words. */
export const describeAct = (id: ActId): string => ACTS[id][2];

/** What a secret is called. */
export const describeSecret = ({ act, on }: Pick<SecretEffect, "act" | "on">): string => on ?? describeAct(act);

/** Where data comes from: the act that shows it, in words, or the name as it is. */
export const describeOrigin = (from: string): string => (isAct(from) ? describeAct(from) : from);

/** What could not be established of a use. */
export const describeUnknown = (effect: Extract<Effect, { do: "unknown" }>): string =>
  effect.wording ?? describeAct(effect.act);

/** One phrase for one effect: "reads src/a.ts", "process, stop: stops a service (nginx)". */
export function describeEffect(effect: Effect, { quote, brief }: DescribeOptions = {}): string {
  const words = describeAct(actOf(effect));
  const name = quote ?? ((text: string): string => text);
  const text = quote ?? shorten;
  const place = (target: Target): string => placeName(target, name);
  const below = "recursive" in effect && effect.recursive ? " and all below" : "";
  switch (effect.do) {
    case "read":
    case "delete":
      return `${words} ${place(effect.target)}${below}`;
    case "write":
      return `${words} ${place(effect.target)}${below}${effect.from === undefined ? "" : ` from ${place(effect.from)}`}`;
    case "run":
      return `runs ${words} ${effect.script === undefined ? text(effect.program) : place(effect.script)}${after(
        brief === true ? effect.task : runText(effect),
        text,
      )}`;
    case "network":
      return `${effect.sends ? "sends data to" : "contacts"} ${effect.host === null ? "a host that is not known" : name(effect.host)}${
        effect.method === undefined || brief === true ? "" : ` (${effect.method})`
      }`;
    case "vcs":
      return `git ${words}${effect.forced === true ? ", forced" : ""}${effect.deletes === true ? ", deleting" : ""}${after(
        vcsText(effect),
        text,
      )}`;
    case "environment":
      return `sets ${name(effect.name)}${effect.value === null || brief === true ? "" : ` to ${text(effect.value)}`}${
        brief === true && effect.matters ? ", which changes what later programs do" : ""
      }`;
    case "secret":
      return `shows secrets: ${effect.on === undefined ? words : name(effect.on)}`;
    case "unknown":
      return `not understood: ${effect.wording === undefined ? words : name(effect.wording)}`;
    case "process":
    case "privilege":
    case "persist":
    case "package":
    case "container":
    case "cluster":
    case "cloud":
    case "database":
    case "account":
    case "security":
    case "message":
    case "system":
    case "publish":
      return `${effect.do}, ${effect.op}: ${effect.wording === undefined ? words : text(effect.wording)}${
        effect.on === undefined || effect.on === null ? "" : ` (${text(effect.on)})`
      }`;
    default:
      return assertNever(effect);
  }
}

/** A place in words. */
export function placeName(target: Target, quote: (text: string) => string = (path) => path): string {
  if (target.certainty !== "unknown") return quote(target.path);
  return target.path === "" ? "a place that is not known" : `somewhere below ${quote(target.path)}`;
}

const runText = ({ code, task, wording }: RunEffect): string | undefined => code ?? task ?? wording;

const vcsText = ({ remote, branch, wording }: VcsEffect): string =>
  [remote, branch, wording].filter((part) => part !== undefined && part !== null).join(" ");

const after = (text: string | undefined, quote: (text: string) => string): string =>
  text === undefined || text === "" ? "" : `: ${quote(text)}`;

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_QUOTE_CHARACTERS ? `${line.slice(0, MAX_QUOTE_CHARACTERS - 1)}…` : line;
};
