/** One call to judge, over HTTP: the request line of the command line's contract, and its decision. */
import type { Action, Turn } from "../../contract/action.ts";
import { MODE_TRAITS, turnsOf } from "../../contract/action.ts";
import { type Decision, deny, stampDecision } from "../../contract/decision.ts";
import { parseAction } from "../../contract/parse-action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { checkAnswer, checkRequest } from "../api.ts";
import { badRequest, forbidden, type HttpProblem } from "../http/problem.ts";
import { sendJsonText } from "../http/reply.ts";
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
    answer: checkAnswer,
    maxBytes: MAX_CHECK_BYTES,
    run: async ({ body, who }, service) => {
      const action = readAction(body, who, service.context.cwd);
      return action.ok ? sendJsonText(await judge(action.value, service)) : fail(action.error);
    },
  }),
];

type PlacedAction = Action & { readonly session: string; readonly cwd: string };

/** Through the gate's own edge; what an agent says is the agent's, whatever it says it is. */
export function readAction(body: unknown, who: Who, here: string): Result<PlacedAction, HttpProblem> {
  const parsed = parseAction(body);
  if (!parsed.ok) return fail(badRequest(parsed.error));
  const action = parsed.value;
  const cwd = action.cwd ?? here;
  if (who.scope !== "agent") return ok({ ...action, cwd, session: action.session ?? `token:${who.name}` });
  const { instructions: _, agentModel: __, toolUseId: ___, event: ____, ...own } = action;
  const { mode } = own;
  if (mode !== undefined && !MODE_TRAITS[mode].tightens)
    return fail(forbidden(`an agent's token cannot ask for the mode ${mode}`, "leave mode out: the settings name it"));
  const session = `token:${who.name}${own.session === undefined ? "" : `/${own.session}`}`;
  const transcript = turnsOf(own).flatMap(withoutPerson);
  return ok({ ...own, cwd, session, transcript });
}

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

async function judge(action: PlacedAction, { gates }: Service): Promise<string> {
  const opened = await gates.gateFor(action);
  if (!opened.ok) return format(action, stampDecision(deny("error", opened.error), "not-judged", 0), null);
  const { decision, run } = await opened.value.gate.judge(action);
  return format(action, decision, run);
}

/** As `check --json` prints it. */
const format = ({ walls }: Action, decision: Decision, run: string | null): string =>
  JSON.stringify(walls === true ? { ...decision, run } : decision);
