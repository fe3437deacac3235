/**
 * Whether a person sits here. A terminal alone does not show it: an agent can make one. So whatever was started by an agent is
 * refused as well, by the marks agents leave in the environment and by the processes above this one. A program of the same
 * user that goes to lengths to hide where it comes from is not stopped by this; that it may not run Sallyport at all is the
 * gate's own rule (step 3c), and the first line of defence.
 */
import { closeSync, openSync, readFileSync } from "node:fs";
import { stateDir } from "../../app/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { SessionStart } from "../../contract/session.ts";
import { AGENT_MARKS, isAgent } from "../../hosts/index.ts";
import { type Ancestor, ancestors, runningAgents } from "../../memory/index.ts";
import type { CliIo } from "./io.ts";
import { orphanOf, REAL_PROCESSES } from "./origin.ts";

export interface TerminalFacts {
  /** The terminal this process was started from is there. */
  readonly hasTerminal: () => boolean;
  readonly ancestors: () => readonly Ancestor[] | undefined;
  /** Why the agent of a session could have made this terminal; null where nothing says so. */
  readonly orphan: (agent: SessionStart["agent"]) => string | null;
}

export const realTerminal: TerminalFacts = {
  hasTerminal,
  ancestors: () => (isMadeForOne() ? undefined : ancestors()),
  orphan: (agent) => orphanOf(agent, REAL_PROCESSES),
};

const NO_AGENT = ": an agent cannot do this. Open a terminal of your own";

/**
 * The processes above this one, if a person of their own will may sit here; else the sentence why not. Every command that is the
 * person's alone asks this first.
 */
export function ownTerminal(io: CliIo, around: TerminalFacts): Result<readonly Ancestor[]> {
  if (io.stdin.isTTY !== true || !io.stdout.isTTY || !around.hasTerminal()) {
    return fail(
      "this is for a person alone and needs a terminal of your own: run it yourself, not through a pipe or a program",
    );
  }
  const above = notAgents(io, around);
  const why = above.ok ? around.orphan(undefined) : null;
  return why === null ? above : fail(`${why}${NO_AGENT}`);
}

/** The same for what a person's script may do without a terminal, and an agent may not: letting more pass, and removing what tells of it. */
export function notAgents(io: CliIo, around: TerminalFacts = realTerminal): Result<readonly Ancestor[]> {
  const mark = AGENT_MARKS.find((name) => (io.env[name] ?? "") !== "");
  if (mark !== undefined) return fail(`this was started by an agent (${mark} is set)${NO_AGENT}`);
  const above = around.ancestors();
  if (above === undefined)
    return process.platform === "win32"
      ? ok([])
      : fail("what started this cannot be seen from here, so it is refused: open a terminal outside of any sandbox");
  const agent = above.find(({ words }) => isAgent(words));
  if (agent !== undefined)
    return fail(`this was started by ${agent.words[0] ?? "an agent"} (process ${agent.pid})${NO_AGENT}`);
  const why = madeByAgent(above, around, runningAgents(stateDir(io.env), io.now()));
  return why === null ? ok(above) : fail(`${why}${NO_AGENT}`);
}

/** Why an agent at work could have made this terminal; null where nothing says so of any of them. */
function madeByAgent(
  above: readonly Ancestor[],
  { orphan }: TerminalFacts,
  agents: readonly NonNullable<SessionStart["agent"]>[],
): string | null {
  const below = agents.find((agent) => isBelow(above, agent));
  if (below !== undefined) return `this was started by the agent of a session (process ${below.pid})`;
  return agents.map(orphan).find((why) => why !== null) ?? null;
}

/** The agent of the session is none of the processes above this one. */
export const isBelow = (above: readonly Ancestor[], agent: SessionStart["agent"]): boolean =>
  agent !== undefined && above.some(({ pid, start }) => pid === agent.pid && (start === "" || start === agent.start));

/** A namespace that anybody can make for themselves (`unshare -r`): what is above it cannot be seen from inside. */
function isMadeForOne(): boolean {
  try {
    return /^\s*\d+\s+\d+\s+1\s*$/.test(readFileSync("/proc/self/uid_map", "latin1"));
  } catch {
    return false;
  }
}

function hasTerminal(): boolean {
  if (process.platform === "win32") return true;
  try {
    closeSync(openSync("/dev/tty", "r+"));
    return true;
  } catch {
    return false;
  }
}
