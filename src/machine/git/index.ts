/** The state of a git repository, read from its files. No process is started; everything comes through `World`. */

export { aliasMeanings } from "./aliases.ts";
export { mayBePart } from "./commit-names.ts";
export { settingAt } from "./config.ts";
export { mayRunEmbedded } from "./embedded.ts";
export { enclosing } from "./enclosing.ts";
export { enteredTree } from "./entered-tree.ts";
export { trackedPaths } from "./gitindex.ts";
export {
  broughtHooks,
  type GitHelpers,
  gitHelpers,
  helperValues,
  hookDirectories,
  settingsFiles,
  showsClear,
} from "./helpers.ts";
export type { Operation } from "./helpertable.ts";
export { ignoredIn } from "./ignore.ts";
export { missingFiles } from "./missing.ts";
export { filesComing, type Merging, namesMixed, type OwnPaths } from "./mixed.ts";
export { linkedTrees, otherTrees } from "./other-trees.ts";
export { EXCLUDES, isUnreadSpec, specExpression, spreadSpec } from "./pathspec.ts";
export { gitDirectories, gitPlace } from "./places.ts";
export { reachedBy, remotesReached } from "./reached.ts";
export { discoverRepo, findRepo, type Repo } from "./repo.ts";
export { filesBrought, filesNamed } from "./revision.ts";
export { type SecretsFound, secretsTaken, type TakenPlace } from "./secret-entries.ts";
export { filesShown, type HistoryAsked, isSecretNamed, isTreeNamed, type MergesShown, secretsShown } from "./shown.ts";
export { blobAt, hasStagedOnly, indexStamp, isSameIn, stagedFiles, stagedNames } from "./staged.ts";
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
