/** Words for a terminal: colours only there, and nothing a command says can move the cursor. */
import type { Behavior, Decision } from "../contract/decision.ts";
import type { CliIo, CliOut } from "./io.ts";

const COLOURS = { allow: "32", ask: "33", deny: "31", abort: "35", dim: "2", bold: "1" } as const;

export type Paint = (style: keyof typeof COLOURS, text: string) => string;

export function painter(out: CliOut, env: CliIo["env"]): Paint {
  const on = out.isTTY && !env.NO_COLOR && env.TERM !== "dumb";
  return (style, text) => (on ? `\x1b[${COLOURS[style]}m${text}\x1b[0m` : text);
}

/** Control, format and separator characters spelled out: what is shown is what is there. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (char) => {
    if (char === "\n") return "\u23ce";
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(width - 1, 1))}…`;

export const EXIT: Readonly<Record<Behavior, number>> = { allow: 0, deny: 2, ask: 3, abort: 4 };
export const EXIT_CANNOT_JUDGE = 1;

/** What a person reads: the answer, the call, the step and the reason, and what would clear it. */
export function spoken(decision: Decision, shown: string, paint: Paint, columns: number): string {
  const head = `${paint(decision.behavior, decision.behavior.padEnd(5))} ${cut(visible(shown), Math.max(columns - 7, 20))}`;
  const lines = [head, `      ${paint("dim", `${decision.by}:`)} ${visible(decision.reason)}`];
  if (decision.headless && decision.behavior === "deny")
    lines.push(`      ${paint("dim", "headless:")} nobody is there to answer, so it is denied`);
  if (decision.rule !== null) lines.push(`      ${paint("dim", "rule:")} ${visible(decision.rule)}`);
  if (decision.behavior !== "allow" && decision.clearsWhen !== null)
    lines.push(`      ${paint("dim", "clears when")} ${visible(decision.clearsWhen)}`);
  return `${lines.join("\n")}\n`;
}
