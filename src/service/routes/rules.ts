/** Rules in force, what one would have changed, and changing the person's own. */
import { gateOf, homeOf, openGate, rulesOfAllHosts } from "../../app/index.ts";
import { MANAGED_PATH, userSettingsPath } from "../../app/settings/index.ts";
import { ticks } from "../../contract/clock.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import {
  overruledBecause,
  readRules,
  restingOf,
  tryRule,
  writeAdditions,
  writeRemoval,
} from "../../evidence/suggest/index.ts";
import type { Gate } from "../../gate/index.ts";
import { memoryStore } from "../../memory/index.ts";
import {
  type RuleInForce,
  type RuleTryAnswer,
  type RuleTryRequest,
  ruleAnswer,
  ruleRequest,
  rulesAnswer,
  rulesQuery,
  ruleTryAnswer,
  ruleTryRequest,
} from "../api.ts";
import { badRequest, conflict } from "../http/problem.ts";
import { CHANGE, type Route, route, SEE } from "../http/route.ts";
import type { FoundDecision } from "../index-store/index.ts";
import type { Service } from "../service.ts";
import { withStanding } from "../views/standing.ts";

const MAX_TRIED = 5_000;
const TRY_MS = 4_000;
/** Of more rules than there is time for, nothing is said. */
const OVERRULED_MS = 1_000;

export const ruleRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/v1/rules",
    access: SEE,
    about: "Rules in force, where each comes from, and what rests.",
    query: rulesQuery,
    answer: rulesAnswer,
    run: async ({ query: { project } }, { context }) => {
      if (project !== undefined && !project.startsWith("/")) return fail(badRequest("project: an absolute path"));
      const root = project ?? homeOf(context.env);
      const opened = openGate(context, {
        projectRoot: root,
        rules: rulesOfAllHosts(context, root).own.rules,
        store: memoryStore(),
        classifier: null,
        supposed: true,
      });
      if (!opened.ok) return fail(conflict(opened.error, "correct it: until then every call is denied"));
      const user = userSettingsPath(context.env);
      const ground = groundIn(root, context);
      const end = ticks() + OVERRULED_MS;
      const rules: RuleInForce[] = [];
      for (const { rule, suspended } of opened.value.gate.rules())
        rules.push({
          ...{ rule: rule.text, behavior: rule.list, rests: suspended },
          overruled: ticks() > end ? null : await overruledBecause(rule, ground),
          source: sourceOf(rule.source, user),
          editable: rule.source === user,
        });
      return ok({ rules, file: user, warnings: [...opened.value.warnings] });
    },
  }),
  route({
    method: "POST",
    path: "/v1/rules/try",
    access: CHANGE,
    about: "What a rule would have changed in the record. Nothing is changed.",
    body: ruleTryRequest,
    answer: ruleTryAnswer,
    run: ({ body }, service) => tryOnRecord(body, service),
  }),
  route({
    method: "POST",
    path: "/v1/rules",
    access: CHANGE,
    about: "Adds a rule to the person's own settings, or takes one out.",
    body: ruleRequest,
    answer: ruleAnswer,
    run: ({ body: { behavior, rule, remove = false } }, { context, gates }) => {
      const file = userSettingsPath(context.env);
      if (file === null) return fail(conflict("there is no home directory to keep settings in"));
      const read = readRules([rule], behavior);
      if (!read.ok && !remove) return fail(badRequest(read.error));
      const written = remove ? writeRemoval(file, behavior, rule) : writeAdditions(file, { [behavior]: [rule] });
      if (!written.ok) return fail(conflict(written.error));
      gates.refresh();
      const rests = read.ok ? (restingOf(read.value)[0]?.why ?? null) : null;
      return ok({ ok: true as const, changed: written.value.changed, file, rests });
    },
  }),
];

/** What a rule is tried on: gates that suppose, each project's opened once. */
function groundIn(root: string, context: Service["context"]) {
  const known = new Map<string, Result<Gate>>();
  const gateFor = (projectRoot: string): Result<Gate> => {
    const { rules } = rulesOfAllHosts(context, projectRoot).own;
    const open = () =>
      openGate(context, { projectRoot, rules, store: memoryStore(), classifier: null, supposed: true });
    const gate = known.get(projectRoot) ?? gateOf(open());
    known.set(projectRoot, gate);
    return gate;
  };
  return { root, home: homeOf(context.env), gateFor };
}

function sourceOf(source: string, user: string | null): RuleInForce["source"] {
  if (source === MANAGED_PATH) return { kind: "managed", path: source };
  if (source === user) return { kind: "user", path: source };
  if (source.endsWith("/.sallyport/settings.json")) return { kind: "project", path: source };
  if (source === "--settings") return { kind: "run", path: null };
  return { kind: "host", path: source };
}

async function tryOnRecord(
  { behavior, rule, remove = false, project }: RuleTryRequest,
  { index, context }: Service,
): Promise<Result<RuleTryAnswer, ReturnType<typeof badRequest>>> {
  const ask = () => index.newest({ limit: MAX_TRIED, project: project === undefined ? undefined : [project] });
  const { found, standing } = await withStanding(index, ask);
  const calls = [...callsOf(found.decisions)];
  const gateFor = (projectRoot: string): Result<Gate> =>
    gateOf(openGate(context, { projectRoot, store: memoryStore(), classifier: null, supposed: true }));
  const trial = await tryRule({ list: behavior, rule, remove, calls, gateFor, maxMs: TRY_MS });
  if (!trial.ok) return fail(badRequest(trial.error));
  const { would, counted, examined, lets, rests } = trial.value;
  const read = readRules([rule], behavior);
  const [one] = read.ok && !remove ? read.value : [];
  return ok({
    ...{ counted, examined, lets: [...lets], rests, index: standing },
    overruled:
      one === undefined ? null : await overruledBecause(one, groundIn(project ?? homeOf(context.env), context)),
    of: found.of - (found.decisions.length - calls.length),
    would: would.map(({ id, shown, was, now }) => ({ id, call: shown, was, now })),
  });
}

/** What a person tried by hand teaches nothing. */
function* callsOf(decisions: readonly FoundDecision[]) {
  for (const { row, entry, start } of decisions) {
    const root = start?.projectRoot;
    if (root === undefined || row.byHand) continue;
    const { tool, input, cwd = root } = entry.action;
    yield { id: row.id, tool, input, cwd, root, shown: row.call, was: row.behavior };
  }
}
