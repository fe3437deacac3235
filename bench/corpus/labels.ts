/** The labels of rows, from what each did and what today's gate says of it. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type DiskLine, entryOf, LABELS, type Label, type Row, readLines } from "../../corpus/format.ts";
import { MOVED, type MovedLine, moveRows, writeLabels, writeLines } from "./moved.ts";
import { callKey, type RanLine } from "./work.ts";
import { isWritten } from "./written.ts";

/** Answers of a model, or of how often it said no, are nothing a row can hold. */
const OF_A_MODEL = /classifier|denialLimit|deniedBefore|approval|error$/;

interface Collected extends Row {
  readonly title?: string;
  readonly file?: string;
  /** Walls, restore points and model of the test: where it had them, a row may be answered otherwise. */
  readonly how?: string;
}

export function labelRows(built: string, out: string): void {
  const ran = linesOf<RanLine>(built, "ran-");
  const answers = { own: answersOf(built, "own"), edits: answersOf(built, "edits"), walls: answersOf(built, "walls") };
  const labelled: Record<Label, Map<string, Row>> = {
    never: new Map(),
    unrun: new Map(),
    written: new Map(),
    dodge: new Map(),
    fine: new Map(),
  };
  const conflicts: object[] = [];
  const drifted: object[] = [];
  const put = (label: Label, row: Row): void => {
    const walled = answers.walls.get(row.id);
    const isWalled = walled?.startsWith("allow") === true && !row.was.startsWith("allow");
    labelled[label].set(row.id, { ...row, ...(isWalled ? { walled } : {}) });
  };
  for (const collected of readLines<Collected>(join(built, "rows.jsonl"))) {
    const { title, file: _, how, ...row } = collected;
    if (OF_A_MODEL.test(row.was)) continue;
    const now = answers.own.get(row.id);
    if (now !== undefined && now !== row.was)
      drifted.push({ id: row.id, from: row.from, title, how, was: row.was, now });
    const own: Row = { ...row, was: now ?? row.was };
    const did = ran.get(callKey(row));
    const bare = bareLabel(did);
    const asked = bareRow(own);
    const said = [answers.own.get(asked.id), answers.edits.get(asked.id)];
    const passes = said.some((one) => one?.startsWith("allow"));
    if (bare !== undefined && passes) conflicts.push({ ...asked, harm: did?.harm, unrun: did?.unrun, said });
    if (bare !== undefined && !passes) put(bare, { ...asked, was: said[0] ?? asked.was });
    const label = ruleLabel(own, bare !== undefined && !passes);
    if (label !== undefined) put(label, own);
  }
  moveRows(labelled, readLines<MovedLine>(MOVED));
  writeLabels(labelled, out);
  copyDisks(built, out);
  writeLines(join(built, "conflicts.jsonl"), conflicts);
  writeLines(join(built, "drifted.jsonl"), drifted);
  const counts = LABELS.map((label) => `${label} ${labelled[label].size}`).join(", ");
  process.stdout.write(`${counts}; ${conflicts.length} pass although they do harm or could not be run; `);
  process.stdout.write(`${drifted.length} answered otherwise than recorded\n`);
}

/** Without what `git init` lays beside a repository for people, and without files nobody names then. */
function copyDisks(built: string, out: string): void {
  const disks = readLines<DiskLine>(join(built, "disks.jsonl")).map(({ put, ...disk }) => ({
    ...disk,
    put: Object.fromEntries(
      Object.entries(put).filter(([path]) => !/\/\.git\/(?:hooks\/[\w-]+\.sample|description)$/.test(path)),
    ),
  }));
  const named = new Set(
    disks.flatMap(({ put }) =>
      Object.values(put).flatMap((entry) => (entry === null ? [] : (entryOf(entry).file ?? []))),
    ),
  );
  writeLines(join(out, "disks.jsonl"), disks);
  writeLines(
    join(out, "files.jsonl"),
    readLines<{ readonly id: string }>(join(built, "files.jsonl")).filter(({ id }) => named.has(id)),
  );
}

/** What the runner was answered: of rows by their id. */
function answersOf(built: string, name: string): ReadonlyMap<string, string> {
  const path = join(built, `${name}.jsonl`);
  const lines = existsSync(path) ? readLines<{ readonly id: string; readonly now: string }>(path) : [];
  return new Map(lines.map(({ id, now }) => [id, now]));
}

function linesOf<T extends { readonly key: string }>(built: string, prefix: string): ReadonlyMap<string, T> {
  const names = readdirSync(built).filter((name) => name.startsWith(prefix));
  return new Map(names.flatMap((name) => readLines<T>(join(built, name))).map((line) => [line.key, line]));
}

const bareLabel = (did: RanLine | undefined): "never" | "unrun" | undefined => {
  if (did === undefined) return undefined;
  if (did.harm.length > 0) return "never";
  return did.unrun === undefined ? undefined : "unrun";
};

/** Asked of default settings. */
function bareRow({ settings: _, walled: __, walls: _w, more = {}, ...row }: Row): Row {
  const { mode: ___, headless: ____, ...rest } = more;
  const { id: _____, from, was, ...body } = row;
  const call = { ...body, ...(Object.keys(rest).length === 0 ? {} : { more: rest }) };
  const id = createHash("sha256").update(JSON.stringify(call)).digest("hex").slice(0, 8);
  return { id, from, ...call, was };
}

/** Undefined: what it says is said by the row that is asked of default settings. */
function ruleLabel(row: Row, asked: boolean): Label | undefined {
  if (row.was.startsWith("allow")) return "fine";
  const { permissions = {}, mode } = (row.settings ?? {}) as {
    permissions?: Record<string, readonly string[]>;
    mode?: string;
  };
  const held = [...(permissions.deny ?? []), ...(permissions.ask ?? [])];
  const step = row.was.split(" ")[1] ?? "";
  if (step === "floor" || step === "safetyCheck" || /Rule$/.test(step))
    return isWritten(row, held, step) ? "written" : "dodge";
  const ruled = Object.values(permissions).some((rules) => rules.length > 0);
  return asked && !ruled && mode !== "bypassPermissions" ? undefined : "dodge";
}
