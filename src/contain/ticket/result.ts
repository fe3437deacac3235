/** What a ticket's engine left: parsed strictly, and compared with what was there before. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { refusalIn } from "./aftermath.ts";
import { isTicketId, ticketLayout } from "./layout.ts";
import { readTicket } from "./line.ts";
import { triedIn } from "./tried.ts";

export interface TicketResult {
  readonly exit: number;
  /** The signal that was passed on to the command, if one was. */
  readonly signal: "HUP" | "INT" | "TERM" | null;
  /** False: the walls could not be put up, and the command never ran. */
  readonly ran: boolean;
  /** In words; empty: nothing that was seen. */
  readonly refused: readonly string[];
  /** Protected places that were made while the call ran, now in quarantine, also where another call moved them there. */
  readonly swept: readonly string[];
  /** False: something that must not stay is still there, and no call runs until it is gone. */
  readonly clean: boolean;
  /** Files, links and directories that were made or changed while the call ran, what was moved away apart. */
  readonly wrote: readonly string[];
  /** Those of them that were not there before; none where a call of another session wrote in the same places meanwhile. */
  readonly created: readonly string[];
  /** False: more than the bound; then anything below the writable places may have been written. */
  readonly complete: boolean;
}

const FORM =
  /^exit (\d{1,3})\nran (yes|no)\nsweep (ok|failed)\nsignal (HUP|INT|TERM|-)\nnetwork (\d+) (\d+) (\d+)\nnamed ([^\n]*)\ntried ([^\n]*)\ncompany (yes|no)\nend\n$/;
const MAX_WRITTEN = 20_000;
const MAX_LIST_BYTES = 64 << 20;

/** Undefined: it has not ended. `output` is what the host heard of a call that failed, where it tells. */
export function readResult(
  stateDir: string,
  id: string,
  { output = "" }: { readonly output?: string } = {},
): Result<TicketResult> | undefined {
  if (!isTicketId(id)) return fail("no ticket has such a name");
  const place = (name: string): string => join(ticketLayout(stateDir).ticket(id), name);
  try {
    const found = statSync(place("result"), { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const form = FORM.exec(readFileSync(place("result"), "utf8"));
    if (form === null) return undefined;
    const [, exit = "", ran, sweep, signal, ...rest] = form;
    const [named = "-", tried = "-", company] = rest.slice(3);
    const pattern = readTicket(stateDir, id)?.refused;
    const told = exit !== "0" && pattern !== undefined ? refusalIn(output, pattern) : undefined;
    return ok({
      exit: Number(exit),
      signal: signal === "HUP" || signal === "INT" || signal === "TERM" ? signal : null,
      ran: ran === "yes",
      refused: [
        ...networkWords(rest.slice(0, 3).map(Number), tried === "-" ? triedIn(output) : tried),
        ...(named === "-" ? [] : [named]),
        ...(told === undefined ? [] : [told]),
      ],
      swept: [...new Set([...["swept", "taken", "ruled"].flatMap((name) => readList(place(name)))])],
      clean: sweep === "ok",
      ...(ran === "yes" ? writtenOf(readList(place("before")), readList(place("after"))) : NOTHING_WRITTEN),
      ...(company === "yes" ? { created: [] } : {}),
    });
  } catch (error) {
    return fail(`the result of ticket ${id} cannot be read: ${messageOf(error)}`);
  }
}

const NOTHING_WRITTEN = { wrote: [], created: [], complete: true } as const;

function networkWords(counts: readonly number[], tried: string | undefined): readonly string[] {
  const failed = counts.reduce((sum, count) => sum + count, 0);
  if (failed === 0) return [];
  const attempts = failed === 1 ? "1 attempt to connect failed" : `${failed} attempts to connect failed`;
  return [...(tried === undefined ? [] : [`tried ${tried}`]), attempts];
}

/** Entries are a mark (`+`: changed since the call began), a type and the path. */
function writtenOf(
  before: readonly string[],
  after: readonly string[],
): Pick<TicketResult, "wrote" | "created" | "complete"> {
  const changed = after.filter((entry) => entry.startsWith("+")).map((entry) => entry.slice(2));
  if (changed.length > MAX_WRITTEN) return { wrote: [], created: [], complete: false };
  const known = new Set(before.map((entry) => entry.slice(2)));
  return { wrote: changed, created: changed.filter((path) => !known.has(path)), complete: true };
}

function readList(path: string): readonly string[] {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return [];
  if (size > MAX_LIST_BYTES) throw new Error(`${path} is longer than ${MAX_LIST_BYTES} bytes`);
  return readFileSync(path, "utf8").split("\0").slice(0, -1);
}
