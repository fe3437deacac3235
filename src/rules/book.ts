/** The rules in force: a value with three lists, and what rests in auto mode. Nothing is ever lost or invented. */
import { once } from "../contract/kept.ts";
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
  /** What `listed` and `inForce` answer. */
  readonly lists: Readonly<Record<List, readonly Rule[]>>;
  readonly active: readonly Rule[];
}

/** `find` says which rest; it is asked when somebody wants to know. */
export function ruleBook(rules: readonly Rule[], find: () => readonly Suspended[] = () => []): RuleBook {
  const list = (name: List): readonly Rule[] => rules.filter((rule) => rule.list === name);
  const lists = { allow: list("allow"), ask: list("ask"), deny: list("deny") };
  const suspended = once(find);
  const active = once(() => lists.allow.filter((one) => suspended().every(({ rule }) => rule !== one)));
  return {
    ...{ rules, lists },
    get suspended() {
      return suspended();
    },
    get active() {
      return active();
    },
  };
}

/** Allow rules alone rest. */
export const enterAuto = ({ rules }: RuleBook, settings: SuspensionSettings): RuleBook =>
  ruleBook(rules, () =>
    rules.flatMap((rule) => {
      const why = suspendedBecause(rule, settings);
      return why === undefined ? [] : [{ rule, why }];
    }),
  );

/** In force now: the list without what rests. */
export const inForce = (book: RuleBook, list: List): readonly Rule[] =>
  list === "allow" ? book.active : book.lists[list];

export const addRule = (book: RuleBook, rule: Rule): RuleBook => ruleBook([...book.rules, rule], () => book.suspended);

/** Takes the first equal rule away; a resting one is forgotten too. */
export function removeRule(book: RuleBook, list: List, text: string): RuleBook {
  const gone = book.rules.find((rule) => rule.list === list && rule.text === text);
  if (gone === undefined) return book;
  return ruleBook(
    book.rules.filter((rule) => rule !== gone),
    () => book.suspended.filter(({ rule }) => rule !== gone),
  );
}
