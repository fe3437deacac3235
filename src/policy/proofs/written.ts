/** Whether everything that was written in this session shows computing and project files only (§9). */
import type { Call } from "../../gate/call.ts";
import { isInside } from "../../machine/index.ts";
import { isReadOnly, readShell } from "../../readers/bash/index.ts";
import { worldFiles } from "../../readers/definitions/index.ts";
import { firstUnshown, type Project, type Reader } from "../../readers/definitions/languages/index.ts";

const MAX_WRITTEN = 400;

/** Why it does not, in a few words; undefined when it does. */
export function unshownWriting(call: Call): string | undefined {
  const { memory, world } = call;
  if (memory.unseen === true) return "something ran in this session whose writes nobody saw";
  if ([...memory.links].some((link) => world.lstat(link).kind !== "absent")) return "a link was made in this session";
  const root = call.real(call.projectRoot).path;
  const files: string[] = [];
  for (const path of memory.written) {
    const found = filesAt(path, root, call);
    if (typeof found === "string") return `${path === "" ? "a file that is not known" : path}: ${found}`;
    files.push(...found);
    if (files.length > MAX_WRITTEN) return "too many files were written";
  }
  const disk = worldFiles(world);
  const project: Project = {
    root,
    text: (path) => {
      const read = isInside(call.real(path).path, root) ? disk.text(path) : undefined;
      return read?.kind === "text" ? read.text : undefined;
    },
    names: (dir) => disk.names(dir) ?? [],
  };
  const unshown = firstUnshown([...new Set(files)], project, shellReader(call));
  return unshown === undefined ? undefined : `${unshown.path}: ${unshown.why}`;
}

/** The files a remembered path stands for now; a sentence when they cannot be known. */
function filesAt(path: string, root: string, call: Call): readonly string[] | string {
  if (path === "" || !path.startsWith("/")) return "its place is not known";
  const real = call.real(path);
  if (real.problem !== null) return "where it leads is not known";
  if (!isInside(real.path, root)) return isScratch(real.path, root) ? [] : "it lies outside the project";
  const { kind } = call.world.lstat(real.path);
  if (kind === "absent") return [];
  if (kind === "file") return [real.path];
  return kind === "directory" ? below(real.path, call) : "it is no plain file";
}

function below(dir: string, call: Call): readonly string[] | string {
  const files: string[] = [];
  const todo = [dir];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const names = call.world.readDir(next);
    if (names === undefined || files.length + todo.length + names.length > MAX_WRITTEN) return "too much lies below it";
    for (const name of names) {
      const { kind } = call.world.lstat(`${next}/${name}`);
      if (kind === "directory") todo.push(`${next}/${name}`);
      else if (kind === "file") files.push(`${next}/${name}`);
      else return "not everything below it is a plain file";
    }
  }
  return files;
}

/** Notes and output in the machine's place for temporary files: nothing of a project outside it is loaded from there. */
const isScratch = (path: string, root: string): boolean =>
  ["/tmp", "/var/tmp", "/private/tmp"].some((dir) => isInside(path, dir) && path !== dir && !isInside(root, dir)) &&
  /\.(?:txt|log|md|out|diff|patch)$/.test(path);

/** A shell script is shown when the reader proves that it only reads. */
const shellReader =
  (call: Call): Reader =>
  (text) => {
    const reading = readShell(text, {
      cwd: call.projectRoot,
      projectRoot: call.projectRoot,
      world: call.world,
      written: call.memory.written,
    });
    return isReadOnly(reading) ? { shown: true, needs: [] } : { shown: false, why: "it does more than read" };
  };
