/** The slice against each planted fault: it is found where a call that the core so built proves does what no proof says. */
import { buildBroken } from "./broken.ts";
import * as core from "./core.ts";
import { FAULTS, type Fault } from "./faults.ts";
import { type CoreBuild, type Finding, type House, type Proven, proveAll, runAll, runnable, runTexts } from "./referee.ts";
import { type TextRun, textRuns } from "./texts.ts";

/** What is proven as it is without the fault was run without it: the others are run, so many at a time, until one is found. */
const AT_ONCE = 60;
const MOST_RUN = 360;
/** Of all faults. */
const LEAST_FOUND = 0.95;

export interface Hunt {
  readonly seed: number;
  readonly say: (text: string) => void;
  /** A part of the name of those that are tried. */
  readonly only?: string | undefined;
}

export async function huntFaults(house: House, { seed, say, only = "" }: Hunt): Promise<number> {
  const known = sliceOf(core, house, seed);
  const faults = FAULTS.filter(({ name }) => name.includes(only));
  let found = 0;
  for (const fault of faults) {
    const { finding, differing } = await hunt(fault, { house, known, seed });
    if (finding !== undefined) found += 1;
    const told = finding === undefined ? "NOT FOUND" : `${finding.why[0]}: ${JSON.stringify(finding.call.text)}`;
    say(`${fault.name.padEnd(46)} ${String(differing).padStart(5)} differ  ${told}`);
  }
  say(`${found} of ${faults.length} planted faults found`);
  return found >= faults.length * LEAST_FOUND ? 0 : 1;
}

interface Slice {
  readonly proven: readonly Proven[];
  readonly texts: readonly TextRun[];
}

function sliceOf(build: CoreBuild, house: House, seed: number): Slice {
  return { proven: runnable(proveAll(build, house, { whole: false, seed }).proven), texts: textRuns(build, seed) };
}

const idOf = ({ world, text, proof }: Proven): string => JSON.stringify([world.id, text, proof.touches, proof.saves]);
const textId = ({ text, commands }: TextRun): string => JSON.stringify([text, commands]);

interface Hunting {
  readonly house: House;
  readonly known: Slice;
  readonly seed: number;
}

export async function hunt(
  fault: Fault,
  { house, known, seed }: Hunting,
): Promise<{ readonly finding: Finding | undefined; readonly differing: number }> {
  const slice = sliceOf(await buildBroken(fault), house, seed);
  const [ids, texts] = [new Set(known.proven.map(idOf)), new Set(known.texts.map(textId))];
  const newTexts = slice.texts.filter((one) => !texts.has(textId(one)));
  const proven = spread(slice.proven.filter((one) => !ids.has(idOf(one))));
  const differing = proven.length + newTexts.length;
  const [ofReader] = newTexts.length === 0 ? [] : await runTexts(newTexts, house);
  if (ofReader !== undefined) return { finding: ofReader, differing };
  for (let from = 0; from < Math.min(proven.length, MOST_RUN); from += AT_ONCE) {
    const [finding] = await runAll(proven.slice(from, from + AT_ONCE), house);
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
