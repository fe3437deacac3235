/** What stands where of the tickets' corner of the state directory. */
import { join } from "node:path";
import { stateLayout } from "../../contract/state-dir.ts";

/** `id` has gone through `isTicketId`. */
export const ticketLayout = (stateDir: string) => {
  const { walls } = stateLayout(stateDir);
  return {
    tickets: join(walls, "tickets"),
    /** One empty file for each ticket that may still run, or whose sweep may be missing. */
    live: join(walls, "live"),
    /** What calls made in protected places: a directory a call, in it one a place, with `path` and `it`. */
    quarantine: join(walls, "quarantine"),
    ticket: (id: string) => join(walls, "tickets", id),
  };
};

const ID = /^[0-9a-f]{24}$/;
export const isTicketId = (text: string): boolean => ID.test(text);
