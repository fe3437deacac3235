/** Held calls, sorted by what a person can do with them. Badge, headings and lists count the same ones with the same words. */
import type { WaitingCall } from "../../src/service/api.ts";
import { formatCount } from "./format.ts";

/** The same call of the same session once, the newest, with how often it was tried. */
export interface TriedCall {
  readonly call: WaitingCall;
  readonly tries: number;
}

export interface WaitingGroups {
  /** An agent waits for the answer now, the most urgent first. */
  readonly agents: readonly WaitingCall[];
  /** Nobody waits; the next try passes where a person says yes. */
  readonly open: readonly TriedCall[];
  /** A person has said yes or no, or it was seen to run. */
  readonly answered: readonly TriedCall[];
  readonly never: readonly TriedCall[];
}

/** What a person tried with `check` waits for nobody, and no agent makes it again: it stands among the decisions alone. */
export function groupWaiting(all: readonly WaitingCall[]): WaitingGroups {
  const calls = all.filter(({ byHand, deadline }) => !byHand || deadline !== null);
  const agents = calls.filter(({ deadline }) => deadline !== null);
  const rest = onceEach(calls.filter(({ deadline }) => deadline === null));
  return {
    agents: agents.toSorted((a, b) => (a.deadline ?? 0) - (b.deadline ?? 0)),
    open: rest.filter(({ call }) => call.refusal === null),
    answered: rest.filter(({ call }) => call.refusal !== null && call.answered !== null),
    never: rest.filter(({ call }) => call.refusal !== null && call.answered === null),
  };
}

/** One that can still be approved stands for the tries of it that cannot. */
function onceEach(calls: readonly WaitingCall[]): readonly TriedCall[] {
  const found = new Map<string, TriedCall>();
  for (const call of calls.toSorted((a, b) => b.at - a.at)) {
    const key = JSON.stringify([call.session, call.cwd, call.tool, call.input]);
    const before = found.get(key);
    found.set(key, { call: before?.call ?? call, tries: (before?.tries ?? 0) + 1 });
  }
  return [...found.values()];
}

export const waitWords = (n: number): string => `${formatCount(n)} ${n === 1 ? "waits" : "wait"} for your answer`;
export const openWords = (n: number): string => `${formatCount(n)} can still be approved`;
