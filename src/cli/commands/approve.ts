/** `sallyport approve`: a person lets one exact call through that was asked about or denied, once. */
import { findWaiting, obstacleTo, openStore, readScripts, recordApproval, type ShownScript } from "../../app/index.ts";
import { callLine } from "../../contract/call-line.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { APPROVAL_LIFE_MS } from "../../contract/session.ts";
import { type RecordStore, userName, type WaitingDecision } from "../../memory/index.ts";
import { type Command, command } from "../command.ts";
import type { CliIo } from "../io.ts";
import { localTime } from "../log/format.ts";
import { flag } from "../options.ts";
import { type AnswerReader, readAnswers } from "../prompt.ts";
import { cut, formatLabelled, type Page, pageOf, refuse, report, visible, wrap } from "../style.ts";
import { isBelow, ownTerminal, realTerminal, type TerminalFacts } from "../terminal.ts";

const MAX_LISTED = 20;

/** The facts of the terminal are handed in, so that a test can have another. */
export const approveAt = (terminal: TerminalFacts): Command =>
  command({
    name: "approve",
    about: "approve one exact call that was asked about or denied, once",
    usage: [
      ["sallyport approve", "lists what was asked or denied lately, and asks which"],
      ["sallyport approve ID", "the decision with this id, or the start of one"],
    ],
    help: "The approval holds for the same tool, the same fields, the same directory and the same effects with their resolved targets, scripts, definitions and commit, in the same session, for one use within ten minutes; where it runs, sends or publishes, any write to the project in between voids it. It needs a terminal of your own: an agent cannot approve. What a deny rule, a tool's own check, a mode or a hard topic decided cannot be approved.",
    options: { json: flag("only list what waits, or the one with this id, for programs: nothing is approved") },
    positionals: 1,
    notes: "Exit: 0 approved, listed, or nothing chosen; 1 nothing was approved.",
    run: async ({ options, words: [id] }, io) => {
      if (options.json) return listWaiting(id, io);
      const above = ownTerminal(io, terminal);
      if (!above.ok) return refuse(io, above.error);
      const [store, answers] = [openStore(io), readAnswers(io)];
      const isAgentAbove: Terminal["isAgentAbove"] = (agent) => isBelow(above.value, agent);
      try {
        return await approveWithPerson(id, {
          io,
          store,
          answers,
          page: pageOf(io.stdout, io.env),
          isAgentAbove,
          orphan: terminal.orphan,
        });
      } finally {
        await answers.close();
        await store.close();
      }
    },
  });

export const approve = approveAt(realTerminal);

async function listWaiting(id: string | undefined, io: CliIo): Promise<number> {
  const store = openStore(io);
  try {
    const waiting = await store.waiting(io.now());
    const found = id === undefined ? undefined : findWaiting(waiting, id);
    if (found?.ok === false) return refuse(io, found.error);
    const value = (found === undefined ? waiting : [found.value]).map(
      ({ session, at, action, decision, targets, refusal }) => ({
        ...{ id: decision.id, at, session, tool: action.tool, input: action.input, effects: targets },
        ...{ behavior: decision.behavior, by: decision.by, rule: decision.rule, reason: decision.reason, refusal },
      }),
    );
    return report({ json: true }, { value, text: "" }, io);
  } finally {
    await store.close();
  }
}

interface Terminal {
  readonly io: CliIo;
  readonly store: RecordStore;
  readonly answers: AnswerReader;
  readonly page: Page;
  readonly orphan: TerminalFacts["orphan"];
  readonly isAgentAbove: (agent: WaitingDecision["start"]["agent"]) => boolean;
}

