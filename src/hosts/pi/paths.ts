/**
 * pi 0.87 reads a path in ways of its own (`@` before it, odd spaces, an address of a file), and `read` tries names like it where a
 * file is not there: with a narrow space before AM and PM, decomposed, with a curly apostrophe.
 */
import type { HostPaths } from "../../contract/opening.ts";
import { absolutePath } from "../../machine/index.ts";
import { fileBehind, namesLike, ODD_SPACES } from "../spellings.ts";

export const piPaths: HostPaths = (text, { tool, cwd, world }) => {
  const plain = text.replace(ODD_SPACES, " ").replace(/^@/, "");
  const path = /^file:/i.test(plain) ? fileBehind(plain) : plain;
  return path === null || tool !== "read" ? [path] : [path, ...namesLike(absolutePath(path, cwd, world))];
};
