/** The public API of Sallyport. */

export { createLibraryGate as createGate, type GateOptions, type WrapRequest, wrapInWalls } from "./app/index.ts";
export {
  type Loaded,
  type LoadOptions,
  loadSettings,
  type Settings,
  SettingsError,
  type SettingsFile,
} from "./app/settings/index.ts";
export { type Action, type Json, type JsonObject, MODES, type Mode, type Turn } from "./contract/action.ts";
export type { ActId } from "./contract/acts.ts";
export { isAllow } from "./contract/allow.ts";
export {
  type Allow,
  type Behavior,
  type Decision,
  type DecisionRecord,
  type Held,
  STEPS,
  type Stage,
  type Step,
  type Unavailable,
  type Usage,
  WALLS,
  type Walls,
} from "./contract/decision.ts";
export type { Effect, Target } from "./contract/effect.ts";
export { parseAction } from "./contract/parse-action.ts";
export type { ShellReading, SubCommand } from "./contract/reading.ts";
export type { Result } from "./contract/result.ts";
export type { LedgerEntry, Memory } from "./contract/session.ts";
export { VERSION } from "./contract/version.ts";
export type { World } from "./contract/world.ts";
export type { Call, EffectiveRule, Gate, Judgement } from "./gate/index.ts";
export type { Classifier, Fact, Question, TranscriptEntry, Verdict } from "./judge/index.ts";
export { diskWorld } from "./machine/index.ts";
export { LedgerError, ledgerStore, memoryStore, type Session, type SessionStore } from "./memory/index.ts";
export type { ShellReader } from "./policy/index.ts";
export type { Field, Tool, ToolContext } from "./policy/tools/index.ts";
export type { List, Rule } from "./rules/index.ts";
export { readShell } from "./watch/reading/index.ts";
