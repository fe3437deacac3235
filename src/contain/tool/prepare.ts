/** Makes what a plan needs before its walls are put up: the gate's own files, private directories, mount points. */
import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import type { NeededDirectory, WallsPlan } from "../plan/types.ts";
import { emptyFilePath, seccompPath } from "../state.ts";
import { seccompProgram } from "./seccomp.ts";

/** Cheap when everything is there. A failure means that the walls cannot be put up. */
export function prepareWalls(plan: WallsPlan, stateDir: string): Result<void> {
  try {
    const filter = seccompProgram(process.arch, plan.walls);
    if (filter === undefined) return fail(`no filter of system calls is known for ${process.arch}`);
    keepFile(seccompPath(stateDir, plan.walls), filter);
    keepFile(emptyFilePath(stateDir), new Uint8Array());
    for (const needed of plan.needs) {
      if (needed.copyOf === null) makeDirectory(needed.path);
      else copyDirectory(needed.copyOf, needed);
    }
    return ok(undefined);
  } catch (error) {
    return fail(`the walls could not be prepared: ${messageOf(error)}`);
  }
}

function keepFile(path: string, content: Uint8Array): void {
  try {
    if (Buffer.compare(readFileSync(path), content) === 0) return;
  } catch {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  }
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, content, { mode: 0o600 });
  renameSync(fresh, path);
}

function makeDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (!lstatSync(path).isDirectory()) throw new Error(`${path} is a link`);
}

/** Made beside its place and moved there: a copy that was cut short is never used. */
function copyDirectory(from: string, { path }: NeededDirectory): void {
  const stamp = `${path}.stamp`;
  const state = String(statSync(from).mtimeMs);
  if (readStamp(stamp) === state && lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const fresh = `${path}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  makeDirectory(fresh);
  for (const name of readdirSync(from)) copyFileSync(`${from}/${name}`, `${fresh}/${name}`, constants.COPYFILE_FICLONE);
  rmSync(path, { recursive: true, force: true });
  renameSync(fresh, path);
  writeFileSync(stamp, state, { mode: 0o600 });
}

function readStamp(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
