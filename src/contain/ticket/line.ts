/** The line a host runs instead of a command, and the way back from it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inQuotes } from "../../contract/shell-word.ts";
import { isTicketId, ticketLayout } from "./layout.ts";

const SHOWN_CHARACTERS = 300;

/**
 * Two lines: what a person or a host's log is shown, as a comment that neither a backslash nor a quote can stretch; then the
 * ticket, in words to which a host may append its own.
 */
export function ticketLine(ticket: string, id: string, command: string): string {
  const run = inQuotes(join(ticket, "run"));
  const gone = inQuotes(`sallyport: the command did not run: its ticket ${id} is gone; make the call again.`);
  return `# ${shownCommand(command)} #\nif [ -r ${run} ]; then . ${run}; else echo ${gone} >&2; (exit 125); fi`;
}

const shownCommand = (command: string): string => {
  const line = command.slice(0, SHOWN_CHARACTERS).replace(/\p{C}|\p{Zl}|\p{Zp}/gu, " ");
  return command.length > SHOWN_CHARACTERS ? `${line}…` : line;
};

export interface WrittenTicket {
  readonly id: string;
  readonly callId: string;
  readonly line: string;
  readonly refused: string;
}

/** The parsing edge: what the state directory holds of a ticket. */
const isWrittenTicket = (value: unknown): value is WrittenTicket =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).sort().join() === "callId,id,line,refused" &&
  Object.values(value).every((field) => typeof field === "string");

/** undefined: there is none, or it cannot be read. */
export function readTicket(stateDir: string, id: string): WrittenTicket | undefined {
  if (!isTicketId(id)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(join(ticketLayout(stateDir).ticket(id), "ticket.json"), "utf8"));
    return isWrittenTicket(value) && value.id === id ? value : undefined;
  } catch {
    return undefined;
  }
}

export interface Original {
  readonly id: string;
  readonly callId: string;
  readonly command: string;
}

/** The command behind a line that is exactly what was written for one of our tickets; anything else is no ticket. */
export function originalOf(line: string, stateDir: string): Original | undefined {
  const id = /\/([0-9a-f]{24})\/run'/.exec(line)?.[1];
  const ticket = id === undefined ? undefined : readTicket(stateDir, id);
  if (ticket === undefined || ticket.line !== line) return undefined;
  try {
    const command = readFileSync(join(ticketLayout(stateDir).ticket(ticket.id), "original"), "utf8");
    return { id: ticket.id, callId: ticket.callId, command };
  } catch {
    return undefined;
  }
}

/**
 * The same for a record that outlives its ticket: what the line shows, where that is all of it. Line breaks of the original
 * are blanks there, so that this is for showing and counting, never for judging a call that is to run.
 */
export function shownIn(line: string, stateDir: string): string | undefined {
  const [, command, id = ""] = /^# (.*) #\nif \[ -r .*\/([0-9a-f]{24})\/run' \]/.exec(line) ?? [];
  if (command === undefined || command.length > SHOWN_CHARACTERS || !isTicketId(id)) return undefined;
  return ticketLine(ticketLayout(stateDir).ticket(id), id, command) === line ? command : undefined;
}
