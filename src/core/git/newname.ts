/** A new branch or tag: its name resolves to nothing today, and hides nothing that a later command may mean by it. */
import type { World } from "../../contract/world.ts";
import { isThere, listDir, readText } from "./files.ts";
import type { Personal } from "./personal.ts";
import type { Repository } from "./repository.ts";
import type { GitStanding } from "./use.ts";

const PACKED_BYTES_MAX = 16 << 20;

/** Nothing that a shell, a pattern or git's own language of revisions reads otherwise. */
const PLAIN = /^[A-Za-z0-9_][\w+#-]*(?:[./][\w+#-]+)*$/;
/** HEAD and its like; the beginnings of full names; what a commit may be called by its id or by `git describe`. */
const TAKEN: readonly RegExp[] = [
  /^[A-Z_]+$/,
  /^(?:head|\w+_head|stash|refs|heads|tags|remotes)(?:\/.*)?$/i,
  /^[0-9a-f]{4,64}$/i,
  /-g[0-9a-f]+$/i,
  /\.lock(?:\/|$)/i,
];
/** Every place git looks a short name up in (`gitrevisions`), and the branches of each remote. */
const LOOKED_UP = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];

export function isNewName(name: string, { cwd, scene: { disk }, repo, personal }: GitStanding): boolean {
  const remotes = remotesOf(repo, personal, disk);
  if (!PLAIN.test(name) || TAKEN.some((one) => one.test(name)) || remotes === undefined) return false;
  const packed = readText(`${repo.commonDir}/packed-refs`, PACKED_BYTES_MAX, disk);
  if (packed === undefined || remotes.some((remote) => name === remote || name.startsWith(`${remote}/`))) return false;
  const refs = [...LOOKED_UP, ...remotes.map((remote) => `refs/remotes/${remote}/`)].map((prefix) => prefix + name);
  // A command that takes a revision or a path would ask which of them is meant, or not ask.
  const places = [`${cwd}/${name}`, `${repo.workTree}/${name}`];
  for (const ref of refs) places.push(`${repo.gitDir}/${ref}`, `${repo.commonDir}/${ref}`);
  if (places.some((place) => isThere(place, disk))) return false;
  const folded = packed?.toLowerCase() ?? "";
  return !refs.some((ref) => folded.includes(` ${ref.toLowerCase()}\n`) || folded.includes(` ${ref.toLowerCase()}/`));
}

function remotesOf({ settings, commonDir }: Repository, { settings: persons }: Personal, disk: World) {
  const named = [...settings, ...persons].flatMap(({ key }) => /^remote\.(.+)\.[^.]+$/s.exec(key)?.[1] ?? []);
  const dir = `${commonDir}/refs/remotes`;
  const seen = isThere(dir, disk) ? listDir(dir, disk)?.map(({ name }) => name) : [];
  return seen && [...new Set([...named, ...seen, "origin"])];
}
