/** The program around the gate: opening one from the settings, many of them for a service, remote flags, and where things are kept. */
export type { AppContext, Env } from "./context.ts";
export { createGate, type GateOptions } from "./create-gate.ts";
export { openFlags } from "./flags.ts";
export { type GatePool, openPool } from "./gates.ts";
export { gateOf, loadPersonSettings, type OpenedGate, openGate, openStore, openWorld } from "./open.ts";
export { configDir, homeOf, stateDir } from "./paths.ts";
