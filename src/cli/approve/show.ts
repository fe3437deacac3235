/** One call that waits for a person, as it is shown at a terminal. */
import type { ShownScript } from "../../app/index.ts";
import { callLine } from "../../contract/action.ts";
import type { WaitingDecision } from "../../memory/index.ts";
import { localTime } from "../log/format.ts";
import { cut, formatLabelled, type Page, visible, wrap } from "../terminal/style.ts";

/** What it would do first, then the call, then whose it is. */
export function formatWaitingLine(n: number, waiting: WaitingDecision, { paint, columns }: Page): string {
  const { at, decision, action, told, session, start } = waiting;
  const does = told?.does ?? null;
  const call = visible(callLine(action));
  const room = Math.max(columns - INDENT, 20);
  const whose = `${decision.behavior}, ${localTime(at)}, in ${visible(start.projectRoot)}, session ${visible(session).slice(0, MAX_SESSION)}`;
  const head = cut(visible(does ?? call), room);
  return [
    `${String(n).padStart(3)}  ${paint(decision.behavior, head)}\n`,
    does === null ? "" : `${" ".repeat(INDENT)}${cut(call, room)}\n`,
    ...wrap(whose, room).map((line) => `${" ".repeat(INDENT)}${paint("dim", line)}\n`),
  ].join("");
}
const INDENT = 5;
/** As much of its name as tells it from others. */
const MAX_SESSION = 13;

/** The text of a script that was looked through, or that it is not what it was. */
export const formatScript = ({ path, text }: ShownScript, { paint, columns }: Page): string =>
  typeof text === "string"
    ? [`  ${paint("dim", visible(path))}\n`, ...markLines(text, Math.max(columns - 4, 20))].join("")
    : `  ${paint("dim", visible(path))}  (${text === null ? "not there" : "changed, or no text"})\n`;

export const markLines = (text: string, width: number): readonly string[] =>
  text.split("\n").flatMap((line) => wrap(visible(line), width).map((part) => `  │ ${part}\n`));

/** The approval is bound to all of it; a person compares no more than this. */
const shortenSums = (text: string): string => text.replace(/\bsha256 ([0-9a-f]{12})[0-9a-f]{52}\b/g, "sha256 $1…");

/** Files that were looked for and are not there, in one line instead of one each: the names are all there. */
function foldAbsent(text: string): string {
  const lines = text.split("\n");
  const absent = lines.flatMap((line) => ABSENT.exec(line)?.[1] ?? []);
  if (absent.length < 2) return text;
  const rest = lines.filter((line) => !ABSENT.test(line));
  return [...rest, `looked for, and not there: ${[...new Set(absent)].join(" ")}`].join("\n");
}
const ABSENT = /^looked for (.+) \(not there\)$/;

/** All of the call: nothing is cut, every line is marked, so that no content can pass for what the gate says. */
export function formatWaiting(waiting: WaitingDecision, page: Page): string {
  const { paint, columns } = page;
  const { session, at, action, decision, targets, start } = waiting;
  const does = waiting.told?.does ?? null;
  const width = Math.max(columns - 4, 20);
  const block = (text: string) => markLines(text, width);
  const row = (label: string, text: string): string =>
    formatLabelled({ label, text: visible(text), style: "dim", indent: 2, width: 11 }, page);
  const fields = Object.entries(action.input).flatMap(([name, value]) => [
    `  ${paint("bold", visible(name))}\n`,
    ...block(typeof value === "string" ? value : JSON.stringify(value, null, 2)),
  ]);
  const hidden = /\[secret, \d+ characters\]/.test(JSON.stringify(action.input));
  return [
    ...(does === null
      ? ["\n"]
      : wrap(visible(does), columns).map((line, i) => `${i === 0 ? "\n" : ""}${paint("bold", line)}\n`)),
    `${visible(action.tool)}  ${paint(decision.behavior, decision.behavior)} by ${decision.by}, ${localTime(at)}\n`,
    ...fields,
    row("project", start.projectRoot),
    ...(action.cwd === undefined || action.cwd === start.projectRoot ? [] : [row("directory", action.cwd)]),
    row("session", start.host === null ? session : `${session}, ${start.host}`),
    ...(targets === "" ? [] : [`  ${paint("dim", "effects")}\n`, ...block(foldAbsent(shortenSums(targets)))]),
    ...(decision.rule === null ? [] : [row("rule", decision.rule)]),
    row("reason", does === null ? decision.reason : (waiting.told?.why ?? decision.reason)),
    ...(hidden
      ? [`  ${paint("ask", "Single words of this call are secrets and are not shown; they are bound all the same.")}\n`]
      : []),
  ].join("");
}
