/** What waits for a person, and the person's answer: the same rules as in a terminal. */
import { findWaiting, obstacleTo, readScripts, recordApproval, recordRefusal, waitingCalls } from "../../app/index.ts";
import { tellingInput } from "../../contract/action.ts";
import { oneLine } from "../../contract/escape.ts";
import { fail, ok } from "../../contract/result.ts";
import { userName, type WaitingDecision } from "../../memory/index.ts";
import { approvalAnswer, approvalRequest, approvalsAnswer, type WaitingCall } from "../api.ts";
import { conflict, notFound } from "../http/problem.ts";
import { APPROVE, type Route, route, SEE, type Who } from "../http/route.ts";
import { lookedFiles } from "../views/looked.ts";
import type { AskOnHold } from "../waiting.ts";

const MAX_LISTED = 200;
/** What a list shows of a call. */
const CALL_CHARACTERS = 400;

export const approvalRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/v1/approvals",
    access: SEE,
    about: "What was asked or denied lately, with what a person must see to answer.",
    answer: approvalsAnswer,
    run: async (_, { store, context, room }) => {
      const waiting = await waitingCalls(store, context.now());
      return ok({ waiting: waiting.slice(0, MAX_LISTED).map((one) => waitingCall(one, room.held())) });
    },
  }),
  route({
    method: "POST",
    path: "/v1/approvals",
    access: APPROVE,
    about: "Approves one exact call, once, or refuses it.",
    body: approvalRequest,
    answer: approvalAnswer,
    run: async ({ body: { id, answer }, who }, { store, context }) => {
      const found = findWaiting(await waitingCalls(store, context.now()), id);
      if (!found.ok || found.value.decision.id !== id) return fail(notFound("no such decision waits"));
      const word = { by: nameOf(who), at: context.now() };
      if (answer === "refuse") {
        const refused = await recordRefusal(store, found.value, word);
        return refused.ok ? ok({ ok: true, until: null }) : fail(conflict(refused.error));
      }
      const obstacle = obstacleTo(found.value, readScripts(found.value));
      if (obstacle !== null) return fail(conflict(obstacle));
      const approved = await recordApproval(store, found.value, word);
      return approved.ok ? ok({ ok: true, until: approved.value.expiresAt }) : fail(conflict(approved.error));
    },
  }),
];

const nameOf = ({ by, name }: Who): string => (by === "page" ? `${userName()} in the page` : `the token ${name}`);

function waitingCall(waiting: WaitingDecision, held: readonly AskOnHold[]): WaitingCall {
  const { session, at, action, decision, targets, start } = waiting;
  const looked = lookedFiles(waiting.looked);
  const kept = held.find((one) => one.id === decision.id);
  const { id, behavior, by, reason, rule, clearsWhen } = decision;
  return {
    ...{ id, at, session, behavior, by, reason, rule },
    deadline: kept?.deadline ?? null,
    clearsWhen: clearsWhen ?? null,
    host: action.host ?? start.host,
    project: start.projectRoot,
    cwd: action.cwd ?? start.projectRoot,
    tool: action.tool,
    does: waiting.told?.does ?? null,
    command: waiting.told?.command ?? null,
    call: oneLine(tellingInput(action.input), CALL_CHARACTERS),
    input: { ...action.input },
    effects: targets,
    refusal: obstacleTo(waiting, readScripts(waiting)),
    answered: waiting.answered === null ? null : { ...waiting.answered },
    byHand: start.byHand === true,
    looked: [...looked],
    sinceAsked: looked.flatMap(({ path, changed }) => (changed === true ? [path] : [])),
    facts: kept?.facts ?? null,
  };
}
