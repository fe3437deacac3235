/** The rules a guarded agent's hook would bring with it: so that a person who tries a call is told what the hook would say. */
import type { Action } from "../contract/action.ts";
import {
  allHosts,
  type CallEvent,
  type Host,
  hostNamed,
  NO_RULES,
  type OwnRules,
  ruleToolNames,
} from "../hosts/index.ts";
import { guardedHosts } from "./guarded.ts";
import { type AppContext, homeOf, stateDir } from "./paths.ts";

export interface RulesOfHosts {
  readonly own: Pick<OwnRules, "rules" | "unadopted">;
  /** Whose rules these are; empty: no agent's. */
  readonly hosts: readonly Host[];
  /** Agents whose hooks stand here too, and whose rules are not among these. */
  readonly others: readonly Host[];
}

interface TryingAt {
  readonly projectRoot: string;
  /** The agent that is meant; without it the one that is guarded here, where it is the only one. */
  readonly host?: string | undefined;
}

export function rulesOfHost(context: AppContext, { projectRoot, host }: TryingAt): RulesOfHosts {
  const named = host === undefined ? undefined : hostNamed(host);
  if (named !== undefined) return { own: rulesOf(named, projectRoot, context), hosts: [named], others: [] };
  const guarded = guardedHere(context, projectRoot);
  const [only, ...more] = guarded;
  return only === undefined || more.length > 0
    ? { own: NO_RULES, hosts: [], others: guarded }
    : { own: rulesOf(only, projectRoot, context), hosts: [only], others: [] };
}

/** The rules of all agents that are guarded here. Where none is, Claude Code's: they count as soon as it is. */
export function rulesOfAllHosts(context: AppContext, projectRoot: string): RulesOfHosts {
  const guarded = guardedHere(context, projectRoot);
  const hosts = guarded.length > 0 ? guarded : allHosts().filter(({ name }) => name === "claude-code");
  return { own: { rules: hosts.flatMap((host) => rulesOf(host, projectRoot, context).rules) }, hosts, others: [] };
}

/** One line for a person: whose rules a call was decided with. */
export function whoseRules({ own, hosts: [host], others }: RulesOfHosts): string | undefined {
  if (host !== undefined)
    return own.rules.length === 0 ? undefined : `decided with ${host.title}'s own rules too, as its hook does`;
  return others.length === 0
    ? undefined
    : `decided without the own rules of ${others.map(({ title }) => title).join(" and ")}; --host ${others[0]?.name} counts them`;
}

const guardedHere = ({ env }: AppContext, cwd: string): readonly Host[] =>
  guardedHosts({ env, cwd }).flatMap(({ host, guarded }) => (guarded.length > 0 ? [host] : []));

/** As its hook would find them, for an agent started here with these variables and no options. */
function rulesOf({ rewriting }: Host, projectRoot: string, { env }: AppContext): OwnRules {
  if (rewriting === undefined) return NO_RULES;
  const variables = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return rewriting.rules({
    home: homeOf(env),
    projectRoot,
    agent: { words: [], env: Object.fromEntries(variables), cwd: projectRoot },
    event: anyCall(projectRoot),
    stateDir: stateDir(env),
    toolNames: ruleToolNames,
  });
}

function anyCall(cwd: string): CallEvent {
  const action: Action = { tool: "Bash", input: {}, cwd };
  return { kind: "call", event: "", session: "", cwd, record: null, action };
}
