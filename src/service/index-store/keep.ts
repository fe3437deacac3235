/**
 * The index on disk: an SQLite file that holds the tables in pieces, so that the next start need not read the whole record. Only written
 * after it was loaded; whatever is wrong with it is answered by making it anew. Every piece carries a sum of its bytes, and the head a sum
 * of those: a file that was cut, mixed up or written over is noticed when it is loaded.
 */
import { closeSync, lstatSync, openSync, rmSync } from "node:fs";
import { Database } from "node-sqlite3-wasm";
import * as z from "zod/mini";
import { sumBytes } from "./hash.ts";
import type { KeptSession } from "./sessions.ts";
import { Tables } from "./tables.ts";

/** Pieces of each kind, by their number. The place in this list goes into their sums. */
const KINDS = ["names", "sessions", "rows", "texts"] as const;
type Kind = (typeof KINDS)[number];

const PAGE_BYTES = 16_384;
const CACHE_KIB = 8_192;
const FILE_MODE = 0o600;

const headSchema = z.object({
  version: z.string(),
  generation: z.string(),
  textsEnd: z.number(),
  seal: z.number(),
});

const sessionSchema = z.object({
  name: z.string(),
  id: z.string(),
  host: z.number(),
  project: z.number(),
  byHand: z.boolean(),
  began: z.number(),
  last: z.number(),
  decisions: z.number(),
  asks: z.number(),
  denies: z.number(),
  cost: z.number(),
  unreadable: z.number(),
  newer: z.number(),
  position: z.optional(z.object({ lines: z.number(), length: z.number(), tail: z.string(), stamp: z.string() })),
  marks: z.array(z.number()),
});

export interface KeptIndex {
  readonly tables: Tables;
  readonly generation: string;
}

export interface KeepOptions {
  readonly file: string;
  /** Another one than the file's: it is made anew. */
  readonly version: string;
}

/** The file, open. Every method may throw; after that, it is closed and removed. */
export class IndexFile {
  readonly #options: KeepOptions;
  readonly #database: Database;
  readonly #sums = new Map<string, number>();
  #seal = 0;

