/** The only place that puts acts and effects into words: for `explain`, facts, reasons and pages. Nothing decides on them. */
import { ACTS, type ActId, isAct } from "./acts.ts";
import {
  actOf,
  type DeleteEffect,
  type Effect,
  type EnvironmentEffect,
  type NetworkEffect,
  type RunEffect,
  type Target,
  type VcsEffect,
  type WorldEffect,
} from "./effect.ts";

const MAX_QUOTE_CHARACTERS = 48;

interface DescribeOptions {
  /** How names and texts that are not ours are written; absent: as they are, texts cut to one short line. */
  readonly quote?: (text: string) => string;
  /** Code and values of variables are left out. */
  readonly brief?: true;
}

/** An act in its own words. */
const describeAct = (id: ActId): string => ACTS[id][2];

/** Where data comes from: the act that shows it, in words, or the name as it is. */
export const describeOrigin = (from: string): string => (isAct(from) ? describeAct(from) : from);

/** What could not be established of a use. */
export const describeUnknown = (effect: Extract<Effect, { do: "unknown" }>): string =>
  effect.wording ?? describeAct(effect.act);

/** One phrase for one effect: "reads src/a.ts", "process, stop: stops a service (nginx)". */
export function describeEffect(effect: Effect, options: DescribeOptions = {}): string {
  const words = describeAct(actOf(effect));
  const writing = writingOf(options);
  const { name, text, brief } = writing;
  switch (effect.do) {
    case "read":
      return `${words} ${placeName(effect.target, name)}${belowOf(effect)}`;
    case "delete":
      return `${words} ${chosenOf(effect)}${placeName(effect.target, name)}${belowOf(effect)}`;
    case "write":
      return `${words} ${placeName(effect.target, name)}${belowOf(effect)}${
        effect.from === undefined ? "" : ` from ${placeName(effect.from, name)}`
      }`;
    case "run": {
      const what = effect.script === undefined ? text(effect.program) : placeName(effect.script, name);
      return `runs ${words} ${what}${after(brief ? briefRun(effect) : runText(effect), text)}`;
    }
    case "network":
      return describeNetwork(effect, writing);
    case "vcs": {
      const how = `${effect.forced === true ? ", forced" : ""}${effect.deletes === true ? ", deleting" : ""}`;
      return `git ${words}${how}${after(vcsText(effect), text)}`;
    }
    case "environment":
      return describeVariable(effect, writing);
    case "secret":
      return `shows secrets: ${effect.on === undefined ? words : name(effect.on)}`;
    case "unknown":
      return `not understood: ${effect.wording === undefined ? words : name(effect.wording)}`;
    default:
      return describeWorld(effect, words, text);
  }
}

/** The same behind "It": "runs git push", "adds a package (left-pad)". */
export function describeDoing(effect: Effect, options: DescribeOptions = {}): string {
  const phrase = describeEffect(effect, options);
  switch (effect.do) {
    case "vcs":
      return `runs ${phrase}`;
    case "unknown":
      return `does something that is ${phrase}`;
    case "read":
    case "write":
    case "delete":
    case "run":
    case "network":
    case "environment":
    case "secret":
      return phrase;
    default: {
      const words = phrase.slice(phrase.indexOf(": ") + 2);
      if (VERBS.has(/^[a-z]+/.exec(words)?.[0] ?? "")) return words;
      return /^[a-z]+s (?:are|come) /.test(words) ? `sees to it that ${words}` : `${DOING[effect.op]} ${words}`;
    }
  }
}

const UNKNOWN_HOST = "a host that is not known";

/** With these an act says itself what it does. What else ends in s is several things: "services in containers". */
export const VERBS: ReadonlySet<string> = new Set(
  `adds applies appends approves attacks calls changes clears contacts copies creates deletes destroys encrypts ends gives keeps
  leaves lets listens loads looks makes merges moves opens overwrites probes reads records removes renames replaces runs schedules
  sends sets shows speaks starts steers stops takes turns uses waits weakens writes`.split(/\s+/),
);

const DOING: Readonly<Record<WorldEffect["op"], string>> = {
  read: "shows",
  create: "adds",
  change: "changes",
  delete: "removes",
  run: "runs",
  stop: "stops",
  expose: "opens",
};

function describeNetwork({ host, method, sends, wording }: NetworkEffect, { name, brief }: Writing): string {
  const place = host === null ? (wording ?? UNKNOWN_HOST) : name(host);
  return `${sends ? "sends data to" : "contacts"} ${place}${method === undefined || brief ? "" : ` (${method})`}`;
}

function describeVariable({ name, value, matters }: EnvironmentEffect, writing: Writing): string {
  const short = matters ? ", which changes what later programs do" : "";
  const long = value === null ? "" : ` to ${writing.text(value)}`;
  return `sets ${writing.name(name)}${writing.brief ? short : long}`;
}

function describeWorld({ do: family, op, on, wording }: WorldEffect, words: string, text: Quote): string {
  const object = on === undefined || on === null ? "" : ` (${text(on)})`;
  return `${family}, ${op}: ${wording === undefined ? words : text(wording)}${object}`;
}

type Quote = (text: string) => string;

interface Writing {
  readonly name: Quote;
  readonly text: Quote;
  readonly brief: boolean;
}

const writingOf = ({ quote, brief }: DescribeOptions): Writing => ({
  name: quote ?? ((text) => text),
  text: quote ?? shorten,
  brief: brief === true,
});

const chosenOf = ({ wording }: DeleteEffect): string => (wording === undefined ? "" : `${wording} in `);

const belowOf = ({ recursive }: { readonly recursive: boolean }): string => (recursive ? " and all below" : "");

/** A place in words. */
export function placeName(target: Target, quote: Quote = (path) => path): string {
  if (target.certainty !== "unknown") return quote(target.path);
  return target.path === "" ? "a place that is not known" : `somewhere at or below ${quote(target.path)}`;
}

/** Why a program is not the one it is called like is always said. */
const briefRun = (effect: Extract<Effect, { readonly do: "run" }>): string | undefined =>
  effect.what === "unknown-program" ? (effect.wording ?? effect.task) : effect.task;

const runText = ({ code, task, wording }: RunEffect): string | undefined => code ?? task ?? wording;

const vcsText = ({ remote, branch, wording }: VcsEffect): string =>
  [remote, branch, wording].filter((part) => part !== undefined && part !== null).join(" ");

const after = (text: string | undefined, quote: Quote): string =>
  text === undefined || text === "" ? "" : `: ${quote(text)}`;

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_QUOTE_CHARACTERS ? `${line.slice(0, MAX_QUOTE_CHARACTERS - 1)}…` : line;
};
