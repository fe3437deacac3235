export { linkedCredentials } from "./credential-links.ts";
export { type CredentialStore, credentialPlaces, credentialStore } from "./credentials.ts";
export { diskWorld, readRegularFile, readTextFile } from "./disk.ts";
export { listEntries } from "./entries.ts";
export { isEnvironment } from "./environments.ts";
export { existingPlaces } from "./existing.ts";
export { foldPath, foldSegment, foldText } from "./fold.ts";
export { followedVariables, variableInWords } from "./followed-variables.ts";
export { isGarbled } from "./garbled.ts";
export {
  compilePattern,
  matchesExactly,
  meets,
  type Pattern,
  patternOf,
  segmentMatches,
  segmentsOf,
} from "./glob.ts";
export { isKeptByGit } from "./grows.ts";
export { homeLinks } from "./home-links.ts";
export {
  NAMED_VARIABLES,
  PLACED_VARIABLES,
  startsCode,
  variablesIn,
  variablesTold,
} from "./host-variables.ts";
export { movedPlaces } from "./places/table.ts";
export {
  isPowerful,
  mattersToPrograms,
  soundsSecret,
} from "./program-variables.ts";
export {
  type AgentFiles,
  isProtectedName,
  joinAgentFiles,
  type ProtectedContext,
  protectedPaths,
  protectedPlace,
} from "./protected.ts";
export { type Look, looker, reaches, resolver, type Ways } from "./reach.ts";
export {
  absolutePath,
  isInside,
  MAX_PATH,
  normalise,
  pathBelow,
  type RealPath,
  realPath,
  toTarget,
} from "./resolve.ts";
export {
  secretFile,
  secretsMatched,
} from "./secret-names.ts";
export { sharedLooks, viewOnce } from "./view.ts";
export { hostsOfAddress, parseAddress } from "./web-address.ts";
