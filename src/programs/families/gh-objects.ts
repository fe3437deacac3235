/** What the tools of code hosts do to requests, issues, repositories, releases, secrets and workflows. */
import { act } from "../../contract/effect.ts";
import { shows } from "../disk-makers.ts";
import { does, each, given, hostOf, named, network, runs, valuesOf } from "../makers.ts";
import type { CommandSpec, EffectMaker } from "../spec.ts";
import { contacts, hostUsed, printsEnvironment } from "./gh-effects.ts";
import { vcs } from "./git-effects.ts";

const COMMON_VALUES = {
  text:
    "-R --repo --json -q --jq -L --limit -s --state --search -S -A --author -a --assignee -l --label -B --base -H " +
    "--head -m --milestone --sort --order --interval -b --branch --workflow -e --event --user -u --created --commit " +
    "-c --status -j --job --attempt --topic --language --visibility --owner --hostname --mention --app -g --group " +
    "-P --page --per-page --output --type --template",
};

const COMMON_FLAGS =
  "--comments -d --draft --web -w --name-only --patch --log --log-failed --exit-status --verbose -v --watch --fail-fast --required --all --archived --no-archived --fork --source --help --include-prs --match --draft --color --no-draft --active --show-token";

export const reads: CommandSpec = {
  flags: COMMON_FLAGS,
  values: COMMON_VALUES,
  runsCode: "-w --web",
  when: {
    "-w --web": [runs("helper", "a browser is opened")],
    "--show-token": [shows("secret.host-login")],
  },
  operands: "text",
  always: [contacts(false, "GET"), printsEnvironment],
};

const WRITING_FLAGS = `${COMMON_FLAGS} -f --fill --fill-first --fill-verbose --admin --auto --squash --rebase --merge -r -s --delete-branch --approve --request-changes --comment -y --yes --public --private --internal --push --clone --prerelease --latest --generate-notes --edit-last --undo --force`;
const WRITING_VALUES = {
  text:
    "-R --repo -t --title -b --body -B --base -H --head -l --label -a --assignee -m --milestone -p --project " +
    "--reviewer --body-text --reason --comment-body --add-label --remove-label --add-assignee --remove-assignee " +
    "--add-reviewer --remove-reviewer --subject --match-head-commit --notes --target --description -d --desc -n " +
    "--homepage --visibility --name --ref --env -e --org -o --field --raw-field --duplicate-of",
  read: "-F --body-file --notes-file",
};

/** Everything else is sent; option lists are short because such a use is never harmless. */
export const writes = (...effects: readonly EffectMaker[]): CommandSpec => ({
  flags: WRITING_FLAGS,
  values: WRITING_VALUES,
  operands: "text",
  always: [...effects, contacts(true, "POST")],
});

const merges: EffectMaker = (use) => [
  vcs("merge", {
    remote: use.program,
    branch: null,
    wording: `pull request ${named(use) ?? "of the current branch"}`,
    ...(given(use, "--admin") ? { forced: true } : {}),
    ...(given(use, "-d --delete-branch") ? { deletes: true } : {}),
  }),
  act("publish.request-merge", { on: named(use) }),
];

const reviews: EffectMaker = (use) =>
  given(use, "-a --approve")
    ? [act("publish.request-approve", { on: named(use) })]
    : [act("message.comment", { on: named(use) })];

export const request: Record<string, CommandSpec> = {
  ...each("view list diff checks status", reads),
  checkout: {
    flags: "-f --force --detach --recurse-submodules",
    values: { text: "-R --repo -b --branch" },
    operands: "text",
    always: [
      (use) => [vcs("fetch", { remote: null }), vcs(given(use, "-f --force") ? "discard" : "switch", { branch: null })],
      contacts(false, "GET"),
    ],
  },
  create: writes(does("publish.request")),
  merge: {
    ...writes(merges),
    flags: `${writes().flags} -d`,
    values: { text: "-R --repo -t --subject -b --body --match-head-commit -A --author-email" },
  },
  review: {
    ...writes(reviews),
    flags: `${writes().flags} -a -c -r`,
    values: { text: "-R --repo -b --body", read: "-F --body-file" },
  },
  ...each("comment note", writes(does("message.comment"))),
  ...each(
    "close reopen ready edit update update-branch lock unlock rebase subscribe unsubscribe todo",
    writes(does("publish.request-change")),
  ),
  ...each("approve revoke", writes(does("publish.request-approve"))),
  accept: writes(merges),
  delete: writes(does("publish.request-delete")),
};

export const issue: Record<string, CommandSpec> = {
  ...each("view list status", reads),
  create: writes(does("publish.issue")),
  ...each("comment note", writes(does("message.comment"))),
  ...each("close reopen edit update lock unlock pin unpin develop", writes(does("publish.issue-change"))),
  ...each("delete transfer", writes(does("publish.issue-delete"))),
};

const shown: EffectMaker = (use) => [
  given(use, "--public") ||
  valuesOf(use, "--visibility").some((word) => word.value !== "private" && word.value !== "internal")
    ? act("publish.repository-public")
    : act("publish.repository"),
];

export const repo: Record<string, CommandSpec> = {
  ...each("view list", reads),
  clone: {
    ...reads,
    style: "words",
    always: [
      (use) => [
        vcs("clone", { remote: named(use) }),
        network(use.operands[0] ? (hostOf(use.operands[0]) ?? hostUsed(use)) : null, false),
        {
          do: "write",
          target: use.operands[1] ? use.target(use.operands[1]) : { path: use.cwd.path, certainty: "unknown" },
          recursive: true,
          as: "directory",
        },
      ],
    ],
  },
  create: writes(shown),
  edit: writes(shown, does("publish.repository-settings")),
  fork: writes(does("publish.repository")),
  ...each("delete archive", writes(does("publish.repository-delete"))),
  ...each(
    "rename unarchive set-default sync deploy-key autolink transfer",
    writes(does("publish.repository-settings")),
  ),
};

export const release: Record<string, CommandSpec> = {
  ...each("view list", reads),
  download: {
    ...reads,
    style: "words",
    always: [contacts(false, "GET"), (use) => [{ do: "write", target: use.cwd, recursive: true }]],
  },
  ...each("create upload edit", writes(does("publish.release"))),
  ...each("delete delete-asset", writes(does("publish.delete"))),
};

export const secret: Record<string, CommandSpec> = {
  list: reads,
  ...each(
    "set delete remove create update",
    writes((use) => [act("stored-secret.change", { on: named(use) })]),
  ),
  get: { ...reads, always: [contacts(false, "GET"), shows("secret.host-variable")] },
};

export const auth: Record<string, CommandSpec> = {
  status: reads,
  token: { ...reads, always: [shows("secret.host-login")] },
  ...each("login logout refresh switch setup-git", {
    style: "words",
    operands: "text",
    always: [act("login.change"), contacts(true, "POST")],
  }),
};

export const runsRemotely =
  (id: "cloud.workflow" | "cloud.run"): EffectMaker =>
  (use) => [{ do: "run", program: use.program, what: "remote" }, act(id, { on: named(use) })];

export const ci: Record<string, CommandSpec> = {
  ...each("list view watch status get trace lint", reads),
  ...each("run rerun retry trigger", writes(runsRemotely("cloud.workflow"))),
  ...each("cancel delete", writes(act("cloud.stop"))),
  ...each("disable enable", writes(act("guard.workflow-switch"))),
  ...each("download artifact", {
    style: "words",
    operands: "text",
    always: [contacts(false, "GET"), (use) => [{ do: "write", target: use.cwd, recursive: true }]],
  }),
};
