/** The state of a git repository, read from its files. No process is started; everything comes through `World`. */
export { type ConfigEntry, type GitConfig, lastEntry, readConfig, type Scope } from "./config.ts";
export { type GitHelpers, gitHelpers } from "./helpers.ts";
export type { Operation } from "./helpertable.ts";
export { type Discovery, discoverRepo, findRepo, type Repo } from "./repo.ts";
export {
  branchExists,
  type DefaultBranch,
  defaultBranch,
  type Head,
  type Remote,
  readHead,
  remotes,
  underWay,
  withoutUserinfo,
} from "./state.ts";
export { type Tracked, trackedClean } from "./tracked.ts";
export { type UncommittedWork, uncommittedWork } from "./work.ts";
