/** Tickets: a command that a host runs inside walls, and what came of it. */
export { originalOf, shownIn } from "./line.ts";
export { readResult } from "./result.ts";
export { finishSweeps } from "./sweeps.ts";
export { type WrappedCommand, wrapCommand } from "./wrap.ts";
export { dropTicket, writeTicket } from "./write.ts";
