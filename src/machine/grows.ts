/** What changes with every use of the machine, and says nothing of what a call does. An ending of code is never one of these. */

/** A directory of git, of a submodule and of another work tree too. */
const IN_GIT = "/\\.git/(?:(?:modules|worktrees)/(?:[^/]+/)+)?";
/** A name that ends like code, and none of git's own does. */
const NO_CODE = "(?!.*\\.[A-Za-z]\\w{0,15}$)";

/** Changes by looking alone, or by a fetch in the background. */
const GIT_CHANGES = `index|sharedindex\\.[0-9a-f]+|FETCH_HEAD|${NO_CODE}logs/(?:HEAD|refs/.+)`;
const GIT_OBJECTS = [
  "[0-9a-f]{2}/(?:[0-9a-f]{38,62}|tmp_obj_\\w+)",
  "pack/(?:tmp_\\w+|(?:\\.tmp-\\d+-)?pack-[0-9a-f]+\\.(?:pack|idx|rev|keep|mtimes|bitmap|promisor)|multi-pack-index[0-9a-f.-]*)",
  "info/(?:packs|commit-graph|commit-graphs/(?:commit-graph-chain|graph-[0-9a-f]+\\.graph))",
].join("|");
const GIT_KEEPS = [
  "HEAD|[A-Z]+_HEAD|packed-refs|gc\\.(?:log|pid)|[\\w.-]+\\.lock|fsmonitor--daemon(?:\\.ipc|/.*)",
  `objects/(?:${GIT_OBJECTS})`,
  `${NO_CODE}(?:refs|lfs|rr-cache)/.+`,
].join("|");

const KEPT_BY_GIT = new RegExp(`${IN_GIT}(?:${GIT_CHANGES}|${GIT_KEEPS})$`);

/** What git itself keeps in its directory, by its name: not its configuration, not hooks, and nothing that anybody else laid there. */
export const isKeptByGit = (path: string): boolean => KEPT_BY_GIT.test(path);
