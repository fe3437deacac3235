/** What repository configuration can make git run, as a table. Keys as git lists them; `*` is any subsection. */

export const OPERATIONS = [
  "status",
  "diff",
  "log",
  "show",
  "add",
  "commit",
  "checkout",
  "merge",
  "rewrite",
  "refs",
  "fetch",
  "push",
  "other",
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Each is many commands: every program of a setting counts for them, but for those of connections. */
export const MANY_COMMANDS: ReadonlySet<Operation> = new Set(["merge", "rewrite", "refs", "other"]);

export interface HelperRow {
  readonly keys: string;
  /** Operations it matters for, "*" for all. "other" is always among them. */
  readonly on: string;
  /** Which values make git run something: any but the empty one, or by the name of a test. */
  readonly if?: "not-false" | "shell" | "helper-url" | "local-url" | "unusual-base" | "command" | "signature-format";
  readonly runs: string;
}

const WORK_TREE = "status diff add commit checkout";
export const NETWORK = "fetch push";

/**
 * Pagers count although an agent's shell mostly has no terminal: some hosts give it one. Where a key may be of use for
 * an operation only with an option (`commit -v`, `checkout -p`), it counts.
 */
export const HELPER_ROWS: readonly HelperRow[] = [
  { keys: "core.fsmonitor", on: "*", if: "not-false", runs: "a file system monitor" },
  { keys: "core.virtualfilesystem", on: "*", if: "not-false", runs: "a virtual file system hook" },
  { keys: "filter.*.clean filter.*.smudge filter.*.process", on: WORK_TREE, runs: "a filter" },
  {
    keys: "lfs.customtransfer.*.path lfs.extension.*.clean lfs.extension.*.smudge",
    on: `${WORK_TREE} ${NETWORK}`,
    runs: "a Git LFS program",
  },
  {
    keys: "diff.external diff.*.command diff.*.textconv diff.*.process",
    on: "status diff log show commit",
    runs: "a diff program",
  },
  { keys: "core.pager pager.*", on: "*", if: "command", runs: "a pager" },
  { keys: "commit.gpgsign", on: "commit", if: "not-false", runs: "a signing program" },
  { keys: "tag.gpgsign tag.forcesignannotated", on: "", if: "not-false", runs: "a signing program" },
  { keys: "push.gpgsign", on: "push", if: "not-false", runs: "a signing program" },
  {
    keys: "gpg.program gpg.*.program gpg.ssh.defaultkeycommand gpg.format",
    on: "commit log show push",
    runs: "a signing program",
  },
  { keys: "log.showsignature", on: "log show", if: "not-false", runs: "a signing program" },
  { keys: "format.pretty pretty.*", on: "log show", if: "signature-format", runs: "a signing program" },
  { keys: "merge.verifysignatures", on: "", if: "not-false", runs: "a signing program" },
  {
    keys: "core.sshcommand core.gitproxy core.askpass credential.helper credential.*.helper",
    on: NETWORK,
    runs: "a connection helper",
  },
  { keys: "remote.*.uploadpack remote.*.receivepack remote.*.vcs", on: NETWORK, runs: "a remote helper" },
  { keys: "remote.*.url remote.*.pushurl", on: NETWORK, if: "helper-url", runs: "a remote helper" },
  { keys: "remote.*.url remote.*.pushurl", on: "push", if: "local-url", runs: "hooks of a repository on this machine" },
  { keys: "url.*.insteadof url.*.pushinsteadof", on: NETWORK, if: "unusual-base", runs: "a remote helper" },
  { keys: "core.alternaterefscommand", on: NETWORK, runs: "a command for alternate refs" },
  { keys: "extensions.partialclone", on: "*", runs: "a fetch of missing objects" },
  { keys: "remote.*.promisor", on: "*", if: "not-false", runs: "a fetch of missing objects" },
  { keys: "gc.recentobjectshook", on: "commit fetch", runs: "a command of garbage collection" },
  // What nothing leads to any more (a dropped stash) is gone at once, where git would keep it for weeks.
  {
    keys: "gc.pruneexpire gc.reflogexpire gc.reflogexpireunreachable gc.*.reflogexpire gc.*.reflogexpireunreachable",
    on: "commit fetch",
    runs: "a garbage collection that keeps less than usual",
  },
  { keys: "core.editor", on: "commit", runs: "an editor" },
  { keys: "sequence.editor", on: "", runs: "an editor" },
  { keys: "trailer.*.command trailer.*.cmd", on: "commit", runs: "a trailer command" },
  { keys: "submodule.*.update", on: "checkout", if: "shell", runs: "a submodule update command" },
  { keys: "merge.*.driver", on: "checkout commit", runs: "a merge driver" },
  { keys: "interactive.difffilter", on: "add commit checkout", runs: "a diff filter" },
  { keys: "alias.*", on: "", if: "shell", runs: "an alias" },
  { keys: "mergetool.*.cmd mergetool.*.path difftool.*.cmd difftool.*.path guitool.*.cmd", on: "", runs: "a tool" },
  { keys: "man.*.cmd man.*.path browser.*.cmd browser.*.path web.browser help.browser", on: "", runs: "a viewer" },
  { keys: "tar.*.command", on: "", runs: "an archive filter" },
  {
    keys: "sendemail.smtpserver sendemail.sendmailcmd sendemail.tocmd sendemail.cccmd sendemail.headercmd imap.tunnel",
    on: "",
    runs: "a mail program",
  },
  {
    keys: "sendemail.*.smtpserver sendemail.*.sendmailcmd sendemail.*.tocmd sendemail.*.cccmd sendemail.*.headercmd",
    on: "",
    runs: "a mail program",
  },
  { keys: "uploadpack.packobjectshook", on: NETWORK, runs: "a pack hook" },
  { keys: "init.templatedir", on: "", runs: "hooks of a template" },
];

const OF_REFS = "reference-transaction pre-auto-gc post-index-change";
const OF_MERGES =
  "pre-merge-commit prepare-commit-msg commit-msg post-commit post-merge post-checkout pre-rebase post-rewrite";

/** Hooks git looks for in an operation, as git itself shows (`src/gate/attacks-git-hooks.test.ts`); "other" runs any. */
export const HOOKS: Readonly<Record<Exclude<Operation, "other">, string>> = {
  status: "post-index-change",
  diff: "post-index-change",
  log: "",
  show: "",
  add: "post-index-change",
  commit:
    "pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit post-rewrite pre-auto-gc reference-transaction post-index-change",
  checkout: "post-checkout reference-transaction post-index-change",
  merge: `${OF_MERGES} ${OF_REFS}`,
  rewrite: `${OF_MERGES} ${OF_REFS} pre-commit applypatch-msg pre-applypatch post-applypatch`,
  refs: OF_REFS,
  fetch: OF_REFS,
  push: "pre-push reference-transaction",
};
