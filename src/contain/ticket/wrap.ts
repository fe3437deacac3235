/** For callers of the library: a command to start instead of another. */
import { ok, type Result } from "../../contract/result.ts";
import { type Ticket, type TicketRequest, writeTicket } from "./write.ts";

export interface WrappedCommand extends Ticket {
  /** To start without a shell in between; `line` is for those who have one. */
  readonly argv: readonly string[];
}

/** One use. Its status is the command's own, or 125 with a line on stderr that says why the command did not run. */
export function wrapCommand(request: TicketRequest): Result<WrappedCommand> {
  const ticket = writeTicket(request);
  return ticket.ok ? ok({ ...ticket.value, argv: ["/bin/bash", "-c", ticket.value.line] }) : ticket;
}
