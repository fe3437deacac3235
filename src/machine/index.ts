export { type CredentialStore, credentialStore, SECRET_FILES, secretFile } from "./credentials.ts";
export { type DiskOptions, diskWorld } from "./disk.ts";
export { foldPath, foldSegment, foldText } from "./fold.ts";
export {
  compilePattern,
  matchesExactly,
  meets,
  type Pattern,
  patternOf,
  type Reach,
  segmentMatches,
  segmentsOf,
} from "./glob.ts";
export {
  couldBeGuarded,
  isProtectedName,
  type ProtectedContext,
  type ProtectedPlace,
  protectedPlace,
} from "./protected.ts";
export { type Look, looker, type Resolve, reaches, resolver, touched, type Ways } from "./reach.ts";
export { absolutePath, isInside, normalise, type RealPath, realPath, toTarget } from "./resolve.ts";
export { perView, viewOnce } from "./view.ts";
