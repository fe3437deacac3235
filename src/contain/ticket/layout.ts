/** What stands where of the tickets' corner of the state directory. */
import { join } from "node:path";
import { keepAnswers } from "../../contract/kept.ts";
import { stateLayout } from "../../contract/state-dir.ts";

/** `id` has gone through `isTicketId`. */
export const ticketLayout = keepAnswers((stateDir: string) => {
  const { walls } = stateLayout(stateDir);
  return {
    tickets: join(walls, "tickets"),
    /** One empty file for each ticket that may still run, or whose sweep may be missing. */
    live: join(walls, "live"),
    /** What calls made in protected places: a directory a call, in it one a place, with `path` and `it`. */
    quarantine: join(walls, "quarantine"),
    ticket: (id: string) => join(walls, "tickets", id),
  };
});

export const TICKET_SECONDS = 3600;

const ID = /^[0-9a-f]{24}$/;
export const isTicketId = (text: string): boolean => ID.test(text);
