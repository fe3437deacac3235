/** Which records a person wants to see. */
import { BEHAVIORS, type Behavior, FORMER_STEPS, STEPS } from "../../contract/decision.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { SessionRecord } from "./parse.ts";

/** A record with what its session says about it. */
export interface LoggedRecord extends Omit<SessionRecord, "session"> {
  readonly session: string;
  readonly host: string | null;
  /** Not an agent's: a person tried calls. */
  readonly byHand: boolean;
}

export interface RecordFilter {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly session?: string | undefined;
  readonly host?: string | undefined;
  /** Steps of earlier versions too. */
  readonly by?: readonly string[] | undefined;
  readonly behavior?: readonly Behavior[] | undefined;
  readonly topic?: string | undefined;
  readonly text?: string | undefined;
}

/** Asking for a step, a behaviour or a topic asks for decisions. */
export function matchesFilter(filter: RecordFilter, { entry, ...record }: LoggedRecord): boolean {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, topic, text } = filter;
  const decision = entry.kind === "decision" ? entry.decision : undefined;
  return (
    entry.at >= since &&
    entry.at <= until &&
    (filter.session ?? record.session) === record.session &&
    (filter.host ?? record.host) === record.host &&
    isAmong(filter.by, decision?.by) &&
    isAmong(filter.behavior, decision?.behavior) &&
    (topic === undefined || contains(decision?.rule ?? "", topic)) &&
    (text === undefined || contains(JSON.stringify(entry), JSON.stringify(text).slice(1, -1)))
  );
}

const isAmong = (wanted: readonly string[] | undefined, value: string | undefined): boolean =>
  wanted === undefined || (value !== undefined && wanted.includes(value));

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

const UNIT_MS: Readonly<Record<string, number>> = { s: 1e3, m: 60e3, h: 3600e3, d: 86_400e3, w: 604_800e3 };

/** `90s`, `30m`, `12h`, `7d`, `2w` in milliseconds. */
export function parseDuration(text: string): Result<number> {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const ms = UNIT_MS[unit ?? ""];
  return count === undefined || ms === undefined
    ? fail(`"${text}" is no length of time; say 30m, 12h, 7d or 2w`)
    : ok(Number(count) * ms);
}

/** A date, a date with a time, or how long ago. */
export function parseMoment(text: string, now: number): Result<number> {
  const ago = parseDuration(text);
  if (ago.ok) return ok(now - ago.value);
  const at = /^\d{4}-\d{2}-\d{2}/.test(text)
    ? Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text)
    : Number.NaN;
  return Number.isNaN(at) ? fail(`"${text}" is no time; say 2025-06-01, 2025-06-01T14:30 or 2h`) : ok(at);
}

export const parseSteps = (text: string): Result<readonly string[]> =>
  parseList(text, [...STEPS, ...FORMER_STEPS], "step");
export const parseBehaviors = (text: string): Result<readonly Behavior[]> => parseList(text, BEHAVIORS, "behavior");

function parseList<T extends string>(text: string, known: readonly T[], what: string): Result<readonly T[]> {
  const found: T[] = [];
  for (const part of text.split(",")) {
    const one = known.find((name) => name.toLowerCase() === part.trim().toLowerCase());
    if (one === undefined) return fail(`there is no ${what} "${part.trim()}"; there are ${known.join(", ")}`);
    found.push(one);
  }
  return ok(found);
}
