/** What a rule would have changed: recorded calls put to the gate twice, without the rule and with it. Nothing is run or recorded. */
import { setImmediate as letOthersGo } from "node:timers/promises";
import type { JsonObject } from "../../contract/action.ts";
import { ticks } from "../../contract/clock.ts";
import type { Behavior } from "../../contract/decision.ts";
import { canonical } from "../../contract/key.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import type { List, Rule } from "../../rules/index.ts";
import { readRules, restingOf } from "./change.ts";
import { probe } from "./rules.ts";

/** A call as it is on record. */
export interface TriedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string;
  readonly root: string;
  /** One line. */
  readonly shown: string;
  readonly was: Behavior;
}

export interface RuleTrial {
  /** Those that would now be decided otherwise, in the order they were given. */
  readonly would: readonly (Pick<TriedCall, "id" | "shown" | "was"> & { readonly now: Behavior })[];
  readonly counted: number;
  readonly examined: number;
  /** Other commands an allow rule would let pass. */
  readonly lets: readonly string[];
  /** Why it would rest in auto mode. */
  readonly rests: string | null;
}

export interface TrialOptions {
  readonly list: List;
  readonly rule: string;
  /** The rule is in force, and would be taken out. */
  readonly remove: boolean;
  readonly calls: Iterable<TriedCall>;
  /** A gate that supposes: it has no model, and records nowhere. A new one with each call. */
  readonly gateFor: (root: string) => Result<Gate>;
  readonly maxMs: number;
}

const MAX_SHOWN = 50;

export async function tryRule(options: TrialOptions): Promise<Result<RuleTrial>> {
  const rules = readRules([options.rule], options.list);
  if (!rules.ok) return rules;
  const [rule] = rules.value;
  if (rule === undefined) return fail("there is no rule to try");
  const { found, examined } = await examineCalls(rule, options);
  const [first] = found;
  const isWidening = options.list === "allow" && !options.remove;
  const lets =
    first !== undefined && isWidening ? await probe(rule, { ...first.call, open: [], walls: false }, options) : [];
  return ok({
    would: found.slice(0, MAX_SHOWN).map(({ call: { id, shown, was }, now }) => ({ id, shown, was, now })),
    ...{ counted: found.length, examined, lets },
    rests: restingOf([rule])[0]?.why ?? null,
  });
}

/** Each different call once; as many as there is time for. */
async function examineCalls(rule: Rule, options: TrialOptions) {
  const found: { readonly call: TriedCall; readonly now: Behavior }[] = [];
  const gates = gatePairs(rule, options);
  const known = new Map<string, Behavior | null>();
  const end = ticks() + options.maxMs;
  let examined = 0;
  for (const call of options.calls) {
    if (ticks() > end) break;
    examined++;
    // A rule that is added changes decisions only to its own: most calls were let pass, and need not be judged again.
    if (!options.remove && call.was === options.list) continue;
    const key = canonical([call.tool, call.input, call.cwd, call.root]);
    const now = known.get(key) ?? (known.has(key) ? null : await differs(call, gates));
    known.set(key, now);
    // A model may have let it pass without the rule: nothing would have been otherwise.
    if (now !== null && now !== call.was) found.push({ call, now });
  }
  return { found, examined };
}

type GatePair = Result<{ readonly without: Gate; readonly with: Gate }>;

/** For each project a gate as it stands and one as it would be. */
function gatePairs({ list, text }: Rule, { gateFor, remove }: TrialOptions): (root: string) => GatePair {
  const known = new Map<string, GatePair>();
  const make = (root: string): GatePair => {
    const [standing, changed] = [gateFor(root), gateFor(root)];
    if (!standing.ok) return standing;
    if (!changed.ok) return changed;
    if (remove) changed.value.removeRule(list, text);
    else changed.value.addRule(list, text);
    return ok({ without: standing.value, with: changed.value });
  };
  return (root) => {
    const pair = known.get(root) ?? make(root);
    known.set(root, pair);
    return pair;
  };
}

/** What it would be decided to; null where the rule changes nothing. */
async function differs(call: TriedCall, gates: (root: string) => GatePair): Promise<Behavior | null> {
  await letOthersGo();
  const pair = gates(call.root);
  if (!pair.ok) return null;
  const { tool, input, cwd, id } = call;
  const action = { tool, input, cwd, session: `try ${id}` };
  const [before, after] = [await pair.value.without.check(action), await pair.value.with.check(action)];
  return before.behavior === after.behavior ? null : after.behavior;
}
