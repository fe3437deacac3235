/** Qwen Code 0.24 takes blanks off both ends of a path and backslashes away before signs that a shell knows; `~\` is home too. */
import type { HostPaths } from "../../contract/opening.ts";
import { fileBehind } from "../spellings.ts";

const ESCAPED = /\\([ \t()[\]{};|*?$`'"#&<>!~,\\])/g;

export const qwenPaths: HostPaths = (text) => {
  const plain = text.trim().replace(ESCAPED, "$1");
  const home = plain.startsWith("~\\") ? [plain.replace(/[/\\]+/g, "/")] : [];
  // Its language server is asked by address.
  const address = /^file:/i.test(plain) ? [fileBehind(plain)] : [];
  return [plain, ...home, ...address];
};
