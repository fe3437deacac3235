/** Qwen Code 0.24 takes blanks off both ends of a path and backslashes away before signs that a shell knows; `~\` is home too. */
import type { HostPaths } from "../../contract/opening.ts";
import { fileBehind } from "../spellings.ts";

const ESCAPED = /\\([ \t()[\]{};|*?$`'"#&<>!~,])/g;

export const qwenPaths: HostPaths = (text) => {
  const plain = unescaped(text);
  const home = plain.startsWith("~\\") ? [plain.replace(/[/\\]+/g, "/")] : [];
  // Its language server is asked by address.
  const address = /^file:/i.test(plain) ? [fileBehind(plain)] : [];
  // Its hooks are shown a path once done with, and a call within a call one that is not.
  return [plain, unescaped(plain), ...home, ...address];
};

const unescaped = (text: string): string => text.trim().replace(ESCAPED, "$1");
