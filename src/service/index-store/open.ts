/** The index as the service has it: a thread that is asked, and started again if it ends. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { messageOf } from "../../contract/result.ts";
import type { IndexMethod, IndexQuestion, ThreadData, ThreadMessage } from "./protocol.ts";
import type { OpenIndexOptions, RecordIndex } from "./types.ts";

const THREAD = "record-index.cjs";
/** A thread that ended is started again, after a pause that grows; a question that ended it so often is not asked again. */
const [PAUSE_MS, MAX_PAUSE_MS, MAX_TRIES] = [100, 30_000, 2];

interface OpenQuestion {
  readonly method: IndexMethod;
  readonly args: readonly unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  tries: number;
}

/** See `RecordIndex`. */
export async function openIndex(options: OpenIndexOptions): Promise<RecordIndex> {
  const report = options.report ?? (() => undefined);
  const thread = new IndexThread(options.thread ?? findThread(), { stateDir: options.stateDir }, report);
  const ask = <T>(method: IndexMethod, ...args: readonly unknown[]): Promise<T> =>
    thread.ask(method, args) as Promise<T>;
  return {
    decisions: (query) => ask("decisions", query),
    decision: (id) => ask("decision", id),
    sessions: (query) => ask("sessions", query),
    session: (id, page) => ask("session", id, page),
    stats: (query) => ask("stats", query),
    values: () => ask("values"),
    tail: (request) => ask("tail", request),
    counters: () => ask("counters"),
    newest: (request) => ask("newest", request),
    catchUp: (session) => ask("catchUp", session),
    state: () => ask("state"),
    onChange: (listener) => thread.listen(listener),
    close: () => thread.close(),
  };
}

/** A program's code lies beside its parts; this repository's parts are those it has built. */
function findThread(): string {
  const here = typeof __dirname === "string" ? __dirname : import.meta.dirname;
  const places = [join(dirname(here), "parts", THREAD), join(here, "../../../dist/parts", THREAD)];
  const found = places.find((place) => existsSync(place));
  if (found === undefined)
    throw new Error(`The program of the index is not there: ${places[0]}. Install Sallyport again.`);
  return found;
}

class IndexThread {
  readonly #file: string;
  readonly #data: ThreadData;
  readonly #report: (sentence: string) => void;
  readonly #open = new Map<number, OpenQuestion>();
  readonly #listeners = new Set<() => void>();
  #worker: Worker | undefined;
  #calls = 0;
  #pauseMs = PAUSE_MS;
  #restart: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(file: string, data: ThreadData, report: (sentence: string) => void) {
    this.#file = file;
    this.#data = data;
    this.#report = report;
    this.#start();
  }

  ask(method: IndexMethod, args: readonly unknown[]): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error("The index is closed."));
    return new Promise((resolve, reject) => {
      const call = ++this.#calls;
      const question = { method, args, resolve, reject, tries: 0 };
      this.#open.set(call, question);
      this.#send(call, question);
    });
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    const ended = this.ask("close", []).catch(() => undefined);
    this.#isClosed = true;
    clearTimeout(this.#restart);
    if (this.#worker !== undefined) await ended;
    await this.#worker?.terminate();
    this.#fail("The index is closed.");
  }

  #start(): void {
    const worker = new Worker(this.#file, { workerData: this.#data, env: {}, execArgv: [] });
    this.#worker = worker;
    worker.unref();
    worker.on("message", (message: ThreadMessage) => this.#hear(message));
    worker.on("error", (error) => this.#report(`The thread of the index failed: ${messageOf(error)}`));
    worker.on("exit", () => this.#ended(worker));
    for (const [call, question] of this.#open) this.#send(call, question);
  }

  #send(call: number, question: OpenQuestion): void {
    const { method, args } = question;
    if (this.#worker === undefined) return;
    question.tries += 1;
    try {
      this.#worker.postMessage({ call, method, args } satisfies IndexQuestion);
    } catch (error) {
      this.#open.delete(call);
      question.reject(new Error(`The index cannot be asked this: ${messageOf(error)}`));
    }
  }

  #hear(message: ThreadMessage): void {
    switch (message.kind) {
      case "answer":
        this.#pauseMs = PAUSE_MS;
        this.#take(message.call)?.resolve(message.value);
        return;
      case "failure":
        this.#take(message.call)?.reject(new Error(message.error));
        return;
      case "report":
        this.#report(message.sentence);
        return;
      case "changed":
        for (const listener of this.#listeners) listener();
        return;
    }
  }

  #take(call: number): OpenQuestion | undefined {
    const question = this.#open.get(call);
    this.#open.delete(call);
    return question;
  }

  #ended(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    if (this.#isClosed) return;
    for (const [call, question] of this.#open) {
      if (question.tries < MAX_TRIES) continue;
      this.#open.delete(call);
      question.reject(new Error("The index ended twice over this question."));
    }
    this.#restart = setTimeout(() => this.#start(), this.#pauseMs);
    this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * 2);
  }

  #fail(why: string): void {
    for (const { reject } of this.#open.values()) reject(new Error(why));
    this.#open.clear();
  }
}
