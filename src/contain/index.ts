/** The room's door: what walls are, as a plan and as a command line, and whether they stand on this machine. */
export { bubblewrapArgs, bubblewrapOptions, type WallsDescriptors } from "./bubblewrap.ts";
export type { Mount } from "./mount.ts";
export type { NeededDirectory, WallsPlan, WallsRequest } from "./plan.ts";
export {
  type EditRequest,
  type ExpectedAfter,
  openRestorePoints,
  type PointCall,
  type ProjectRequest,
  type RestoreFailure,
  type RestoreLimits,
  type RestorePoints,
  supposeRestorePoints,
} from "./restore/index.ts";
export type { Standing } from "./standing.ts";
