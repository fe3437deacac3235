/** What may be looked at, read, searched, entered, and which places are protected or secret. */
export { foldedSegments, foldSegment, isInsideFolded } from "./fold.ts";
export { expandGlob } from "./globs.ts";
export { isOfGate, isSecret, mayEnter, mayList, mayRead } from "./look.ts";
export { holdsMount } from "./mounts.ts";
export { isCompiledCode, isUnknownDot, mayEndProtected, protectedNames, protectedPlace } from "./protected.ts";
export { isInside, placeOf, realPath } from "./real.ts";
export { maySearch, type SearchScope as Search } from "./search.ts";
export { credentialStore, isCredentialPlace, isSecretName, storeNames } from "./secrets.ts";
export { homesOf, nameTest, placeTable } from "./table.ts";
