/** Walls for one call, from the order to the line that is run instead; and what came of it. */
import { lstatSync, mkdirSync } from "node:fs";
import { sha256 } from "../contract/key.ts";
import { fail, messageOf, ok, type Result } from "../contract/result.ts";
import { stateLayout } from "../contract/state-dir.ts";
import { openSource, type Witness } from "../contract/witness.ts";
import type { World } from "../contract/world.ts";
import type { AgentFiles } from "../machine/index.ts";
import { planWalls } from "./plan/plan.ts";
import type { WallsPlan, WallsRequest } from "./plan/types.ts";
import { dropTicket, finishSweeps, readResult, writeTicket } from "./ticket/index.ts";
import { readTicket } from "./ticket/line.ts";
import { prepareWalls } from "./tool/prepare.ts";

/** What is to be walled, and what the walls have to keep. Places are absolute. */
export interface WallsOrder extends Omit<WallsRequest, "sessionTmp" | "cacheDir" | "stateDir"> {
  /** Byte for byte as it was given. */
  readonly command: string;
  readonly session: string;
  /** Which call it is for. */
  readonly call: string;
  /** Saves what these walls could lose, before there is a ticket. Credentials that are not copied have to be held. */
  readonly save: (plan: Pick<WallsPlan, "writable" | "held">) => Result<unknown, SaveFailure>;
}

interface SaveFailure {
  readonly why: string;
  readonly credentials: readonly string[];
}

const standing = openSource("walls");

/** Walls that wait for their call. */
export interface RaisedWalls {
  readonly stand: Witness<"walls">;
  /** What the caller runs instead. */
  readonly run: string;
  /** Null: these walls are only supposed. */
  readonly ticket: string | null;
}

/** What came of a ticket. */
export interface TicketOutcome {
  readonly ticket: string;
  readonly refused: readonly string[];
  readonly swept: readonly string[];
  readonly writes: readonly string[];
  readonly creates: readonly string[];
  /** False: anything the walls leave writable may have been written. */
  readonly complete: boolean;
}

/** Walls that stand on this machine. */
export interface WallsPart {
  /** Plan, restore point and ticket. A failure says why: the call is then not walled. Never rejects. */
  readonly raise: (order: WallsOrder) => Promise<Result<RaisedWalls>>;
  /** Those of the tickets that have come to their end. `output`: what the host heard of the call that has just run. */
  readonly outcomes: (tickets: readonly string[], output?: string) => readonly TicketOutcome[];
  /** The line of a ticket once more, for another event of the same call. */
  readonly lineOf: (ticket: string | undefined) => string | undefined;
  /** Takes back walls whose line nobody was told. Never throws. */
  readonly drop: (ticket: string) => void;
  /** Ends what an interrupted call of any session left unswept in this project. What cannot be ended, in words: no call runs there. */
  readonly finishSweeps: (project: string) => readonly string[];
  /** The one temporary directory a session has inside walls. */
  readonly sessionTmp: (session: string) => string;
  /** The same where it is there, this user's alone and no link: what tools may write to as well. */
  readonly ownTmp: (session: string) => string | undefined;
}

export interface WallsOpening {
  readonly stateDir: string;
  /** bubblewrap, absolute. */
  readonly tool: string;
  readonly world: World;
  readonly agentFiles: AgentFiles;
  readonly now: () => number;
}

export function openWalls(opening: WallsOpening): WallsPart {
  const { stateDir, now } = opening;
  return {
    raise: async (order) => raise(order, opening),
    outcomes: (tickets, output) => tickets.flatMap((ticket) => outcomeOf(ticket, opening, output)),
    lineOf: (ticket) => (ticket === undefined ? undefined : readTicket(stateDir, ticket)?.line),
    drop: (ticket) => dropTicket(stateDir, ticket),
    finishSweeps: (project) => finishSweeps(stateDir, now(), project),
    sessionTmp,
    ownTmp,
  };
}

/** Everything is decided as if walls stood, and nothing is made: for watching, explaining and replaying. */
export const supposeWalls = (): WallsPart => ({
  raise: async () => ok({ stand: standing({ ticket: null }), run: "", ticket: null }),
  outcomes: () => [],
  lineOf: () => "",
  drop: () => undefined,
  finishSweeps: () => [],
  sessionTmp,
  ownTmp,
});

