/** The service: one gate for all agents of a machine, and a page for people. */
export { SCOPES } from "./api.ts";
export { makeSigninCode, type TokenBook, tokenBook } from "./auth/index.ts";
export { serviceLayout } from "./folder.ts";
export * from "./hooks/index.ts";
export * from "./running/index.ts";
export { LOOPBACK, type RunningService, startService } from "./start.ts";
export type { AskOnHold } from "./waiting.ts";
