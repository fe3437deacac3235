/** A decision as a person reads it, and as an exit code. */

import type { Action } from "../contract/action.ts";
import { isAllow } from "../contract/allow.ts";
import { type Decision, type DecisionRecord, type Held, toRecord } from "../contract/decision.ts";
import type { Judgement } from "../gate/index.ts";
import { encodeCall, toolBox } from "../policy/tools/index.ts";
import { cut, formatLabelled, type Page, visible, wrap } from "./terminal/style.ts";

const HELD_CODES: Readonly<Record<Held["behavior"], number>> = { deny: 2, ask: 3, abort: 4 };

/** Whoever runs the call because of it has been given an allow. */
export const exitCode = (decision: Decision): number => (isAllow(decision) ? 0 : (HELD_CODES[decision.behavior] ?? 1));

const INDENT = 6;

/** The answer, the call, the reason and the step, and what would clear it. */
export function formatDecision(decision: DecisionRecord, call: string, page: Page): string {
  const { behavior, by, reason, headless, rule, clearsWhen, walls } = decision;
  const entry = (label: string, text: string): string =>
    formatLabelled({ label, text: visible(text), style: "dim", indent: INDENT }, page);
  const plain = (text: string): string =>
    wrap(visible(text), page.columns - INDENT)
      .map((line) => `${" ".repeat(INDENT)}${line}\n`)
      .join("");
  return [
    `${page.paint(behavior, behavior.padEnd(5))} ${cut(visible(call), Math.max(page.columns - INDENT - 1, 20))}\n`,
    behavior === "allow" ? entry(`${by}:`, reason) : `${plain(reason)}${entry("step:", by)}`,
    headless && behavior === "deny" ? entry("headless:", "nobody is there to answer, so it is denied") : "",
    walls === null ? "" : entry("walls:", walls),
    rule === null ? "" : entry("rule:", rule),
    behavior === "allow" || clearsWhen === null ? "" : entry("clears when", clearsWhen),
  ].join("");
}

/** One line for programs; who can run a command inside walls is told what to run instead. */
export const formatJson = (
  { walls }: Pick<Action, "walls">,
  { decision, run }: Pick<Judgement, "decision" | "run">,
): string => `${JSON.stringify(walls === true ? { ...toRecord(decision), run } : toRecord(decision))}\n`;

export const callText = ({ tool, input }: Action): string => `${tool}  ${encodeCall(toolBox()(tool), input)}`;
