/** Brings the tables up to what the ledger says, a little at a time, so that questions never wait long. */
import type { FollowedPiece, LedgerFollower, LedgerPosition } from "../../memory/index.ts";
import { type IngestedSession, ingestPiece, noLinks, type SessionLinks } from "./ingest.ts";
import { markBefore, newSession } from "./sessions.ts";
import type { Tables } from "./tables.ts";

/** What is read at a time. */
const PIECE_BYTES = 1 << 20;
/** Rows that are seen together. */
const FLUSH_ROWS = 16_384;
const FLUSH_MS = 400;
/** Work between two looks at whether somebody asks. */
const SLICE_MS = 12;
/** Sessions whose links are held. */
const MAX_LINKED = 256;
/** How far back in a session an entry may speak of a decision, in lines, where it was not read by this process. */
const LINKED_LINES = 2_000;

export interface IndexerOptions {
  readonly ledger: LedgerFollower;
  readonly tables: Tables;
  /** Called when what was read can be seen. */
  readonly flushed: () => void;
}

export class Indexer {
  readonly #options: IndexerOptions;
  readonly #links = new Map<number, SessionLinks>();
  #added: number[] = [];
  #flushedAt = 0;
  #isDirty = false;
  #hasDropped = false;
  #sliceEnds = 0;
  #closed = false;

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  /** Looks at every session there is. Throws a `LedgerError` where the ledger cannot be read. */
  async all(how: { readonly old: boolean }): Promise<void> {
    const { ledger, tables } = this.#options;
    const there = new Set(ledger.names());
    const gone = tables.sessions.names().filter((name) => !there.has(name));
    const changed: { readonly name: string; readonly stamp: string }[] = [];
    for (const name of there) {
      await this.#breathe();
      const stamp = ledger.stamp(name);
      if (stamp === undefined) gone.push(name);
      else if (this.#positionOf(name)?.stamp !== stamp) changed.push({ name, stamp });
    }
    // What was written last is wanted first.
    changed.sort((a, b) => touched(b.stamp) - touched(a.stamp));
    await this.some([...gone, ...changed.map(({ name }) => name)], how);
  }

  /** Looks at these sessions, whether they have a file or not. */
  async some(names: Iterable<string>, how: { readonly old: boolean }): Promise<void> {
    for (const name of names) await this.#session(name, how);
    this.#flush();
  }

  /** What is known of it is not what the ledger says: it is read from its first line the next time. */
  distrust(name: string): void {
    const { sessions } = this.#options.tables;
    const session = sessions.at(sessions.find(name) ?? -1);
    if (session?.position !== undefined) session.position = { ...session.position, tail: "", stamp: "" };
  }

  close(): void {
    this.#closed = true;
  }

  #positionOf(name: string) {
    const { sessions } = this.#options.tables;
    return sessions.at(sessions.find(name) ?? -1)?.position;
  }

  async #session(name: string, { old }: { readonly old: boolean }): Promise<void> {
    const { ledger, tables } = this.#options;
    let isOld = old;
    for (let done = false; !done && !this.#closed && !tables.texts.isFull; ) {
      await this.#breathe();
      const position = this.#positionOf(name);
      const stamp = ledger.stamp(name);
      if (stamp !== undefined && position?.stamp === stamp) return;
      const piece = stamp === undefined ? undefined : this.#readQuietly(name, position);
      if (piece === undefined) return this.#drop(name);
      if (piece.anew) this.#drop(name);
      isOld ||= piece.anew;
      this.#ingest(name, piece, { old: isOld });
      done = piece.done;
      if (this.#added.length >= FLUSH_ROWS || performance.now() - this.#flushedAt > FLUSH_MS) this.#flush();
    }
  }

  #ingest(name: string, piece: FollowedPiece, { old }: { readonly old: boolean }): void {
    const { tables } = this.#options;
    const known = tables.sessions.find(name);
    const number = known ?? tables.sessions.add(newSession(name));
    const session = tables.sessions.at(number);
    if (session === undefined) return;
    const links = this.#linksOf({ number, session, old, links: noLinks() });
    for (const row of ingestPiece(tables, { number, session, links, old }, piece)) this.#added.push(row);
    this.#isDirty = true;
  }

  /** What later entries can speak of; of a session this process has not read, its last lines are read again. */
  #linksOf(to: IngestedSession): SessionLinks {
    const { number } = to;
    const links = this.#links.get(number) ?? this.#readLinks(to);
    this.#links.delete(number);
    this.#links.set(number, links);
    const [oldest] = this.#links.keys();
    if (this.#links.size > MAX_LINKED && oldest !== undefined && oldest !== number) this.#links.delete(oldest);
    return links;
  }

  #readLinks({ number, session, links }: IngestedSession): SessionLinks {
    if (session.decisions === 0 || session.position === undefined) return links;
    const { ledger, tables } = this.#options;
    const rows = rowsByLine(tables, number);
    const { lines } = session.position;
    for (const { line, record } of ledger.records(session.name, markBefore(session, lines - LINKED_LINES))) {
      if (line > lines) break;
      const { entry } = record;
      const row = rows.get(line);
      if (entry.kind === "decision" && row !== undefined) {
        links.ids.set(entry.decision.id, row);
        links.calls.set(entry.ticket ?? entry.call, row);
      } else if (entry.kind === "approval") {
        const approved = links.ids.get(entry.decisionId);
        if (approved !== undefined) links.approvals.set(entry.approval.id, approved);
      }
    }
    return links;
  }

  /** A session that cannot be read has nothing to show, and keeps nobody from the others. */
  #readQuietly(name: string, position: LedgerPosition | undefined): FollowedPiece | undefined {
    try {
      return this.#options.ledger.read(name, position, PIECE_BYTES);
    } catch {
      return undefined;
    }
  }

  #drop(name: string): void {
    const { tables } = this.#options;
    const number = tables.sessions.find(name);
    if (number === undefined) return;
    tables.drop(number);
    this.#links.delete(number);
    this.#isDirty = true;
    this.#hasDropped = true;
  }

  #flush(): void {
    this.#flushedAt = performance.now();
    if (!this.#isDirty) return;
    const { tables, flushed } = this.#options;
    tables.order.add(this.#added.filter((row) => !tables.isDead(row)));
    if (this.#hasDropped) tables.forgetDropped();
    this.#added = [];
    this.#isDirty = false;
    this.#hasDropped = false;
    flushed();
  }

  async #breathe(): Promise<void> {
    if (performance.now() < this.#sliceEnds) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#sliceEnds = performance.now() + SLICE_MS;
  }
}

const touched = (stamp: string): number => Number(stamp.split(" ")[2] ?? 0);

/** The rows of a session, by the lines they come from. */
export function rowsByLine(tables: Tables, number: number): ReadonlyMap<number, number> {
  const { session, line } = tables.columns.arrays;
  const rows = new Map<number, number>();
  for (let row = 0; row < tables.columns.length; row++)
    if (session[row] === number && !tables.isDead(row)) rows.set(line[row] ?? 0, row);
  return rows;
}
