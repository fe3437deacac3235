/**
 * Shows that nothing in a ledger was changed, removed, moved or cut off, or names the first record where it was. Takes no lock:
 * the head is read before the ledger, and the ledger is never behind its head, so a writer at work looks like no damage.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { Memory } from "../../../contract/session.ts";
import { type SessionRecord, sessionRecord } from "../../record/entries.ts";
import { origin, type Position, type Read, unseal, walk } from "../../record/record.ts";
import { begin, remember } from "../../session/index.ts";
import { errorCode } from "./failure.ts";
import { parseHead } from "./head.ts";
import { headDirectory, ledgerDirectory, purgePlace, sessionName, sessionPlace } from "./place.ts";
import { snapshotText } from "./snapshot.ts";

export interface Finding {
  /** The hash of the session's id. */
  readonly name: string;
  readonly session: string | null;
  /** The first record that is not as it was written; 0 where it is not about a record. */
  readonly record: number;
  readonly what: string;
}

export interface Verified {
  readonly sessions: number;
  readonly records: number;
  /** Empty: everything is as it was written. */
  readonly findings: readonly Finding[];
  /** Worth knowing, and no damage: half-written lines, kept aside or not yet. */
  readonly notes: readonly string[];
}

export interface Checked {
  readonly session: string | null;
  readonly records: number;
  /** When the newest record that holds was made. */
  readonly newest?: number | undefined;
  readonly finding: Omit<Finding, "name" | "session"> | undefined;
  readonly note: string | undefined;
}

export function verifyLedger(stateDir: string): Verified {
  const findings: Finding[] = [];
  const notes: string[] = [];
  let records = 0;
  const names = ledgerNames(stateDir);
  for (const name of names) {
    const checked = verifySession(stateDir, name);
    records += checked.records;
    if (checked.finding !== undefined) findings.push({ name, session: checked.session, ...checked.finding });
    if (checked.note !== undefined) notes.push(checked.note);
  }
  const purges = verifyFile(purgePlace(stateDir), () => undefined);
  if (purges.finding !== undefined) findings.push({ name: "purges", session: null, ...purges.finding });
  return { sessions: names.length, records: records + purges.records, findings, notes };
}

/** Every session that left a ledger or a head, by the hash of its id. */
export function ledgerNames(stateDir: string): readonly string[] {
  const files = entriesOf(ledgerDirectory(stateDir)).filter((file) => file.endsWith(".jsonl"));
  const heads = entriesOf(headDirectory(stateDir));
  const names = new Set([...files.map((file) => file.slice(0, -".jsonl".length)), ...heads]);
  return [...names].filter((name) => /^[0-9a-f]{64}$/.test(name)).sort();
}

export function verifySession(stateDir: string, name: string): Checked {
  const place = sessionPlace(stateDir, name);
  const snapshot = textOf(place.snapshot);
  const wanted = snapshotSeq(snapshot);
  let session: string | null = null;
  let memory: Memory | undefined;
  let newest: number | undefined;
  let stateRight = snapshot === undefined;
  const checked = verifyFile(place, (read) => {
    const record = sessionRecord(read);
    if (record === undefined) return "is none this version knows";
    if (read.at.seq === 1) {
      if (record.session === undefined || sessionName(record.session) !== name)
        return "does not begin the session of this file";
      session = record.session;
    }
    memory = folded(memory, record);
    newest = record.entry.at;
    if (memory === undefined) return "does not begin a session";
    if (read.at.seq === wanted && snapshot === snapshotText({ at: read.at, memory })) stateRight = true;
    return undefined;
  });
  const finding = checked.finding ?? (stateRight ? undefined : { record: 0, what: STATE_WRONG });
  const note = checked.note === undefined ? undefined : `${session ?? name}: ${checked.note}`;
  return { ...checked, session, newest, finding, note };
}

const STATE_WRONG = "the state file does not say what its records add up to";

/** The memory after a record; undefined if it does not begin with a start. The ledger's counters are the counters. */
export function folded(memory: Memory | undefined, record: SessionRecord): Memory | undefined {
  const { entry, after } = record;
  if (memory === undefined) return entry.kind === "start" ? begin(entry.start, entry.at) : undefined;
  return { ...remember(memory, entry), consecutiveDenials: after.consecutive, totalDenials: after.total };
}

function verifyFile(
  place: { readonly file: string; readonly head: string; readonly name: string },
  inspect: (read: Read) => string | undefined,
): Checked {
  const headText = textOf(place.head);
  const bytes = bytesOf(place.file);
  const head = headText === undefined || headText === "" ? undefined : parseHead(headText);
  let at: Position = origin(place.name);
  let objection: string | undefined;
  const result = (what: string | undefined, record: number, note?: string): Checked => ({
    session: null,
    records: at.seq,
    finding: what === undefined ? undefined : { record, what },
    note,
  });

  if (head !== undefined && !head.ok) return result(head.error, 0);
  if (bytes === undefined && (head === undefined || head.value.seq === 0)) return result(undefined, 0);
  if (bytes === undefined) return result(`the whole file was removed; its head knows ${head?.value.seq} records`, 1);
  const walked = walk(at, bytes, (read) => {
    const known = head?.value;
    if (known !== undefined && read.at.seq === known.seq && read.at.hash !== known.hash)
      objection = "is not the one the head knows";
    objection ??= inspect(read);
    if (objection === undefined) at = read.at;
    return objection;
  });
  const next = at.seq + 1;
  if (objection !== undefined) return result(`record ${next} ${objection}`, next);
  if (!walked.ok) return result(whatHappened(at, bytes.subarray(at.length)), next);
  if (head === undefined) return result("the head is missing: whether records were cut off cannot be shown", at.seq);
  const { rest } = walked.value;
  const known = head.value;
  if (at.seq < known.seq && at.length + rest.length >= known.length) return result(`record ${next} was changed`, next);
  if (at.seq < known.seq) return result(`cut off: records ${next} to ${known.seq} are gone`, next);
  if (at.seq === known.seq && at.length !== known.length) return result("the head was changed", 0);
  return result(undefined, 0, rest.length === 0 ? undefined : `a half-written line of ${rest.length} bytes at the end`);
}

/** The line after `at` does not fit. Is the right one still there, further down? */
function whatHappened(at: Position, bytes: Buffer): string {
  const seq = at.seq + 1;
  const lines = splitLines(bytes);
  const [first, ...later] = lines;
  if (later.some((line) => unseal(at, line).ok)) return `record ${seq} was moved, or lines were put in before it`;
  const follower = lines.findIndex((line) => seqOf(line) === seq + 1);
  if (follower === 0 || (first !== undefined && (seqOf(first) ?? 0) > seq)) return `record ${seq} was removed`;
  return `record ${seq} was changed`;
}

function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

const seqOf = (line: Buffer): number | undefined => {
  const digits = /^\{"seq":(\d+),/.exec(line.toString("latin1", 0, 32))?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const snapshotSeq = (text: string | undefined): number =>
  Number(/^\{"v":1,"at":\{"seq":(\d+),/.exec(text?.slice(0, 64) ?? "")?.[1] ?? -1);

const textOf = (path: string): string | undefined => bytesOf(path)?.toString("utf8");

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function entriesOf(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
