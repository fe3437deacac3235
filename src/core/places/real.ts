/** Where a path leads: part by part, links followed, each place asked of the disk only when it may be looked at. */
import type { World } from "../../contract/world.ts";
import { isRemote } from "./mounts.ts";

/** More links than this on one way is a loop. */
const MAX_LINKS = 40;
/** UTF-16 units: no system opens a longer one. */
const MAX_PATH = 4_096;

/** What leads elsewhere for every process, or reads a file by another door. */
const OF_PROCESS = /^\/(?:proc|dev\/(?:fd|std(?:in|out|err))|\.vol|\.nofollow|\.resolve|\.file)(?:\/|$)/i;
const OTHER_DOOR = /^\.\.namedfork$/i;
/** Names that Windows opens as something else: short names, streams, devices, dots and blanks it takes off. */
const ODD_ON_WINDOWS = /~\d|[:*?"<>|]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** What no shell or program is known to open as it is written. */
const ODD_TEXT = /[\0\p{Cs}]/u;

export interface ResolvedPath {
  /** Where it leads; parts that are not there yet stay as written. */
  readonly path: string;
  /** Links on the way, by their own path, each with what stands behind it. */
  readonly links: readonly string[];
}

interface Walk {
  readonly disk: World;
  readonly drive: string;
  readonly links: string[];
}

/**
 * Undefined: nobody can say, or looking would already contact somebody; then nothing is proven. `path` is absolute; it may hold `..`, but
 * not behind a link, where programs differ in what they make of it.
 */
export function realPath(path: string, disk: World): ResolvedPath | undefined {
  const [, drive = "", rest] = /^([A-Za-z]:)?(\/.*)$/su.exec(path) ?? [];
  if (rest === undefined || rest.startsWith("//") || path.length > MAX_PATH || ODD_TEXT.test(path)) return undefined;
  if ((drive !== "") !== (disk.platform === "win32") || !isOwnDrive(drive, disk)) return undefined;
  const walk: Walk = { disk, drive, links: [] };
  const end = follow(partsOf(rest), walk);
  return end === undefined ? undefined : { path: drive + (end || "/"), links: walk.links };
}

/** A letter may stand for a share: only the person's own drive is looked at. */
const isOwnDrive = (drive: string, { home }: World): boolean =>
  drive === "" || home.toLowerCase().startsWith(drive.toLowerCase());

const partsOf = (path: string): readonly string[] => path.split("/").filter((part) => part !== "" && part !== ".");

function follow(parts: readonly string[], walk: Walk): string | undefined {
  let here = "";
  // Names since the last link: only these may `..` take back.
  let plain = 0;
  for (const [i, part] of parts.entries()) {
    if (part === "..") {
      if (plain === 0 && i > 0) return undefined;
      plain = Math.max(0, plain - 1);
      here = here.slice(0, Math.max(0, here.lastIndexOf("/")));
      continue;
    }
    const next = `${here}/${part}`;
    const to = lookAt(next, part, walk);
    if (to === undefined) return undefined;
    if (to === "") {
      here = next;
      plain += 1;
      continue;
    }
    const end = followLink([next, ...parts.slice(i + 1)].join("/"), to.startsWith("/") ? to : `${here}/${to}`, walk);
    if (end === undefined) return undefined;
    here = end;
    plain = 0;
  }
  return here;
}

function followLink(link: string, to: string, walk: Walk): string | undefined {
  const isLoop = walk.links.push(walk.drive + link) > MAX_LINKS;
  return isLoop || to.startsWith("//") ? undefined : follow(partsOf(to), walk);
}

/** "": no link; undefined: it may not be looked at, or cannot be. */
function lookAt(next: string, part: string, { disk, drive }: Walk): string | undefined {
  if (OF_PROCESS.test(next) || OTHER_DOOR.test(part) || isRemote(next, disk)) return undefined;
  if (drive !== "" && ODD_ON_WINDOWS.test(part)) return undefined;
  const { kind } = disk.lstat(drive + next);
  if (kind === "unreadable") return undefined;
  if (kind !== "link") return "";
  const to = disk.readLink(drive + next);
  return to === undefined || to === "" || drive !== "" ? undefined : to;
}

/** Both absolute and normalised. */
export const isInside = (path: string, dir: string): boolean =>
  path === dir || path.startsWith(dir.endsWith("/") ? dir : `${dir}/`);

/**
 * The place that a text names, absolute and without `.` and `..`; undefined where programs could differ. `~` is home here: whoever takes it
 * for a name like any other asks for `./~` too.
 */
export function placeOf(text: string, cwd: string, disk: World): string | undefined {
  const written = disk.platform === "win32" ? fromWindows(text) : text;
  if (written === "" || written.startsWith("//")) return undefined;
  const isHome = written === "~" || written.startsWith("~/");
  const isAbsolute = written.startsWith("/") || /^[A-Za-z]:\//.test(written);
  const path = isHome ? disk.home + written.slice(1) : isAbsolute ? written : `${cwd}/${written}`;
  if (realPath(path, disk) === undefined) return undefined;
  const [, drive = "", rest = ""] = /^([A-Za-z]:)?(.*)$/su.exec(path) ?? [];
  const out: string[] = [];
  for (const part of partsOf(rest)) {
    if (part === "..") out.pop();
    else out.push(part);
  }
  return `${drive}/${out.join("/")}`;
}

const fromWindows = (text: string): string =>
  text.replaceAll("\\", "/").replace(/^[a-z](?=:)/, (letter) => letter.toUpperCase());
