/**
 * Whether what PATH has under a name is the program itself. In the system's own trees it is. Elsewhere a script, a version manager's shim
 * or a link under another name leads on, and where to, nobody reads.
 */
import { basename } from "node:path/posix";
import { isInside } from "../../../machine/index.ts";
import type { PolicyCall } from "../../call.ts";

/** Whoever writes here is the package manager of the whole machine; below `/usr/local` also whoever has a script for everybody. */
const SYSTEM_TREES =
  "/usr/bin /usr/sbin /usr/lib /usr/lib64 /usr/libexec /usr/share /bin /sbin /lib /lib64 /snap /nix/store /gnu/store /opt/homebrew /opt/local /home/linuxbrew".split(
    " ",
  );
/** The one script that is taken for its program, as node brings it. */
const NPM = /\/lib\/node_modules\/npm\/bin\/npm-cli\.js$/;

export function isOwnProgram(name: string, { world, real, projectRoot }: PolicyCall): boolean {
  const found = world.path.find((dir) => isProgram(`${dir}/${name}`, world));
  if (found === undefined) return true;
  const { path, problem } = real(`${found}/${name}`);
  if (problem !== null) return false;
  if (SYSTEM_TREES.some((tree) => isInside(path, tree) && !isInside(projectRoot, tree))) return true;
  if (name === "npm" && NPM.test(path)) return true;
  return basename(path) === name && !isScript(path, world);
}

const isProgram = (path: string, world: PolicyCall["world"]): boolean => {
  const { kind, executable } = world.stat(path);
  return kind === "file" && executable;
};

/** What cannot be looked into may be one. */
function isScript(path: string, { readRange }: PolicyCall["world"]): boolean {
  const head = readRange?.(path, 0, MAGIC.length);
  if (head === undefined) return true;
  const text = Buffer.from(head).toString("latin1");
  return !BINARY.some((sign) => text.startsWith(sign));
}
const MAGIC = "\x7fELF";
/** ELF, Mach-O of either order, with more than one processor in it, and Windows' own. */
const BINARY = [MAGIC, "\xcf\xfa\xed\xfe", "\xfe\xed\xfa\xcf", "\xca\xfe\xba\xbe", "MZ"];
