/** One session on the real Claude Code: which calls it asked the person about, each answered yes. */
import type { ScriptedModel } from "../hosts/scripted-model.ts";
import { furnishHome, type Home, type HomeWish, type SavedAnswers } from "./home.ts";
import { DELETES_HOME, type EverydaySession, type SessionCall } from "./sessions.ts";
import { clientLine, openTerminal, type Terminal, wait } from "./terminal.ts";

const SESSION_LIMIT_MS = 240_000;
const POLL_MS = 250;

export interface Stage {
  readonly program: string;
  readonly model: ScriptedModel;
  readonly wish: HomeWish;
  /** Answer "don't ask again" wherever Claude Code offers to keep the answer. */
  readonly keep: boolean;
}

/** Why the gate asked: a topic, a rule that rests in auto mode, another reason; or Claude Code asked by itself. */
export const KINDS = ["topic", "resting", "other", "own"] as const;
export type Kind = (typeof KINDS)[number];

export interface Question {
  readonly call: string;
  readonly kind: Kind;
  readonly reason: string;
  /** The person saw Claude Code's own prompt: the gate had left the call to it. */
  readonly left: boolean;
}

export interface Played {
  readonly asked: readonly Question[];
  readonly denied: readonly string[];
  /** Calls that a model judged. */
  readonly judged: number;
  readonly saved: SavedAnswers;
  /** Undefined where every call was made. */
  readonly stopped: string | undefined;
}

export async function play(session: EverydaySession, stage: Stage): Promise<Played> {
  const at = furnishHome(stage.wish);
  const calls = session.calls(at.project);
  stage.model.script([...calls, { text: "all done" }]);
  const terminal = openTerminal(clientLine(stage.program), { cwd: at.project, env: at.env(stage.model.port) });
  const asked = await answerAll(terminal, calls, stage);
  if (process.env.FIRST_HOUR_SCREENS) process.stdout.write(terminal.screen());
  await terminal.end();
  const reached = stage.model.results().length;
  const all = reached >= calls.length || asked.some(({ input }) => input.command === DELETES_HOME);
  const told = stage.wish.gate === undefined ? [] : decisionsIn(at);
  const played = {
    asked: asked.map((call) => questionAbout(call, told)),
    denied: told.filter(({ decision }) => decision.behavior === "deny").map(({ action }) => nameOf(action)),
    judged: told.filter(({ decision }) => decision.by === "classifier").length,
    saved: at.saved(),
    stopped: all ? undefined : `STOPPED after ${reached} of ${calls.length} calls`,
  };
  at.remove();
  return played;
}

/** A question of Claude Code stands on the screen. */
const ASKS = /Do you want to|❯ 1\. Yes/;
const KEEPS = /(\d)\. Yes, and (?:don.t ask again|always allow)/;

async function answerAll(
  terminal: Terminal,
  calls: readonly SessionCall[],
  { model, keep }: Stage,
): Promise<readonly SessionCall[]> {
  const asked: SessionCall[] = [];
  const until = Date.now() + SESSION_LIMIT_MS;
  let answered = -1;
  while (Date.now() < until) {
    await wait(POLL_MS);
    const screen = terminal.screen();
    const reached = model.results().length;
    if (reached >= calls.length && /all done/.test(screen)) break;
    const call = calls[reached];
    if (call === undefined || !ASKS.test(screen) || answered === reached) continue;
    answered = reached;
    asked.push(call);
    // The last call of the last session would take the home away: its question is counted, and nobody says yes.
    if (call.input.command === DELETES_HOME) break;
    await wait(POLL_MS);
    terminal.press((keep ? KEEPS.exec(terminal.screen())?.[1] : undefined) ?? "1");
  }
  return asked;
}

interface Told {
  readonly action: SessionCall;
  readonly decision: { readonly behavior: string; readonly by: string; readonly rule: string | null; reason: string };
  readonly left?: string;
}

const decisionsIn = (at: Home): readonly Told[] =>
  at.records().flatMap((one) => (one.kind === "decision" ? [one as unknown as Told] : []));

export const nameOf = ({ tool, input }: { readonly tool: string; readonly input: SessionCall["input"] }): string =>
  input.command?.split("\n")[0] ?? tool;

function questionAbout(call: SessionCall, told: readonly Told[]): Question {
  const same = ({ action, decision }: Told): boolean =>
    decision.behavior === "ask" &&
    action.tool === call.tool &&
    JSON.stringify(action.input) === JSON.stringify(call.input);
  const found = told.find(same);
  const name = nameOf(call);
  if (found === undefined) return { call: name, kind: "own", reason: "", left: false };
  const { rule, reason } = found.decision;
  const kind = rule !== null ? "topic" : /rests in auto mode/.test(reason) ? "resting" : "other";
  return { call: name, kind, reason, left: found.left !== undefined };
}
