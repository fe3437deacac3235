/** What hosts do to the text of a path, in parts that several of them share. Each answers with a text, and none throws. */
import { fileURLToPath } from "node:url";
import type { HostPaths, OpeningPlace } from "../contract/world.ts";
import { absolutePath } from "../machine/index.ts";

/** `%2e` for a dot; a text that does not decode stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The path behind an address of a file; null where it is none, or nobody can say which. */
export function fileBehind(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}

/** Absolute, with `~` as a name like any other, as `path.resolve` has it. */
export const resolveLiterally = (text: string, { cwd, world }: Pick<OpeningPlace, "cwd" | "world">): string =>
  absolutePath(text.startsWith("~") ? `./${text}` : text, cwd, world);

export const ODD_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/** What pi and Cline try where a file to read is not there: a narrow space before AM and PM, decomposed, a curly apostrophe. */
export function namesLike(path: string): readonly string[] {
  const decomposed = path.normalize("NFD");
  return [path.replace(/ (AM|PM)\./gi, "\u202F$1."), decomposed, curly(path), curly(decomposed)];
}

const curly = (path: string): string => path.replaceAll("'", "\u2019");

/** A sign that one agent or another takes off, decodes or expands before it opens a path. */
const CHANGED_BY_SOME = /^@|%[0-9a-f]{2}|^[a-z][a-z\d+.-]*:|\\|\$[{(]/i;

/** Of an agent that was never run here: nobody can say what it opens for a path with such a sign. */
export const untriedPaths: HostPaths = (text) => (CHANGED_BY_SOME.test(text) ? [null] : []);
