/** What a shell puts in place of a pattern, as the disk is now: sure to be the same in every shell, and harmless whatever its options are. */
import type { Scene } from "../types.ts";
import { isSecret } from "./look.ts";
import { realPath } from "./real.ts";
import { globPattern } from "./table.ts";

/** Directory entries looked through, and words that are put in place. */
const MAX_ENTRIES = 2_000;
const MAX_MATCHES = 1_000;
/** In one name: matching more takes time that grows with each. */
const MAX_STARS = 3;

interface Found {
  readonly path: string;
  /** Every shell puts this name in place, whatever its options say of case and of hidden files. */
  readonly sure: boolean;
}

/** What stands before the first sign, and where that leads. */
interface GlobStart {
  readonly base: string;
  readonly real: string;
}

/**
 * The matches, sorted. `pattern` is absolute, with `*` and `?` as its only signs. Undefined where it matches nothing, a link, a secret, a
 * name that could be an option, or too much.
 */
export function expandGlob(pattern: string, scene: Scene): readonly string[] | undefined {
  if (!pattern.startsWith("/") || /[[\]{}\\\0]|[?*+@!]\(|\/\.\.?(?:\/|$)/.test(pattern)) return undefined;
  if (pattern.split("/").some((segment) => segment.split("*").length > MAX_STARS + 1)) return undefined;
  const wild = pattern.split("/").findIndex(isWild);
  const base = pattern.split("/").slice(0, wild).join("/");
  const start = wild < 0 ? undefined : realPath(base === "" ? "/" : base, scene.disk);
  if (start === undefined) return undefined;
  const found = within({ base, real: start.path === "/" ? "" : start.path }, pattern.split("/").slice(wild), scene);
  const sure = found?.filter((one) => one.sure).map(({ path }) => path) ?? [];
  return sure.length === 0 || sure.length > MAX_MATCHES ? undefined : sure.sort();
}

/** What is there; undefined where one of the names is not tame, or there is more than is looked through. */
function within(start: GlobStart, segments: readonly string[], scene: Scene): readonly Found[] | undefined {
  let left = MAX_ENTRIES;
  let found: readonly Found[] = [{ path: start.base, sure: true }];
  for (const segment of segments) {
    const listed = found.map((dir) => ({ dir, names: namesIn(dir.path, segment, scene) }));
    left -= listed.reduce((sum, { names }) => sum + names.length, 0);
    if (left < 0) return undefined;
    const next = listed.flatMap(({ dir, names }) => matching(dir, segment, names));
    // Before anything behind them is looked at.
    if (!next.every(({ path }) => isTame(path, start, scene))) return undefined;
    found = next.filter(({ path }) => scene.disk.lstat(path).kind !== "absent");
  }
  return found;
}

const isWild = (segment: string): boolean => /[*?]/.test(segment);

const namesIn = (dir: string, segment: string, { disk }: Scene): readonly string[] =>
  isWild(segment) ? (disk.readDir(dir === "" ? "/" : dir) ?? []) : [segment];

const matching = (dir: Found, segment: string, names: readonly string[]): readonly Found[] =>
  names
    .filter((name) => !isWild(segment) || loosely(segment, name))
    .map((name) => ({ path: `${dir.path}/${name}`, sure: dir.sure && (!isWild(segment) || surely(segment, name)) }));

/** No link, no secret, nothing that a program takes for an option. */
const isTame = (path: string, { base, real }: GlobStart, scene: Scene): boolean =>
  realPath(path, scene.disk)?.path === real + path.slice(base.length) &&
  !/\/-/.test(path.slice(base.length)) &&
  !isSecret(path, scene);

/** As the widest of the shells' options has it: of any case, hidden names too, `?` for one byte or several. */
const loosely = (segment: string, name: string): boolean =>
  new RegExp(`^${globPattern(segment).replace(/(?<!\\)\.(?!\*)/g, ".{1,4}")}$`, "is").test(name);

const surely = (segment: string, name: string): boolean =>
  (!name.startsWith(".") || segment.startsWith(".")) &&
  new RegExp(`^${globPattern(segment).replace(/(?<!\\)\.(?!\*)/g, "[ -~]")}$`, "s").test(name);
