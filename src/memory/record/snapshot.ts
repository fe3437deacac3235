/**
 * The compact state beside a record: what is remembered after record `seq`, so that a short-lived process need not read a
 * long one. It is a cache. It is used only if its own seal holds and the record has, at that very place, a line with the same
 * hash and the same counters; else the record is read from its beginning.
 */
import { sha256 } from "../../contract/key.ts";
import type { CallKey, Memory } from "../../contract/session.ts";
import { GrowingSet } from "../session/index.ts";
import { isFields, type JsonFields, type Position, parseFields, parseLine } from "./chain.ts";
import { countersOf } from "./fold.ts";
import { parseRecord } from "./parse.ts";

export interface Snapshot {
  readonly at: Position;
  readonly memory: Memory;
}

/** Raised whenever more is remembered: a state file of another version is passed over, and the record is read. */
const VERSION = 7;

/** What is remembered. A version before or after this one may have kept more; that is passed over. */
const FIELDS: Readonly<Record<keyof Memory, true>> = {
  start: true,
  startedAt: true,
  consecutiveDenials: true,
  totalDenials: true,
  denied: true,
  approvals: true,
  recent: true,
  waiting: true,
  approved: true,
  asked: true,
  left: true,
  hostSilent: true,
  written: true,
  askedWrites: true,
  created: true,
  links: true,
  tickets: true,
  refused: true,
  shell: true,
  marks: true,
  prompts: true,
  handoffs: true,
  tasks: true,
  given: true,
  finds: true,
  toldSetup: true,
};

export function formatSnapshot(snapshot: Snapshot): string {
  const { memory } = snapshot;
  const packed: PackedMemory = {
    ...memory,
    denied: [...memory.denied],
    approvals: [...memory.approvals],
    approved: [...memory.approved],
    asked: [...memory.asked],
    written: [...memory.written],
    created: [...memory.created],
    links: [...memory.links],
    tickets: [...memory.tickets],
    refused: [...memory.refused],
  };
  const text = JSON.stringify({ v: VERSION, at: snapshot.at, memory: packed });
  return `${text}\n${sha256(text)}\n`;
}

/** Undefined where its seal does not hold, or another version wrote it. */
export function parseSnapshot(text: string): Snapshot | undefined {
  const fields = sealedFields(text);
  return fields?.v === VERSION ? unpack(fields) : undefined;
}

/** Written by another version: nothing is wrong with it, and nothing can be said about it. */
export function isOtherSnapshot(text: string): boolean {
  const version = sealedFields(text)?.v;
  return typeof version === "number" && version !== VERSION;
}

/** `line` is the one that ends where the snapshot was taken. */
export function agreesWith({ at, memory }: Snapshot, line: Buffer): boolean {
  const parsed = parseLine(line);
  if (!parsed.ok || parsed.value.hash !== at.hash) return false;
  const read = parseRecord(parsed.value.value, at.seq);
  if (read.kind !== "record") return false;
  const { consecutive, total } = countersOf(memory);
  return read.record.after.consecutive === consecutive && read.record.after.total === total;
}

function sealedFields(text: string): JsonFields | undefined {
  const [body = "", seal, nothing] = text.split("\n");
  return seal === sha256(body) && nothing === "" ? parseFields(body) : undefined;
}

/** The parsing edge: the seal has shown that `formatSnapshot` wrote this. */
function unpack({ at, memory }: JsonFields): Snapshot | undefined {
  if (!isFields(at) || !isFields(memory)) return undefined;
  try {
    const known = Object.entries(memory).filter(([field]) => Object.hasOwn(FIELDS, field));
    const packed = Object.fromEntries(known) as unknown as PackedMemory;
    return {
      at: at as unknown as Position,
      memory: {
        ...packed,
        denied: new Map(packed.denied),
        approvals: new Map(packed.approvals),
        approved: GrowingSet.of(packed.approved),
        asked: new Set(packed.asked),
        written: GrowingSet.of(packed.written),
        created: GrowingSet.of(packed.created),
        links: GrowingSet.of(packed.links),
        // Kept by no version before there were walls.
        tickets: new Map(packed.tickets),
        refused: new Set(packed.refused),
      },
    };
  } catch {
    return undefined;
  }
}

type Packed<T> =
  T extends ReadonlyMap<CallKey, infer V>
    ? readonly (readonly [CallKey, V])[]
    : T extends ReadonlySet<infer I>
      ? readonly I[]
      : T;
type PackedMemory = { readonly [K in keyof Memory]: Packed<Memory[K]> };
