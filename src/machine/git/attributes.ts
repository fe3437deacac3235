/** Files of which git keeps other bytes than theirs: a filter, `$Id$`, another encoding. Line ends are not looked at. */
import { dirname } from "node:path/posix";
import { once } from "../../contract/kept.ts";
import type { World } from "../../contract/world.ts";
import { type IgnoreFile, isIgnored, parseLevel, readText } from "../../core/git/index.ts";
import { realPath } from "../resolve.ts";
import type { Repo } from "./repo.ts";
import { lastValue, pathValue, settingsOf } from "./settings.ts";

const FILE_BYTES_MAX = 1 << 20;
const CONVERTS = /[ \t](?:filter=(\S+)|ident(?=[ \t\r]|$)|working-tree-encoding=)/g;
/** Keeps every byte in a store of its own. */
const LFS = /^git-lfs clean (?:-- )?%f$/;

/** Whether a line is there that says so of a path; one that takes it back is not heeded. */
export function converting(root: string, repo: Repo, world: World): (path: string) => boolean {
  const top = root === "/" ? "" : root;
  const settings = once(() => settingsOf(repo, world));
  const isLossless = (filter: string | undefined): boolean =>
    filter === "lfs" && LFS.test(lastValue(settings(), "filter.lfs.clean") ?? "");
  const read = (file: string | undefined, dir: string): readonly IgnoreFile[] => {
    const text = file === undefined ? null : readText(file, FILE_BYTES_MAX, world);
    const lines = text === undefined ? [" ident"] : (text ?? "").split("\n");
    const converted = lines.filter((line) => [...line.matchAll(CONVERTS)].some(([, filter]) => !isLossless(filter)));
    // A macro, a quoted or unreadable pattern may be for any file.
    const patterns = converted.map((line) => /^[^\s"[]\S*(?=[ \t])/.exec(line)?.[0] ?? "*");
    return patterns.length === 0 ? [] : [parseLevel(["*", ...patterns.map((one) => `!${one}`)].join("\n"), dir)];
  };
  const base = (): readonly IgnoreFile[] => {
    const named = lastValue(settings(), "core.attributesfile");
    const own = named == null ? `${world.home}/.config/git/attributes` : pathValue(named, root, world);
    return ["/etc/gitattributes", own, `${repo.commonDir}/info/attributes`].flatMap((file) =>
      read(file && realPath(file, world).path, top),
    );
  };
  const known = new Map<string, readonly IgnoreFile[]>();
  const levelsIn = (dir: string): readonly IgnoreFile[] => {
    const levels = known.get(dir) ?? [
      ...(dir === top ? base() : levelsIn(dirname(dir).replace(/^\/$/, ""))),
      ...read(`${dir}/.gitattributes`, dir),
    ];
    known.set(dir, levels);
    return levels;
  };
  return (path) => levelsIn(dirname(path).replace(/^\/$/, "")).some((level) => !isIgnored([level], path, false));
}
