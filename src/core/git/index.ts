/** Git as git finds itself, read from its files, so that a git command can be proven harmless. Nothing is run. */

export { readBytes, readText } from "./files.ts";
export { readIndex, readOffset, readTracked, type TrackedEntry } from "./gitindex.ts";
export { type IgnoreFile, isIgnored, readLevel } from "./ignore.ts";
export { repositoryNames } from "./names.ts";
export { isInclude } from "./personal.ts";
export { proveGit } from "./prove.ts";
export { findRepository } from "./repository.ts";
export { type GitSetting, isFalse, readSettings, valuesOf } from "./syntax.ts";
export { GIT } from "./tables.ts";
export { isTrackedClean } from "./tracked.ts";
