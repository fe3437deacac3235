/** The mode and the rules of a running gate, as they stand now. */

import { type Action, bothModes, type Mode, type ModeStanding, standingIn } from "../contract/action.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Settings } from "../policy/settings/index.ts";
import {
  addRule,
  enterAuto,
  type List,
  parseRule,
  type Rule,
  type RuleBook,
  removeRule,
  ruleBook,
  type ToolNames,
} from "../rules/index.ts";

export interface EffectiveRule {
  readonly rule: Rule;
  /** Why it rests while the mode is auto; null when it is in force. */
  readonly suspended: string | null;
}

/** Changes with `enter`, `leave`, `addRule` and `removeRule`, and with nothing else. */
export interface ModesAndRules {
  readonly mode: Mode;
  /** Changes the mode; one that the managed settings fix is only tightened. Entering auto suspends rules that would let arbitrary code through. */
  enter(mode: Mode): void;
  /** Back to the mode before the last `enter`, with every rule as it was. */
  leave(): void;
  addRule(list: List, text: string): Result<Rule>;
  removeRule(list: List, text: string): boolean;
  rules(): readonly EffectiveRule[];
  /** The mode of one call: the caller's own; where one is bound, both together. */
  standingOf(action: Pick<Action, "mode" | "onlyTighter">): ModeStanding;
  bookIn(standing: ModeStanding): RuleBook;
}

export function keepModesAndRules(settings: Settings, names: ToolNames): ModesAndRules {
  const standings: ModeStanding[] = [standingIn(settings.mode)];
  let book = ruleBook(settings.rules);
  let resting = enterAuto(book, settings.autoMode);
  const change = (next: RuleBook): void => {
    book = next;
    resting = enterAuto(book, settings.autoMode);
  };
  const standing = (): ModeStanding => standings.at(-1) ?? standingIn(settings.mode);
  const bookIn = ({ rests }: ModeStanding): RuleBook => (rests ? resting : book);
  const isManaged = settings.managed.has("mode");
  const entered = (asked: Mode): ModeStanding =>
    isManaged ? bothModes(standingIn(settings.mode), asked) : standingIn(asked);
  return {
    get mode() {
      return standing().mode;
    },
    enter: (next) => void standings.push(entered(next)),
    leave: () => void (standings.length > 1 && standings.pop()),
    addRule: (list, text) => {
      const rule = parseRule(text, list, "added in this session", names);
      if (!rule.ok) return fail(rule.error);
      change(addRule(book, rule.value));
      return ok(rule.value);
    },
    removeRule: (list, text) => {
      const before = book;
      change(removeRule(book, list, text));
      return book !== before;
    },
    rules: () => effectiveRules(bookIn(standing())),
    standingOf: ({ mode: asked, onlyTighter = false }) => {
      if (asked === undefined) return standing();
      return onlyTighter ? bothModes(standing(), asked) : entered(asked);
    },
    bookIn,
  };
}

const effectiveRules = ({ rules, suspended }: RuleBook): readonly EffectiveRule[] =>
  rules.map((rule) => ({ rule, suspended: suspended.find((one) => one.rule === rule)?.why ?? null }));
