/** Files of which git keeps other bytes than theirs: a filter, `$Id$`, another encoding. Line ends are not looked at. */
import { dirname } from "node:path/posix";
import { once } from "../../contract/kept.ts";
import type { World } from "../../contract/world.ts";
import { readText } from "../../core/git/index.ts";
import { realPath } from "../resolve.ts";
import type { Repo } from "./repo.ts";
import { lastValue, pathValue, settingsOf } from "./settings.ts";

const FILE_BYTES_MAX = 1 << 20;
const CONVERTS = /[ \t](?:filter=(\S+)|ident(?=[ \t\r]|$)|working-tree-encoding=)/g;
/** Keeps every byte in a store of its own. */
const LFS = /^git-lfs clean (?:-- )?%f$/;
/** A pattern of one kind of file; any other one may be for every file. */
const ENDING = /^\*(\.[\w.-]+)[ \t]/;

/** Whether a line is there that says so of a path; one that takes it back is not heeded. */
export function converting(root: string, repo: Repo, world: World): (path: string) => boolean {
  const settings = settingsOf(repo, world);
  const isStored = LFS.test(lastValue(settings, "filter.lfs.clean") ?? "");
  const converts = (line: string): boolean =>
    [...line.matchAll(CONVERTS)].some(([, filter]) => !(isStored && filter === "lfs"));
  const endingsOf = (file: string | undefined): readonly string[] => {
    const text = file === undefined ? null : readText(file, FILE_BYTES_MAX, world);
    if (text === undefined) return [""];
    return (text ?? "").split("\n").flatMap((line) => (converts(line) ? (ENDING.exec(line)?.[1] ?? "") : []));
  };
  const named = lastValue(settings, "core.attributesfile");
  const own = named == null ? `${world.home}/.config/git/attributes` : pathValue(named, root, world);
  const base = once(() =>
    ["/etc/gitattributes", own && realPath(own, world).path, `${repo.commonDir}/info/attributes`].flatMap(endingsOf),
  );
  const known = new Map<string, readonly string[]>();
  const endingsIn = (dir: string): readonly string[] => {
    const above = dir.length > root.length ? () => endingsIn(dirname(dir)) : base;
    const endings = known.get(dir) ?? [...above(), ...endingsOf(`${dir}/.gitattributes`)];
    known.set(dir, endings);
    return endings;
  };
  return (path) => endingsIn(dirname(path)).some((ending) => path.endsWith(ending));
}