async function approveWithPerson(id: string | undefined, terminal: Terminal): Promise<number> {
  const { io, store, answers, page, isAgentAbove } = terminal;
  const waiting = await store.waiting(io.now());
  const found = id === undefined ? await choose(waiting, terminal) : findWaiting(waiting, id);
  if (found === undefined) return 0;
  if (!found.ok) return refuse(io, found.error);
  const chosen = found.value;
  const scripts = readScripts(chosen);
  io.stdout.write(formatWaiting(chosen, page));
  for (const script of scripts) io.stdout.write(formatScript(script, page));
  const orphan = terminal.orphan(chosen.start.agent);
  const obstacle = isAgentAbove(chosen.start.agent)
    ? "this terminal was started by the agent of that session: an agent cannot approve"
    : orphan !== null
      ? `${orphan}: an agent cannot approve. Open a terminal of your own`
      : obstacleTo(chosen, scripts);
  if (obstacle !== null) return refuse(io, obstacle);
  io.stdout.write(`\nApprove exactly this, once, within ${APPROVAL_LIFE_MS / 60_000} minutes? Type yes: `);
  if ((await answers.next()) !== "yes") return refuse(io, "nothing was approved");
  return record(chosen, terminal);
}

async function record(chosen: WaitingDecision, { io, store, page }: Terminal): Promise<number> {
  const by = `${userName()} at a terminal`;
  const result = await recordApproval(store, chosen, { by, at: io.now() });
  if (!result.ok) return refuse(io, result.error);
  const until = localTime(result.value.expiresAt);
  const approved = page.paint("allow", "approved");
  io.stdout.write(`${approved} until ${until}, for one use. Let the agent make the same call again.\n`);
  return 0;
}

/** An error says why there is none; undefined when the person chose none. */
async function choose(
  waiting: readonly WaitingDecision[],
  { io, answers, page }: Terminal,
): Promise<Result<WaitingDecision> | undefined> {
  const open = waiting.filter(({ refusal }) => refusal === null).slice(0, MAX_LISTED);
  if (open.length === 0) {
    io.stdout.write("Nothing waits: no call was asked about or denied lately that could be approved.\n");
    return undefined;
  }
  for (const [n, one] of open.entries()) io.stdout.write(formatWaitingLine(n + 1, one, page));
  io.stdout.write("\nWhich one? Its number, or nothing: ");
  const answer = await answers.next();
  if (answer === "") return undefined;
  const chosen = /^\d{1,3}$/.test(answer) ? open[Number(answer) - 1] : undefined;
  return chosen === undefined ? fail(`there is no number ${answer}`) : ok(chosen);
}

function formatWaitingLine(n: number, { at, decision, action }: WaitingDecision, { paint, columns }: Page): string {
  const head = `${String(n).padStart(3)}  ${localTime(at)} ${decision.behavior.padEnd(5)} ${decision.by.padEnd(13)} `;
  const call = cut(visible(callLine(action)), Math.max(columns - head.length, 20));
  return `${paint(decision.behavior, head)}${call}\n`;
}

const formatScript = ({ path, text }: ShownScript, { paint, columns }: Page): string =>
  typeof text === "string"
    ? [`  ${paint("dim", visible(path))}\n`, ...markLines(text, Math.max(columns - 4, 20))].join("")
    : `  ${paint("dim", visible(path))}  (${text === null ? "not there" : "changed, or no text"})\n`;

const markLines = (text: string, width: number): readonly string[] =>
  text.split("\n").flatMap((line) => wrap(visible(line), width).map((part) => `  │ ${part}\n`));

/** All of the call: nothing is cut, every line is marked, so that no content can pass for what the gate says. */
function formatWaiting(waiting: WaitingDecision, page: Page): string {
  const { paint, columns } = page;
  const { session, at, action, decision, targets, start } = waiting;
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
    `\n${paint("bold", visible(action.tool))}  ${paint(decision.behavior, decision.behavior)} by ${decision.by}, ${localTime(at)}, session ${visible(session)}\n`,
    ...fields,
    row("directory", action.cwd ?? start.projectRoot),
    ...(targets === "" ? [] : [`  ${paint("dim", "effects")}\n`, ...block(targets)]),
    ...(decision.rule === null ? [] : [row("rule", decision.rule)]),
    row("reason", decision.reason),
    ...(hidden
      ? [`  ${paint("ask", "Single words of this call are secrets and are not shown; they are bound all the same.")}\n`]
      : []),
  ].join("");
}
