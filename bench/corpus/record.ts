/**
 * The recorder: stands around every gate that a test makes (`record.config.ts` puts it there) and writes down what each check was
 * asked and answered: settings, disk, process, what the session did before, call, answer, test.
 */
import { appendFileSync, existsSync, lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { TestRunner } from "vitest";
import type { GateOptions } from "../../src/app/create-gate.ts";
import type { Action } from "../../src/contract/action.ts";
import type { World } from "../../src/contract/world.ts";
import type { CheckOptions, Gate, Judgement } from "../../src/gate/index.ts";
import { memoryStore, type SessionStore } from "../../src/memory/index.ts";
import { snapshotTree, storeTree } from "./snapshot.ts";

const OUT = process.env.CORPUS_RECORD ?? "";
const STATE = /^home\/\.local\/state\/sallyport\/(?:restore|points|undo)/;
const plainLooks = new WeakSet<object>();

interface Kept {
  readonly steps: Map<string, unknown[]>;
  busy: number;
}
const stores = new WeakMap<object, Kept>();

/** A world of the real disk: its looks are known again where a test takes them over into another one. */
export function tagWorld(world: World): World {
  for (const look of Object.values(world)) if (typeof look === "function") plainLooks.add(look);
  return world;
}

export function recordGate(options: GateOptions, create: (options: GateOptions) => Gate): Gate {
  const store = options.store ?? memoryStore();
  const kept = keptOf(store);
  const gate = create({ ...options, store });
  const own = `own ${Math.random()}`;
  const later: unknown[] = [];
  const doing = async <T>(work: () => Promise<T>): Promise<T> => {
    kept.busy++;
    try {
      return await work();
    } finally {
      kept.busy--;
    }
  };
  const stepsOf = (session: string | undefined): unknown[] => {
    const steps = kept.steps.get(session ?? own) ?? [];
    kept.steps.set(session ?? own, steps);
    return steps;
  };
  const checked = async (action: Action, more: CheckOptions | undefined): Promise<Judgement> => {
    const before = describeCall(options, action);
    const steps = stepsOf(action.session);
    const earlier = [...later, ...steps];
    const judged = await doing(() => gate.judge(action, more));
    const { behavior, by, walls, rule, hard } = judged.decision;
    steps.push({ do: "check", ...before.call, behavior });
    write({ ...before.whole, ...before.call, earlier, answer: { behavior, by, walls, rule, hard } });
    return judged;
  };
  const wrapped: Partial<Record<keyof Gate, unknown>> = {
    check: async (action: Action, more?: CheckOptions) => (await checked(action, more)).decision,
    judge: checked,
    ran: (action: Action, output?: string) => {
      stepsOf(action.session).push({ do: "ran", action: plainAction(action), output });
      return doing(() => gate.ran(action, output));
    },
    personSaid: (text: string, session?: string) => {
      stepsOf(session).push({ do: "said", text });
      return doing(() => gate.personSaid(text, session));
    },
  };
  return new Proxy(gate, {
    get: (whole, name) => {
      const mine = wrapped[name as keyof Gate];
      if (mine !== undefined) return mine;
      const theirs = Reflect.get(whole, name) as unknown;
      if (typeof theirs !== "function") return theirs;
      return (...given: unknown[]) => {
        later.push({ do: "other", name: String(name), given: safeJson(given) });
        return (theirs as (...all: unknown[]) => unknown).apply(whole, given);
      };
    },
  });
}

/** Where a test writes into a session by itself, that is a step of its own. */
function keptOf(store: SessionStore): Kept {
  const before = stores.get(store);
  if (before !== undefined) return before;
  const kept: Kept = { steps: new Map(), busy: 0 };
  stores.set(store, kept);
  const { open } = store;
  try {
    Object.assign(store, {
      open: async (id: string, start: never) => {
        if (kept.busy === 0) kept.steps.set(id, [...(kept.steps.get(id) ?? []), { do: "store" }]);
        return open.call(store, id, start);
      },
    });
  } catch {
    // A frozen store is nobody's but the gate's.
  }
  return kept;
}

function describeCall(options: GateOptions, action: Action) {
  const world = options.world;
  const home = world?.home ?? "";
  const odd: string[] = [];
  for (const name of ["tools", "readShell", "facts", "ironGate", "agent", "now", "newId"] as const)
    if (options[name] !== undefined) odd.push(name);
  if (world === undefined || !isPlain(world)) odd.push("world");
  const settings = options.settings ?? {};
  if ("managed" in settings && settings.managed instanceof Set) odd.push("loaded");
  const call = { action: plainAction(action, odd), disk: snapshotAll(home, [settings, action, options.projectRoot]) };
  const of =
    world === undefined ? {} : { platform: world.platform, home, path: world.path, variables: world.variables };
  const whole = {
    settings: safeJson(settings),
    projectRoot: options.projectRoot,
    env: options.env,
    agentEnv: options.agentEnv,
    classifier: options.classifier === undefined ? "unset" : options.classifier === null ? "none" : "model",
    walls: options.walls === undefined ? "unset" : options.walls === null ? "none" : "given",
    restore: options.restore === undefined ? "unset" : options.restore === null ? "none" : "given",
    byHand: options.byHand,
    pausedUntil: options.pausedUntil,
    gateDirectories: options.gateDirectories,
    gatePrograms: options.gatePrograms,
    world: { ...of, parents: world?.parents },
    odd,
  };
  return { whole, call };
}

const isPlain = (world: World): boolean =>
  Object.values(world).every((look) => typeof look !== "function" || plainLooks.has(look));

function plainAction(action: Action, odd: string[] = []): unknown {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(action)) {
    if (typeof value !== "function") given[name] = value;
    else if (name === "transcript" || name === "instructions") given[name] = (value as () => unknown)();
    else odd.push(`action.${name}`);
  }
  return safeJson(given);
}

function safeJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null");
  } catch {
    return "?";
  }
}

/** The folder of the test, and every other one in the temporary directory that the call or the settings name. */
function snapshotAll(home: string, named: readonly unknown[]): Record<string, string> {
  const tmp = tmpdir();
  const boxes = new Set<string>();
  const below = relative(tmp, home);
  if (home.startsWith(tmp + sep)) boxes.add(join(tmp, below.split(sep)[0] ?? ""));
  const text = JSON.stringify(safeJson(named)) ?? "";
  for (const [path] of text.matchAll(/\/tmp\/[\w.-]+/g)) boxes.add(path);
  const disk: Record<string, string> = {};
  for (const box of boxes) {
    if (!existsSync(box) || !lstatSync(box).isDirectory()) continue;
    const tree = snapshotTree(box, OUT, (path) => STATE.test(path));
    disk[box] = tree === undefined ? "large" : storeTree(tree, OUT);
  }
  return disk;
}

function write(row: object): void {
  const test = TestRunner.getCurrentTest();
  const where =
    test === undefined
      ? {}
      : {
          file: relative(process.cwd(), test.file.filepath),
          name: test.fullTestName ?? test.name,
          line: test.location?.line,
        };
  const path = join(OUT, `rows-${process.pid}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify({ test: where, ...row })}\n`);
}
