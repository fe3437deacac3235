/** Tickets: a command that a host runs inside walls, and what came of it. */
export { type Original, originalOf } from "./line.ts";
export { readResult, type TicketResult } from "./result.ts";
export { finishSweeps } from "./sweeps.ts";
export { type WrappedCommand, wrapCommand } from "./wrap.ts";
export { type Ticket, type TicketRequest, writeTicket } from "./write.ts";
