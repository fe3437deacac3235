/** `check --stream`: one decision a line, in order. Sessions run side by side, one session's lines one after the other. */
import { randomUUID } from "node:crypto";
import { type GatePool, openPool, standingAt } from "../../app/index.ts";
import type { Action } from "../../contract/action.ts";
import { type Decision, deny, stampHeld } from "../../contract/decision.ts";
import { linesOf } from "../../contract/lines.ts";
import { parseAction, parseActionLine } from "../../contract/parse-action.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { CheckFlags } from "../commands/check.ts";
import { callText, formatDecision, formatJson } from "../decision.ts";
import type { CliIo } from "../terminal/io.ts";
import { pageOf, refuse, tell } from "../terminal/style.ts";
import { ownVariables, wallsUnder, whoseWalls } from "../variables.ts";
import { givenFields } from "./given.ts";

/** More lines than this are not judged at once. */
const MAX_IN_FLIGHT = 32;
/** Without a session, one process is one session. */
const OWN_SESSION = randomUUID();

export async function checkStream(options: CheckFlags, io: CliIo): Promise<number> {
  const variables = ownVariables(io);
  const pool = openPool(io, {
    ...{ settings: options.settings, variables, stays: true, standing: (root) => standingAt(root, io) },
    tell: (text) => tell(io, text),
  });
  const { cwd = io.cwd, session: own = OWN_SESSION, ...given } = givenFields(options);
  const around = wallsUnder(variables);
  const base = { session: own, cwd };
  const first = pool.gateAt(base.cwd);
  if (!first.ok) return refuse(io, first.error);
  for (const warning of first.value.warnings) tell(io, warning);
  const write = decisionWriter(options, io);
  const sessions = new Map<string, Promise<unknown>>();
  let written: Promise<void> = Promise.resolve();
  let inFlight = 0;
  for await (const { number, action } of readActions(io, { base, given, around })) {
    const session = action.ok ? action.value.session : "";
    const judging = (sessions.get(session) ?? Promise.resolve()).then(() => judgeLine(action, number, pool));
    sessions.set(session, judging);
    inFlight++;
    written = written.then(async () => {
      write(await judging);
      inFlight--;
      if (sessions.get(session) === judging) sessions.delete(session);
    });
    if (inFlight >= MAX_IN_FLIGHT) await written;
  }
  await written;
  await pool.close();
  return 0;
}

type StreamAction = Action & { readonly session: string; readonly cwd: string };

interface StreamFields {
  readonly base: Pick<StreamAction, "session" | "cwd">;
  readonly given: object;
  /** What holds whatever a line says. */
  readonly around: Pick<Action, "walls" | "noWalls">;
}

/** A line says its own session and directory; what the options say of the rest holds for the whole stream. */
async function* readActions(io: CliIo, { base, given, around }: StreamFields) {
  let number = 0;
  for await (const line of linesOf(io.stdin)) {
    number++;
    if (line.ok && line.bytes.length === 0) continue;
    const parsed = line.ok ? parseActionLine(line.bytes) : line;
    const merged = parsed.ok ? parseAction({ ...parsed.value, ...given }) : parsed;
    const action: Result<StreamAction> = merged.ok
      ? ok({ ...base, ...merged.value, ...whoseWalls(merged.value, io), ...around })
      : merged;
    yield { number, action };
  }
}

interface JudgedLine {
  readonly decision: Decision;
  readonly call: string;
  /** The decision as a line for programs. */
  readonly json: string;
}

/** A line that cannot be read, or whose project has broken settings, is a deny, and the stream goes on. */
async function judgeLine(action: Result<StreamAction>, number: number, pool: GatePool): Promise<JudgedLine> {
  const opened = action.ok ? await pool.gateFor(action.value) : action;
  if (!opened.ok || !action.ok) {
    const why = opened.ok ? "cannot be read" : opened.error;
    const decision = stampHeld(deny("error", `Line ${number}: ${why}.`), { id: `line-${number}`, ms: 0 });
    return { decision, call: `line ${number}`, json: formatJson({}, { decision, run: null }) };
  }
  const judged = await opened.value.gate.judge(action.value);
  return { decision: judged.decision, call: callText(action.value), json: formatJson(action.value, judged) };
}

/** A person at a terminal reads; everything else gets one decision a line. */
function decisionWriter({ json }: CheckFlags, io: CliIo): (judged: JudgedLine) => void {
  const forPerson = !json && io.stdout.isTTY;
  const format = ({ decision, call, json: line }: JudgedLine): string =>
    forPerson ? formatDecision(decision, call, pageOf(io.stdout, io.env)) : line;
  return (judged) => io.stdout.write(format(judged));
}
