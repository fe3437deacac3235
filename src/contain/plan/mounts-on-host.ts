/** The mounts of the machine, as the kernel lists them: from them follows what a bind of a place must look like inside. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { isInside } from "../../machine/index.ts";

const TABLE = "/proc/self/mountinfo";
const TABLE_LIMIT_BYTES = 4 << 20;

export interface HostMount {
  /** Device, as `major:minor`. */
  readonly device: string;
  /** What of the file system is mounted, as the kernel writes it. */
  readonly root: string;
  readonly point: string;
}

export function listHostMounts(world: World): Result<readonly HostMount[]> {
  const table = world.readFile(TABLE, TABLE_LIMIT_BYTES);
  if (table === undefined) return fail(`${TABLE} cannot be read, so that nobody knows what is mounted where`);
  return ok(
    Buffer.from(table)
      .toString("utf8")
      .split("\n")
      .flatMap((line) => {
        const [, , device, root, point] = line.split(" ");
        return device === undefined || root === undefined || point === undefined
          ? []
          : [{ device, root: unescapeMount(root), point: unescapeMount(point) }];
      }),
  );
}

/** A place under every name it has on this machine: a directory can be mounted at more than one. */
export function namesOnHost(path: string, host: readonly HostMount[]): readonly string[] {
  const at = coveringMount(path, host);
  if (at === undefined) return [path];
  const within = joinPath(at.root, path.slice(at.point === "/" ? 0 : at.point.length));
  const others = host
    .filter((mount) => mount !== at && mount.device === at.device && isInside(within, mount.root))
    .map(({ root, point }) => joinPath(point, within.slice(root === "/" ? 0 : root.length)));
  return [path, ...others.filter((name) => name !== path)];
}

/** The mount points elsewhere at which something shows that lies below this place. */
export function shownElsewhere(path: string, host: readonly HostMount[]): readonly string[] {
  const at = coveringMount(path, host);
  if (at === undefined) return [];
  const within = joinPath(at.root, path.slice(at.point === "/" ? 0 : at.point.length));
  return host
    .filter(
      ({ device, root, point }) =>
        device === at.device && root !== within && isInside(root, within) && !isInside(point, path),
    )
    .map(({ point }) => point);
}

/** How the kernel will list a bind of `from` at `place`, and of what is mounted below it: device, root, mount point. */
export function bindLines(from: string, place: string, host: readonly HostMount[]): readonly string[] | undefined {
  const covering = coveringMount(from, host);
  if (covering === undefined) return undefined;
  const inner = host.filter(({ point }) => point !== from && isInside(point, from));
  return [
    lineOf(
      covering.device,
      joinPath(covering.root, from.slice(covering.point === "/" ? 0 : covering.point.length)),
      place,
    ),
    ...inner.map(({ device, root, point }) => lineOf(device, root, joinPath(place, point.slice(from.length)))),
  ];
}

/** The file system a path lies on: the deepest mount, the last of those at one point. */
const coveringMount = (path: string, host: readonly HostMount[]): HostMount | undefined =>
  host.reduce<HostMount | undefined>(
    (best, mount) =>
      isInside(path, mount.point) && (best === undefined || mount.point.length >= best.point.length) ? mount : best,
    undefined,
  );

/** How the kernel lists the machine's own mounts where nothing changed them. */
export const hostLines = (host: readonly HostMount[]): readonly string[] =>
  host.map(({ device, root, point }) => lineOf(device, root, point));

const joinPath = (dir: string, below: string): string => `${dir === "/" ? "" : dir}${below}` || "/";
const lineOf = (device: string, root: string, point: string): string =>
  `${device} ${escapeMount(root)} ${escapeMount(point)}`;

/** As the kernel writes a path into its table. */
export const escapeMount = (path: string): string =>
  path.replace(/[ \t\n\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);

const unescapeMount = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
