/** One call to judge, over HTTP: the request line of the command line's contract, and its decision. */
import { type Action, MODE_TRAITS, type Turn, turnsOf } from "../../contract/action.ts";
import { type Decision, deny, stampHeld, toRecord } from "../../contract/decision.ts";
import { parseAction } from "../../contract/parse-action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { diskWorld, isInside, realPath } from "../../machine/index.ts";
import { checkAnswer, checkRequest } from "../api.ts";
import { badRequest, forbidden, type HttpProblem } from "../http/problem.ts";
import { textReply } from "../http/reply.ts";
import { CHECK, type Route, route, type Who } from "../http/route.ts";
import type { Service } from "../service.ts";

const MAX_CHECK_BYTES = 8 << 20;

export const checkRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/v1/check",
    access: CHECK,
    about: "Judges one call. The answer is on record before it is given.",
    body: checkRequest,
    ownEdge: true,
    direct: true,
    answer: checkAnswer,
    maxBytes: MAX_CHECK_BYTES,
    run: async ({ body, who }, service) => {
      const { cwd, now } = service.context;
      const action = readAction(body, who, { cwd, now: now() });
      return action.ok ? textReply(await judge(action.value, service)) : fail(action.error);
    },
  }),
];

interface PlacedAction extends Action {
  readonly session: string;
  readonly cwd: string;
}

interface PlacedCall {
  readonly action: PlacedAction;
  /** Where its session begins, if this is its first call. */
  readonly root: string;
}

interface ServicePlace {
  readonly cwd: string;
  readonly now: number;
}

/** Through the gate's own edge; what an agent says is the agent's, whatever it says it is. */
export function readAction(body: unknown, who: Who, here: ServicePlace): Result<PlacedCall, HttpProblem> {
  const parsed = parseAction(body);
  if (!parsed.ok) return fail(badRequest(parsed.error));
  const action = parsed.value;
  if (who.scope === "agent") return ofAgent(action, who, here.now);
  const { cwd = here.cwd, session = `token:${who.name}` } = action;
  return ok({ action: { ...action, cwd, session }, root: cwd });
}

/**
 * The project is the directory the token was made for, and the session one a day, whatever the agent says: neither whose rules
 * count nor what was denied before is its choice. Nor are ids and events, by which one call is taken for another.
 */
function ofAgent(action: Action, { name, root }: Who, now: number): Result<PlacedCall, HttpProblem> {
  if (root === undefined) return fail(forbidden("this agent's token is bound to no directory", BIND));
  const {
    instructions: _,
    agentModel: __,
    toolUseId: ___,
    event: ____,
    process: _____,
    cwd = root,
    mode,
    ...own
  } = action;
  const real = realPath(cwd, DISK);
  if (real.problem !== null || !isInside(real.path, root))
    return fail(forbidden(`${cwd} is not in ${root}, to which this token is bound`, `name a cwd in ${root}`));
  if (mode !== undefined && MODE_TRAITS[mode].strictness === 0)
    return fail(forbidden(`an agent's token cannot ask for the mode ${mode}`, "leave mode out: the settings name it"));
  const day = new Date(now).toISOString().slice(0, 10);
  const session = `token:${name}/${day}${root}`;
  const transcript = turnsOf(own).flatMap(withoutPerson);
  return ok({
    action: { ...own, ...(mode === undefined ? {} : { mode, onlyTighter: true }), cwd, session, transcript },
    root,
  });
}

const BIND = "make a new one: sallyport serve token add NAME --scope agent --root DIR";
const DISK = diskWorld({ path: "", home: "" });

/**
 * An agent cannot supply consent, nor where a value comes from: words of the person, their answers and instructions, and results
 * are only those the gate itself recorded or read.
 */
function withoutPerson(turn: Turn): readonly Turn[] {
  if ("user" in turn) return [];
  if (!("tool" in turn)) return [turn];
  const { answer: _, result: __, ...call } = turn;
  return [call];
}

async function judge({ action, root }: PlacedCall, { gates }: Service): Promise<string> {
  const opened = await gates.gateFor({ ...action, cwd: root });
  if (!opened.ok) return format(action, stampHeld(deny("error", opened.error), { id: "not-judged", ms: 0 }), null);
  const { decision, run } = await opened.value.gate.judge(action);
  return format(action, decision, run);
}

/** As `check --json` prints it. */
const format = ({ walls }: Action, decision: Decision, run: string | null): string =>
  JSON.stringify(walls === true ? { ...toRecord(decision), run } : toRecord(decision));
