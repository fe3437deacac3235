/** The mode and the rules of a running gate, as they stand now. */

import { MODE_TRAITS, type Mode } from "../contract/action.ts";
import { fail, ok, type Result } from "../contract/result.ts";
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
} from "../policy/rules/index.ts";
import type { Settings } from "../policy/settings/index.ts";

export interface EffectiveRule {
  readonly rule: Rule;
  /** Why it rests while the mode is auto; null when it is in force. */
  readonly suspended: string | null;
}

/** Changes with `enter`, `leave`, `addRule` and `removeRule`, and with nothing else. */
export interface ModesAndRules {
  readonly mode: Mode;
  /** Changes the mode, unless the managed settings fix it and this one would loosen it; entering auto suspends rules that would let arbitrary code through. */
  enter(mode: Mode): void;
  /** Back to the mode before the last `enter`, with every rule as it was. */
  leave(): void;
  addRule(list: List, text: string): Result<Rule>;
  removeRule(list: List, text: string): boolean;
  rules(): readonly EffectiveRule[];
  /** The mode of one call: the caller's own, unless the managed settings fix it and the caller's would loosen it. */
  modeOf(asked: Mode | undefined): Mode;
  bookIn(mode: Mode): RuleBook;
}

export function keepModesAndRules(settings: Settings, names: ToolNames): ModesAndRules {
  const modes: Mode[] = [settings.mode];
  let book = ruleBook(settings.rules);
  let resting = enterAuto(book, settings.autoMode);
  const change = (next: RuleBook): void => {
    book = next;
    resting = enterAuto(book, settings.autoMode);
  };
  const mode = (): Mode => modes.at(-1) ?? settings.mode;
  /** In a mode that there is not, rules rest too. */
  const bookIn = (current: Mode): RuleBook => (MODE_TRAITS[current]?.automatic === false ? book : resting);
  return {
    get mode() {
      return mode();
    },
    enter: (next) => void modes.push(permittedMode(next, mode(), settings)),
    leave: () => void (modes.length > 1 && modes.pop()),
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
    rules: () => effectiveRules(bookIn(mode())),
    modeOf: (asked) => permittedMode(asked, mode(), settings),
    bookIn,
  };
}

const effectiveRules = ({ rules, suspended }: RuleBook): readonly EffectiveRule[] =>
  rules.map((rule) => ({ rule, suspended: suspended.find((one) => one.rule === rule)?.why ?? null }));

function permittedMode(asked: Mode | undefined, current: Mode, { managed }: Settings): Mode {
  if (asked === undefined || asked === current) return current;
  return managed.has("mode") && !MODE_TRAITS[asked].tightens ? current : asked;
}
