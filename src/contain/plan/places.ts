/** What was asked for, at real paths: bubblewrap follows no link, and no two names mean one place. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { isInside, protectedPlace, realPath } from "../../machine/index.ts";
import type { WallsRequest } from "./types.ts";

export function resolvePlaces(request: WallsRequest, world: World): Result<WallsRequest> {
  const problems: string[] = [];
  const real = (path: string): string => {
    const found = realPath(path, world);
    if (found.problem !== null || !path.startsWith("/")) problems.push(path);
    return found.path;
  };
  const at: WallsRequest = {
    ...request,
    projectRoot: real(request.projectRoot),
    home: real(request.home),
    cwd: real(request.cwd),
    writable: request.writable.map(real),
    around: {
      workTree: request.around.workTree === null ? null : real(request.around.workTree),
      gitDirectories: request.around.gitDirectories.map(real),
    },
    hidden: [...request.hidden, ...request.hiddenObjects].map((path) => realPath(path, world).path),
    readOnly: request.readOnly.map((path) => realPath(path, world).path),
    gateDirectories: request.gateDirectories.map((path) => realPath(path, world).path),
    gatePrograms: request.gatePrograms.map((path) => realPath(path, world).path),
    movedPlaces: request.movedPlaces.map((path) => realPath(path, world).path),
    sessionTmp: real(request.sessionTmp),
    cacheDir: real(request.cacheDir),
    stateDir: real(request.stateDir),
  };
  const [odd] = problems;
  if (odd !== undefined) return fail(`the way to ${odd} cannot be followed`);
  return at.walls === "look" ? ok(at) : refuseWideRoots(at);
}

/** Where there is no edit fast path there is nothing a call may write either. */
function refuseWideRoots(at: WallsRequest): Result<WallsRequest> {
  for (const root of [at.projectRoot, ...at.writable]) {
    if (isInside(at.home, root)) return fail(`${root} is home or holds it: too wide to be written inside walls`);
    const place = protectedPlace(root, at);
    if (place !== undefined) return fail(`${root} lies in a protected place (${place.name})`);
  }
  return at.home === "/" ? fail("home is the root directory") : ok(at);
}

export interface PlacedKind {
  readonly path: string;
  readonly kind: "file" | "directory";
}

/** The real place of a file or directory that is there and can be mounted; undefined for everything else. */
export function mountable(path: string, world: World): PlacedKind | undefined {
  const real = realPath(path, world);
  if (real.problem !== null) return undefined;
  const { kind } = world.lstat(real.path);
  return kind === "file" || kind === "directory" ? { path: real.path, kind } : undefined;
}
