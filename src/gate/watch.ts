import type { Draft } from "../contract/decision.ts";
import type { Effect } from "../contract/effect.ts";
import type { ShellReading } from "../contract/reading.ts";
import type { SimpleCommand } from "../contract/simple.ts";
import type { PolicyCall, ShellReader } from "../policy/index.ts";
import type { Tool } from "../policy/tools/index.ts";

type Dialect = Exclude<NonNullable<Tool["shell"]>["dialect"], "bash">;

/**
 * What reads a call where the core's reader is silent, and names topics. It never says yes: whatever it answers, and whether it answers at
 * all, nothing is proven by it and no rule covers more.
 */
export interface Watch {
  readonly readShell: ShellReader;
  /** At any depth. */
  readonly simpleCommands: (reading: ShellReading, platform: string) => readonly SimpleCommand[];
  readonly readWindows: (text: string, dialect: Dialect) => readonly Effect[];
  readonly windowsCommands: (text: string, dialect: Dialect, cwd: string) => readonly SimpleCommand[];
  /** Provider `offline`: what topics say. */
  readonly decideOffline: (call: PolicyCall) => Promise<Draft>;
  /** For people: the text without secrets. */
  readonly redact: (text: string) => string;
}
