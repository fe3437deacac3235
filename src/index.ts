/** The public API of Sallyport. */
export { type Action, type Json, type JsonObject, MODES, type Mode, type Turn } from "./action.ts";
export type { Call, ShellReader, TaskProver } from "./call.ts";
export type { Classifier, Fact, Question, TranscriptEntry, Verdict } from "./classifier/types.ts";
export { createGate, type EffectiveRule, type Gate, type GateOptions } from "./create.ts";
export {
  type Behavior,
  type Decision,
  STEPS,
  type Stage,
  type Step,
  type Unavailable,
  type Usage,
} from "./decision.ts";
export type { Effect, Target } from "./effect.ts";
export { ledgerStore } from "./ledger/store.ts";
export { parseAction } from "./parse-action.ts";
export { diskWorld } from "./places/index.ts";
export type { Result } from "./result.ts";
export type { List, Rule } from "./rules/index.ts";
export {
  type LedgerEntry,
  LedgerError,
  type Memory,
  memoryStore,
  type Session,
  type SessionStore,
} from "./session/index.ts";
export {
  type Loaded,
  type LoadOptions,
  loadSettings,
  type Settings,
  SettingsError,
  type SettingsFile,
} from "./settings/index.ts";
export { readShell } from "./shell/index.ts";
export type { ShellReading, SubCommand } from "./shell/reading.ts";
export type { Field, Tool, ToolContext } from "./tools/index.ts";
export { VERSION } from "./version.ts";
export type { World } from "./world.ts";
