/**
 * Where `cd` leads depends on more than its word: start files of the person's may give shells a list of places to look in first, or have
 * them go by where links lead. Sure is only what every such shell takes alike.
 */
import { dirname } from "node:path/posix";
import type { World } from "../../../contract/world.ts";
import { absolutePath, realPath, startFiles } from "../../../machine/index.ts";
import type { PolicyCall } from "../../call.ts";
import type { PlainUse } from "./late.ts";

const OF_THE_SYSTEM = ["profile", "bashrc", "bash.bashrc", "zshenv", "zshrc", "zsh/zshenv", "zsh/zshrc"].map(
  (name) => `/etc/${name}`,
);
const LOOKS_ELSEWHERE = /CDPATH|cdpath|cdable_?vars/i;
const MAX_BYTES = 1 << 20;

/** No change of directory, or one that is sure. */
export function isSureEntering({ command: { words }, cwd }: PlainUse, { world }: PolicyCall): boolean {
  const to = words.at(-1)?.value ?? "";
  if (words[0]?.value !== "cd" || words.length === 1) return true;
  if (cwd.certainty !== "exact") return false;
  const isBare = !/^(?:[/~]|\.{1,2}(?:\/|$))/.test(to);
  if (isBare && looksElsewhere(world)) return false;
  return !to.split("/").includes("..") || leadsAlike(to, cwd.path, world);
}

const looksElsewhere = (world: World): boolean =>
  [...startFiles(world), ...OF_THE_SYSTEM].some((file) => {
    if (world.stat(file).kind === "absent") return false;
    const bytes = world.readFile(file, MAX_BYTES);
    return bytes === undefined || LOOKS_ELSEWHERE.test(Buffer.from(bytes).toString("latin1"));
  });

/** Taking `..` off the name, and going up from where a link leads, end in the same place. */
function leadsAlike(to: string, from: string, world: World): boolean {
  const [first = "", ...rest] = to.split("/");
  let at = realPath(first === "" ? "/" : absolutePath(first === ".." ? "." : first, from, world), world).path;
  for (const name of first === ".." ? ["..", ...rest] : rest)
    at = name === ".." ? dirname(at) : realPath(absolutePath(name === "" ? "." : `./${name}`, at, world), world).path;
  return at === realPath(absolutePath(to, from, world), world).path;
}
