/** What deny and ask rules say of a call: their own answer, a question for what they mention, or that it may not run bare. */
import { keptWith } from "../contract/kept.ts";
import { firstMet, inForce, type Met } from "../rules/index.ts";
import type { Call } from "./call.ts";

type Restrictions = Readonly<Record<"deny" | "ask", Met | undefined>>;

/** By the object that is asked about: the same for a call whatever stands around it. */
const found = keptWith<object, Restrictions>();

export const restrictionOf = (call: Call, list: keyof Restrictions): Met | undefined => restrictionsOf(call)[list];

function restrictionsOf(call: Call): Restrictions {
  const { book } = call;
  if (inForce(book, "deny").length + inForce(book, "ask").length === 0) return { deny: undefined, ask: undefined };
  const met = call.met();
  const known = found.get(met);
  if (known !== undefined) return known;
  const restrictions = {
    deny: firstMet(inForce(book, "deny"), met),
    ask: firstMet(inForce(book, "ask"), met),
  };
  found.set(met, restrictions);
  return restrictions;
}

/** A rule that could speak of what nobody knows: the call is not allowed without walls. */
export const heldBare = (call: Call): Met | undefined =>
  [restrictionOf(call, "deny"), restrictionOf(call, "ask")].find((met) => met?.answer === "bare");

/** A deny or ask rule with content is in force. */
export const isRestricted = ({ book }: Call): boolean =>
  [...inForce(book, "deny"), ...inForce(book, "ask")].some(({ content }) => content !== null);
