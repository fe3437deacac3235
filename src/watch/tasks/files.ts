/** The project's files through `World`, bounded. */
import type { World } from "../../contract/world.ts";

const MAX_FILE_BYTES = 256 * 1024;
const MAX_UP = 32;

/** Where tasks are looked for: a directory, absolute, and the disk. */
export interface TaskPlace {
  readonly dir: string;
  readonly world: World;
}

/** The text a task runs. */
export interface TaskText {
  /** What brought it here, as a person would say it ("npm run deploy"). */
  readonly via: string;
  readonly text: string;
  /** The file that says so, absolute. */
  readonly file: string;
  /** Where it runs, absolute. */
  readonly cwd: string;
}

type FoundFile = Readonly<Record<"dir" | "path" | "text", string>>;

/** The first of these names, in the directory or in one above it. */
export function findUp(at: TaskPlace, names: readonly string[], left = MAX_UP): FoundFile | undefined {
  const found = fileIn(at, names);
  if (found !== undefined || left === 0 || at.dir.length < 2) return found;
  return findUp({ ...at, dir: at.dir.slice(0, Math.max(at.dir.lastIndexOf("/"), 0)) || "/" }, names, left - 1);
}

export function fileIn({ dir, world }: TaskPlace, names: readonly string[]): FoundFile | undefined {
  for (const name of names) {
    const path = name.startsWith("/") ? name : `${dir === "/" ? "" : dir}/${name}`;
    const bytes = world.stat(path).kind === "file" ? world.readFile(path, MAX_FILE_BYTES) : undefined;
    if (bytes !== undefined) return { dir, path, text: Buffer.from(bytes).toString("utf8") };
  }
  return undefined;
}
