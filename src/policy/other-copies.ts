/**
 * Another work tree (a clone, a linked tree) holds other copies of the project's files. What the session wrote there comes
 * back through git under the project's own names: a file of the project that changed since is then the session's as well.
 */
import { dirname } from "node:path/posix";
import type { Memory } from "../contract/session.ts";
import type { World } from "../contract/world.ts";
import { findRepo } from "../machine/git/index.ts";

interface Own {
  readonly projectRoot: string;
  readonly world: World;
}

export function withCopies<M extends Pick<Memory, "written" | "startedAt">>(memory: M, own: Own): M {
  const roots = new Map<string, string | undefined>([[own.projectRoot, undefined]]);
  const names = [...memory.written].flatMap((path) => {
    const root = otherRoot(dirname(path), roots, own.world);
    return root === undefined ? [] : [path.slice(root.length)];
  });
  if (names.length === 0) return memory;
  const top = findRepo(own.projectRoot, own.world)?.workTree ?? own.projectRoot;
  const copies = [top, own.projectRoot].flatMap((base) => names.map((name) => base + name));
  const changed = copies.filter((path) => {
    const { kind, ctimeMs } = own.world.stat(path);
    return kind !== "absent" && !(ctimeMs !== undefined && ctimeMs < memory.startedAt);
  });
  return changed.length === 0 ? memory : { ...memory, written: new Set([...memory.written, ...changed]) };
}

/** The nearest directory above that git takes for a work tree, where it is not the project. */
function otherRoot(dir: string, roots: Map<string, string | undefined>, world: World): string | undefined {
  if (roots.has(dir) || dir === "/" || dir === ".") return roots.get(dir);
  const found = world.lstat(`${dir}/.git`).kind === "absent" ? otherRoot(dirname(dir), roots, world) : dir;
  roots.set(dir, found);
  return found;
}
