/** A glob of a plain command against the disk as it is: it matches something, no link, and nothing that is a credential. */
import { exact } from "../../../contract/effect.ts";
import type { World } from "../../../contract/world.ts";
import { foldSegment } from "../../../machine/index.ts";
import type { PolicyCall } from "../../call.ts";
import { isUnproven } from "../credentials.ts";
import type { PlainWord } from "./grammar.ts";

/** More directory entries than this are not looked through. */
const MAX_ENTRIES = 2000;

interface Found {
  readonly path: string;
  /** Every shell puts this name in place, whatever its options say of case and of hidden files. */
  readonly sure: boolean;
}

/** `pattern` is absolute. */
export function isTameGlob(pattern: string, call: PolicyCall): boolean {
  const found = expand(pattern, call);
  return (
    found?.some(({ sure }) => sure) === true &&
    found.every(({ path }) => {
      const read = { do: "read", target: exact(path), recursive: false, content: true } as const;
      return !isUnproven(read, call);
    })
  );
}

/** What a tame glob matches now, with what other options of a shell would match too. */
export const matchesOf = (pattern: string, call: PolicyCall): readonly string[] =>
  expand(pattern, call)?.map(({ path }) => path) ?? [];

/**
 * A revision is literal in bash and dash. Where a shell's options make `~` and `^` signs of a pattern, it stands for files whose path begins
 * with the revision's name (with `~` behind it: is that name): there is none.
 */
export function isNoFile({ value, revision = "" }: PlainWord, cwd: string, { world }: PolicyCall): boolean {
  const segments = revision.split("/").map(foldSegment);
  const last = segments.pop() ?? "";
  if ([...segments, last].some((segment) => /^\.{0,2}$/.test(segment))) return false;
  const isMatch = (name: string): boolean =>
    value.charAt(revision.length) === "~" ? foldSegment(name) === last : foldSegment(name).startsWith(last);
  let places: readonly string[] = [cwd];
  for (const segment of segments)
    places = places.flatMap((place) =>
      namesIn(place, world)
        .filter((name) => foldSegment(name) === segment)
        .map((name) => `${place}/${name}`),
    );
  return places.every((place) => isListed(place, world) && !namesIn(place, world).some(isMatch));
}

/** An option with a pattern as its value is literal: nothing here has a name with two dashes in front. */
export const isNoOption = (cwd: string, { world }: PolicyCall): boolean =>
  isListed(cwd, world) && !namesIn(cwd, world).some((name) => name.startsWith("--"));

const namesIn = (place: string, world: World): readonly string[] => world.readDir(place) ?? [];
/** What is in it can be seen, or it is no directory. */
const isListed = (place: string, world: World): boolean =>
  world.readDir(place) !== undefined || world.stat(place).kind === "file";

/** Undefined when there is a link or a file that cannot be read among the matches, or too much to look through. */
function expand(pattern: string, call: PolicyCall): readonly Found[] | undefined {
  const budget = { left: MAX_ENTRIES };
  let found: readonly Found[] = [{ path: "", sure: true }];
  for (const segment of pattern.split("/").slice(1))
    found = found.flatMap((dir) => within(dir, segment, call.world, budget));
  if (budget.left < 0) return undefined;
  const there = found.filter(({ path }) => call.world.lstat(path).kind !== "absent");
  return there.every(({ path }) => isDirect(path, pattern, call)) ? there : undefined;
}

function within(dir: Found, segment: string, world: World, budget: { left: number }): readonly Found[] {
  const names = /[*?]/.test(segment) ? (world.readDir(dir.path === "" ? "/" : dir.path) ?? []) : [segment];
  budget.left -= names.length;
  if (budget.left < 0) return [];
  return names
    .filter((name) => matches(segment, name, "loose"))
    .map((name) => ({ path: `${dir.path}/${name}`, sure: dir.sure && matches(segment, name, "sure") }));
}

/** No link on the way from where the pattern begins to be one. */
function isDirect(path: string, pattern: string, { world, real }: PolicyCall): boolean {
  const base = /^(.*?)\/[^/]*[*?]/.exec(pattern)?.[1] ?? "";
  const start = real(base === "" ? "/" : base).path;
  const direct = `${start === "/" ? "" : start}${path.slice(base.length)}`;
  return real(path).path === direct && world.lstat(path).kind !== "unreadable";
}

/** `loose`: as the widest of the shells' options has it. */
function matches(segment: string, name: string, how: "sure" | "loose"): boolean {
  if (!/[*?]/.test(segment)) return segment === name;
  const [any, one] = how === "sure" ? ["[^/]*", "[ -~]"] : ["[^/]*", "[^/]{1,4}"];
  const source = segment.replace(/[.+]/g, "\\$&").replaceAll("*", any).replaceAll("?", one);
  if (how === "sure" && name.startsWith(".") && !segment.startsWith(".")) return false;
  return new RegExp(`^${source}$`, how === "sure" ? "s" : "is").test(name);
}
