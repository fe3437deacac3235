/** From what is asked for to the plan of mounts (§9). Pure over the disk as it is handed in; a failure means no walls. */
import { all, fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { realPath } from "../../machine/index.ts";
import { emptyFilePath, seccompPath } from "../state.ts";
import { literalPattern } from "../ticket/words.ts";
import { NOTHING_AROUND, shownAround } from "./around.ts";
import { planEnvironment } from "./environment.ts";
import { hiddenPlaces } from "./hidden.ts";
import { planHome } from "./home.ts";
import { SHOWN_IN_RUN } from "./home-table.ts";
import { arrange, dropHidden, expectMounts, hideMounts, namesInside, startingDirectory } from "./layers.ts";
import type { Mount } from "./mount.ts";
import { type HostMount, listHostMounts } from "./mounts-on-host.ts";
import { mountable, resolvePlaces } from "./places.ts";
import { listSockets } from "./sockets.ts";
import { planTrees } from "./trees.ts";
import type { WallsPlan, WallsRequest } from "./types.ts";
import { seesGit, unseenPlaces } from "./unseen.ts";

/** Each costs about half a millisecond. */
const MAX_MOUNTS = 300;
const SHARED_MEMORY_BYTES = 1 << 30;
const RUN_BYTES = 64 << 20;

/** The kernel's knobs: whoever is root outside owns them inside too, without any capability; some are everybody's. */
const PROC_READ_ONLY: readonly string[] = [
  ...["sys", "sysrq-trigger", "irq", "bus", "fs", "pressure"],
  ...["acpi", "asound", "dynamic_debug", "latency_stats", "scsi", "xen"],
];
const PROC_HIDDEN: readonly string[] = ["kcore", "keys", "timer_list"];

/** Where the repository around the project cannot be shown, it is not there, and the plan says so. */
export function planWalls(request: WallsRequest, world: World): Result<WallsPlan> {
  const plan = planWith(request, world);
  return plan.ok || shownAround(request).length === 0 ? plan : planWith({ ...request, around: NOTHING_AROUND }, world);
}

function planWith(request: WallsRequest, world: World): Result<WallsPlan> {
  const placed = resolvePlaces(request, world);
  if (!placed.ok) return placed;
  const at = placed.value;
  const trees = planTrees(at, world);
  if (!trees.ok) return trees;
  const machine = world.platform === "linux" ? listHostMounts(world) : ok([]);
  if (!machine.ok) return machine;
  const host = machine.value;
  const hides = hiddenPlaces(at, { secrets: trees.value.secrets, host }, world);
  if (!hides.ok) return hides;
  const hidden = hides.value;
  const home = at.walls === "work" ? planHome(at, world) : { mounts: [], needs: [] };
  const listed = socketsAround(at, host, world);
  if (!listed.ok) return listed;
  const sockets = listed.value;
  const shown = [...baseMounts(at, world), ...dropHidden([...home.mounts, ...trees.value.mounts], hidden, at)];
  const layers = arrange([...shown, ...hideMounts(hidden, shown, emptyFilePath(at.stateDir))]);
  const covers = [...sockets, ...trees.value.others].flatMap((path) => coverSocket(path, layers, world));
  const mounts = [...arrange([...layers, ...covers]), ...seals(at, layers)];
  const rest = all({
    count: mounts.length > MAX_MOUNTS ? fail(tooMany(mounts.length)) : ok(mounts.length),
    chdir: startingDirectory(request.cwd, at.cwd, layers, world),
    expected: world.platform === "linux" ? expectMounts(mounts, host) : ok(NOTHING_EXPECTED),
  });
  if (!rest.ok) return rest;
  return ok({
    walls: at.walls,
    mounts,
    ...planEnvironment(at),
    chdir: rest.value.chdir,
    needs: [...home.needs, ...trees.value.needs],
    seccomp: seccompPath(at.stateDir, at.walls),
    writable: trees.value.writable,
    held: trees.value.held,
    hidden: hidden.map(({ path }) => path),
    withoutGit: at.hiddenObjects.length > 0 ? "rule" : seesGit(at, layers, world) ? null : "outside",
    unseen: at.walls === "work" ? unseenPlaces(at, layers, world) : [],
    unmade: [...at.unmade, ...gonePrograms(at, world)],
    absent: trees.value.absent,
    expected: rest.value.expected,
    protectedLinks: trees.value.links,
  });
}

/** An installed line still names the place: what is put there would be taken for the gate. */
const gonePrograms = ({ gatePrograms }: WallsRequest, world: World): readonly string[] =>
  gatePrograms.filter((path) => world.lstat(path).kind === "absent").map(literalPattern);

/** Where nothing serves no socket can be made, by the filter: only in `work` there is one to cover. */
function socketsAround(at: WallsRequest, host: readonly HostMount[], world: World): Result<readonly string[]> {
  if (world.platform !== "linux" || at.walls !== "work") return ok([]);
  const trees = [at.projectRoot, ...at.writable, at.sessionTmp, at.cacheDir, ...shownAround(at)];
  return listSockets({ trees, host }, world);
}

const NOTHING_EXPECTED = { written: [], fresh: [], fixed: [], silent: [], devices: [], host: [] } as const;

const tooMany = (count: number): string =>
  `the walls would take ${count} mounts, and ${MAX_MOUNTS} is the most: there are too many protected places or sockets`;

/** What every wall begins with: all of the machine for reading, and nothing of its devices, processes and sockets. */
function baseMounts({ stateDir }: WallsRequest, world: World): readonly Mount[] {
  const proc = (names: readonly string[]): readonly string[] =>
    names.map((name) => `/proc/${name}`).filter((path) => world.lstat(path).kind !== "absent");
  const run = mountable("/run", world)?.path === "/run";
  return [
    { kind: "roBind", place: "/", from: "/" },
    { kind: "dev", place: "/dev" },
    { kind: "tmpfs", place: "/dev/shm", bytes: SHARED_MEMORY_BYTES },
    { kind: "proc", place: "/proc" },
    ...proc(PROC_READ_ONLY).map((place): Mount => ({ kind: "roBind", place, from: place })),
    ...proc(PROC_HIDDEN).map((place): Mount => ({ kind: "hideFile", place, from: emptyFilePath(stateDir) })),
    ...(run ? [{ kind: "tmpfs", place: "/run", bytes: RUN_BYTES } as const] : []),
    ...SHOWN_IN_RUN.flatMap((place): readonly Mount[] => {
      const real = mountable(place, world);
      return real === undefined ? [] : [{ kind: "roBind", place, from: real.path }];
    }),
  ];
}

function coverSocket(path: string, layers: readonly Mount[], world: World): readonly Mount[] {
  const real = realPath(path, world);
  if (real.problem !== null || world.lstat(real.path).kind !== "other") return [];
  return namesInside(real.path, layers).map((place) => ({ kind: "cover", place }));
}

/** Memory in which nothing is to be left: a write there is refused and does not vanish. */
const seals = (at: WallsRequest, layers: readonly Mount[]): readonly Mount[] =>
  ["/dev", "/run", ...(at.walls === "work" ? [at.home] : [])]
    .filter((place) =>
      layers.some((mount) => mount.place === place && (mount.kind === "tmpfs" || mount.kind === "dev")),
    )
    .map((place) => ({ kind: "seal", place }));
