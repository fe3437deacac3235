/** Places that nothing recursive may delete, move away or empty: `/`, what lies directly in it, and every home (step 3f). */
import type { Target } from "../../contract/effect.ts";
import { segmentMatches } from "../../machine/index.ts";
import type { CallView } from "../offline/index.ts";

type Where = Pick<CallView, "look" | "home" | "world">;

/** Holds other things than the machine's: throw-away files. */
const SHARED_SCRATCH = "tmp";

/** Each is a home with everything in it, whoever's. */
const HOMES = /^\/(?:home|users|export\/home|var\/home|c\/users)\/[^/]+$|^\/(?:root|var\/root|var\/lib\/root)$/;

/** A pattern that leaves out nothing, or nothing but names that begin with a dot, or only those. */
const EVERYTHING =
  /^(?:[*?.]*[*?]+|\.?\[(?:[!^][^\]]*|[^\]]*a-z[^\]]*)\][*?]*|\{[^}]*\*[^}]*\}|!\([^()]*\)|[*+?@]\([^()]*\*[^()]*\))$/;

/** The place, or everything in it, is one of those. What could be anything at or below a place is none of them. */
export function isWhole(target: Target, where: Where): boolean {
  if (target.path === "" || target.certainty === "unknown") return false;
  const { ways, globs } = where.look(target);
  return ways.some((way) => isWholeWay(way, { globs, where }));
}

interface Seen {
  readonly globs: boolean;
  readonly where: Where;
}

function isWholeWay(way: readonly string[], { globs, where }: Seen): boolean {
  if (way[0] === "**") return false;
  let whole = way;
  if (globs) while (EVERYTHING.test(whole.at(-1) ?? "")) whole = whole.slice(0, -1);
  const [first] = whole;
  if (first === undefined) return true;
  const path = `/${whole.join("/")}`;
  if (path === `/${SHARED_SCRATCH}`) return false;
  if (isHomeOrAbove(path, where.home)) return true;
  if (whole.length > 1) return HOMES.test(path.replace(/^\/([a-z]):\//, "/$1/")) || isWholeDrive(whole);
  return !globs || !/[*?[{]/.test(first) || matchesOthers(first, where);
}

const isHomeOrAbove = (path: string, home: string): boolean =>
  home !== "/" && `${home.toLowerCase()}/`.startsWith(`${path}/`);

/** A drive of Windows, and what its system keeps directly on it. Projects lie there too. */
const isWholeDrive = ([drive = "", first, ...more]: readonly string[]): boolean =>
  /^[a-z]:?$/.test(drive) &&
  more.length === 0 &&
  (first === undefined || /^(?:windows|users|program files(?: \(x86\))?|programdata)$/.test(first));

/** The pattern fits something that lies directly in `/` now, besides the place for throw-away files. */
const matchesOthers = (pattern: string, { world }: Where): boolean =>
  (world.readDir("/") ?? []).some((name) => name !== SHARED_SCRATCH && segmentMatches(pattern, name.toLowerCase()));
