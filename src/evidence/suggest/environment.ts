/** What the classifier could be told about this place: names that calls which ran have in common. */
import { groupBy } from "../group.ts";
import type { HeldCall } from "./held.ts";

export interface EnvironmentSuggestion {
  /** The line for `autoMode.environment`. */
  readonly entry: string;
  /** Held calls that name it: at most so many prompts, if the classifier then lets them pass. */
  readonly calls: number;
  readonly ran: number;
  readonly refused: number;
  readonly examples: readonly string[];
  readonly alsoMeans: string;
}

interface Kind {
  readonly slot: string;
  readonly names: (call: HeldCall, command: string) => readonly string[];
  readonly alsoMeans: (name: string) => string;
}

const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap((match) => (match[1] === undefined ? [] : [match[1]]));

const KINDS: readonly Kind[] = [
  {
    slot: "Source-control organisations",
    names: (_, command) => matches(command, /(?:\brepos\/|github\.com[:/]|gitlab\.com[:/])([A-Za-z0-9][\w.-]*)\//g),
    alsoMeans: (name) => `every repository of ${name} counts as the user's own, pushes to it included`,
  },
  {
    slot: "Internal domains",
    names: (call) =>
      (call.reading?.effects ?? []).flatMap((effect) =>
        effect.do === "network" && effect.host !== null && !PUBLIC.test(effect.host) ? [effect.host] : [],
      ),
    alsoMeans: (name) => `data may be sent to ${name} as to a place of one's own`,
  },
  {
    slot: "Cloud buckets",
    names: (_, command) => matches(command, /\b(?:s3|gs):\/\/([a-z0-9][a-z0-9.-]+)/g),
    alsoMeans: (name) => `reading from and writing to ${name} counts as the user's own`,
  },
];

/** Hosts everybody uses: calling them internal would say that anything may go there. */
const PUBLIC =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|npmjs\.(?:org|com)|pypi\.org|pythonhosted\.org|crates\.io|golang\.org|docker\.(?:io|com)|google\.com|googleapis\.com|amazonaws\.com|azure\.com|cloudflare\.com|example\.(?:com|org|net)|localhost)$|^[\d.]+$|^\[?::/;

const MAX_EXAMPLES = 2;

/** Reading from a public place needs no word about it; sending there does. */
const sends = ({ reading }: HeldCall): boolean =>
  (reading?.effects ?? []).some(
    (effect) =>
      (effect.do === "network" && effect.sends) ||
      (effect.do === "vcs" && (effect.op === "push" || effect.op === "remote-change")) ||
      effect.do === "message" ||
      effect.do === "publish",
  );

/** Only names that calls sent something to and ran, and that no refused call has. */
export function suggestEnvironment(
  held: readonly HeldCall[],
  { least, most }: { readonly least: number; readonly most: number },
): readonly EnvironmentSuggestion[] {
  const sending = held.filter(sends);
  return KINDS.flatMap((kind) => suggestionsOf(kind, sending))
    .filter(({ ran, refused }) => ran >= least && refused === 0)
    .sort((a, b) => b.calls - a.calls)
    .slice(0, most);
}

function suggestionsOf({ slot, names, alsoMeans }: Kind, held: readonly HeldCall[]): readonly EnvironmentSuggestion[] {
  const named = held.flatMap((call) => {
    const command = typeof call.input.command === "string" ? call.input.command : call.shown;
    return [...new Set(names(call, command))].map((name) => ({ name, call }));
  });
  return [...groupBy(named, ({ name }) => name)].map(([name, found]): EnvironmentSuggestion => {
    const sum = (pick: (call: HeldCall) => number): number => found.reduce((total, { call }) => total + pick(call), 0);
    return {
      entry: `${slot}: ${name}`,
      calls: sum(({ count }) => count),
      ran: sum(({ outcomes }) => outcomes.ran ?? 0),
      refused: sum(({ outcomes }) => outcomes.refused ?? 0),
      examples: found.slice(0, MAX_EXAMPLES).map(({ call }) => call.shown),
      alsoMeans: alsoMeans(name),
    };
  });
}
