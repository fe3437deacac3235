/**
 * `kill -9` of the service in the middle of load: many agents call at once through the installed line while the service is
 * killed at random moments and started again. Whatever a line returned must be on record as it was returned, once; where a kill fell
 * between the service's entry and its answer, the line decided again by itself, and its own entry is the second.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openIndex } from "../../src/service/index-store/index.ts";
import { behaviourOf, commandEvent, DIST, Scene } from "./scene.ts";

export interface KillRun {
  readonly kills: number;
  readonly agents: number;
  readonly seed: number;
}

export interface KillOutcome {
  readonly returned: number;
  /** By hooks alone, because the service was not there. */
  readonly alone: number;
  /** Ids of calls that were answered and are not on record, or not as they were answered. */
  readonly missing: readonly string[];
  /** Ids of calls with more decisions than one, or two where the line's own answer replaced one that was lost. */
  readonly twice: readonly string[];
  /** How many answers were lost between record and line. */
  readonly lost: number;
  /** What `log verify` said, where it did not pass. */
  readonly damage: string | null;
  readonly onRecord: number;
  readonly inIndex: number;
}

const COMMANDS = ["git status", "npm publish", "ls -la", "rm -rf /", "python3 a.py", "git push --force origin main"];
/** So long at most after it answered for the first time. */
const MOST_ALIVE_MS = 1_500;
const FIRST_ANSWER_MS = 20_000;
const LOOK_MS = 20;

export async function killUnderLoad({ kills, agents, seed }: KillRun): Promise<KillOutcome> {
  const scene = new Scene();
  const random = seededRandom(seed);
  const answers = new Map<string, unknown>();
  const alone = new Set<string>();
  let over = false;
  const act = async (agent: number): Promise<void> => {
    for (let n = 0; !over; n++) {
      const id = `k${agent}-${n}`;
      const command = COMMANDS[Math.floor(random() * COMMANDS.length)] ?? "ls";
      const shell = random() < 0.5 ? "dash" : "bash";
      const event = commandEvent(scene.app, command, { session_id: `agent ${agent % 3}`, tool_use_id: id });
      const ran = await scene.begin(shell, event, { caller: String(agent) });
      if (ran.code !== 0) throw new Error(`${id}: ${ran.code} ${ran.out}${ran.err}`);
      answers.set(id, behaviourOf(ran));
      if (ran.alone) alone.add(id);
    }
  };
  try {
    const load = Promise.all(Array.from({ length: agents }, (_, agent) => act(agent)));
    const served = (): number => answers.size - alone.size;
    for (let n = 0; n < kills; n++) {
      const service = await scene.serve();
      const [before, end] = [served(), Date.now() + FIRST_ANSWER_MS];
      while (served() === before && Date.now() < end) await sleep(LOOK_MS);
      await sleep(random() * MOST_ALIVE_MS);
      await scene.end(service);
    }
    over = true;
    await load;
    return await compare(scene, answers, alone);
  } finally {
    over = true;
    await scene.close();
  }
}

async function compare(
  scene: Scene,
  answers: ReadonlyMap<string, unknown>,
  alone: ReadonlySet<string>,
): Promise<KillOutcome> {
  const decided = new Map<string, string[]>();
  for (const { action, decision } of scene.entries("decision")) {
    const { toolUseId } = action as { toolUseId: string };
    const { behavior } = decision as { behavior: string };
    decided.set(toolUseId, [...(decided.get(toolUseId) ?? []), behavior]);
  }
  const verified = spawnSync(process.execPath, [join(DIST, "sallyport.cjs"), "log", "verify"], {
    env: { HOME: scene.home, PATH: "/usr/bin:/bin", SALLYPORT_STATE_DIR: scene.state },
    encoding: "utf8",
  });
  const index = await openIndex({ stateDir: scene.state, thread: join(DIST, "parts/record-index.cjs") });
  try {
    await index.catchUp();
    const { decisions } = await index.counters();
    const total = decisions.reduce((sum, { n }) => sum + n, 0);
    return {
      ...{ returned: answers.size, alone: alone.size, onRecord: scene.entries("decision").length, inIndex: total },
      missing: [...answers].filter(([id, said]) => decided.get(id)?.at(-1) !== said).map(([id]) => id),
      twice: [...decided].filter(([id, all]) => all.length > (alone.has(id) ? 2 : 1)).map(([id]) => id),
      lost: [...decided].filter(([id, all]) => all.length === 2 && alone.has(id)).length,
      damage: verified.status === 0 ? null : `${verified.stdout}${verified.stderr}`,
    };
  } finally {
    await index.close();
  }
}

function seededRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
