/** The state of a git repository, read from its files. No process is started; everything comes through `World`. */

export { trackedPaths } from "./gitindex.ts";
export { type GitHelpers, gitHelpers } from "./helpers.ts";
export type { Operation } from "./helpertable.ts";
export { gitDirectories, gitPlace } from "./places.ts";
export { findRepo, type Repo } from "./repo.ts";
export { filesNamed } from "./revision.ts";
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
