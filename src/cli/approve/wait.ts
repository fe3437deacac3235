/** `sallyport approve --wait`: shows each call as it comes and asks, until the person has enough. */
import { setTimeout as sleep } from "node:timers/promises";
import { readScripts, recordApproval, recordRefusal, stateDir, waitingCalls } from "../../app/index.ts";
import { ok } from "../../contract/result.ts";
import { rulesProposed } from "../../contract/settling.ts";
import type { WaitingDecision } from "../../memory/index.ts";
import { type AskOnHold, heldCalls } from "../../service/index.ts";
import { localTime } from "../log/format.ts";
import { type AnswerReader, ASKED_AGAIN, ASKED_MAX, parseWord, type TypedWord } from "../terminal/prompt.ts";
import { visible, wordWhole } from "../terminal/style.ts";
import { formatAlways, settleForGood } from "./always.ts";
import { formatScript, formatWaiting, markLines } from "./show.ts";
import { type ApprovingTerminal, isTriedByHand, obstacleHere, wordAt } from "./terminal.ts";

const LOOK_EVERY_MS = 500;

/** Ends with Ctrl-C, or when nobody types any more; always well. */
export async function waitAndAsk(terminal: ApprovingTerminal): Promise<number> {
  const { io, store } = terminal;
  const stop = stopSignal(terminal);
  const typed = listen(terminal.answers);
  const began = io.now();
  const seen = new Set<string>();
  io.stdout.write("Waiting for what agents ask. Ctrl-C ends it.\n");
  while (!stop.aborted) {
    const held = await heldCalls(stateDir(io.env));
    const waiting = await waitingCalls(store, io.now());
    const next = waiting
      .filter(
        (one) =>
          !seen.has(one.decision.id) &&
          one.refusal === null &&
          (isHeld(held, one.decision.id) || (one.at >= began && !isTriedByHand(one))),
      )
      .at(-1);
    if (next === undefined) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
      continue;
    }
    seen.add(next.decision.id);
    const kept = held.find(({ id }) => id === next.decision.id);
    if (!(await askAbout(next, kept, { ...terminal, stop, typed }))) break;
  }
  io.stdout.write("\nNothing more is waited for.\n");
  await store.close();
  // A line that is still being read would keep the process: whoever typed Ctrl-C types no more.
  io.exit?.(0);
  return 0;
}

const isHeld = (held: readonly AskOnHold[], decisionId: string): boolean => held.some(({ id }) => id === decisionId);

interface WaitingTerminal extends ApprovingTerminal {
  readonly stop: AbortSignal;
  readonly typed: LaterLines;
}

interface LaterLines {
  /** The next line typed from now on; undefined when nobody types any more. */
  readonly next: () => Promise<string | undefined>;
}

/** What is typed while nothing is asked answers nothing: it is read and thrown away. */
function listen(answers: AnswerReader): LaterLines {
  let isEnded = false;
  let take: ((line: string | undefined) => void) | undefined;
  const hear = async (): Promise<void> => {
    while (!isEnded) {
      const line = await answers.line();
      isEnded = line === undefined;
      const taker = take;
      take = undefined;
      taker?.(line);
    }
  };
  void hear();
  return {
    next: () =>
      new Promise((resolve) => {
        if (isEnded) resolve(undefined);
        else take = resolve;
      }),
  };
}

/** False when nobody types any more. */
async function askAbout(
  call: WaitingDecision,
  kept: AskOnHold | undefined,
  terminal: WaitingTerminal,
): Promise<boolean> {
  const { io, page } = terminal;
  const scripts = readScripts(call);
  io.stdout.write(formatWaiting(call, page));
  if (kept?.facts)
    io.stdout.write(
      `  ${page.paint("dim", "known")}\n${markLines(visible(kept.facts), Math.max(page.columns - 4, 20)).join("")}`,
    );
  for (const script of scripts) io.stdout.write(formatScript(script, page));
  const obstacle = obstacleHere(call, scripts, terminal);
  if (obstacle !== null) {
    io.stdout.write(`\n${page.paint("deny", "cannot be approved here")}: ${obstacle}\n`);
    return true;
  }
  await terminal.answers.forget();
  io.stdout.write("\n");
  const rules = rulesProposed(call.told);
  io.stdout.write(formatAlways(rules, page));
  const always = rules.length === 0 ? "" : " always to write that rule too,";
  const first = `${whoWaits(kept)} Type yes to let exactly this pass once,${always} no to refuse it, or nothing to leave it:`;
  let heard = await hearWord(first, { call, kept }, terminal);
  for (let asked = 1; heard === undefined && asked < ASKED_MAX; asked++)
    heard = await hearWord(ASKED_AGAIN, { call, kept }, terminal);
  if (heard === "over" || heard === "ended") return heard === "over";
  await answer(heard ?? "nothing", call, terminal);
  return true;
}

