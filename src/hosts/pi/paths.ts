/**
 * pi 0.87 reads a path in ways of its own (`@` before it, odd spaces, an address of a file), and `read` tries names like it where a
 * file is not there: with a narrow space before AM and PM, decomposed, with a curly apostrophe.
 */
import type { HostPaths } from "../../contract/opening.ts";
import { absolutePath } from "../../machine/index.ts";
import { fileBehind } from "../spellings.ts";

const ODD_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

export const piPaths: HostPaths = (text, { tool, cwd, world }) => {
  const plain = text.replace(ODD_SPACES, " ").replace(/^@/, "");
  const path = /^file:/i.test(plain) ? fileBehind(plain) : plain;
  return path === null || tool !== "read" ? [path] : [path, ...namesLike(absolutePath(path, cwd, world))];
};

function namesLike(path: string): readonly string[] {
  const decomposed = path.normalize("NFD");
  return [path.replace(/ (AM|PM)\./gi, "\u202F$1."), decomposed, curly(path), curly(decomposed)];
}

const curly = (path: string): string => path.replaceAll("'", "\u2019");
