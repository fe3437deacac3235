/** `doctor` on the record: does what a decision does, and checks the sessions used last. */
import { accessSync, constants, lstatSync, readdirSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { type AppContext, openStore, stateDir } from "../../app/index.ts";
import { messageOf } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { formatQuantity } from "../../evidence/index.ts";
import { bad, good, type HealthFinding, warn } from "../../hosts/doctor/index.ts";
import type { LedgerFinding, RecordStore, Verification } from "../../memory/index.ts";

const NEWEST_SESSIONS = 20;
const MAX_BYTES = 4_000_000;
/** Nobody holds a lock for so long: it covers no model call. */
const OLD_LOCK_MS = 60_000;
const MAX_SHOWN = 5;

export async function examineRecord(
  io: AppContext,
  { full }: { readonly full: boolean },
): Promise<readonly HealthFinding[]> {
  const dir = stateDir(io.env);
  try {
    const found = lstatSync(dir, { throwIfNoEntry: false });
    if (found === undefined) return [beforeBirth(dir)];
    if (!found.isDirectory())
      return [
        bad(
          "ledger",
          `${dir} is no directory`,
          `move it away: mv ${quote(dir)} ${quote(`${dir}.old`)}; until then every hook denies`,
        ),
      ];
    const refusal = openToOthers(dir, found);
    if (refusal !== undefined) return [refusal];
    const store = openStore(io);
    await store.rehearse();
    return [...oldLocks(dir), ...(await checked(store, dir, full))];
  } catch (error) {
    return [bad("ledger", messageOf(error), `fix ${dir}; until then every hook denies`)];
  }
}

function beforeBirth(dir: string): HealthFinding {
  let above = dirname(dir);
  while (lstatSync(above, { throwIfNoEntry: false }) === undefined && above !== dirname(above)) above = dirname(above);
  try {
    accessSync(above, constants.W_OK | constants.X_OK);
    return good("ledger", `${dir} does not exist yet`);
  } catch {
    return bad("ledger", `${dir} does not exist, and ${above} cannot be written to`, `make ${dir} with mode 0700`);
  }
}

const openToOthers = (dir: string, { mode }: Stats): HealthFinding | undefined =>
  process.platform !== "win32" && (mode & 0o077) !== 0
    ? bad("ledger", `${dir} is open to other users`, `chmod 700 ${dir}`)
    : undefined;

/** A lock whose holder is known to be dead is broken by whoever comes next; one that only looks held is a person's to remove. */
function oldLocks(dir: string): readonly HealthFinding[] {
  const { locks } = stateLayout(dir);
  return readdirSync(locks)
    .filter((name) => /^(?:[0-9a-f]{64}|purges)$/.test(name))
    .map((name) => join(locks, name))
    .filter((path) => Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? Date.now()) > OLD_LOCK_MS)
    .slice(0, MAX_SHOWN)
    .map((path) =>
      warn(
        "ledger",
        `${path} has been held for more than a minute`,
        `the next call of that session breaks it if its holder is dead; if the holder ran elsewhere and is gone: rm ${path}`,
      ),
    );
}

async function checked(store: RecordStore, dir: string, full: boolean): Promise<readonly HealthFinding[]> {
  const verified = await store.verify(full ? undefined : { newest: NEWEST_SESSIONS, maxBytes: MAX_BYTES });
  const notes = verified.notes
    .slice(0, MAX_SHOWN)
    .map((note) => warn("ledger", note, "sallyport log verify tells more"));
  if (verified.findings.length > 0)
    return [...verified.findings.slice(0, MAX_SHOWN).map((one) => damaged(one, dir)), ...notes];
  return [good("ledger", describeChecked(verified, full)), ...notes];
}

function describeChecked({ sessions, records }: Verification, full: boolean): string {
  const count = `${formatQuantity(sessions, "session")}, ${formatQuantity(records, "record")}`;
  return full
    ? `a decision can be recorded; ${count}, nothing changed`
    : `a decision can be recorded; the newest ${count}, nothing changed (--full checks all)`;
}

/** The file alone is not enough: its head remembers it. */
function damaged({ name, session, record, what }: LedgerFinding, dir: string): HealthFinding {
  const { ledger, heads } = stateLayout(dir);
  const aside = join(dir, "aside", name);
  const at = record === 0 ? "" : `, record ${record}`;
  const from = name === "purges" ? quote(`${stateLayout(dir).purges}.jsonl`) : `${quote(join(ledger, name))}.*`;
  return bad(
    "ledger",
    `session ${session ?? name}${at}: ${what}`,
    `begin a new session in the agent; to begin this one anew and keep what it was: mkdir -p ${quote(aside)} && mv ${from} ${quote(join(heads, name))} ${quote(aside)}/`,
  );
}

const quote = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
