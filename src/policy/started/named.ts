/** The files that words name: by their path, without an ending, as a module or as the directory they are the entry of. */
import { basename, dirname, extname } from "node:path/posix";
import { foldPath, isInside, segmentMatches } from "../../machine/index.ts";

/** Every file below a directory whose name fits. */
interface NamedTree {
  readonly dir: string;
  /** With wildcards, folded. */
  readonly pattern: string;
  readonly deep: boolean;
}

/** All folded. */
export interface Named {
  /** Absolute. */
  readonly paths: Set<string>;
  /** How a path ends of which the beginning is not known. */
  readonly tails: Set<string>;
  /** Of these and of `tails` only the file itself counts: what looks at a tree starts nothing of it. */
  readonly whole: Set<string>;
  readonly trees: NamedTree[];
  /** Named in settings of an agent or of git: counts for whatever it is, a text too. */
  readonly any: Set<string>;
}

export const nothingNamed = (): Named => ({
  paths: new Set(),
  tails: new Set(),
  whole: new Set(),
  trees: [],
  any: new Set(),
});

/** Nothing starts these, unless a command names one of them as it stands. */
const DOCUMENT =
  /\.(?:mdx?|markdown|txt|rst|adoc|png|jpe?g|gif|svg|webp|ico|pdf|s?css|less|html?|csv|tsv|log|lock|snap|woff2?|ttf|mp[34])$/i;

/** What an interpreter takes a name without it for. */
const CODE =
  /\.(?:[cm]?[jt]sx?|node|py[cow]?|sh|bash|zsh|fish|ksh|rb|pl|pm|php|lua|go|rs|r|ps1|cmd|bat|exe|vim|el|exs?|jl|tcl|awk|nu)$/i;

/** What a directory is started by. */
const ENTRY = /^(?:(?:index|main|__main__|__init__|mod|cli|default)\.[^.]+|package\.json)$/i;

export const isDocument = (path: string): boolean => DOCUMENT.test(path);
export const isCode = (name: string): boolean => CODE.test(name);
export const isEntry = (name: string): boolean => ENTRY.test(name);

/** `path`: absolute. */
export function isNamed(path: string, named: Named): boolean {
  const folded = foldPath(path);
  if (named.any.has(folded)) return true;
  if (isDocument(folded)) return false;
  if (named.whole.has(folded) || isIn(folded, named)) return true;
  if (namesFor(folded).some((name) => isIn(name, named))) return true;
  return named.trees.some((tree) => isInTree(folded, tree));
}

/** What else a file may be called by what starts it. */
function namesFor(path: string): readonly string[] {
  const dir = dirname(path);
  const stem = isCode(path) ? [path.slice(0, -extname(path).length)] : [];
  if (!isEntry(basename(path))) return stem;
  return [...stem, dir, ...(basename(dir) === "src" ? [dirname(dir)] : [])];
}

const isIn = (path: string, { paths, tails }: Named): boolean =>
  paths.has(path) || (tails.size > 0 && tailsOf(path).some((tail) => tails.has(tail)));

function tailsOf(path: string): readonly string[] {
  const segments = path.split("/").slice(1);
  return segments.map((_, i) => segments.slice(i).join("/"));
}

function isInTree(path: string, { dir, pattern, deep }: NamedTree): boolean {
  if (!isInside(path, dir) || (!deep && dirname(path) !== dir)) return false;
  return segmentMatches(pattern, basename(path));
}
