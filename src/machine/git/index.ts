/** The state of a git repository, read from its files. No process is started; everything comes through `World`. */

export { enclosing } from "./enclosing.ts";
export { trackedPaths } from "./gitindex.ts";
export { missingFiles } from "./missing.ts";
export { gitDirectories } from "./places.ts";
export { remotesReached } from "./reached.ts";
export { findRepo, type Repo } from "./repo.ts";
export { indexStamp, stagedFiles, stagedNames } from "./staged.ts";
export {
  defaultBranch,
  type Head,
  type Remote,
  readHead,
  remotes,
  withoutUserinfo,
} from "./state.ts";
export { trackedClean } from "./tracked.ts";
export { uncommittedWork } from "./work.ts";
export { openWorkTree, type WorkTree } from "./work-tree.ts";