/** A plan as the order wants it, with nothing made yet. */
export const planFor = (order: WallsOrder, { stateDir, world }: Pick<WallsOpening, "stateDir" | "world">) =>
  planWalls({ ...order, sessionTmp: sessionTmp(order.session), cacheDir: cacheOf(order, stateDir), stateDir }, world);

const cacheOf = ({ projectRoot }: WallsOrder, stateDir: string): string =>
  `${stateLayout(stateDir).walls}/cache/${sha256(projectRoot).slice(0, 32)}`;

function raise(order: WallsOrder, opening: WallsOpening): Result<RaisedWalls> {
  const { stateDir, tool, now } = opening;
  try {
    keepOwn(order.session);
    const plan = savedPlan(order, opening);
    if (!plan.ok) return plan;
    const prepared = prepareWalls(plan.value, stateDir);
    if (!prepared.ok) return prepared;
    const { command, call: callId, home } = order;
    const ticket = writeTicket({
      ...{ plan: plan.value, command, callId, stateDir, tool, home },
      nowMs: now(),
    });
    if (!ticket.ok) return ticket;
    const { id, line } = ticket.value;
    return ok({ stand: standing({ ticket: id }), run: line, ticket: id });
  } catch (error) {
    return fail(messageOf(error));
  }
}

/** Credentials are not copied: where they would be lost, they are held read-only instead. */
function savedPlan(order: WallsOrder, opening: WallsOpening): Result<WallsPlan> {
  const plan = planFor(order, opening);
  if (!plan.ok || order.walls !== "work") return plan;
  const temporary = sessionTmp(order.session);
  // What is meant not to last is not saved.
  const save = ({ writable, held }: WallsPlan): ReturnType<WallsOrder["save"]> =>
    order.save({ writable: writable.filter((place) => place !== temporary), held });
  const saved = save(plan.value);
  if (saved.ok) return plan;
  const { why, credentials } = saved.error;
  if (credentials.length === 0) return fail(why);
  const tighter = planFor({ ...order, readOnly: [...order.readOnly, ...credentials] }, opening);
  if (!tighter.ok) return tighter;
  const again = save(tighter.value);
  return again.ok ? tighter : fail(again.error.why);
}

/** A ticket that nobody used is over after a day. */
const TICKET_LIFE_SECONDS = 24 * 3_600;

function outcomeOf(ticket: string, { stateDir, now }: WallsOpening, output?: string): readonly TicketOutcome[] {
  const result = readResult(stateDir, ticket, output === undefined ? {} : { output });
  const nothing = { ticket, refused: [], swept: [], writes: [], creates: [] };
  if (result === undefined) {
    const written = Number.parseInt(ticket.slice(0, 8), 16);
    return written + TICKET_LIFE_SECONDS < now() / 1_000 ? [{ ...nothing, complete: true }] : [];
  }
  if (!result.ok) return [{ ...nothing, complete: false }];
  const { refused, swept, wrote, created, complete } = result.value;
  return [{ ticket, refused, swept, writes: wrote, creates: created, complete }];
}

/** Another user may have taken the first name: of several that which is ours, else one that is free. */
export function ownAmong(names: readonly [string, ...string[]]): string {
  const isFree = (name: string): boolean => lstatSync(name, { throwIfNoEntry: false }) === undefined;
  return names.find(isOwn) ?? names.find(isFree) ?? names[0];
}
const tmpParent = (): string => {
  const name = `/tmp/sallyport-${process.getuid?.() ?? 0}`;
  return ownAmong([name, ...Array.from("23456789", (n) => `${name}.${n}`)]);
};
const sessionTmp = (session: string): string => `${tmpParent()}/${sha256(session).slice(0, 16)}`;

/** The session's temporary directory is this user's own, and no link: others can write beside it. */
function keepOwn(session: string): void {
  for (const place of [tmpParent(), sessionTmp(session)]) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    if (!isOwn(place)) throw new Error(`${place} is not a directory of this user alone; remove it`);
  }
}

function ownTmp(session: string): string | undefined {
  const place = sessionTmp(session);
  return [tmpParent(), place].every(isOwn) ? place : undefined;
}

function isOwn(place: string): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}
