/** Which records a person wants to see. */
import { BEHAVIORS, type Behavior, STEPS, type Step } from "../../../contract/decision.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { LoggedRecord } from "./read.ts";

export interface Filter {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly session?: string | undefined;
  readonly host?: string | undefined;
  readonly by?: readonly Step[] | undefined;
  readonly behavior?: readonly Behavior[] | undefined;
  readonly topic?: string | undefined;
  readonly text?: string | undefined;
}

/** Asking for a step, a behaviour or a topic asks for decisions. */
export function wanted(filter: Filter, record: LoggedRecord): boolean {
  const { entry } = record;
  if (entry.at < (filter.since ?? Number.NEGATIVE_INFINITY) || entry.at > (filter.until ?? Number.POSITIVE_INFINITY))
    return false;
  if (filter.session !== undefined && record.session !== filter.session) return false;
  if (filter.host !== undefined && record.host !== filter.host) return false;
  const decision = entry.kind === "decision" ? entry.decision : undefined;
  if (filter.by !== undefined && !filter.by.some((one) => one === decision?.by)) return false;
  if (filter.behavior !== undefined && !filter.behavior.some((one) => one === decision?.behavior)) return false;
  if (filter.topic !== undefined && !contains(decision?.rule ?? "", filter.topic)) return false;
  return filter.text === undefined || contains(JSON.stringify(entry), JSON.stringify(filter.text).slice(1, -1));
}

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

const UNIT_MS: Readonly<Record<string, number>> = { s: 1e3, m: 60e3, h: 3600e3, d: 86_400e3, w: 604_800e3 };

/** `90s`, `30m`, `12h`, `7d`, `2w` in milliseconds. */
export function duration(text: string): Result<number> {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const ms = UNIT_MS[unit ?? ""];
  return count === undefined || ms === undefined
    ? fail(`"${text}" is no length of time; say 30m, 12h, 7d or 2w`)
    : ok(Number(count) * ms);
}

/** A date, a date with a time, or how long ago. */
export function moment(text: string, now: number): Result<number> {
  const ago = duration(text);
  if (ago.ok) return ok(now - ago.value);
  const at = /^\d{4}-\d{2}-\d{2}/.test(text)
    ? Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text)
    : Number.NaN;
  return Number.isNaN(at) ? fail(`"${text}" is no time; say 2025-06-01, 2025-06-01T14:30 or 2h`) : ok(at);
}

export const steps = (text: string): Result<readonly Step[]> => listed(text, STEPS, "step");
export const behaviors = (text: string): Result<readonly Behavior[]> => listed(text, BEHAVIORS, "behavior");

function listed<T extends string>(text: string, known: readonly T[], what: string): Result<readonly T[]> {
  const found: T[] = [];
  for (const part of text.split(",")) {
    const one = known.find((name) => name.toLowerCase() === part.trim().toLowerCase());
    if (one === undefined) return fail(`there is no ${what} "${part.trim()}"; there are ${known.join(", ")}`);
    found.push(one);
  }
  return ok(found);
}
