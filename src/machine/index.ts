export { diskWorld, readRegularFile, readTextFile } from "./disk.ts";
export { listEntries } from "./entries.ts";
export { existingPlaces } from "./existing.ts";
export { isGarbled } from "./garbled.ts";
export { isKeptByGit } from "./grows.ts";
export { homeLinks } from "./home-links.ts";
export { isTold, PLACED_VARIABLES, startsCode, variablesIn, variablesTold } from "./host-variables.ts";
export { isPowerful, mattersToPrograms, soundsSecret } from "./program-variables.ts";
export {
  type AgentFiles,
  joinAgentFiles,
  movedPlaces,
  type ProtectedContext,
  protectedPaths,
  protectedPlace,
} from "./protected.ts";
export { type Look, looker, resolver, type Ways } from "./reach.ts";
export {
  absolutePath,
  expand,
  isInside,
  MAX_PATH,
  normalise,
  pathBelow,
  type RealPath,
  realPath,
  toTarget,
} from "./resolve.ts";
export { sharedLooks, viewOnce } from "./view.ts";
export { hostsOfAddress, parseAddress } from "./web-address.ts";