  /** Whoever opens it holds the lock of the index: what another process left of its own lock is void. */
  constructor(options: KeepOptions) {
    this.#options = options;
    prepareFile(options.file);
    this.#database = new Database(options.file);
    this.#database.exec(
      `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF;
       PRAGMA cache_size = -${CACHE_KIB}; PRAGMA secure_delete = ON; PRAGMA foreign_keys = OFF;
       CREATE TABLE IF NOT EXISTS head (one INTEGER PRIMARY KEY CHECK (one = 1), json TEXT NOT NULL);`,
    );
    for (const kind of KINDS)
      this.#database.exec(
        `CREATE TABLE IF NOT EXISTS ${kind} (number INTEGER PRIMARY KEY, sum INTEGER NOT NULL, bytes BLOB NOT NULL)`,
      );
  }

  /** What it holds, or why that cannot be used. */
  load(): KeptIndex | string {
    const found = this.#database.get("SELECT json FROM head");
    if (found === null) return "it is new";
    const head = headSchema.safeParse(JSON.parse(String(found.json)));
    if (!head.success) return "its head is no head";
    if (head.data.version !== this.#options.version) return "another version made it";
    const tables = new Tables();
    for (const kind of KINDS) if (!this.#loadKind(kind, tables, head.data.textsEnd)) return `its ${kind} are damaged`;
    if (this.#seal !== head.data.seal) return "parts of it are missing or of another time";
    forgetDirt(tables);
    return { tables, generation: head.data.generation };
  }

  #loadKind(kind: Kind, tables: Tables, textsEnd: number): boolean {
    const statement = this.#database.prepare(`SELECT number, sum, bytes FROM ${kind} ORDER BY number`);
    try {
      let next = 0;
      for (const { number, sum, bytes } of statement.iterate()) {
        if (typeof number !== "number" || !(bytes instanceof Uint8Array)) return false;
        if (sum !== sumOf(kind, number, bytes) || !loadPiece(kind, tables, { number, bytes, textsEnd, next }))
          return false;
        this.#note(kind, number, sum);
        next += 1;
      }
      return true;
    } finally {
      statement.finalize();
    }
  }

  /** Whatever changed since the last time, all or nothing. */
  save(tables: Tables, generation: string): void {
    const database = this.#database;
    database.exec("BEGIN");
    for (const kind of KINDS) {
      const dirty = tables[kind === "rows" ? "columns" : kind].dirty;
      for (const number of dirty) this.#savePiece(kind, number, pieceOf(kind, tables, number));
    }
    const { version } = this.#options;
    const json = JSON.stringify({ version, generation, textsEnd: tables.texts.end, seal: this.#seal });
    database.run("INSERT OR REPLACE INTO head VALUES (1, ?)", [json]);
    database.exec("COMMIT");
    forgetDirt(tables);
  }

  #savePiece(kind: Kind, number: number, bytes: Uint8Array | undefined): void {
    if (bytes === undefined) {
      this.#database.run(`DELETE FROM ${kind} WHERE number = ?`, [number]);
      this.#note(kind, number, undefined);
      return;
    }
    const sum = sumOf(kind, number, bytes);
    this.#database.run(`INSERT OR REPLACE INTO ${kind} VALUES (?, ?, ?)`, [number, sum, bytes]);
    this.#note(kind, number, sum);
  }

  #note(kind: Kind, number: number, sum: number | undefined): void {
    const key = `${kind} ${number}`;
    this.#seal = (this.#seal - (this.#sums.get(key) ?? 0) + (sum ?? 0)) >>> 0;
    if (sum === undefined) this.#sums.delete(key);
    else this.#sums.set(key, sum);
  }

  close(): void {
    this.#database.close();
  }
}

/** The file and everything beside it that SQLite makes. */
export function removeIndexFile(file: string): void {
  for (const path of [file, `${file}-journal`, `${file}-wal`, `${file}-shm`, `${file}.lock`])
    rmSync(path, { recursive: true, force: true });
}

/** A file of this user's that nobody else reads; what else stands in its place goes. */
function prepareFile(file: string): void {
  rmSync(`${file}.lock`, { recursive: true, force: true });
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found !== undefined && (!found.isFile() || (found.mode & 0o077) !== 0)) removeIndexFile(file);
  closeSync(openSync(file, "a", FILE_MODE));
}

const sumOf = (kind: Kind, number: number, bytes: Uint8Array): number =>
  sumBytes(bytes, Math.imul(number + 1, 0x01000193) + KINDS.indexOf(kind));

function forgetDirt({ names, sessions, columns, texts }: Tables): void {
  for (const { dirty } of [names, sessions, columns, texts]) dirty.clear();
}

/** Undefined: there is no such piece any more. */
function pieceOf(kind: Kind, tables: Tables, number: number): Uint8Array | undefined {
  switch (kind) {
    case "names": {
      const word = tables.names.at(number);
      return word === null ? undefined : Buffer.from(JSON.stringify(word));
    }
    case "sessions": {
      const session = tables.sessions.at(number);
      return session === undefined ? undefined : Buffer.from(JSON.stringify(session));
    }
    case "rows":
      return tables.columns.pack(number);
    case "texts":
      return tables.texts.pack(number);
  }
}

interface LoadedPiece {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly textsEnd: number;
  /** How many of its kind came before it. */
  readonly next: number;
}

function loadPiece(kind: Kind, tables: Tables, { number, bytes, textsEnd, next }: LoadedPiece): boolean {
  switch (kind) {
    case "names": {
      const word: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
      if (typeof word === "string") tables.names.set(number, word);
      return typeof word === "string";
    }
    case "sessions": {
      const session = sessionSchema.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8")));
      if (session.success) tables.sessions.add(asSession(session.data), number);
      return session.success;
    }
    case "rows":
      return number === next && tables.columns.unpack(bytes);
    case "texts":
      return number === next && tables.texts.unpack(bytes, textsEnd);
  }
}

const asSession = (kept: z.infer<typeof sessionSchema>): KeptSession => ({ ...kept, position: kept.position });
