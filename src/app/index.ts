/** The program around the gate: opening one from the settings, many of them for a service, remote flags, and where things are kept. */

export { answerHook } from "./answer-hook.ts";
export {
  findWaiting,
  obstacleTo,
  readScripts,
  recordApproval,
  recordRefusal,
  type ShownScript,
  waitingCalls,
} from "./approvals.ts";
export { createLibraryGate, type GateOptions, plannedWalls } from "./create-gate.ts";
export { findInProjects, findOnPath } from "./find-on-path.ts";
export { openFlags } from "./flags.ts";
export { followingGate } from "./following.ts";
export { type GatePool, openPool } from "./gates.ts";
export { guardedHosts, hostEnvironment } from "./guarded.ts";
export { keepHookGates, type OpenHookGate } from "./hook-gates.ts";
export { type RulesOfHosts, rulesOfAllHosts, rulesOfHost, whoseRules } from "./host-rules.ts";
export {
  gateOf,
  loadPersonSettings,
  type OpenedGate,
  openGate,
  openSharedStore,
  openStore,
  openWorld,
} from "./open.ts";
export { type AppContext, configDir, dataDir, type Env, gateDirectories, homeOf, stateDir } from "./paths.ts";
export { endPause, MAX_PAUSE_MINUTES, pausedUntil, pauseUntil } from "./pause.ts";
export { findDecision, pointOfDecision, type RecordedDecision } from "./recorded-decision.ts";
export { standingAt } from "./standing.ts";
export { isSweepDue, sweep } from "./sweep.ts";
export { lookAtPoints, planUndoOf, type UndoneFiles, undoPlanned } from "./undo.ts";
export { keepUp } from "./upkeep.ts";
export { type WrapRequest, wrapInWalls } from "./wrap.ts";
