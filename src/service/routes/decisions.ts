/** Decisions and sessions, as the record has them. */
import { fail, ok } from "../../contract/result.ts";
import {
  type DecisionsQuery,
  decisionDetail,
  decisionsAnswer,
  decisionsQuery,
  seenAnswer,
  seenQuery,
  sessionAnswer,
  sessionQuery,
  sessionsAnswer,
  sessionsQuery,
  statsAnswer,
  statsQuery,
  valuesAnswer,
} from "../api.ts";
import { type Route, route, SEE } from "../http/route.ts";
import type { DecisionFilter } from "../index-store/index.ts";
import { detailOf } from "../views/detail.ts";
import { findSeen } from "../views/seen.ts";
import { entryOf } from "../views/session.ts";
import { missing, withStanding } from "../views/standing.ts";

const USUAL_PAGE = 50;

export const decisionRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/v1/decisions",
    access: SEE,
    about: "Decisions, newest first: filtered, searched, by pages.",
    query: decisionsQuery,
    answer: decisionsAnswer,
    run: async ({ query }, { index }) => {
      const { limit = USUAL_PAGE, before, after } = query;
      const ask = () => index.decisions({ ...filterOf(query), limit, before, after });
      const { found, standing } = await withStanding(index, ask);
      return ok({ ...found, decisions: [...found.decisions], index: standing });
    },
  }),
  route({
    method: "GET",
    path: "/v1/decisions/:id",
    access: SEE,
    about: "One decision with everything the record knows of it.",
    answer: decisionDetail,
    run: async ({ params }, service) => {
      const { index } = service;
      const { found, standing } = await withStanding(index, () => index.decision(params.id ?? ""));
      return found === null ? fail(missing(standing, "decision")) : ok(await detailOf(found, service));
    },
  }),
  route({
    method: "GET",
    path: "/v1/sessions",
    access: SEE,
    about: "Sessions, the one used last first.",
    query: sessionsQuery,
    answer: sessionsAnswer,
    run: async ({ query: { limit = USUAL_PAGE, before, q } }, { index }) => {
      const { found, standing } = await withStanding(index, () => index.sessions({ limit, before, q }));
      return ok({ sessions: [...found.sessions], next: found.next, index: standing });
    },
  }),
  route({
    method: "GET",
    path: "/v1/sessions/:id",
    access: SEE,
    about: "One session with a page of its record, newest first.",
    query: sessionQuery,
    answer: sessionAnswer,
    run: async ({ params, query: { limit = USUAL_PAGE, before } }, { index }) => {
      const { found, standing } = await withStanding(index, () => index.session(params.id ?? "", { limit, before }));
      if (found === null) return fail(missing(standing, "session"));
      return ok({ ...found.head, entries: found.entries.map(entryOf), next: found.next });
    },
  }),
  route({
    method: "GET",
    path: "/v1/sessions/:id/seen",
    access: SEE,
    about: "The conversation as the classifier saw it before a decision, and what it answered, where that is kept.",
    query: seenQuery,
    answer: seenAnswer,
    run: async ({ params, query }, service) => {
      const { index } = service;
      const { found, standing } = await withStanding(index, () => index.decision(query.decision));
      if (found === null || found.row.session !== params.id) return fail(missing(standing, "decision in this session"));
      return ok(findSeen(found, service.stateDir));
    },
  }),
  route({
    method: "GET",
    path: "/v1/stats",
    access: SEE,
    about: "Counts, costs, latencies and denials over time.",
    query: statsQuery,
    answer: statsAnswer,
    run: async ({ query: { from, to, bucket, project, host } }, { index }) => {
      const ask = () => index.stats({ from, to, bucket, project: one(project), host: listOf(host) });
      const { found, standing } = await withStanding(index, ask);
      return ok({ ...found, index: standing });
    },
  }),
  route({
    method: "GET",
    path: "/v1/values",
    access: SEE,
    about: "What there is to filter by, the most used first.",
    answer: valuesAnswer,
    run: async (_, { index }) => {
      const { tool, host, project, by, topic } = await index.values();
      return ok({ tool: [...tool], host: [...host], project: [...project], by: [...by], topic: [...topic] });
    },
  }),
];

/** Several values stand between commas; a project, a rule or a session may hold one. */
function filterOf(query: DecisionsQuery): DecisionFilter {
  const { session, rule, topic, project, from, to, q } = query;
  return {
    ...{ from, to, q, session: one(session), rule: one(rule), topic: one(topic), project: one(project) },
    behavior: listOf(query.behavior),
    by: listOf(query.by),
    tool: listOf(query.tool),
    host: listOf(query.host),
    walls: listOf(query.walls),
  };
}

const one = (text: string | undefined): readonly string[] | undefined => (text === undefined ? undefined : [text]);
const listOf = (text: string | undefined): readonly string[] | undefined => text?.split(",");
