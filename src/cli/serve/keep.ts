/** Keeping the service running, and no longer: the unit's file, and the programs that are told of it. All of it or nothing. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { type AppContext, type Env, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type FileChange, readOwn, replaceOwn } from "../../hosts/install/index.ts";
import { findServing, isServing, neverStart } from "../../service/running/index.ts";
import { changesNothing } from "../change/agree.ts";
import { keysOf } from "../change/pins.ts";
import { type ServiceUnit, unitFor } from "./unit.ts";

const ASK_LIMIT_MS = 3_000;
const RUN_LIMIT_MS = 60_000;
/** How often one that was told to end is looked at. */
const [END_LOOKS, LOOK_MS] = [100, 50];
/** Stands in every unit of ours. */
const OWN = "sallyport.cjs";
/** What starts it where nothing keeps it. */
export const BY_HAND = "sallyport serve --background";

export interface KeepPlan {
  readonly unit: ServiceUnit;
  readonly change: FileChange;
}

/** What would be written for the program in `folder`. An error says why it cannot be kept, and what to do instead. */
export function planKeeping(folder: string, { env }: AppContext): Result<KeepPlan> {
  const unit = unitFor(folder, env);
  if (!unit.ok) return unit;
  const { file, text, ask, title } = unit.value;
  const before = readOwn(file);
  if (!before.ok) return before;
  if (before.value !== null && !before.value.includes(OWN)) return fail(`${file} is there already and is not ours`);
  const other = before.value === null ? findServing(stateDir(env)) : undefined;
  if (other !== undefined && other.byHook !== true)
    return fail(`one runs already at ${other.address}: end it first with sallyport serve --stop`);
  if (runAll([ask], env, ASK_LIMIT_MS) !== null)
    return fail(`nobody here takes ${title}: start the service with ${BY_HAND}`);
  return ok({ unit: unit.value, change: { file, before: before.value, after: Buffer.from(text) } });
}

/** Writes it and starts it. What does not start leaves nothing behind. */
export function startKeeping({ unit, change }: KeepPlan, env: Env): Result<void> {
  if (!changesNothing(change)) {
    const written = replaceOwn(change.file, change.after, change.before);
    if (!written.ok) return written;
  }
  endStarted(stateDir(env));
  const failed = runAll(unit.start, env);
  if (failed === null) return ok(undefined);
  if (change.before === null) runAll(unit.stop, env);
  replaceOwn(change.file, change.before, change.after);
  runAll(change.before === null ? unit.forget : unit.start, env);
  return fail(failed);
}

/** From now on hooks start none: the one that they started makes way. */
function endStarted(state: string): void {
  neverStart(state);
  const started = findServing(state);
  if (started?.byHook !== true) return;
  process.kill(started.pid, "SIGTERM");
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let left = END_LOOKS; left > 0 && isServing(started); left--) Atomics.wait(clock, 0, 0, LOOK_MS);
}

export interface EndedKeeping {
  readonly file: string;
  /** What did not work, in words; null where all did. */
  readonly problem: string | null;
}

/** Undefined where nothing of ours is there. */
export function endKeeping(env: Env): EndedKeeping | undefined {
  const unit = unitFor(".", env);
  if (!unit.ok || !isOurs(unit.value.file)) return undefined;
  const { file, stop, forget } = unit.value;
  const problem = runAll(stop, env);
  rmSync(file);
  runAll(forget, env);
  return { file, problem };
}

/** The file of a unit of ours; undefined where there is none. */
export function keptUnit(env: Env): string | undefined {
  const unit = unitFor(".", env);
  return unit.ok && isOurs(unit.value.file) ? unit.value.file : undefined;
}

function isOurs(file: string): boolean {
  const found = readOwn(file);
  return found.ok && found.value?.includes(OWN) === true;
}

export type ServiceStanding =
  /** It runs, or is kept running. */
  | { readonly kind: "there" }
  /** `title` would keep it running. */
  | { readonly kind: "offered"; readonly title: string }
  /** Nothing here keeps one running. */
  | { readonly kind: "by hand" };

export function standingOf({ env }: AppContext): ServiceStanding {
  if (findServing(stateDir(env)) !== undefined) return { kind: "there" };
  const unit = unitFor(".", env);
  if (!unit.ok) return { kind: "by hand" };
  const { file, ask, title } = unit.value;
  const before = readOwn(file);
  if (before.ok && before.value !== null) return { kind: "there" };
  return runAll([ask], env, ASK_LIMIT_MS) === null ? { kind: "offered", title } : { kind: "by hand" };
}

/** Keys that a service nobody's shell starts does not have. */
export function describeMissingKeys(settings: Pick<Settings, "classifier">): readonly string[] {
  const keys = keysOf(settings);
  if (keys.length === 0) return [];
  return [
    `${keys.join(", ")} is not in the service's environment: calls that need the model are decided by each hook alone, unless classifier.apiKeyFile names a file`,
  ];
}

/** The first that did not work, in words; null where all did. */
function runAll(commands: readonly (readonly string[])[], env: Env, limitMs = RUN_LIMIT_MS): string | null {
  for (const [program = "", ...args] of commands) {
    const done = spawnSync(program, args, {
      ...{ env: { ...env }, encoding: "utf8", timeout: limitMs },
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (done.status === 0) continue;
    const why = done.error === undefined ? done.stderr.trim().split("\n")[0] : done.error.message;
    return `${[program, ...args].join(" ")} did not work (${why})`;
  }
  return null;
}
