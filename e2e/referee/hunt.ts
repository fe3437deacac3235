/** The slice against each planted fault: it is found where a call that the core so built proves does what no proof says. */
import { buildBroken } from "./broken.ts";
import * as core from "./core.ts";
import { FAULTS, type Fault } from "./faults.ts";
import { type Finding, type House, makeCalls, type Proven, proveAll, proveCalls, runAll, runTexts } from "./referee.ts";
import { type TextRun, textRuns } from "./texts.ts";

/** What is proven as it is without the fault was run without it: the others are run, a part of the slice at a time, until one is found. */
const PARTS = 5;
const MOST_RUN = 120;
/** Of all faults. */
const LEAST_FOUND = 0.95;

export interface Hunt {
  readonly seed: number;
  readonly say: (text: string) => void;
  /** Parts of the names of those that are tried, with commas between, and how many are left out before. */
  readonly only?: string | undefined;
  readonly from?: number;
}

export async function huntFaults(house: House, { seed, say, only = "", from = 0 }: Hunt): Promise<number> {
  const known = knownOf(house, seed);
  const faults = FAULTS.slice(from).filter(({ name }) => only.split(",").some((part) => name.includes(part)));
  let found = 0;
  for (const fault of faults) {
    const { finding, differing } = await hunt(fault, { house, known, seed }).catch(thrown);
    if (finding !== undefined) found += 1;
    const told = finding === undefined ? "NOT FOUND" : `${finding.why[0]}: ${JSON.stringify(finding.call.text)}`;
    say(`${fault.name.padEnd(46)} ${String(differing).padStart(5)} differ  ${told}`);
  }
  say(`${found} of ${faults.length} planted faults found`);
  return found >= faults.length * LEAST_FOUND ? 0 : 1;
}

/** What is proven without a fault, and how texts are read. */
export interface Known {
  readonly proofs: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
}

export function knownOf(house: House, seed: number): Known {
  const { proven } = proveAll(core, house, { whole: false, seed });
  return { proofs: new Set(proven.map(idOf)), texts: new Set(textRuns(core, seed).map(textId)) };
}

const idOf = ({ world, text, proof }: Proven): string => JSON.stringify([world.id, text, proof.touches, proof.saves]);
const textId = ({ text, commands }: TextRun): string => JSON.stringify([text, commands]);

interface Hunting {
  readonly house: House;
  readonly known: Known;
  readonly seed: number;
}

/** A core that throws has proven nothing. */
function thrown(error: unknown): Hunted {
  process.stderr.write(`${String(error)}\n`);
  return { finding: undefined, differing: 0 };
}

interface Hunted {
  readonly finding: Finding | undefined;
  readonly differing: number;
}

/** A part of the slice after the other, until something is found. */
export async function hunt(fault: Fault, { house, known, seed }: Hunting): Promise<Hunted> {
  const build = await buildBroken(fault);
  const texts = textRuns(build, seed).filter((one) => !known.texts.has(textId(one)));
  const [ofReader] = texts.length === 0 ? [] : await runTexts(texts, house);
  if (ofReader !== undefined) return { finding: ofReader, differing: texts.length };
  const { calls } = makeCalls(build, house, { whole: false, seed });
  let differing = texts.length;
  for (let part = 0; part < PARTS; part++) {
    const some = calls.filter((_, i) => i % PARTS === part);
    const proven = proveCalls(build, house, some).filter((one) => !known.proofs.has(idOf(one)));
    differing += proven.length;
    const [finding] = proven.length === 0 ? [] : await runAll(spread(proven).slice(0, MOST_RUN), house);
    if (finding !== undefined) return { finding, differing };
  }
  return { finding: undefined, differing };
}

/** Of every kind of world some come early. */
function spread(all: readonly Proven[]): readonly Proven[] {
  const seen = new Map<string, number>();
  const turns = all.map((one) => {
    const turn = (seen.get(one.world.id) ?? 0) + 1;
    seen.set(one.world.id, turn);
    return { one, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ one }) => one);
}
