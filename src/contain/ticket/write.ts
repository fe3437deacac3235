/** Writes a ticket: what the host runs instead of a command, so that it runs inside walls. One use, one call, one hour. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import type { WallsPlan } from "../plan/types.ts";
import { bubblewrapArgs } from "../tool/bubblewrap.ts";
import { guardScript } from "../tool/guard.ts";
import { letSocketsPass } from "../tool/passing.ts";
import { prepareWalls } from "../tool/prepare.ts";
import { systemProgram } from "../tool/program.ts";
import { aftermathOf, type Protection } from "./aftermath.ts";
import { isTicketId, TICKET_SECONDS, ticketLayout } from "./layout.ts";
import { ticketLine } from "./line.ts";
import { commandScript, commandScriptForSh, engineScript, type Shells, sourcedScript } from "./script.ts";

export interface TicketRequest extends Protection {
  readonly plan: WallsPlan;
  readonly command: string;
  readonly callId: string;
  readonly stateDir: string;
  /** bubblewrap, absolute. */
  readonly tool: string;
  readonly nowMs: number;
  readonly startSeconds?: number;
}

export interface Ticket {
  readonly id: string;
  /** What the host runs instead. */
  readonly line: string;
}

const KEPT_SECONDS = 24 * 3600;
const MAX_REMOVED = 32;
const START_SECONDS = 20;
const STATUS = 20;
const BLOCK = 21;
const SECCOMP = 22;
/** What a string of ours cannot carry to a shell and back. */
const UNSENDABLE = /\0|\p{Surrogate}/u;

/** Never throws. A failure says why there is none; then the call must not be walled. */
export function writeTicket(request: TicketRequest): Result<Ticket> {
  const { command, stateDir, nowMs } = request;
  if (UNSENDABLE.test(command)) return fail("the command holds bytes that no shell takes");
  const shells = findShells();
  if (shells.bash === "") return fail("bash is not installed");
  const prepared = prepareWalls(request.plan, stateDir);
  if (!prepared.ok) return prepared;
  const seconds = Math.floor(nowMs / 1000);
  const id = seconds.toString(16).padStart(8, "0") + randomBytes(8).toString("hex");
  const layout = ticketLayout(stateDir);
  try {
    removeOldTickets(stateDir, seconds);
    const line = ticketLine(layout.ticket(id), id, command);
    for (const directory of [layout.tickets, layout.live, layout.quarantine, layout.ticket(id)])
      mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (const [name, text] of Object.entries(filesOf(request, { id, line, shells, seconds })))
      writeFileSync(join(layout.ticket(id), name), text, { flag: "wx", mode: 0o600 });
    writeFileSync(join(layout.live, id), "", { flag: "wx", mode: 0o600 });
    return ok({ id, line });
  } catch (error) {
    rmSync(layout.ticket(id), { recursive: true, force: true });
    return fail(`no ticket could be written to ${layout.tickets}: ${messageOf(error)}`);
  }
}

/** A ticket whose line nobody was told: it is not there any more. Never throws. */
export function dropTicket(stateDir: string, id: string): void {
  if (!isTicketId(id)) return;
  const { live, ticket } = ticketLayout(stateDir);
  try {
    rmSync(ticket(id), { recursive: true, force: true });
    rmSync(join(live, id), { force: true });
  } catch {
    // It is over in an hour.
  }
}

interface Made extends Ticket {
  readonly shells: Shells;
  readonly seconds: number;
}

function filesOf(request: TicketRequest, made: Made): Readonly<Record<string, string>> {
  const { command, callId, stateDir, tool } = request;
  const { plan, passing } = letSocketsPass(request.plan);
  const { ticket: ticketOf, ...places } = ticketLayout(stateDir);
  const ticket = ticketOf(made.id);
  const payload = commandScript(command);
  const payloadForSh = commandScriptForSh(command);
  const aftermath = aftermathOf(plan, request);
  const engine = engineScript({
    ...places,
    id: made.id,
    ticket,
    expires: made.seconds + TICKET_SECONDS,
    startSeconds: request.startSeconds ?? START_SECONDS,
    sha256: sha256(payload),
    sha256ForSh: sha256(payloadForSh),
    bubblewrap: [tool, ...bubblewrapArgs(plan, { seccomp: SECCOMP, status: STATUS }), "--block-fd", String(BLOCK)],
    guard: guardScript(plan),
    passing,
    covered: plan.mounts.filter(({ kind }) => kind === "cover").map(({ place }) => place),
    pass: plan.pass,
    set: plan.env,
    seccomp: plan.seccomp,
    shells: made.shells,
    aftermath,
  });
  return {
    original: command,
    command: payload,
    "command-sh": payloadForSh,
    engine,
    names: linesOf([...MARKS, ...aftermath.names.map((name) => `/${name}`)]),
    patterns: linesOf(["/HEAD$", ...aftermath.patterns]),
    unmade: linesOf(aftermath.unmade.length === 0 ? [] : ["^ f/HEAD$", ...aftermath.unmade]),
    roots: aftermath.roots.map((root) => `${root}\0`).join(""),
    temporary: `${plan.env.TMPDIR ?? "/tmp"}\0`,
    probe: PROBE,
    run: sourcedScript(ticket, made.shells),
    "ticket.json": JSON.stringify({ id: made.id, callId, line: made.line, refused: aftermath.refused }),
  };
}

/** An entry that every search finds: one that does not is no search. */
const PROBE = " f/HEAD\0";
/** What is always looked at: directories that were shut, devices, sockets, files with rights of their own. */
const MARKS = [" f/HEAD", "!d/", "+u/", "+b/", "+c/", "+s/", " s/"];
const linesOf = (expressions: readonly string[]): string => expressions.map((one) => `${one}\n`).join("");

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function findShells(): Shells {
  const find = (name: string): string => systemProgram(name) ?? "";
  return { bash: find("bash"), zsh: find("zsh"), sh: find("sh") };
}

/** An id begins with its second: names alone tell the oldest. What may still have to be swept stays. */
function removeOldTickets(stateDir: string, seconds: number): void {
  const { tickets, live, ticket } = ticketLayout(stateDir);
  if (!existsSync(tickets)) return;
  const old = readdirSync(tickets)
    .filter((name) => isTicketId(name) && Number.parseInt(name.slice(0, 8), 16) < seconds - KEPT_SECONDS)
    .filter((name) => !existsSync(join(live, name)));
  for (const id of old.slice(0, MAX_REMOVED)) rmSync(ticket(id), { recursive: true, force: true });
}
