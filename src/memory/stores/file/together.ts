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

export class TogetherQueue {
  readonly #commit: (gather: (before: Memory) => Gathered) => Promise<void>;
  #members: Member[] = [];
  #busy = false;

  /** `commit` records under the lock what `gather` makes of the newest memory. */
  constructor(commit: (gather: (before: Memory) => Gathered) => Promise<void>) {
    this.#commit = commit;
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
    while (this.#members.length > 0) {
      await nextTurn();
      const members = this.#members;
      this.#members = [];
      try {
        await this.#commit((before) => gather(members, before));
      } catch (error) {
        // Whoever was told already does not hear of it.
        for (const { reject } of members) reject(error);
      }
    }
    this.#busy = false;
  }
}

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
