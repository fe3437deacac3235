/** `sallyport approve`: a person lets one exact call through that was asked about or denied, once. */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { stateDir } from "../../app/paths.ts";
import { APPROVAL_LIFE_MS } from "../../contract/session.ts";
import { approve, ledgerStore, type RecordStore, userName, type WaitingDecision } from "../../memory/index.ts";
import type { CliIo } from "../io.ts";
import { linesOf } from "../lines.ts";
import { localTime, shownCall, wrapped } from "../log-view.ts";
import { cut, type Paint, painter, visible } from "../style.ts";
import { isBelow, ownTerminal, realTerminal, type TerminalFacts } from "../terminal.ts";

export const HELP = `sallyport approve: let one exact call through, once

  sallyport approve        lists what was asked or denied lately, and asks which
  sallyport approve ID     the decision with this id, or the start of one

The approval holds for the same tool, the same fields, the same directory and
the same resolved targets, in the same session, for one use within ten minutes.
It needs a terminal of your own: an agent cannot approve. What a deny rule, a
tool's own check, a mode or a hard topic decided cannot be approved.
`;

const MAX_LISTED = 20;
const MIN_ID_CHARS = 4;
const OPTIONS = { help: { type: "boolean", short: "h" } } as const;

export function run(args: readonly string[], io: CliIo): Promise<number> {
  return approveFrom(args, io, realTerminal);
}

/** The same, with the surroundings of the terminal handed in. */
export async function approveFrom(args: readonly string[], io: CliIo, around: TerminalFacts): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS,
      strict: true,
      allowPositionals: true,
    });
    if (values.help === true) {
      io.stdout.write(HELP);
      return 0;
    }
    if (positionals.length > 1) return refused(io, "one id at a time");
    return await withPerson(positionals[0], io, around);
  } catch (error) {
    return refused(io, error instanceof Error ? error.message : String(error));
  }
}

async function withPerson(id: string | undefined, io: CliIo, around: TerminalFacts): Promise<number> {
  const above = ownTerminal(io, around);
  if (!above.ok) return refused(io, above.error);
  const store = ledgerStore({ stateDir: stateDir(io.env) });
  const waiting = await store.waiting(Date.now());
  const paint = painter(io.stdout, io.env);
  const lines = linesOf(io.stdin);
  try {
    const chosen = id === undefined ? await choose(waiting, io, paint, lines) : find(waiting, id);
    if (chosen === undefined) return 0;
    if (typeof chosen === "string") return refused(io, chosen);
    const obstacle = isBelow(above.value, chosen.start.agent)
      ? "this terminal was started by the agent of that session: an agent cannot approve"
      : chosen.refusal;
    io.stdout.write(described(chosen, paint, io.stdout.columns || 80));
    if (obstacle !== null) return refused(io, obstacle);
    io.stdout.write(`\nApprove exactly this, once, within ${APPROVAL_LIFE_MS / 60_000} minutes? Type yes: `);
    if ((await typed(lines)) !== "yes") return refused(io, "nothing was approved");
    return await record(chosen, store, io, paint);
  } finally {
    await lines.return(undefined);
    await store.close();
  }
}

async function record(chosen: WaitingDecision, store: RecordStore, io: CliIo, paint: Paint): Promise<number> {
  const session = await store.open(chosen.session, chosen.start);
  const by = `${userName()} at a terminal`;
  const request = { decisionId: chosen.decision.id, by, at: Date.now(), newId: randomUUID };
  const result = await session.transact(approve(request));
  if (!result.ok) return refused(io, result.error);
  const until = localTime(result.value.expiresAt);
  io.stdout.write(
    `${paint("allow", "approved")} until ${until}, for one use. Let the agent make the same call again.\n`,
  );
  return 0;
}

async function choose(
  waiting: readonly WaitingDecision[],
  io: CliIo,
  paint: Paint,
  lines: AsyncGenerator<Line>,
): Promise<WaitingDecision | string | undefined> {
  const open = waiting.filter(({ refusal }) => refusal === null).slice(0, MAX_LISTED);
  if (open.length === 0) {
    io.stdout.write("Nothing waits: no call was asked about or denied lately that could be approved.\n");
    return undefined;
  }
  for (const [n, one] of open.entries()) io.stdout.write(listed(n + 1, one, paint, io.stdout.columns || 80));
  io.stdout.write("\nWhich one? Its number, or nothing: ");
  const answer = await typed(lines);
  if (answer === "") return undefined;
  return (/^\d{1,3}$/.test(answer) ? open[Number(answer) - 1] : undefined) ?? `there is no number ${answer}`;
}

function find(waiting: readonly WaitingDecision[], id: string): WaitingDecision | string {
  const exact = waiting.find(({ decision }) => decision.id === id);
  if (exact !== undefined) return exact;
  const starting = id.length < MIN_ID_CHARS ? [] : waiting.filter(({ decision }) => decision.id.startsWith(id));
  if (starting.length > 1) return `more than one decision begins with ${id}`;
  return starting[0] ?? `no decision ${id} was asked about or denied lately`;
}

function listed(n: number, { at, decision, action }: WaitingDecision, paint: Paint, columns: number): string {
  const head = `${String(n).padStart(3)}  ${localTime(at)} ${decision.behavior.padEnd(5)} ${decision.by.padEnd(13)} `;
  const call = cut(visible(shownCall(action)), Math.max(columns - head.length, 20));
  return `${paint(decision.behavior, head)}${call}\n`;
}

/** All of the call: nothing is cut, every line is marked, so that no content can pass for what the gate says. */
function described(
  { session, at, action, decision, targets, start }: WaitingDecision,
  paint: Paint,
  columns: number,
): string {
  const width = Math.max(columns - 4, 20);
  const block = (text: string) =>
    text.split("\n").flatMap((line) => wrapped(visible(line), width).map((part) => `  │ ${part}\n`));
  const row = (name: string, text: string) => {
    const [first = "", ...more] = wrapped(visible(text), width - 9);
    return [`  ${paint("dim", name.padEnd(10))} ${first}\n`, ...more.map((part) => `             ${part}\n`)].join("");
  };
  const fields = Object.entries(action.input).flatMap(([name, value]) => [
    `  ${paint("bold", visible(name))}\n`,
    ...block(typeof value === "string" ? value : JSON.stringify(value, null, 2)),
  ]);
  const hidden = /\[redacted |\d more characters left out, sha256/.test(JSON.stringify(action.input));
  return [
    `\n${paint("bold", visible(action.tool))}  ${paint(decision.behavior, decision.behavior)} by ${decision.by}, ${localTime(at)}, session ${visible(session)}\n`,
    ...fields,
    row("directory", action.cwd ?? start.projectRoot),
    ...(targets === "" ? [] : [`  ${paint("dim", "effects")}\n`, ...block(targets)]),
    ...(decision.rule === null ? [] : [row("rule", decision.rule)]),
    row("reason", decision.reason),
    ...(hidden
      ? [
          `  ${paint("ask", "Parts of this call are secrets or too long and are not shown; they are bound all the same.")}\n`,
        ]
      : []),
  ].join("");
}

type Line = Awaited<ReturnType<ReturnType<typeof linesOf>["next"]>>["value"];

async function typed(lines: ReturnType<typeof linesOf>): Promise<string> {
  const { value, done } = await lines.next();
  return done === true || !value.ok ? "" : Buffer.from(value.bytes).toString("utf8").trim();
}

function refused(io: CliIo, why: string): number {
  io.stderr.write(`sallyport: ${visible(why)}\n`);
  return 1;
}
