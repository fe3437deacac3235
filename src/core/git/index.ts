/** Git as git finds itself, read from its files, so that a git command can be proven harmless. Nothing is run. */

export { repositoryNames } from "./names.ts";
export { proveGit } from "./prove.ts";
export { findRepository } from "./repository.ts";
export { isTrackedClean } from "./tracked.ts";
