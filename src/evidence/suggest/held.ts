/** The calls a replay held back, each different one once, read again. */
import type { JsonObject } from "../../contract/action.ts";
import type { Step } from "../../contract/decision.ts";
import { onlyReads } from "../../contract/effect.ts";
import { canonical } from "../../contract/key.ts";
import type { ShellReading, SubCommand } from "../../contract/reading.ts";
import type { SimpleCommand } from "../../contract/simple.ts";
import type { World } from "../../contract/world.ts";
import { proposeForMany, proposeForTool } from "../../gate/index.ts";
import type { Outcome } from "../../hosts/index.ts";
import { tellsSecret } from "../../machine/secrets/index.ts";
import { readShell, simpleCommands } from "../../watch/reading/index.ts";
import type { SessionReport } from "../replay/tally.ts";

/** A command of a call, and the same as rules look at it. */
export interface OpenPart extends SubCommand {
  readonly simple: SimpleCommand;
}

export interface HeldCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string;
  readonly root: string;
  readonly shown: string;
  readonly reading: ShellReading | undefined;
  /** The parts of a shell command, as typed, that are more than reading: an allow rule must cover each. */
  readonly open: readonly OpenPart[];
  /** Allow rules that a person would write for it. */
  readonly proposals: readonly string[];
  /** Its host can run a command inside walls. */
  readonly walls: boolean;
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

/** Calls that somebody tried by hand teach nothing, and those that were let through when they came bothered nobody. */
export function heldCalls(sessions: readonly SessionReport[], world: World): readonly HeldCall[] {
  const found = new Map<string, Gathered>();
  for (const { calls, root, key, walls = false } of sessions.filter(({ byHand }) => byHand !== true)) {
    for (const { behavior, by, tool, input, cwd = root, shown, outcome, passed } of calls) {
      if (behavior === "allow" || passed === true || !AFTER_RULES.has(by) || input === undefined) continue;
      const id = canonical([tool, executedOf(tool, input), cwd, root, walls]);
      const held = found.get(id) ?? begin({ tool, input, cwd, root, shown, walls }, world);
      held.count++;
      held.outcomes[outcome] = (held.outcomes[outcome] ?? 0) + 1;
      if (held.last !== key) held.sessions++;
      held.last = key;
      found.set(id, held);
    }
  }
  return [...found.values()];
}

/** What a command is described as does not make it another one. */
const executedOf = (tool: string, input: JsonObject): JsonObject =>
  tool === "Bash" && typeof input.command === "string" ? { command: input.command } : input;

type BareCall = Pick<HeldCall, "tool" | "input" | "cwd" | "root" | "shown" | "walls">;

function begin(call: BareCall, world: World): Gathered {
  const { tool, input, cwd, root } = call;
  const none = { count: 0, outcomes: {}, sessions: 0, last: "" };
  if (tool !== "Bash" || typeof input.command !== "string")
    return { ...call, ...none, reading: undefined, open: [], proposals: proposeForTool(tool, input) };
  const read = (text: string): ShellReading => readShell(text, { cwd, projectRoot: root, world, written: new Set() });
  const reading = read(input.command);
  const simple = simpleCommands(reading, world.platform);
  const open = reading.commands.flatMap((one, i): readonly OpenPart[] => {
    const command = simple[i];
    const reads = one.understood && onlyReads(one.effects);
    return one.under !== undefined || one.words.length === 0 || reads || command === undefined
      ? []
      : [{ ...one, simple: command }];
  });
  const readable = reading.opaque.every(({ via }) => via !== undefined);
  const proposals = readable ? open.flatMap((part) => proposeForMany(part.simple, tellsSecret)) : [];
  return { ...call, ...none, reading, open, proposals };
}
