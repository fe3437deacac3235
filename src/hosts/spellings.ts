/** What hosts do to the text of a path, in parts that several of them share. Each answers with a text, and none throws. */
import { fileURLToPath } from "node:url";
import type { OpeningPlace } from "../contract/opening.ts";
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
