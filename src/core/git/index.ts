/** Git as git finds itself, read from its files, so that a git command can be proven harmless. Nothing is run. */

export { repositoryNames } from "./names.ts";
export { type GitCall, proveGit } from "./prove.ts";
export { findRepository, makesRepository, type Repository } from "./repository.ts";
export { isTrackedClean } from "./tracked.ts";
