/** `sallyport approve`: a person lets one exact call through that was asked about or denied, once. */
import { findWaiting, openStore, readScripts, recordApproval, waitingCalls } from "../../app/index.ts";
import { callLine } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { APPROVAL_LIFE_MS } from "../../contract/session.ts";
import { rulesProposed } from "../../contract/settling.ts";
import { formatQuantity } from "../../evidence/index.ts";
import type { WaitingDecision } from "../../memory/index.ts";
import { formatAlways, settleForGood } from "../approve/always.ts";
import { formatScript, formatWaiting, formatWaitingLine } from "../approve/show.ts";
import { type ApprovingTerminal, isTriedByHand, obstacleHere, wordAt } from "../approve/terminal.ts";
import { waitAndAsk } from "../approve/wait.ts";
import { type Command, command } from "../command.ts";
import { localTime } from "../log/format.ts";
import { flag } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { isBelow, ownTerminal, realTerminal, type TerminalFacts } from "../terminal/person.ts";
import { askWord, readAnswers } from "../terminal/prompt.ts";
import { cut, pageOf, refuse, report, visible, wordWhole } from "../terminal/style.ts";

const MAX_LISTED = 20;

/** The facts of the terminal are handed in, so that a test can have another. */
export const approveAt = (terminal: TerminalFacts): Command =>
  command({
    name: "approve",
    about: "approve one exact call that was asked about or denied, once",
    usage: [
      ["sallyport approve", "lists what was asked or denied lately, and asks which"],
      ["sallyport approve ID", "the decision with this id, or the start of one"],
      ["sallyport approve --wait", "waits for what comes, shows each, and asks; Ctrl-C ends it"],
    ],
    help: "The approval holds for the same tool, the same fields, the same directory and the same effects with their resolved targets, scripts, definitions and commit, in the same session, for one use within ten minutes; where it runs, sends or publishes, any write to the project in between voids it. It needs a terminal of your own: an agent cannot approve. Where the question proposes a rule, the word always writes it into your settings too, so that you are not asked again. What you refused in the agent is not listed. What a deny rule, a tool's own check, a mode or a hard topic decided cannot be approved.",
    options: {
      wait: flag("wait for what is asked from now on, and for what the service holds (service.waitSeconds)"),
      json: flag("only list what waits, or the one with this id, for programs: nothing is approved"),
    },
    positionals: 1,
    notes: "Exit: 0 approved, listed, or nothing chosen; 1 nothing was approved.",
    run: async ({ options, words: [id], misuse }, io) => {
      if (options.wait && (options.json || id !== undefined)) return misuse("--wait shows what comes: name no id");
      if (options.json) return listWaiting(id, io);
      const above = ownTerminal(io, terminal);
      if (!above.ok) return refuse(io, above.error);
      const [store, answers] = [openStore(io), readAnswers(io)];
      const isAgentAbove: ApprovingTerminal["isAgentAbove"] = (agent) => isBelow(above.value, agent);
      const page = pageOf(io.stdout, io.env);
      const here = { io, store, answers, page, isAgentAbove, orphan: terminal.orphan };
      if (options.wait) return waitAndAsk(here);
      try {
        return await approveWithPerson(id, here);
      } finally {
        await store.close();
      }
    },
  });

export const approve = approveAt(realTerminal);

async function listWaiting(id: string | undefined, io: CliIo): Promise<number> {
  const store = openStore(io);
  try {
    const waiting = await waitingCalls(store, io.now());
    const found = id === undefined ? undefined : findWaiting(waiting, id);
    if (found?.ok === false) return refuse(io, found.error);
    const value = (found === undefined ? waiting : [found.value]).map(
      ({ session, at, action, decision, targets, refusal, start }) => ({
        ...{ id: decision.id, at, session, tool: action.tool, input: action.input, effects: targets },
        ...{ behavior: decision.behavior, by: decision.by, rule: decision.rule, reason: decision.reason, refusal },
        byHand: start.byHand === true,
      }),
    );
    return report({ json: true }, { value, text: "" }, io);
  } finally {
    await store.close();
  }
}

