/**
 * What is known of the shell the call would run in: which variables bend its programs, and whether a name is the program itself. A name
 * that the shell knows as something else, or that PATH finds where the session could have put it, is not proven.
 */
import { basename } from "node:path/posix";
import { isInside, realPath } from "../places/index.ts";
import type { ProgramRow } from "../programs/rows.ts";
import type { Process, Scene } from "../types.ts";

/** Of the shell, of the loader and of the C library: they bend everything. */
const OF_ALL = [
  ..."ENV SHELLOPTS BASHOPTS BASH_ENV ZDOTDIR POSIXLY_CORRECT GLOBIGNORE IFS PS4 FPATH LOCPATH NLSPATH GCONV_PATH".split(
    " ",
  ),
  ..."BASH_FUNC_* LD_* DYLD_*".split(" "),
];
/** Values of these are told: they bend nothing while they lead out of what the session can change. */
const PLACES: ReadonlySet<string> = new Set(["BASH_ENV", "ZDOTDIR", "XDG_CONFIG_HOME"]);
const HARMLESS_OPTIONS =
  /^(?:(?:braceexpand|hashall|interactive-comments|emacs|vi|history|histexpand|monitor|pipefail|errexit|nounset)(?::|$))*$/;

const TEMPORARY = [
  "/tmp",
  "/var/tmp",
  "/dev/shm",
  "/private/tmp",
  "/private/var/tmp",
  "/var/folders",
  "/private/var/folders",
];
/** Whoever writes here is the package manager of the whole machine: what it calls a program is one, scripts of its own included. */
const SYSTEM_TREES =
  "/usr/bin /usr/sbin /usr/lib /usr/lib64 /usr/libexec /usr/share /bin /sbin /lib /lib64 /nix/store /gnu/store /opt/homebrew /opt/local /home/linuxbrew".split(
    " ",
  );
/** Many programs in one file. */
const BOXES: ReadonlySet<string> = new Set(["busybox", "coreutils"]);

/** Nothing the process is known to have set bends a program with this row. */
export function isUnbent(row: ProgramRow, scene: Scene): boolean {
  const { variables = [], except = [], untold = false } = row;
  const { process } = scene;
  if (process === undefined) return variables.length === 0 || untold;
  const set = [...process.variables].filter((name) => !except.includes(name));
  return set.every((name) => isHarmless(name, [...OF_ALL, ...variables], scene));
}

function isHarmless(name: string, bending: readonly string[], scene: Scene): boolean {
  if (!bending.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : one === name))) return true;
  const value = scene.process?.values[name];
  if (value === undefined) return false;
  if (name === "SHELLOPTS") return HARMLESS_OPTIONS.test(value);
  return PLACES.has(name) && value.startsWith("/") && !isOfSession(value, scene);
}

/** The shell starts in the person's own home, as far as it was told. */
export function isAtHome({ process, disk }: Scene): boolean {
  const home = process?.values.HOME;
  return home === undefined ? process?.variables.has("HOME") !== true : home === disk.home;
}

/** Inside the project, a temporary directory, or what this session wrote; or nobody can say. */
export function isOfSession(path: string, { call, disk }: Scene): boolean {
  const real = realPath(path, disk)?.path;
  if (real === undefined) return true;
  const roots = [call.projectRoot, ...call.additional, ...TEMPORARY];
  const all = roots.flatMap((root) => [root, realPath(root, disk)?.path ?? root]);
  if ([path, real].some((one) => all.some((root) => root !== "/" && isInside(one, root)))) return true;
  return [...call.written].some((one) => isInside(path, one) || isInside(real, one) || isInside(one, real));
}

/** What PATH finds under the name is that program, or nothing. */
export function isOwnProgram(name: string, row: ProgramRow, scene: Scene): boolean {
  if (scene.process?.names.has(name)) return false;
  if (row.builtin === true) return true;
  const place = findProgram(name, scene);
  if (place === undefined) return false;
  if (place === null) return true;
  const real = realPath(place, scene.disk)?.path;
  if (real === undefined || isOfSession(place, scene) || isOfSession(real, scene)) return false;
  const isNamed = basename(real) === name || row.real?.includes(basename(real)) || BOXES.has(basename(real));
  return isNamed === true && (isOfSystem(real, scene) || !isScript(real, scene));
}

const isOfSystem = (path: string, { call }: Scene): boolean =>
  SYSTEM_TREES.some((tree) => isInside(path, tree) && !isInside(call.projectRoot, tree));

/** null: it is nowhere; undefined: a directory of PATH, or what it has under the name, leads nobody knows where. */
function findProgram(name: string, { process, disk }: Scene): string | null | undefined {
  for (const dir of pathOf(process) ?? disk.path) {
    const place = `${dir.replace(/\/+$/, "")}/${name}`;
    const real = dir.startsWith("/") ? realPath(place, disk)?.path : undefined;
    if (real === undefined) return undefined;
    const { kind, executable } = disk.lstat(real);
    if (kind === "file" && executable) return place;
  }
  return null;
}

const pathOf = (process: Process | undefined): readonly string[] | undefined => process?.path;

/** What cannot be looked into may be one. */
function isScript(path: string, { disk }: Scene): boolean {
  const head = disk.readRange?.(path, 0, MAGIC.length);
  if (head === undefined) return true;
  const text = Buffer.from(head).toString("latin1");
  return !BINARY.some((sign) => text.startsWith(sign));
}
const MAGIC = "\x7fELF";
/** ELF, and Mach-O of either order and with more than one processor in it. */
const BINARY = [MAGIC, "\xcf\xfa\xed\xfe", "\xfe\xed\xfa\xcf", "\xca\xfe\xba\xbe"];
