/** The rules in force: a value with three lists, and the two moves of auto mode. Nothing is ever lost or invented. */
import type { List, Rule } from "./rule.ts";
import { type SuspensionSettings, suspendedBecause } from "./suspension.ts";

export interface Suspended {
  readonly rule: Rule;
  readonly why: string;
}

/** Rules in the order they were given. Suspension is computed, not stored: leaving auto mode restores by forgetting. */
export interface RuleBook {
  readonly rules: readonly Rule[];
  readonly suspended: readonly Suspended[];
}

export const ruleBook = (rules: readonly Rule[]): RuleBook => ({ rules, suspended: [] });

export function enterAuto(book: RuleBook, settings: SuspensionSettings): RuleBook {
  const suspended = book.rules.flatMap((rule) => {
    const why = suspendedBecause(rule, settings);
    return why === undefined ? [] : [{ rule, why }];
  });
  return { rules: book.rules, suspended };
}

export const leaveAuto = (book: RuleBook): RuleBook => ({ rules: book.rules, suspended: [] });

/** In force now: the list without what rests. */
export function inForce(book: RuleBook, list: List): readonly Rule[] {
  const resting = new Set(book.suspended.map(({ rule }) => rule));
  return book.rules.filter((rule) => rule.list === list && !resting.has(rule));
}

export const addRule = (book: RuleBook, rule: Rule): RuleBook => ({ ...book, rules: [...book.rules, rule] });

/** Takes the first equal rule away; a resting one is forgotten too. */
export function removeRule(book: RuleBook, list: List, text: string): RuleBook {
  const gone = book.rules.find((rule) => rule.list === list && rule.text === text);
  if (gone === undefined) return book;
  return {
    rules: book.rules.filter((rule) => rule !== gone),
    suspended: book.suspended.filter(({ rule }) => rule !== gone),
  };
}
