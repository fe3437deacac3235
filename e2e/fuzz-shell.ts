/**
 * Two readers against the installed bash, on random scripts. What the core takes apart is all that runs: there is no miss. The watch reads
 * what is written as it is written: where bash ran what it neither listed nor called opaque, that is counted.
 */
import { readPlain } from "../src/core/index.ts";
import { type Argv, fits, lists, type Refereed, referee } from "./bash.ts";
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
  /** Scripts the core's reader took apart, and what it did not list of them. */
  readonly plain: number;
  readonly misses: readonly Miss[];
  /** Scripts the watch called opaque, and what it missed in the others. */
  readonly opaque: number;
  readonly unread: readonly Miss[];
}

const BATCH = 500;
/** Of all scripts, in percent: code in files and inputs that are sourced, in subscripts, behind indirect names. */
export const MOST_UNREAD = 4;

/** They run their words: no row proves them, and a rule for one is a rule for what it runs. */
const RUN_THEIR_WORDS: ReadonlySet<string> = new Set("eval builtin command printf test [ alias compgen".split(" "));

export function fuzz(first: number, count: number): Outcome {
  const found = referee(Array.from({ length: count }, (_, i) => randomScript(seeded(first + i))));
  const all = found.map((each, i) => ({ ...each, seed: first + i, plain: plainCommands(each) }));
  const taken = all.filter(({ plain }) => plain !== undefined);
  const opaque = all.filter(({ reading }) => reading.opaque.length > 0);
  return {
    scripts: count,
    ran: all.reduce((sum, { ran }) => sum + ran.length, 0),
    plain: taken.length,
    misses: taken.flatMap((each) =>
      missOf(each, (argv) => each.plain?.some(({ words }) => fits(words, argv)) === true),
    ),
    opaque: opaque.length,
    unread: all
      .filter(({ reading }) => reading.opaque.length === 0)
      .flatMap((each) => missOf(each, (argv) => lists(each.reading, argv))),
  };
}

/** What the core's reader takes apart; undefined where it takes nothing. */
function plainCommands({ script, home }: Refereed): ReturnType<typeof readPlain> {
  const commands = readPlain(script, { home, platform: "linux", wide: true });
  return commands?.some(({ words }) => RUN_THEIR_WORDS.has(words[0]?.value ?? "")) === true ? undefined : commands;
}

function missOf(
  { seed, script, ran }: Refereed & { readonly seed: number },
  isListed: (argv: Argv) => boolean,
): readonly Miss[] {
  const miss = ran.find((argv) => !isListed(argv));
  return miss === undefined ? [] : [{ seed, script, ran: miss }];
}

/** How many scripts, and the first seed. Answers 0 when the core missed nothing and the watch little. */
export function main(args: readonly string[]): number {
  const total = Number(args[0] ?? "20000");
  const start = Number(args[1] ?? "1");
  const outcomes: Outcome[] = [];
  for (let done = 0; done < total; done += BATCH) {
    outcomes.push(fuzz(start + done, Math.min(BATCH, total - done)));
    process.stderr.write(`\r${Math.min(done + BATCH, total)}/${total} scripts `);
  }
  process.stderr.write("\n");
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((all, each) => all + of(each), 0);
  const misses = outcomes.flatMap((each) => each.misses);
  const unread = sum((each) => each.unread.length);
  for (const miss of misses.slice(0, 20))
    console.log(`--- seed ${miss.seed}: bash ran ${JSON.stringify(miss.ran)}\n${miss.script}`);
  console.log(`scripts ${total}  commands run ${sum(({ ran }) => ran)}`);
  console.log(`taken apart by the core ${sum(({ plain }) => plain)}  missed there ${misses.length}`);
  console.log(`opaque to the watch ${sum(({ opaque }) => opaque)}  not read there ${unread}`);
  return misses.length === 0 && unread <= (total * MOST_UNREAD) / 100 ? 0 : 1;
}

if (process.argv[1]?.includes("fuzz-shell") === true && process.env.VITEST === undefined) {
  process.exitCode = main(process.argv.slice(2));
}
