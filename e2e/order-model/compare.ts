/** Asks the gate and the model about the same situations, and says where they differ. */
import { decide, settle } from "../../src/gate/gate.ts";
import { counts } from "../../src/memory/session/counting.ts";
import { type Known, knowCommands, WINDOWS } from "./calls.ts";
import { type Commands, type Drawn, draw, randomBy, type Wish } from "./draw.ts";
import { make } from "./make.ts";
import { decideByModel, FACTS, type Outcome, type Situation, stepsOf } from "./model.ts";
import { nameOf, PAIRS, wishesFor } from "./pairs.ts";

const first = Object.fromEntries(Object.entries(FACTS).map(([name, values]) => [name, values[0]])) as Situation;
/** What differs from it is told. */
const PLAIN: Situation = { ...first, mode: "auto", tool: "shell", restorable: true };

const known = (): readonly Known[] => knowCommands((body) => make({ ...PLAIN, walls: "own" }, body, 1).call);

const BROKEN: Outcome = {
  ...{ behavior: "deny", by: "error", hard: false, headless: false, counts: false, walls: null, unavailable: null },
};

/** A part of ours that broke is a deny, as for the gate; anything else that is thrown is a bug. */
async function decideByGate({ s, body, salt }: Drawn): Promise<Outcome> {
  const { call, memory } = make(s, body, salt);
  try {
    const settled = settle((await decide(call)).opinion, call, memory);
    const { behavior, by, hard = false, headless = false, unavailable = null, walls = null } = settled;
    // Until the walls for git are built, git's forward commands have those for edits.
    const inside = walls === "edit" ? "repo" : walls;
    return { behavior, by, hard, headless, counts: counts(settled), walls: inside, unavailable };
  } catch (error) {
    if (error instanceof Error && /broken$/.test(error.message)) return BROKEN;
    throw error;
  }
}

export interface Difference {
  readonly gate: Outcome;
  readonly model: Outcome;
  /** What is other than usual, and the command. */
  readonly situation: Readonly<Record<string, unknown>>;
  readonly command: string;
}

export interface Compared {
  readonly situations: number;
  readonly differences: readonly Difference[];
  /** Of each pair of steps, how many situations both would decide. */
  readonly pairs: ReadonlyMap<string, number>;
}

export interface Asked {
  readonly count: number;
  readonly seed: number;
  /** Of each pair at least so many. */
  readonly least: number;
  /** Ends at so many differences. */
  readonly most: number;
}

/** Draws for one pair, at most. */
const MAX_DRAWS = 5_000_000;

export async function compare({ count, seed, least, most }: Asked): Promise<Compared> {
  const random = randomBy(seed);
  const commands: Commands = { shell: known(), windows: WINDOWS };
  const pairs = new Map<string, number>();
  const differences: Difference[] = [];
  let situations = 0;
  const look = async (wish?: Wish): Promise<void> => {
    const drawn = draw(random, commands, wish);
    if (drawn === undefined) return;
    situations++;
    const [gate, model] = [await decideByGate(drawn), decideByModel(drawn.s)];
    if (!isSame(gate, model)) differences.push(tell(drawn, gate, model));
    for (const name of pairsOf(drawn.s)) pairs.set(name, (pairs.get(name) ?? 0) + 1);
  };
  while (situations < count && differences.length < most) await look();
  for (const pair of PAIRS) {
    const wishes = wishesFor(pair);
    if (typeof wishes === "string") continue;
    for (let i = 0; i < MAX_DRAWS && (pairs.get(nameOf(pair)) ?? 0) < least && differences.length < most; i++)
      await look(wishes[i % wishes.length]);
  }
  return { situations, differences, pairs };
}

const isSame = (one: Outcome, other: Outcome): boolean =>
  Object.keys(BROKEN).every((name) => one[name as keyof Outcome] === other[name as keyof Outcome]);

function pairsOf(s: Situation): readonly string[] {
  const steps = stepsOf(s);
  return steps.flatMap((one, i) => steps.slice(i + 1).map((other) => nameOf([one, other])));
}

const tell = ({ s, body }: Drawn, gate: Outcome, model: Outcome): Difference => ({
  ...{ gate, model, command: body.text },
  situation: Object.fromEntries(Object.entries(s).filter(([name, value]) => value !== PLAIN[name as keyof Situation])),
});
