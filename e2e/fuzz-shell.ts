/**
 * The reader against the installed bash, on random scripts. A miss: bash ran a name, or passed words, that the reader
 * did not list, in a command it did not call opaque.
 */
import { type Argv, lists, referee } from "./bash.ts";
import { randomScript, seeded } from "./fuzz-grammar.ts";

export interface Miss {
  readonly seed: number;
  readonly script: string;
  /** What bash ran. */
  readonly ran: Argv;
}

export interface Outcome {
  readonly scripts: number;
  readonly ran: number;
  readonly opaque: number;
  readonly reasons: ReadonlyMap<string, number>;
  readonly misses: readonly Miss[];
}

const BATCH = 500;

export function fuzz(first: number, count: number): Outcome {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  const reasons = new Map<string, number>();
  const misses: Miss[] = [];
  let [ran, opaque] = [0, 0];
  referee(seeds.map((seed) => randomScript(seeded(seed)))).forEach((each, index) => {
    ran += each.ran.length;
    if (each.reading.opaque.length > 0) {
      opaque += 1;
      for (const { why } of each.reading.opaque) reasons.set(why, (reasons.get(why) ?? 0) + 1);
      return;
    }
    const miss = each.ran.find((argv) => !lists(each.reading, argv));
    if (miss !== undefined) misses.push({ seed: seeds[index] ?? 0, script: each.script, ran: miss });
  });
  return { scripts: count, ran, opaque, reasons, misses };
}

/** How many scripts, and the first seed. Answers 0 when nothing was missed. */
export function main(args: readonly string[]): number {
  const total = Number(args[0] ?? "20000");
  const start = Number(args[1] ?? "1");
  const reasons = new Map<string, number>();
  const misses: Miss[] = [];
  let [ran, opaque] = [0, 0];
  for (let done = 0; done < total; done += BATCH) {
    const outcome = fuzz(start + done, Math.min(BATCH, total - done));
    ran += outcome.ran;
    opaque += outcome.opaque;
    for (const [why, times] of outcome.reasons) reasons.set(why, (reasons.get(why) ?? 0) + times);
    misses.push(...outcome.misses);
    process.stderr.write(`\r${done + outcome.scripts}/${total} scripts, ${misses.length} misses `);
  }
  process.stderr.write("\n");
  for (const miss of misses.slice(0, 20)) {
    console.log(`--- seed ${miss.seed}: bash ran ${JSON.stringify(miss.ran)}\n${miss.script}`);
  }
  const most = [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 12);
  for (const [why, times] of most) console.log(`${String(times).padStart(6)}  ${why}`);
  console.log(`scripts ${total}  commands run ${ran}  opaque ${opaque}  misses ${misses.length}`);
  return misses.length === 0 ? 0 : 1;
}

if (process.argv[1]?.includes("fuzz-shell") === true && process.env.VITEST === undefined) {
  process.exitCode = main(process.argv.slice(2));
}
