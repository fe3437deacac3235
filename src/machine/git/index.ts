/** The state of a git repository, read from its files. No process is started; everything comes through `World`. */

export { enclosing } from "./enclosing.ts";
export { gitDirectories } from "./places.ts";
export { findRepo, type Repo } from "./repo.ts";
export { settingsOf } from "./settings.ts";
export { indexStamp, isCommitted, stagedFiles, stagedNames, trackedPaths } from "./staged.ts";
export {
  defaultBranch,
  type Head,
  type Remote,
  readHead,
  remotes,
  remotesReached,
  withoutUserinfo,
} from "./state.ts";
export { openWorkTree, type WorkTree } from "./work-tree.ts";
