export { climbingAlternatives, expandBraces } from "./braces.ts";
export { apart, callPattern } from "./call-patterns.ts";
export { chooser, choosing, kindOfFiles } from "./chosen-names.ts";
export { isCompiledCode, sourceOfCompiled } from "./compiled-code.ts";
export { configurationFiles, loadedFromHome, startFiles } from "./configuration.ts";
export { linkedCredentials } from "./credential-links.ts";
export { type CredentialStore, credentialPlaces, credentialStore } from "./credentials.ts";
export { diskWorld, readRegularFile, readTextFile } from "./disk.ts";
export { listEntries } from "./entries.ts";
export { environmentAround, isEnvironment } from "./environments.ts";
export { existingPlaces } from "./existing.ts";
export { foldPath, foldSegment, foldText } from "./fold.ts";
export { followedVariables, variableInWords } from "./followed-variables.ts";
export { isGarbled } from "./garbled.ts";
export {
  compilePattern,
  matchesExactly,
  meets,
  nameList,
  type Pattern,
  patternOf,
  placePattern,
  segmentMatches,
  segmentsOf,
} from "./glob.ts";
export { growsByItself, isKeptByGit } from "./grows.ts";
export { couldHold } from "./held-places.ts";
export { isHiddenInHome, isPlainOfHome, isStartFile, isWrittenByPeople } from "./home-hidden.ts";
export { homeLinks, homeNames } from "./home-links.ts";
export {
  bendsPrograms,
  bentBy,
  evaluatingVariable,
  NAMED_VARIABLES,
  PLACED_VARIABLES,
  startsCode,
  variablesIn,
  variablesTold,
} from "./host-variables.ts";
export { foldersNow, matchesNow } from "./matches.ts";
export { nicknames } from "./nicknames.ts";
export { choice, groupsWrittenOut, type Spelling, withoutGroups } from "./pattern-groups.ts";
export { isPointed, placesMatched } from "./pattern-walk.ts";
export { isUnknownDot } from "./places/plain-dots.ts";
export { movedPlaces, startsFrom, usualPlace } from "./places/table.ts";
export { holdsPrivateKey, isSecretPath, mayBeKey, mayTell, showsPrivateKey } from "./private-keys.ts";
export {
  isPowerful,
  mattersToPrograms,
  SHELL_INTEGERS,
  SHELL_RUNS,
  SHELL_TABLES,
  soundsSecret,
} from "./program-variables.ts";
export {
  type AgentFiles,
  couldBeGuarded,
  isProtectedName,
  joinAgentFiles,
  type ProtectedContext,
  type ProtectedPlace,
  protectedPaths,
  protectedPlace,
} from "./protected.ts";
export { type Look, looker, reaches, resolver, touched, type Ways } from "./reach.ts";
export {
  absolutePath,
  isDescriptor,
  isInside,
  MAX_PATH,
  normalise,
  noteTwofold,
  pathBelow,
  type RealPath,
  realPath,
  toTarget,
  twofoldPaths,
} from "./resolve.ts";
export {
  isExportOfSecrets,
  isInStore,
  mayBeUndotted,
  namesOpen,
  secretFile,
  secretsMatched,
  secretsPicked,
} from "./secret-names.ts";
export { findSecretBelow, isMissed, isOfTools, pickedSecret } from "./secret-search.ts";
export { isSource } from "./source-names.ts";
export { type SameAnswers, traceLooks } from "./trace.ts";
export { lookOnce, sharedLooks, viewOnce } from "./view.ts";
export { hostsOfAddress, hostsOfAuthority, parseAddress } from "./web-address.ts";
