/** The names a target has: as it was written, and where links lead. */
import type { Target } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";
import { foldedSegments } from "../core/places/index.ts";
import { type RealPath, realPath } from "./resolve.ts";
import { lookOnce } from "./view.ts";

/** Paths, each folded into segments; a pattern's stand as they were written. */
export type Ways = readonly (readonly string[])[];

export type Resolve = (path: string) => RealPath;

/** `realPath` that asks the disk once for each path; made anew for each call to be judged. */
export const resolver = (world: World): Resolve => lookOnce((path) => realPath(path, world));

/** Looks links up once for each call to be judged, never longer. */
export type Look = (target: Target) => Ways;

/** Of a target that could be anywhere: none. */
export const looker = (world: World, real: Resolve = resolver(world)): Look =>
  lookOnce(({ path }) => (path === "" ? [] : [...new Set([path, real(path).path])].map(foldedSegments)));
