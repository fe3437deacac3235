/** A decision as a person reads it, and as an exit code. */
import type { Action } from "../contract/action.ts";
import type { Behavior, Decision } from "../contract/decision.ts";
import { encodeCall, toolBox } from "../policy/tools/index.ts";
import { cut, type Page, visible, wrap } from "./style.ts";

export const EXIT_CODES: Readonly<Record<Behavior, number>> = { allow: 0, deny: 2, ask: 3, abort: 4 };

const INDENT = "      ";

/** The answer, the call, the step and the reason, and what would clear it. */
export function formatDecision(decision: Decision, call: string, { paint, columns }: Page): string {
  const { behavior, by, reason, headless, rule, clearsWhen } = decision;
  const entry = (word: string, text: string): readonly string[] => {
    const [first = "", ...more] = wrap(`${word} ${visible(text)}`, Math.max(columns - INDENT.length, 20));
    return [`${paint("dim", first.slice(0, word.length))}${first.slice(word.length)}`, ...more].map(
      (line) => `${INDENT}${line}`,
    );
  };
  const lines = [
    `${paint(behavior, behavior.padEnd(5))} ${cut(visible(call), Math.max(columns - 7, 20))}`,
    ...entry(`${by}:`, reason),
    ...(headless && behavior === "deny" ? entry("headless:", "nobody is there to answer, so it is denied") : []),
    ...(rule === null ? [] : entry("rule:", rule)),
    ...(behavior === "allow" || clearsWhen === null ? [] : entry("clears when", clearsWhen)),
  ];
  return `${lines.join("\n")}\n`;
}

export const callText = ({ tool, input }: Action): string => `${tool}  ${encodeCall(toolBox()(tool), input)}`;
