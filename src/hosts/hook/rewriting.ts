/** What rewriting a call needs of the hook: whether the host lets it, its own rules, and the way back from a ticket's line. */
import type { Action, JsonObject, Turn } from "../../contract/action.ts";
import { startsCode, variablesIn } from "../../machine/index.ts";
import type { CallEvent, Host, HostEvent } from "../host.ts";
import { ruleToolNames } from "../list.ts";
import { type AgentLine, agentLine, NO_RULES, type OwnRules } from "../own-rules.ts";

interface Rewriter {
  readonly host: Host;
  readonly agent?: () => { readonly pid: number } | undefined;
  readonly agentLine?: () => AgentLine | undefined;
  readonly home?: string;
  readonly stateDir?: string;
  /** What the installed line told of the variables the host runs commands with. */
  readonly variables?: readonly string[];
  readonly originalOf?: ((line: string) => string | undefined) | undefined;
}

/** Nothing was looked for: nothing is rewritten. */
export const NO_OWN_RULES: OwnRules = { ...NO_RULES, keep: "the host's own rules were not looked for" };

/** The host's own rules, which count whether or not this very call is rewritten, and what its environment does to programs. */
export function ownRules(event: CallEvent, projectRoot: string, parts: Rewriter): OwnRules {
  const own = hostRules(event, projectRoot, parts);
  const { home, agent } = parts;
  const started = parts.agentLine === undefined ? agentLine(agent?.()?.pid) : parts.agentLine();
  // Where its home is, the line tells: what an agent's process began with may be long ago.
  const env = started?.env ?? {};
  const seen = home === undefined ? [] : variablesIn(env, env.HOME ?? home);
  const variables = [...new Set([...(parts.variables ?? []), ...(own.variables ?? []), ...seen])];
  if (variables.length === 0) return own;
  const starting = startsCode(variables);
  return { ...own, variables, keep: own.keep ?? (starting === undefined ? null : runsBefore(starting)) };
}

const runsBefore = (variable: string): string =>
  `${variable} is set where the agent runs its commands, and what it names runs before any walls stand`;

function hostRules(event: CallEvent, projectRoot: string, parts: Rewriter): OwnRules {
  const { host, agent, home, stateDir } = parts;
  const startedAs = parts.agentLine ?? (() => agentLine(agent?.()?.pid));
  if (host.rewriting === undefined || home === undefined) return NO_OWN_RULES;
  return host.rewriting.rules({
    ...{ home, projectRoot, agent: startedAs(), event, stateDir },
    toolNames: ruleToolNames,
  });
}

/** What the host makes of the call: walls it can run in, whether it asks by itself, and whether anybody is there. */
export const aroundOf = (
  event: CallEvent,
  host: Host,
  own: OwnRules,
): Pick<Action, "walls" | "noWalls" | "hostAsks" | "unadopted" | "headless"> => ({
  ...wallsAt(event, host, own),
  hostAsks: () => own.asks?.() ?? "never",
  unadopted: () => own.unadopted?.() ?? [],
  ...(own.nobody === true ? { headless: true } : {}),
});

/** Whether the call can run inside walls: by being rewritten, or because the host's own sandbox holds it; or why not. */
function wallsAt(event: CallEvent, { rewriting, holds }: Host, own: OwnRules): Pick<Action, "walls" | "noWalls"> {
  if (
    rewriting !== undefined &&
    own.keep === null &&
    event.event === rewriting.event &&
    event.action.tool === rewriting.tool
  )
    return { walls: true };
  const held = holds?.(event);
  if (held !== undefined) return { walls: held };
  return own === NO_OWN_RULES || own.keep === null ? { walls: false } : { walls: false, noWalls: own.keep };
}

/** A call that has run, with the original in place of a ticket's line. */
export const withOriginal = <E extends HostEvent>(event: E, { originalOf }: Rewriter): E =>
  event.kind === "ran" && originalOf !== undefined
    ? { ...event, action: { ...event.action, input: originalInput(event.action.input, originalOf) } }
    : event;

/**
 * A later event of a call that was rewritten already: it was allowed, and the host wants the person all the same. At the
 * event that rewrites a ticket's line can only have been typed by the agent, and is judged as that; whatever comes of it,
 * the question at a later event is the person's.
 */
export const isRewritten = (event: HostEvent, { host, originalOf }: Rewriter): boolean =>
  event.kind === "call" &&
  event.event !== host.rewriting?.event &&
  typeof event.action.input.command === "string" &&
  originalOf?.(event.action.input.command) !== undefined;

export const withOriginals = (turns: readonly Turn[], originalOf: Rewriter["originalOf"]): readonly Turn[] =>
  originalOf === undefined
    ? turns
    : turns.map((turn) => ("tool" in turn ? { ...turn, input: originalInput(turn.input, originalOf) } : turn));

export function originalInput(input: Action["input"], originalOf: (line: string) => string | undefined): JsonObject {
  const command = typeof input.command === "string" ? originalOf(input.command) : undefined;
  return command === undefined ? input : { ...input, command };
}
