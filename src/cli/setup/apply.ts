/** Makes the planned changes, all of them or none: what fails in the middle leaves everything as it was. */
import { mkdirSync, readFileSync, readlinkSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Env, homeOf } from "../../app/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { adoptRules } from "../../hosts/index.ts";
import {
  hookFile,
  journalPath,
  lookAt,
  missingFolders,
  noteMade,
  noteWritten,
  putHookFile,
  replaceOwn,
  sweepHookFiles,
} from "../../hosts/install/index.ts";
import { hookPlace, keepSecret, startingPlaces } from "../../service/index.ts";
import { changesNothing } from "../change/agree.ts";
import { type ProgramPlace, settle } from "../change/settle.ts";
import { settleStarting } from "../serve/agreeing.ts";
import { startKeeping } from "../serve/keep.ts";
import type { SetupPlan } from "./plan.ts";

/** What the person has to know afterwards. */
export async function applySetup(plan: SetupPlan, env: Env): Promise<Result<readonly string[]>> {
  const places = placesOf(plan, env);
  const before = rememberPlaces(places);
  const folders = places.flatMap(missingFolders);
  // Until it is over, an interruption waits: half of it would be worse than either.
  let interrupted = false;
  const wait = (): void => {
    interrupted = true;
  };
  process.on("SIGINT", wait);
  try {
    const done = makeAll(plan, env);
    if (done.ok) noteMade(plan.stateDir, folders, plan.settings);
    else before.restore();
    await nextTurn();
    return done.ok && interrupted ? ok([INTERRUPTED, ...done.value]) : done;
  } catch (error) {
    before.restore();
    return fail(messageOf(error));
  } finally {
    process.off("SIGINT", wait);
  }
}

const INTERRUPTED =
  "Ctrl-C came while this was being written, and all of it is there. To take it back: sallyport uninstall";
/** A signal that came meanwhile is told in the turn after. */
const nextTurn = (): Promise<void> => new Promise((done) => void setImmediate(() => setImmediate(done)));

function makeAll(plan: SetupPlan, env: Env): Result<readonly string[]> {
  const { wishes, settings, hosts, service, pinned, stateDir } = plan;
  const settled = settle(pinned.place, env);
  if (!settled.ok) return settled;
  for (const { change } of hosts) {
    if (changesNothing(change)) continue;
    const kept = noteWritten(stateDir, change, pinned.pins);
    if (!kept.ok) return kept;
  }
  const secret = keepSecret(stateDir);
  const told = secret.ok ? [] : [`Hooks will not reach a service: ${secret.error}.`];
  settleStarting(wishes.service, stateDir);
  if (wishes.adopt.length > 0) adoptRules(stateDir, wishes.adopt);
  const file = hosts.length > 0 ? putHookFile(pinned.pins) : ok(undefined);
  if (!file.ok) return file;
  for (const change of [settings, ...hosts.map((one) => one.change)]) {
    if (changesNothing(change)) continue;
    const written = replaceOwn(change.file, change.after, change.before);
    if (!written.ok) return written;
  }
  sweepHookFiles(stateDir);
  // Last: it reads what was written above.
  const started = service === null ? ok(undefined) : startKeeping(service, env);
  return started.ok ? ok([...settled.value, ...told]) : started;
}

const placesOf = ({ settings, hosts, service, stateDir, pinned }: SetupPlan, env: Env): readonly string[] => [
  settings.file,
  ...hosts.map(({ change }) => change.file),
  stateLayout(stateDir).adopted,
  stateLayout(stateDir).made,
  hookPlace(stateDir).secret,
  ...startingPlaces(stateDir),
  hookFile(pinned.pins).path,
  journalPath(stateDir),
  ...(service === null ? [] : [service.change.file]),
  ...programPlaces(pinned.place, env),
];

/** What copying the program makes. */
export const programPlaces = ({ from, folder }: ProgramPlace, env: Env): readonly string[] =>
  from === null ? [] : [dirname(folder), join(homeOf(env), ".local/bin/sallyport")];

interface RememberedPlaces {
  /** Files and links as they were; what was not there goes, and the folders that were made for it. */
  readonly restore: () => void;
}

export function rememberPlaces(paths: readonly string[]): RememberedPlaces {
  const undo = paths.map(rememberOne);
  return {
    restore: () => {
      for (const one of undo.reverse())
        try {
          one();
        } catch {
          // The next is put back all the same.
        }
    },
  };
}

function rememberOne(path: string): () => void {
  const found = lookAt(path);
  if (found === undefined) {
    const made = missingFolders(path);
    return () => {
      rmSync(path, { recursive: true, force: true });
      for (const folder of made) rmdirSync(folder);
    };
  }
  if (found.isSymbolicLink()) {
    const target = readlinkSync(path);
    return () => {
      rmSync(path, { force: true });
      symlinkSync(target, path);
    };
  }
  if (!found.isFile()) return () => undefined;
  const [bytes, mode] = [readFileSync(path), found.mode & 0o777];
  return () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes, { mode });
  };
}
