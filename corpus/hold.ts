/** Puts rows through a guard and says which of them it does not hold. */
import { createHash } from "node:crypto";
import { type Box, openBox } from "./box.ts";
import { type Corpus, LABELS, type Label, type Row } from "./format.ts";

/** What a guard said: `walled` is allow inside walls; `none`, no opinion, lets nothing through. */
export interface Answer {
  readonly behavior: "allow" | "ask" | "deny" | "abort" | "none";
  readonly walled: boolean;
  readonly by: string;
}
/** The disk of the row is put up by it. Undefined: this row cannot be put to this guard. */
export type Guard = (row: Row, box: Box) => Promise<Answer | undefined>;

export interface Part {
  /** Between 0 and 1, drawn by seed. */
  readonly share: number;
  readonly seed: string;
  readonly labels?: readonly Label[];
  /** Only rows of this test file. */
  readonly from?: string;
  /** One of so many equal parts. */
  readonly index?: number;
  readonly of?: number;
}

export interface Missed {
  readonly label: Label;
  readonly row: Row;
  readonly now: string;
}

export interface Held {
  readonly counts: Readonly<Record<Label, number>>;
  /** Rows that are not as their label says; of `dodge`, those that pass. */
  readonly missed: readonly Missed[];
  /** Rows that pass now and did not when they were recorded. */
  readonly nowBare: readonly Missed[];
  readonly nowWalled: readonly Missed[];
  readonly skipped: number;
  /** What was said of each row. */
  readonly answers: readonly { readonly id: string; readonly label: Label; readonly now: string }[];
}

export async function holdCorpus(corpus: Corpus, guard: Guard, part: Part): Promise<Held> {
  const box = openBox(corpus, { fresh: false });
  const counts: Record<Label, number> = { never: 0, unrun: 0, written: 0, dodge: 0, fine: 0 };
  const [missed, nowBare, nowWalled]: [Missed[], Missed[], Missed[]] = [[], [], []];
  const answers: Held["answers"][number][] = [];
  let skipped = 0;
  try {
    for (const { label, row } of drawPart(corpus, part)) {
      const answer = await guard(row, box);
      if (answer === undefined) {
        skipped++;
        continue;
      }
      counts[label]++;
      const one: Missed = { label, row, now: `${answer.behavior} ${answer.by}${answer.walled ? " walled" : ""}` };
      answers.push({ id: row.id, label, now: one.now });
      if (!isHeld(label, answer)) missed.push(one);
      if (isBare(answer) && !row.was.startsWith("allow")) nowBare.push(one);
      if (answer.walled && !(row.walled ?? row.was).startsWith("allow")) nowWalled.push(one);
    }
  } finally {
    box.remove();
  }
  return { counts, missed, nowBare, nowWalled, skipped, answers };
}

export const isBare = ({ behavior, walled }: Answer): boolean => behavior === "allow" && !walled;

const HOLDS: Readonly<Record<Label, (answer: Answer) => boolean>> = {
  never: (answer) => !isBare(answer),
  unrun: (answer) => !isBare(answer),
  written: ({ behavior }) => behavior === "deny" || behavior === "ask" || behavior === "abort",
  dodge: (answer) => !isBare(answer),
  fine: ({ behavior }) => behavior === "allow",
};
const isHeld = (label: Label, answer: Answer): boolean => HOLDS[label](answer);

/** In the order of their disks, so that little changes between two rows; in blocks, dealt to the parts in turn. */
export function drawPart(
  { rows, orderOf }: Corpus,
  { share, seed, labels = LABELS, from = "", index = 0, of = 1 }: Part,
): readonly { readonly label: Label; readonly row: Row }[] {
  return labels
    .flatMap((label) =>
      rows[label]
        .filter((row) => row.from.startsWith(from))
        .filter(({ id }) => share >= 1 || lotOf(seed + label + id) < share)
        .map((row) => ({ label, row, at: orderOf(row.disk) })),
    )
    .sort((a, b) => a.at - b.at)
    .filter(({ at }) => Math.floor(at / DISKS_DEALT) % of === index);
}

const DISKS_DEALT = 50;
const lotOf = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
