/**
 * The brand of an allow. `gate/allow.ts` alone makes one: an object literal, a spread and a value read from text are none, whatever
 * they say of themselves, for the compiler and when it runs.
 */
import type { Behavior } from "./decision.ts";

/** Nobody has the constructor: there is none. */
declare class Brand {
  protected readonly made: true;
}

export type Allowed = Brand & { readonly behavior: "allow" };

const made = new WeakSet<object>();

/** For `gate/allow.ts` alone. What is made does not change any more. */
export function brandAllow<T extends object>(fields: T): T & Allowed {
  const allow = Object.freeze({ ...fields, behavior: "allow" });
  made.add(allow);
  return allow as T & Allowed;
}

/** Whether it was made as an allow: what a door asks before it lets a call run. */
export const isAllow = <T extends { readonly behavior: Behavior }>(one: T): one is Extract<T, Allowed> => made.has(one);
