/** The labels of rows, from what each did and what today's gate says of it. */
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LABELS, type Label, type Row, readLines } from "../../corpus/format.ts";
import { callKey, type JudgedLine, type RanLine } from "./work.ts";
import { isWritten } from "./written.ts";

/** Answers of a model, or of how often it said no, are nothing a row can hold. */
const OF_A_MODEL = /classifier|denialLimit|deniedBefore|approval|error$/;

interface Collected extends Row {
  readonly title?: string;
  readonly file?: string;
  /** Walls, restore points and model of the test: where it had them, a row may be answered otherwise. */
  readonly how?: string;
}

export async function labelRows(built: string, out: string): Promise<void> {
  const ran = linesOf<RanLine>(built, "ran-");
  const judged = linesOf<JudgedLine>(built, "judged-");
  const labelled: Record<Label, Map<string, Row>> = {
    never: new Map(),
    unrun: new Map(),
    written: new Map(),
    dodge: new Map(),
    fine: new Map(),
  };
  const conflicts: object[] = [];
  const drifted: object[] = [];
  for (const collected of readLines<Collected>(join(built, "rows.jsonl"))) {
    const { title, file: _, how, ...row } = collected;
    if (OF_A_MODEL.test(row.was)) continue;
    const answer = judged.get(row.id);
    if (answer !== undefined && answer.own !== row.was)
      drifted.push({ id: row.id, from: row.from, title, how, was: row.was, now: answer.own });
    const own: Row = {
      ...row,
      was: answer?.own ?? row.was,
      ...(answer?.walled === undefined ? {} : { walled: answer.walled }),
    };
    const did = ran.get(callKey(row));
    const bare = bareLabel(did);
    const passes = [answer?.auto, answer?.edits].some((one) => one?.startsWith("allow"));
    if (bare !== undefined && passes)
      conflicts.push({ id: row.id, harm: did?.harm, unrun: did?.unrun, auto: answer?.auto, edits: answer?.edits, row });
    if (bare !== undefined && !passes) {
      const asked = bareRow(own, answer?.auto ?? row.was);
      labelled[bare].set(asked.id, asked);
    }
    const label = ruleLabel(own, bare !== undefined && !passes);
    if (label !== undefined) labelled[label].set(own.id, own);
  }
  for (const label of LABELS) writeLines(join(out, `${label}.jsonl`), [...labelled[label].values()].sort(byPlace));
  for (const name of ["disks", "files"]) copyFileSync(join(built, `${name}.jsonl`), join(out, `${name}.jsonl`));
  writeLines(join(built, "conflicts.jsonl"), conflicts);
  writeLines(join(built, "drifted.jsonl"), drifted);
  process.stdout.write(
    `${LABELS.map((label) => `${label} ${labelled[label].size}`).join(", ")}; ${conflicts.length} that do harm or could not be run and pass today; ${drifted.length} answered otherwise than recorded\n`,
  );
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
function bareRow({ settings: _, walled: __, more = {}, ...row }: Row, was: string): Row {
  const { mode: ___, headless: ____, ...rest } = more;
  const { id: _____, from, was: ______, ...body } = row;
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

const byPlace = (a: Row, b: Row): number => (a.from === b.from ? (a.disk < b.disk ? -1 : 1) : a.from < b.from ? -1 : 1);
const writeLines = (path: string, lines: readonly object[]): void =>
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
