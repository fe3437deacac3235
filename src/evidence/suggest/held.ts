/** The calls a replay held back, each different one once, read again. */
import type { JsonObject } from "../../contract/action.ts";
import type { Step } from "../../contract/decision.ts";
import { onlyReads } from "../../contract/effect.ts";
import { canonical } from "../../contract/key.ts";
import type { ShellReading, SubCommand } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import type { Outcome } from "../../hosts/index.ts";
import { readShell } from "../../readers/bash/index.ts";
import type { SessionReport } from "../replay/tally.ts";

export interface HeldCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string;
  readonly root: string;
  readonly shown: string;
  readonly reading: ShellReading | undefined;
  /** The parts of a shell command that are more than reading: an allow rule must cover each. */
  readonly open: readonly SubCommand[];
  readonly count: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** In how many sessions. */
  readonly sessions: number;
}

/** Steps behind the allow rules: what they hold back, a rule could let pass. */
const AFTER_RULES: ReadonlySet<Step> = new Set(["offline", "classifier", "prompt", "deniedBefore", "denialLimit"]);

type Gathered = { -readonly [key in keyof HeldCall]: HeldCall[key] } & {
  outcomes: Partial<Record<Outcome, number>>;
  last: string;
};

export function heldCalls(sessions: readonly SessionReport[], world: World): readonly HeldCall[] {
  const found = new Map<string, Gathered>();
  for (const { calls, root, key } of sessions) {
    for (const { behavior, by, tool, input, cwd = root, shown, outcome } of calls) {
      if (behavior === "allow" || !AFTER_RULES.has(by) || input === undefined) continue;
      const id = canonical([tool, input, cwd, root]);
      const held = found.get(id) ?? begin({ tool, input, cwd, root, shown }, world);
      held.count++;
      held.outcomes[outcome] = (held.outcomes[outcome] ?? 0) + 1;
      if (held.last !== key) held.sessions++;
      held.last = key;
      found.set(id, held);
    }
  }
  return [...found.values()];
}

function begin(call: Pick<HeldCall, "tool" | "input" | "cwd" | "root" | "shown">, world: World): Gathered {
  const { tool, input, cwd, root } = call;
  const none = { count: 0, outcomes: {}, sessions: 0, last: "" };
  if (tool !== "Bash" || typeof input.command !== "string") return { ...call, ...none, reading: undefined, open: [] };
  const reading = readShell(input.command, { cwd, projectRoot: root, world, written: new Set() });
  const open = reading.commands.filter((one) => one.words.length > 0 && !(one.understood && onlyReads(one.effects)));
  return { ...call, ...none, reading, open };
}
