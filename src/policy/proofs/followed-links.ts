/** Links below a tree that is read by whoever opens what it finds there: what they lead to is read with it. */
import { basename } from "node:path/posix";
import type { DirEntry } from "../../contract/world.ts";
import { findSecretBelow, foldSegment, isInside, isOfTools } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

export interface Following {
  readonly own: readonly string[];
  readonly isSecret: (name: string, path: string) => boolean;
  /** Something may be shown of the file at `path`, which is found under the name `as`. */
  readonly isShown: (as: string, path: string) => boolean;
}

/** Directories behind links: of more than these nobody knows. */
const MAX_FOLDERS = 100;
/** Names in one of them. */
const MAX_NAMES = 5_000;

/** Whether a link leads to a secret, out of where the session works, or nowhere that is known. */
export function linkFollower({ own, isSecret, isShown }: Following, call: PolicyCall): (link: string) => boolean {
  const { world, real } = call;
  let left = MAX_FOLDERS;

  function leadsOn(as: string, link: string, above: readonly string[]): boolean {
    const { path, problem } = real(link);
    if (problem !== null) return isShown(as, link);
    if (isOfTools(path, world)) return false;
    const isOwn = own.some((root) => isInside(path, root));
    const isHeld = (name: string, at: string): boolean => !isOwn || isSecret(name, at);
    if (world.stat(path).kind !== "directory") return isHeld(foldSegment(basename(path)), path) && isShown(as, path);
    if (above.includes(path)) return false;
    if (--left < 0) return true;
    const isFound = (name: string, at: string, kind: DirEntry["kind"]): boolean => {
      const below = as + at.slice(path.length);
      return kind === "link" ? leadsOn(below, at, [...above, path]) : isHeld(name, at) && isShown(below, at);
    };
    return findSecretBelow(path, world, isFound, MAX_NAMES) !== undefined;
  }

  return (link) => leadsOn(link, link, []);
}
