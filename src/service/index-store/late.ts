/** The index while somebody asks: nobody who only judges calls pays for it. Closed again when nobody has asked or followed for a while. */
import type { RecordIndex } from "./types.ts";

/** The page follows the record for as long as it is open. */
const REST_AFTER_MS = 60_000;

export interface LateIndexOptions {
  readonly open: () => Promise<RecordIndex>;
  readonly restAfterMs?: number;
}

/** See `RecordIndex`. It is opened by the first question, and anew by the first after a rest: cursors of before are then of another index. */
export function openIndexLate(options: LateIndexOptions): RecordIndex {
  const late = new LateIndex(options);
  return {
    decisions: (query) => late.use((index) => index.decisions(query)),
    decision: (id) => late.use((index) => index.decision(id)),
    sessions: (query) => late.use((index) => index.sessions(query)),
    session: (id, page) => late.use((index) => index.session(id, page)),
    stats: (query) => late.use((index) => index.stats(query)),
    values: () => late.use((index) => index.values()),
    tail: (request) => late.use((index) => index.tail(request)),
    counters: () => late.use((index) => index.counters()),
    newest: (request) => late.use((index) => index.newest(request)),
    catchUp: (session) => late.use((index) => index.catchUp(session)),
    state: () => late.use((index) => index.state()),
    onChange: (listener) => late.follow(listener),
    close: () => late.close(),
  };
}

class LateIndex {
  readonly #options: LateIndexOptions;
  readonly #listeners = new Set<() => void>();
  #index: Promise<RecordIndex> | undefined;
  #asked = 0;
  #rest: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LateIndexOptions) {
    this.#options = options;
  }

  async use<T>(ask: (index: RecordIndex) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error("The index is closed.");
    clearTimeout(this.#rest);
    this.#asked++;
    try {
      this.#index ??= this.#open();
      return await ask(await this.#index);
    } finally {
      this.#asked--;
      this.#restLater();
    }
  }

  follow(listener: () => void): () => void {
    clearTimeout(this.#rest);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      this.#restLater();
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#rest);
    await this.#end();
  }

  async #open(): Promise<RecordIndex> {
    try {
      const index = await this.#options.open();
      index.onChange(() => {
        for (const listener of this.#listeners) listener();
      });
      return index;
    } catch (error) {
      this.#index = undefined;
      throw error;
    }
  }

  #restLater(): void {
    clearTimeout(this.#rest);
    if (this.#isClosed || this.#asked > 0 || this.#listeners.size > 0) return;
    this.#rest = setTimeout(() => void this.#end(), this.#options.restAfterMs ?? REST_AFTER_MS);
    this.#rest.unref();
  }

  async #end(): Promise<void> {
    const ended = this.#index;
    this.#index = undefined;
    await (await ended?.catch(() => undefined))?.close();
  }
}
