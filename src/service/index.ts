/** The service: one gate for all agents of a machine, and a page for people. */
export { SCOPES, type Scope } from "./api.ts";
export { makeSigninCode } from "./auth/signin.ts";
export { type TokenBook, tokenBook } from "./auth/tokens.ts";
export { serviceLayout } from "./folder.ts";
export * from "./hooks/index.ts";
export { openPlainIndex } from "./plain-index.ts";
export { findServing, forgetServing, noteServing, type ServingProcess } from "./running.ts";
export { DEFAULT_PORT, LOOPBACK, type RunningService, type StartOptions, startService } from "./start.ts";
export type { HeldCall } from "./waiting.ts";
