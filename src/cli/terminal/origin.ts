/**
 * Where a terminal comes from, as far as the kernel tells (Linux). A process that forked twice has no agent above it any
 * more; it gives itself away by a session whose leader is not above it either, or by a chain that began after the agent
 * and ends at the process that takes in orphans, in the agent's own control group.
 */
import type { SessionStart } from "../../contract/session.ts";
import { controlGroup, type ProcessFacts, processFacts } from "../../memory/index.ts";

/** The processes as they are; handed in, so that a test can have others. */
export interface ProcessTable {
  readonly facts: (pid: number) => ProcessFacts | undefined;
  /** Undefined where it cannot be read. */
  readonly group: (pid: number) => string | undefined;
}

export const REAL_PROCESSES: ProcessTable = { facts: processFacts, group: controlGroup };

const MAX_CHAIN = 64;
/** Takes in what lost its parent. */
const isReaper = ({ pid, name }: ProcessFacts): boolean => pid === 1 || /^(?:systemd|init|launchd)$/.test(name);

/** Why the agent could have made this terminal; null where nothing says so. */
export function orphanOf(agent: SessionStart["agent"], table: ProcessTable, pid = process.pid): string | null {
  const chain = chainOf(pid, table);
  const [own] = chain;
  if (own === undefined) return null;
  if (own.session > 0 && !chain.some((one) => one.pid === own.session))
    return "what started this left its terminal's session";
  if (agent === undefined || agent.start === "") return null;
  const elder = chain.find(({ start }) => Number(start) <= Number(agent.start));
  if (elder !== undefined && !isReaper(elder)) return null;
  const oldest = chain.filter((one) => one !== elder && !isReaper(one)).at(-1);
  // A chain that ends nowhere was let in from outside of this container.
  if (elder === undefined && (oldest === undefined || oldest.parent === 0)) return null;
  const [ours, its] = [table.group(oldest?.pid ?? pid), table.group(agent.pid)];
  return ours !== undefined && its !== undefined && ours !== its
    ? null
    : "this terminal began after the agent, and below nothing that was there before it";
}

/** This process and those above it. */
function chainOf(pid: number, { facts }: ProcessTable): readonly ProcessFacts[] {
  const chain: ProcessFacts[] = [];
  for (let at = facts(pid); at !== undefined && chain.length < MAX_CHAIN; at = facts(at.parent)) {
    chain.push(at);
    if (at.parent === 0) break;
  }
  return chain;
}
