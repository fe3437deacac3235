/** What was written in the session, and by the parts of this very call: absolute. */
import { beside } from "../../contract/beside.ts";
import { type Effect, fixedPart } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { broughtBy } from "../brought.ts";
import type { PolicyCall } from "../call.ts";

/** A set that is the same for all commands of a call but for a few of its paths: never copied for each of them. */
export interface ChangedPaths extends Iterable<string> {
  readonly size: number;
  readonly has: (path: string) => boolean;
}

interface Written {
  readonly all: ReadonlySet<string>;
  readonly effects: ReadonlySet<Effect>;
  /** How many effects of the call write there. */
  readonly times: ReadonlyMap<string, number>;
}

const kept = beside<PolicyCall, Written>();

function writtenBy(call: PolicyCall): Written {
  const known = kept.get(call);
  if (known !== undefined) return known;
  const effects = new Set(call.effects);
  const times = timesWritten([...effects]);
  const brought = times.size === 0 ? [] : broughtBy(call).paths;
  const made = { effects, times, all: new Set([...call.memory.written, ...times.keys(), ...brought]) };
  kept.set(call, made);
  return made;
}

function timesWritten(effects: readonly Effect[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const path of effects.flatMap(pathWritten)) times.set(path, (times.get(path) ?? 0) + 1);
  return times;
}

/** Without what the command alone writes: it does not begin with what it leaves. */
export function changedPaths(call: PolicyCall, command: SubCommand): ChangedPaths {
  const { all, effects, times } = writtenBy(call);
  const before = call.memory.written;
  const mine = timesWritten([...new Set(command.effects)].filter((effect) => effects.has(effect)));
  const alone = [...mine].filter(([path, count]) => times.get(path) === count && !before.has(path));
  return alone.length === 0 ? all : without(all, new Set(alone.map(([path]) => path)));
}

/** `left` is among `all`. */
const without = (all: ReadonlySet<string>, left: ReadonlySet<string>): ChangedPaths => ({
  size: all.size - left.size,
  has: (path) => all.has(path) && !left.has(path),
  *[Symbol.iterator]() {
    for (const path of all) if (!left.has(path)) yield path;
  },
});

const pathWritten = (effect: Effect): readonly string[] => (effect.do === "write" ? [fixedPart(effect.target)] : []);
