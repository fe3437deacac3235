/**
 * Sockets of the machine: a connection goes through a read-only mount, so each that can be found is covered. The kernel
 * tells the name a socket was bound by, which may be relative to where its program was then, and may have been changed
 * since; what it names and is not there, or has a second name, is looked for.
 */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { listEntries, realPath } from "../../machine/index.ts";
import { type HostMount, namesOnHost } from "./mounts-on-host.ts";

const TABLE = "/proc/net/unix";
const TABLE_LIMIT_BYTES = 4 << 20;
/**
 * Files and directories that are looked through for sockets that have lost their name: also below git's directories and others
 * that are held, so more than a project of which all is looked at otherwise.
 */
const MAX_ENTRIES = 400_000;

/** Where such sockets often lie: two levels of each are looked at, as far as that goes. */
const LIKELY = ["/tmp", "/var/tmp"];
const MAX_LIKELY = 5_000;

/** Where to look for what has lost its name. */
export interface SocketPlaces {
  /** Looked through whole. */
  readonly trees: readonly string[];
  readonly host: readonly HostMount[];
}

/** Paths of the sockets of this network namespace; abstract ones do not cross into another. */
export function listSockets(places: SocketPlaces, world: World): Result<readonly string[]> {
  const table = world.readFile(TABLE, TABLE_LIMIT_BYTES);
  if (table === undefined) return fail(`${TABLE} cannot be read, so that nobody knows the sockets of this machine`);
  const rows = Buffer.from(table).toString("utf8").split("\n").flatMap(parseRow);
  const directories = rows.some((row) => !row.startsWith("/")) ? workingDirectories(world) : [];
  const known: string[] = [];
  const lost: string[] = [];
  for (const [name, times] of countRows(rows)) {
    const found = (name.startsWith("/") ? [name] : directories.map((dir) => `${dir}/${name}`)).filter((path) =>
      isSocket(path, world),
    );
    known.push(...found);
    // What is shown with @ may as well be abstract.
    const all = found.length >= times && found.every((path) => world.stat(path).links === 1);
    if (!all && !name.startsWith("@") && !isMemory(name, world)) lost.push(name);
  }
  const searched = lost.length === 0 ? ok([]) : searchFor(lost, places.trees, world);
  if (!searched.ok) return searched;
  return ok([...new Set([...known, ...searched.value].flatMap((path) => namesOnHost(path, places.host)))]);
}

/** The name of a socket that somebody can send to: of a connection that was accepted it is only its listener's. */
function parseRow(line: string): readonly string[] {
  const [, flags = "", type, state, name] =
    /^[0-9a-f]+: [0-9A-F]+ [0-9A-F]+ ([0-9A-F]+) ([0-9A-F]+) ([0-9A-F]+) +\d+ (.+)$/i.exec(line) ?? [];
  if (name === undefined) return [];
  const listens = (Number.parseInt(flags, 16) & LISTENING) !== 0;
  return listens || type === DATAGRAM || state !== CONNECTED ? [name] : [];
}
const LISTENING = 0x10000;
const DATAGRAM = "0002";
const CONNECTED = "03";

function countRows(names: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** Of every process that this user may ask. */
const workingDirectories = (world: World): readonly string[] => [
  ...new Set(
    (world.readDir("/proc") ?? [])
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => world.readLink(`/proc/${pid}/cwd`) ?? []),
  ),
];

const isSocket = (path: string, world: World): boolean => world.stat(path).kind === "other";

/** File systems that are not there inside: what was made there cannot have been moved elsewhere. */
function isMemory(name: string, world: World): boolean {
  const { path } = realPath(name, world);
  return ["/run/", "/dev/"].some((place) => path.startsWith(place));
}

/** Beside where it was made, in likely places, and everywhere in the trees. */
function searchFor(lost: readonly string[], trees: readonly string[], world: World): Result<readonly string[]> {
  const beside = lost.filter((name) => name.startsWith("/")).map((name) => name.slice(0, name.lastIndexOf("/")) || "/");
  const found = new Set<string>();
  let looked = 0;
  const lookInto = (dir: string): readonly string[] => {
    const entries = listEntries(dir, world) ?? [];
    looked += entries.length;
    const those = (wanted: string): readonly string[] =>
      entries.flatMap(({ name, kind }) => (kind === wanted ? [`${dir === "/" ? "" : dir}/${name}`] : []));
    for (const path of those("other")) if (world.lstat(path).kind === "other") found.add(path);
    return those("directory");
  };
  for (const dir of [...new Set(beside)].map((path) => realPath(path, world).path)) lookInto(dir);
  for (const dir of LIKELY) for (const inner of lookInto(dir)) if (looked < MAX_LIKELY) lookInto(inner);
  const end = looked + MAX_ENTRIES;
  const todo = [...trees];
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    todo.push(...lookInto(dir));
    if (looked > end) return fail(tooMany(lost, trees));
  }
  return ok([...found]);
}

const tooMany = ([first = ""]: readonly string[], trees: readonly string[]): string =>
  `a program listens on a socket that was made as ${first} and has another name now, and ${trees.join(", ")} hold too many files to look for it`;
