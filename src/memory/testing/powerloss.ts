/** Histories that end in a power loss, again and again on what the one before left. */
import { ledgerStore } from "../stores/file/store.ts";
import type { RecordStore } from "../stores/store.ts";
import { generator } from "./crowd.ts";
import { lossyDisk, PowerLoss } from "./disk.ts";
import { SAMPLE_START, sampleEntry } from "./samples.ts";

export interface LossPlan {
  readonly stateDir: string;
  readonly seed: number;
  readonly losses: number;
}

export interface LossOutcome {
  /** Decisions somebody was told of. */
  readonly returned: number;
  /** Of these, not on record afterwards. */
  readonly gone: readonly string[];
  /** What a session said that would not open, and what `verify` calls damaged. */
  readonly refused: readonly string[];
  readonly damaged: readonly string[];
}

const SESSIONS = ["s1", "s2", "s3"];
const MAX_OPERATIONS = 150;
const DAY_MS = 86_400_000;
const NOON = Date.parse("2025-06-01T12:00:00Z");
const now = (): number => NOON;

export async function losePowerAgain({ stateDir, seed, losses }: LossPlan): Promise<LossOutcome> {
  const random = generator(seed);
  const returned = new Map<string, string>();
  const [refused, damaged]: [string[], string[]] = [[], []];
  for (let loss = 0; loss < losses; loss += 1) {
    await ledgerStore({ stateDir, now }).open("seen before", SAMPLE_START);
    const disk = lossyDisk(stateDir, random, 1 + Math.floor(random() * MAX_OPERATIONS));
    const stores = [false, true].map((together) => ledgerStore({ stateDir, fs: disk.fs, now, together }));
    const told = (session: string, id: string): void => void returned.set(id, session);
    for (let n = 0; ; n += 1)
      if (
        !(await goesOn(workOnce({ random, stores, told, forget: (id) => forget(returned, id), step: `${loss}-${n}` })))
      )
        break;
    disk.lose();
    const store = ledgerStore({ stateDir, now });
    damaged.push(...(await store.verify()).findings.map(({ name, what }) => `${name}: ${what}`));
    for (const id of SESSIONS)
      await store.open(id, SAMPLE_START).catch((error: Error) => refused.push(`loss ${loss}: ${error.message}`));
    damaged.push(...(await store.verify()).findings.map(({ name, what }) => `${name}, opened: ${what}`));
    await store.close();
  }
  const { records } = await ledgerStore({ stateDir }).reader().next();
  const ids = new Set(records.flatMap(({ entry }) => (entry.kind === "decision" ? [entry.decision.id] : [])));
  return { returned: returned.size, gone: [...returned.keys()].filter((id) => !ids.has(id)), refused, damaged };
}

interface Work {
  readonly random: () => number;
  readonly stores: readonly RecordStore[];
  readonly told: (session: string, id: string) => void;
  readonly forget: (session: string) => void;
  readonly step: string;
}

/** A transaction of one of two processes; now and then a purge, or files given back. */
async function workOnce({ random, stores, told, forget, step }: Work): Promise<void> {
  const store = stores[random() < 0.5 ? 0 : 1];
  const id = SESSIONS[Math.floor(random() * SESSIONS.length)] ?? "";
  const luck = random();
  if (luck < 0.05) await store?.close();
  if (luck > 0.97) {
    for (const one of SESSIONS) forget(one);
    await store?.purge({ before: NOON + DAY_MS, now: NOON + DAY_MS });
    return;
  }
  const session = await store?.open(id, SAMPLE_START);
  const ids = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, n) => `${step}-${n}`);
  const entries = ids.map((one) =>
    sampleEntry(
      { id: one, behavior: "deny", by: "classifier" },
      { at: NOON, call: one, targets: "x".repeat(Math.floor(random() ** 3 * 6_000)) },
    ),
  );
  await session?.transact(() => ({ entries, value: undefined }));
  for (const one of ids) told(id, one);
}

function forget(returned: Map<string, string>, session: string): void {
  for (const [id, owner] of returned) if (owner === session) returned.delete(id);
}

/** False: the power went. Any other failure is the test's. */
async function goesOn(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isLoss(error)) return false;
    throw error;
  }
}

const isLoss = (error: unknown): boolean =>
  error instanceof PowerLoss || (error instanceof Error && error.cause !== undefined && isLoss(error.cause));