interface AskedCall {
  readonly call: WaitingDecision;
  readonly kept: AskOnHold | undefined;
}

/** The word that is typed, undefined for some other one; or that none counts any more, or that nobody types any more. */
async function hearWord(
  question: string,
  { call, kept }: AskedCall,
  terminal: WaitingTerminal,
): Promise<TypedWord | "over" | "ended" | undefined> {
  const { io } = terminal;
  io.stdout.write(`${wordWhole(io.stdout, question).trimEnd()} `);
  const typed = terminal.typed.next();
  const ended = new AbortController();
  const first = await Promise.race([typed, becomesVoid(call, kept, terminal, ended.signal), stopped(terminal.stop)]);
  ended.abort();
  if (first === STOPPED || first === undefined) return "ended";
  if (typeof first === "string") return parseWord(first, rulesProposed(call.told).length > 0);
  // What is typed from here on was meant for this call: it is thrown away before the next one is shown.
  io.stdout.write(`\n${first.over} Enter goes on: `);
  const thrown = await Promise.race([typed, stopped(terminal.stop)]);
  return thrown === undefined || thrown === STOPPED ? "ended" : "over";
}

const whoWaits = (kept: AskOnHold | undefined): string =>
  kept === undefined
    ? "Nobody waits for the answer: the agent would have to try again."
    : `The agent waits until ${localTime(kept.deadline)}.`;

async function answer(word: TypedWord, call: WaitingDecision, { io, store, page }: ApprovingTerminal): Promise<void> {
  if (word === "yes" || word === "always") {
    const settled = word === "always" ? settleForGood(rulesProposed(call.told), io) : ok("");
    io.stdout.write(settled.ok ? settled.value : `${settled.error}\n`);
    const given = await recordApproval(store, call, wordAt(io));
    const said = given.ok ? `${page.paint("allow", "approved")}, for one use` : `nothing was approved: ${given.error}`;
    io.stdout.write(`${said}\n`);
  } else if (word === "no") {
    const given = await recordRefusal(store, call, wordAt(io));
    io.stdout.write(given.ok ? `${page.paint("deny", "refused")}\n` : `${given.error}\n`);
  } else io.stdout.write("left as it is\n");
}

interface CallOver {
  readonly over: string;
}

/** Comes true when an answer would not count any more. */
async function becomesVoid(
  call: WaitingDecision,
  kept: AskOnHold | undefined,
  { io, store }: ApprovingTerminal,
  ended: AbortSignal,
): Promise<CallOver> {
  while (!ended.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal: ended }).catch(() => undefined);
    if (kept !== undefined && io.now() >= kept.deadline) return { over: "The time is over: the agent was told no." };
    const now = (await waitingCalls(store, io.now())).find(({ decision }) => decision.id === call.decision.id);
    if (now === undefined || now.refusal !== null) return { over: `It was answered elsewhere. ${now?.refusal ?? ""}` };
  }
  return { over: "" };
}

const STOPPED = Symbol("stopped");

const stopped = (signal: AbortSignal): Promise<typeof STOPPED> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(STOPPED);
    signal.addEventListener("abort", () => resolve(STOPPED), { once: true });
  });

/** Ctrl-C, where the process is ours to end; or whatever ends the command from outside. */
function stopSignal({ io }: ApprovingTerminal): AbortSignal {
  const stop = new AbortController();
  io.signal?.addEventListener("abort", () => stop.abort(), { once: true });
  if (io.signal?.aborted === true) stop.abort();
  if (io.exit !== undefined) process.once("SIGINT", () => stop.abort());
  return stop.signal;
}
