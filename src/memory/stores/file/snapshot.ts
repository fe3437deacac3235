/**
 * The compact state beside a ledger: what is remembered after record `seq`, so that a short-lived process need not read a
 * long file. It is a cache. It is used only if its own seal holds and the ledger has, at that very place, the same hash and
 * the same counters; else the ledger is read from its beginning.
 */

import { sha256 } from "../../../contract/key.ts";
import type { CallKey, Memory } from "../../../contract/session.ts";
import { countersOf } from "../../record/entries.ts";
import { isRecord, type Position } from "../../record/record.ts";
import { GrowingSet } from "../../session/index.ts";

export interface Snapshot {
  readonly at: Position;
  readonly memory: Memory;
}

/** The end of a record as `entries.ts` and `record.ts` write it. */
const RECORD_END = /"after":\{"consecutive":(\d+),"total":(\d+)\},"hash":"([0-9a-f]{64})"\}\n$/;
export const RECORD_END_BYTES = 192;

export function snapshotText(snapshot: Snapshot): string {
  const { memory } = snapshot;
  const packed = {
    ...memory,
    denied: [...memory.denied],
    approvals: [...memory.approvals],
    approved: [...memory.approved],
    asked: [...memory.asked],
    written: [...memory.written],
    created: [...memory.created],
    links: [...memory.links],
  };
  const text = JSON.stringify({ v: 1, at: snapshot.at, memory: packed });
  return `${text}\n${sha256(text)}\n`;
}

/** `ledgerEnd` gives the bytes of the ledger that end at a position. Undefined: not to be used. */
export function readSnapshot(text: string, ledgerEnd: (length: number) => string): Snapshot | undefined {
  const [body = "", seal, nothing] = text.split("\n");
  if (seal !== sha256(body) || nothing !== "") return undefined;
  const snapshot = unpacked(body);
  if (snapshot === undefined) return undefined;
  const [, consecutive, total, hash] = RECORD_END.exec(ledgerEnd(snapshot.at.length)) ?? [];
  const counters = countersOf(snapshot.memory);
  const agrees =
    hash === snapshot.at.hash && Number(consecutive) === counters.consecutive && Number(total) === counters.total;
  return agrees ? snapshot : undefined;
}

/** The parsing edge: the seal has shown that `snapshotText` wrote this. */
function unpacked(body: string): Snapshot | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (!isRecord(value) || value.v !== 1 || !isRecord(value.at) || !isRecord(value.memory)) return undefined;
    const memory = value.memory as unknown as PackedMemory;
    return {
      at: value.at as unknown as Position,
      memory: {
        ...memory,
        denied: new Map(memory.denied),
        approvals: new Map(memory.approvals),
        approved: GrowingSet.of(memory.approved),
        asked: new Set(memory.asked),
        written: GrowingSet.of(memory.written),
        created: GrowingSet.of(memory.created),
        links: GrowingSet.of(memory.links),
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
