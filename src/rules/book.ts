/** The rules in force: a value with three lists, and what rests in auto mode. Nothing is ever lost or invented. */
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
  /** The lists without what rests: what `inForce` answers. */
  readonly active: Readonly<Record<List, readonly Rule[]>>;
}

export const ruleBook = (rules: readonly Rule[], suspended: readonly Suspended[] = []): RuleBook => {
  const resting = new Set(suspended.map(({ rule }) => rule));
  const list = (name: List): readonly Rule[] => rules.filter((rule) => rule.list === name && !resting.has(rule));
  return { rules, suspended, active: { allow: list("allow"), ask: list("ask"), deny: list("deny") } };
};

export function enterAuto(book: RuleBook, settings: SuspensionSettings, launchers: readonly string[] = []): RuleBook {
  const suspended = book.rules.flatMap((rule) => {
    const why = suspendedBecause(rule, settings, launchers);
    return why === undefined ? [] : [{ rule, why }];
  });
  return ruleBook(book.rules, suspended);
}

/** In force now: the list without what rests. */
export const inForce = (book: RuleBook, list: List): readonly Rule[] => book.active[list];

export const addRule = (book: RuleBook, rule: Rule): RuleBook => ruleBook([...book.rules, rule], book.suspended);

/** Takes the first equal rule away; a resting one is forgotten too. */
export function removeRule(book: RuleBook, list: List, text: string): RuleBook {
  const gone = book.rules.find((rule) => rule.list === list && rule.text === text);
  if (gone === undefined) return book;
  return ruleBook(
    book.rules.filter((rule) => rule !== gone),
    book.suspended.filter(({ rule }) => rule !== gone),
  );
}
