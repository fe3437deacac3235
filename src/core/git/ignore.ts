/**
 * What `.gitignore` files leave out, in the direction that is safe: a rule that is not plain takes nothing away, and where it keeps
 * something it keeps everything. So what is called ignored here is ignored by git.
 */
import type { World } from "../../contract/world.ts";
import { isThere, readText } from "./files.ts";

const FILE_BYTES_MAX = 1 << 20;
const STARS_MAX = 4;

interface Rule {
  /** Null: everything below its directory. */
  readonly pattern: RegExp | null;
  readonly keeps: boolean;
  readonly directoriesOnly: boolean;
}

/** The rules of one file and the directory they count from, absolute. */
export interface IgnoreFile {
  readonly dir: string;
  readonly rules: readonly Rule[];
}

/** Levels weakest first; the nearest rule, last written, decides. A path below an ignored directory is not asked about. */
export function isIgnored(levels: readonly IgnoreFile[], path: string, isDirectory: boolean): boolean {
  for (const { dir, rules } of [...levels].reverse()) {
    const below = path.slice(dir.length + 1);
    const rule = rules.findLast(
      ({ pattern, directoriesOnly }) => (isDirectory || !directoriesOnly) && (pattern?.test(below) ?? true),
    );
    if (rule !== undefined) return !rule.keeps;
  }
  return false;
}

/**
 * Of `.gitignore` in its directory, or of `info/exclude`, which counts from the top and is weaker; the person's own list is weaker still,
 * and not asked; classes of letters and digits (`[Bb]in`) where they are wanted too. Undefined where the file is a link, which versions of git read differently, or cannot be read.
 */
export function readLevel(file: string, dir: string, disk: World, also?: "classes"): IgnoreFile | undefined {
  const text = readText(file, FILE_BYTES_MAX, disk)?.replace(/^\uFEFF/, "");
  return text === undefined && isThere(file, disk)
    ? undefined
    : { dir, rules: (text ?? "").split("\n").flatMap((line) => parseRule(line, also)) };
}

function parseRule(written: string, also: "classes" | undefined): readonly Rule[] {
  const line = written.replace(/\r$/, "").replace(/ +$/, "");
  const keeps = line.startsWith("!");
  const body = keeps ? line.slice(1) : line;
  const directoriesOnly = body.endsWith("/");
  const pattern = directoriesOnly ? body.slice(0, -1) : body;
  if (pattern === "" || line.startsWith("#")) return [];
  // A class, an escape, stars next to a letter: several versions of git, several readings. Many stars take long.
  const plain = also === undefined ? pattern : pattern.replace(/\[[A-Za-z\d]+\]/g, "x");
  const isOdd = /[[\]\\\t]|\*\*[^/]|[^/]\*\*/.test(plain) || pattern.split(/\*+/).length > STARS_MAX;
  if (isOdd) return keeps ? [{ pattern: null, keeps, directoriesOnly }] : [];
  // One that keeps may fold letters, where the file system does.
  return [{ pattern: new RegExp(expression(pattern), keeps ? "is" : "s"), keeps, directoriesOnly }];
}

/** Without a slash it is a name at any depth; `**` for any number of directories. */
function expression(pattern: string): string {
  const isAnchored = pattern.includes("/");
  const segments = pattern.replace(/^\//, "").split("/");
  const parts = segments.map((segment, i) => {
    const isLast = i === segments.length - 1;
    if (segment === "**") return isLast ? ".+" : "(?:[^/]+/)*";
    const text = segment
      .replace(/[.+^${}()|]/g, "\\$&")
      .replace(/\*/g, "[^/]*")
      .replace(/\?/g, "[ -.0-~]");
    return isLast ? text : `${text}/`;
  });
  return `^${isAnchored ? "" : "(?:[^/]+/)*"}${parts.join("")}$`;
}
