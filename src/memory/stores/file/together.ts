/**
 * Transactions of one session that come at about the same time share one lock, one write and one sync of the file. None of them is told
 * anything before what it recorded is on the disk, and each sees what the one before it recorded.
 */
import type { LedgerEntry, Memory, Transaction } from "../../../contract/session.ts";
import { type RecordedEntries, recordEntries } from "../../record/index.ts";

interface Member {
  /** Runs on the newest memory; what it throws is its own failure, and nothing of it is recorded. */
  readonly run: (memory: Memory) => { readonly entries: readonly LedgerEntry[]; readonly tell: () => void };
  readonly reject: (error: unknown) => void;
}

/** What they have to record, and how they are told when it is on the disk. */
export interface Gathered extends RecordedEntries {
  readonly tell: () => void;
}

export interface TogetherParts {
  /** Runs it while nobody else can write. */
  readonly whileLocked: (work: () => Promise<void>) => Promise<void>;
  /** Records what `gather` makes of the newest memory, then tells them. */
  readonly commit: (gather: (before: Memory) => Gathered) => Promise<void>;
  /** Nobody else waits for the lock. */
  readonly mayGoOn: () => boolean;
}

export class TogetherQueue {
  readonly #parts: TogetherParts;
  readonly #members: Member[] = [];
  /** How many of them are on their way to the disk. */
  #tried = 0;
  #busy = false;

  constructor(parts: TogetherParts) {
    this.#parts = parts;
  }

  /** Whoever comes while the events at hand, or those before them, are dealt with comes along. */
  add<T>(body: Transaction<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#members.push({ reject, run: (memory) => runBody(body, memory, resolve) });
      if (!this.#busy) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#busy = true;
    await this.#whileTheyCome();
    while (this.#members.length > 0) {
      try {
        await this.#parts.whileLocked(() => this.#commitWhileMoreCome());
      } catch (error) {
        // Those at hand, or all where not even the lock was to be had. Whoever was told already does not hear of it.
        const failed = this.#members.splice(0, this.#tried === 0 ? this.#members.length : this.#tried);
        this.#tried = 0;
        for (const { reject } of failed) reject(error);
      }
    }
    this.#busy = false;
  }

  /** Whoever is alone waits a few turns; where they bring more, the lock, the write and the sync are for all of them. */
  async #whileTheyCome(): Promise<void> {
    for (let turn = 0, still = 0, known = -1; turn < MAX_TURNS && still < STILL_TURNS; turn++) {
      still = this.#members.length > known ? 0 : still + 1;
      known = this.#members.length;
      if (still < STILL_TURNS) await nextTurn();
    }
  }

  async #commitWhileMoreCome(): Promise<void> {
    do {
      const members = this.#members.slice();
      this.#tried = members.length;
      await this.#parts.commit((before) => gather(members, before));
      this.#members.splice(0, this.#tried);
      this.#tried = 0;
      await this.#whileTheyCome();
    } while (this.#members.length > 0 && this.#parts.mayGoOn());
  }
}

/** Turns of the event loop that are waited for others at most, and after how many that bring nobody it is enough. */
const MAX_TURNS = 8;
const STILL_TURNS = 3;

const nextTurn = (): Promise<void> => new Promise((done) => void setImmediate(done));

function gather(members: readonly Member[], before: Memory): Gathered {
  const bodies: RecordedEntries["bodies"][number][] = [];
  const tells: (() => void)[] = [];
  let memory = before;
  for (const { run, reject } of members) {
    try {
      const { entries, tell } = run(memory);
      const recorded = recordEntries(memory, entries);
      bodies.push(...recorded.bodies);
      memory = recorded.memory;
      tells.push(tell);
    } catch (error) {
      reject(error);
    }
  }
  return {
    bodies,
    memory,
    tell: () => {
      for (const tell of tells) tell();
    },
  };
}

function runBody<T>(body: Transaction<T>, memory: Memory, resolve: (value: T) => void) {
  const { entries, value } = body(memory);
  return { entries, tell: () => resolve(value) };
}