async function approveWithPerson(id: string | undefined, terminal: ApprovingTerminal): Promise<number> {
  const { io, store, page } = terminal;
  const waiting = await waitingCalls(store, io.now());
  const found = id === undefined ? await choose(waiting, terminal) : findWaiting(waiting, id);
  if (found === undefined) return 0;
  if (!found.ok) return refuse(io, found.error);
  const chosen = found.value;
  const scripts = readScripts(chosen);
  io.stdout.write(formatWaiting(chosen, page));
  // Those that are not there stand among the effects already.
  for (const script of scripts)
    if (script.text !== null || !chosen.targets.includes(script.path)) io.stdout.write(formatScript(script, page));
  const obstacle = obstacleHere(chosen, scripts, terminal);
  if (obstacle !== null) return refuse(io, obstacle);
  const line = cut(visible(callLine(chosen.action)), Math.max(page.columns - 2, 20));
  io.stdout.write(`\n${page.paint("bold", line)}\n`);
  const rules = rulesProposed(chosen.told);
  io.stdout.write(formatAlways(rules, page));
  const canAlways = rules.length > 0;
  const question = `Approve exactly this, once, within ${APPROVAL_LIFE_MS / 60_000} minutes? [${canAlways ? "yes/always" : "yes"}/N]`;
  const word = await askWord(question, { ...terminal, canAlways });
  if (word !== "yes" && word !== "always") return refuse(io, "nothing was approved");
  const settled = word === "always" ? settleForGood(rules, io) : ok("");
  if (!settled.ok) return refuse(io, settled.error);
  io.stdout.write(settled.value);
  return record(chosen, terminal);
}

async function record(chosen: WaitingDecision, { io, store, page }: ApprovingTerminal): Promise<number> {
  const result = await recordApproval(store, chosen, wordAt(io));
  if (!result.ok) return refuse(io, result.error);
  const until = localTime(result.value.expiresAt);
  const approved = page.paint("allow", "approved");
  io.stdout.write(`${approved} until ${until}, for one use. Let the agent make the same call again.\n`);
  return 0;
}

/** One call may have been asked about many times: the newest stands for all of them. Newest first. */
const newestOfEach = (waiting: readonly WaitingDecision[]): readonly WaitingDecision[] =>
  waiting.filter(
    (one, i) => !waiting.slice(0, i).some((newer) => newer.session === one.session && newer.call === one.call),
  );

/** An error says why there is none; undefined when the person chose none. */
async function choose(
  waiting: readonly WaitingDecision[],
  { io, answers, page }: ApprovingTerminal,
): Promise<Result<WaitingDecision> | undefined> {
  const all = newestOfEach(waiting.filter(({ refusal }) => refusal === null));
  const open = all.filter((one) => !isTriedByHand(one)).slice(0, MAX_LISTED);
  const tried = all.filter(isTriedByHand).length;
  if (tried > 0)
    io.stdout.write(
      wordWhole(
        io.stdout,
        `Not listed: ${formatQuantity(tried, "call")} tried by hand (sallyport approve ID; log shows the id).`,
      ),
    );
  if (open.length === 0) {
    io.stdout.write("Nothing waits: no call was asked about or denied lately that could be approved.\n");
    return undefined;
  }
  for (const [n, one] of open.entries()) io.stdout.write(formatWaitingLine(n + 1, one, page));
  const answer = await answers.ask(() => io.stdout.write("\nWhich one? Its number, or nothing: "));
  if (answer === undefined || answer === "") return undefined;
  const chosen = /^\d{1,3}$/.test(answer) ? open[Number(answer) - 1] : undefined;
  return chosen === undefined ? fail(`there is no number ${answer}`) : ok(chosen);
}
