/** The room's door: what walls are, as a plan and as a command line, and whether they stand on this machine. */
export { repositoryAround } from "./plan/around.ts";
export { planWalls } from "./plan/plan.ts";
export type { WallsPlan, WallsRequest } from "./plan/types.ts";
export {
  openWalls,
  planFor,
  type RaisedWalls,
  supposeWalls,
  type TicketOutcome,
  type WallsOrder,
  type WallsPart,
} from "./raise.ts";
export {
  type EditRequest,
  type ExpectedAfter,
  isInRebuildable,
  openRestorePoints,
  type PointCall,
  type PointHead,
  type RestoreFailure,
  type RestorePoints,
  supposeRestorePoints,
} from "./restore/index.ts";
export { runSelfTest } from "./standing/self-test.ts";
export { isRetryDue, type Standing, wallsStand } from "./standing/standing.ts";
export { selfTestPath } from "./state.ts";
export {
  finishSweeps,
  originalOf,
  shownIn,
  type WrappedCommand,
  wrapCommand,
} from "./ticket/index.ts";
export { bubblewrapOptions } from "./tool/bubblewrap.ts";
export { prepareWalls } from "./tool/prepare.ts";
export { type Unwalled, unwalledBy } from "./words/index.ts";
