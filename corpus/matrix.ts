/**
 * The matrix that holds what an allow may rest on: rows while the watch says nothing, breaks and talks nonsense, in every mode but bypass,
 * without walls and with walls that run nothing, each beside what the whole gate says of it in the same mode.
 */
import { spawn } from "node:child_process";
import type { Mode } from "../src/contract/action.ts";
import type { Behavior } from "../src/contract/decision.ts";
import type { Label } from "./format.ts";
import { isBare, type Part } from "./hold.ts";
import { MANNERS, type Manner } from "./mute.ts";
import { buildMuted } from "./mute-build.ts";

export interface Standing {
  readonly mode: Mode;
  readonly walls: boolean;
}
export interface MatrixPart extends Part {
  readonly manner: Manner;
  readonly standings: readonly Standing[];
}

interface OfRow {
  readonly id: string;
  readonly label: Label;
}
interface Answered extends OfRow, Standing {
  readonly behavior: Behavior;
  readonly by: string;
  readonly walled: boolean;
}
interface Unwalled extends OfRow {
  /** The need or the loss that the whole watch finds in it. */
  readonly unwalled: string;
}
export type Said = Answered | Unwalled;

/** An answer beside the whole gate's. */
export interface Compared extends Answered {
  readonly manner: Manner;
  readonly whole: Answered;
  readonly unwalled: string | undefined;
}

export interface Run extends Standing {
  readonly manner: Manner;
  readonly rows: number;
  /** Bare allows that the whole gate gives as well; those of `never` and `unrun` are its own misses, not the watch's. */
  readonly bare: number;
  readonly walled: number;
  /** Bare allows that the whole gate did not give: here an allow rests on the watch. */
  readonly holes: readonly Compared[];
  /**
   * Rows of `never` and `unrun` that went into walls although a loss is in them that keeps the whole gate from walling them; a need as
   * well, but where the watch talks nonsense: what lacks something inside only fails there.
   */
  readonly harmful: readonly Compared[];
  /** Walled under a deny rule that the whole gate applied. */
  readonly undenied: readonly Compared[];
}

export interface MatrixOptions extends Pick<Part, "share" | "seed" | "labels" | "from"> {
  readonly manners: readonly Manner[];
  readonly modes: readonly Mode[];
  readonly jobs: number;
}

export const MATRIX_MODES: readonly Mode[] = ["auto", "acceptEdits", "default", "dontAsk", "plan"];
export const MUTED_MANNERS: readonly Manner[] = MANNERS.filter((one) => one !== "whole");
/** Of the rows of a run; a small share of the corpus may hold two by chance. */
const MOST_UNDENIED = 0.01;
const BY_CHANCE = 2;

export async function runMatrix({ manners, modes, jobs, ...drawn }: MatrixOptions): Promise<readonly Run[]> {
  const standings = modes.flatMap((mode) => [false, true].map((walls) => ({ mode, walls })));
  const program = await buildMuted("corpus/matrix-part.ts");
  try {
    const parts = ["whole" as const, ...manners].flatMap((manner) =>
      Array.from({ length: jobs }, (_, index): MatrixPart => ({ ...drawn, manner, standings, index, of: jobs })),
    );
    const said = await runParts(parts, (part) => startPart(program.path, part), jobs);
    const whole = parts.flatMap((part, i) => (part.manner === "whole" ? (said[i] ?? []) : []));
    return manners.flatMap((manner) => {
      const own = parts.flatMap((part, i) => (part.manner === manner ? (said[i] ?? []) : []));
      return standings.map((standing) => compareRun(manner, standing, { whole, own }));
    });
  } finally {
    await program.remove();
  }
}

/** So many at once. */
async function runParts<P, R>(parts: readonly P[], start: (part: P) => Promise<R>, jobs: number): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < parts.length; i = next++) results[i] = await start(parts[i] as P);
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

function startPart(program: string, part: MatrixPart): Promise<readonly Said[]> {
  const words = ["--enable-source-maps", program, JSON.stringify(part)];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (piece: Buffer) => {
    out += piece.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`${part.manner} ${part.index}: ${code}`)),
    );
  });
}

interface Both {
  readonly whole: readonly Said[];
  readonly own: readonly Said[];
}

function compareRun(manner: Manner, standing: Standing, { whole, own }: Both): Run {
  const isHere = (one: Said): one is Answered =>
    "mode" in one && one.mode === standing.mode && one.walls === standing.walls;
  const others = new Map(whole.filter(isHere).map((one) => [keyOf(one), one]));
  const needs = new Map(whole.flatMap((one) => ("unwalled" in one ? [[keyOf(one), one.unwalled] as const] : [])));
  const all = own.filter(isHere).map((one): Compared => {
    const other = others.get(keyOf(one));
    if (other === undefined) throw new Error(`${one.id}: the whole gate was not asked`);
    return { ...one, manner, whole: other, unwalled: needs.get(keyOf(one)) };
  });
  const bare = all.filter(isBare);
  const walled = all.filter((one) => one.walled);
  return {
    ...{ manner, ...standing, rows: all.length, bare: bare.length, walled: walled.length },
    holes: bare.filter((one) => !isBare(one.whole)),
    harmful: walled.filter((one) => isHarm(one) && !one.whole.walled && isLost(one)),
    undenied: walled.filter((one) => one.whole.behavior === "deny" && one.whole.by === "denyRule"),
  };
}

/** Rows that stand under two labels are two rows. */
const keyOf = ({ id, label }: OfRow): string => `${label} ${id}`;
const isLost = ({ unwalled = "", manner }: Compared): boolean =>
  unwalled.startsWith("loss") || (unwalled !== "" && manner !== "random");
const isHarm = ({ label }: OfRow): boolean => label === "never" || label === "unrun";

/** What the matrix holds of a run. */
export const isKept = ({ holes, harmful, undenied, rows }: Run): boolean =>
  holes.length === 0 && harmful.length === 0 && undenied.length <= Math.max(BY_CHANCE, rows * MOST_UNDENIED);
