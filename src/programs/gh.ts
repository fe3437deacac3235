import { act } from "../contract/effect.ts";
import { apiSpec, contacts, hostUsed, printsEnvironment } from "./gh-effects.ts";
import { vcs } from "./git-effects.ts";
import { does, each, given, hostOf, named, network, runs, texts, valuesOf } from "./makers.ts";
import type { CommandSpec, EffectMaker, ProgramSpec } from "./spec.ts";

const COMMON_VALUES = {
  ...texts(
    "-R --repo --json -q --jq -L --limit -s --state --search -S -A --author -a --assignee -l --label -B --base -H --head -m --milestone",
  ),
  ...texts(
    "--sort --order --interval -b --branch --workflow -e --event --user -u --created --commit -c --status -j --job --attempt --topic --language",
  ),
  ...texts("--visibility --owner --hostname --mention --app -g --group -P --page --per-page --output --type"),
  "--template": "text",
} as const;

const COMMON_FLAGS =
  "--comments -d --draft --web -w --name-only --patch --log --log-failed --exit-status --verbose -v --watch --fail-fast --required --all --archived --no-archived --fork --source --help --include-prs --match --draft --color --no-draft --active --show-token";

const reads: CommandSpec = {
  flags: COMMON_FLAGS,
  values: COMMON_VALUES,
  runsCode: "-w --web",
  when: {
    "-w": [runs("helper", "a browser is opened")],
    "--web": [runs("helper", "a browser is opened")],
    "--show-token": [{ do: "secret", act: "secret.host-login" }],
  },
  operands: "text",
  always: [contacts(false, "GET"), printsEnvironment],
};

/** Everything else is sent; option lists are short because such a use is never harmless. */
const writes = (...effects: readonly EffectMaker[]): CommandSpec => ({
  flags: `${COMMON_FLAGS} -f --fill --fill-first --fill-verbose --admin --auto --squash --rebase --merge -r -s --delete-branch --approve --request-changes --comment -y --yes --public --private --internal --push --clone --prerelease --latest --generate-notes --edit-last --undo --force`,
  values: {
    ...texts(
      "-R --repo -t --title -b --body -B --base -H --head -l --label -a --assignee -m --milestone -p --project --reviewer --body-text --reason --comment-body",
    ),
    ...texts(
      "--add-label --remove-label --add-assignee --remove-assignee --add-reviewer --remove-reviewer --subject --match-head-commit --notes --target --description -d --desc -n --homepage --visibility --name --ref --env -e --org -o --field --raw-field --duplicate-of",
    ),
    "-F": "read",
    "--body-file": "read",
    "--notes-file": "read",
  },
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

const request: Record<string, CommandSpec> = {
  ...each("view list diff checks status", reads),
  checkout: {
    flags: "-f --force --detach --recurse-submodules",
    values: texts("-R --repo -b --branch"),
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
    values: texts("-R --repo -t --subject -b --body --match-head-commit -A --author-email"),
  },
  review: {
    ...writes(reviews),
    flags: `${writes().flags} -a -c -r`,
    values: { ...texts("-R --repo -b --body"), "-F": "read", "--body-file": "read" },
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

const issue: Record<string, CommandSpec> = {
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

const repo: Record<string, CommandSpec> = {
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

const release: Record<string, CommandSpec> = {
  ...each("view list", reads),
  download: {
    ...reads,
    style: "words",
    always: [contacts(false, "GET"), (use) => [{ do: "write", target: use.cwd, recursive: true }]],
  },
  ...each("create upload edit", writes(does("publish.release"))),
  ...each("delete delete-asset", writes(does("publish.delete"))),
};

const secret: Record<string, CommandSpec> = {
  list: reads,
  ...each(
    "set delete remove create update",
    writes((use) => [act("stored-secret.change", { on: named(use) })]),
  ),
  get: { ...reads, always: [contacts(false, "GET"), { do: "secret", act: "secret.host-variable" }] },
};

const auth: Record<string, CommandSpec> = {
  status: reads,
  token: { ...reads, always: [{ do: "secret", act: "secret.host-login" }] },
  ...each("login logout refresh switch setup-git", {
    style: "words",
    operands: "text",
    always: [act("login.change"), contacts(true, "POST")],
  }),
};

const runsRemotely =
  (id: "cloud.workflow" | "cloud.run"): EffectMaker =>
  (use) => [{ do: "run", program: use.program, what: "remote" }, act(id, { on: named(use) })];

const ci: Record<string, CommandSpec> = {
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

const shared: Record<string, CommandSpec> = {
  ...each("pr mr", { commands: request }),
  ...each("issue incident", { commands: issue }),
  ...each("repo project", { commands: repo }),
  release: { commands: release },
  ...each("secret variable", { commands: secret }),
  auth: { commands: auth },
  ...each("run workflow ci pipeline", { commands: ci }),
  api: apiSpec,
  search: { commands: each("issues prs repos code commits", reads) },
  ...each("status browse", reads),
  version: { operands: { max: 0 } },
  ...each("gist snippet", {
    commands: {
      ...each("list view", reads),
      ...each("create edit", {
        ...writes(act("publish.gist")),
        operands: "read",
      }),
      delete: writes(does("publish.delete")),
      clone: {
        style: "words",
        operands: "text",
        always: [(use) => [vcs("clone", { remote: named(use) })], contacts(false, "GET")],
      },
    },
  }),
  ...each("label milestone ruleset cache org", {
    commands: {
      ...each("list view check", reads),
      ...each("create edit delete clone", writes(does("publish.repository-settings"))),
    },
  }),
  ...each("ssh-key gpg-key deploy-key token", {
    commands: {
      list: reads,
      ...each("add create delete revoke rotate", writes(act("account.host-key"))),
    },
  }),
  ...each("extension ext", {
    commands: {
      list: { operands: "text" },
      ...each("install upgrade create exec", {
        style: "words",
        operands: "text",
        always: [(use) => [act("package.install", { on: named(use) })], contacts(false, "GET")],
      }),
      remove: { style: "words", operands: "text", always: [act("package.delete")] },
    },
  }),
  alias: {
    commands: {
      list: { operands: "text" },
      ...each("set delete import", {
        style: "words",
        operands: "text",
        always: [act("program.alias")],
      }),
    },
  },
  config: {
    commands: {
      ...each("get list", {
        values: texts("-h --host"),
        operands: "text",
        always: [
          (use) =>
            use.operands.some((word) => word.value === null || /token|password/i.test(word.value))
              ? [{ do: "secret", act: "secret.host-login" }]
              : [],
        ],
      }),
      ...each("set clear-cache", {
        style: "words",
        operands: "text",
        always: [act("program.settings")],
      }),
    },
  },
  ...each("codespace cs", {
    commands: {
      ...each("list view", reads),
      ...each("ssh cp jupyter code", {
        style: "words",
        operands: "text",
        always: [runsRemotely("cloud.run"), contacts(true, "POST")],
      }),
      ...each("create delete stop rebuild ports edit", writes(act("cloud.change"))),
    },
  }),
};

export const gh: readonly ProgramSpec[] = [
  {
    names: ["gh", "glab", "hub"],
    style: "posix",
    flags: "--version --help -h",
    values: texts("-R --repo"),
    operands: { max: 0 },
    commands: shared,
    examples: {
      safe: ["gh --version"],
      unsafe: [
        ["gh pr view 12 --json title,body -q .title", ["network.contact"]],
        ["gh api -X PATCH repos/a/b/git/refs/heads/main -f sha=x", ["network.send", "git.push-by-api"]],
        ["gh variable get X", ["network.contact", "secret.host-variable"]],
        ["gh api repos/a/b/hooks -f x=y", ["network.send", "webhook.create"]],
        ["gh config set editor vim", ["program.settings"]],
        ["gh ssh-key add k.pub", ["account.host-key", "network.send"]],
        ["gh api -X PUT repos/a/b/collaborators/x", ["network.send", "account.host-access"]],
        ["gh api -X PUT repos/a/b/branches/main/protection", ["network.send", "guard.branch-protection"]],
        ["gh codespace ssh", ["run.remote", "cloud.run", "network.send"]],
        ["gh release delete v1", ["publish.delete", "network.send"]],
        ["gh gist delete x", ["publish.delete", "network.send"]],
        ["gh repo fork a/b", ["publish.repository", "network.send"]],
        ["gh pr close 1", ["publish.request-change", "network.send"]],
        ["gh issue create -t x -b y", ["publish.issue", "network.send"]],
        ["gh issue delete 1", ["publish.issue-delete", "network.send"]],
        ["gh mr delete 1", ["publish.request-delete", "network.send"]],
        ["gh pr list --state open --limit 5", ["network.contact"]],
        ["gh pr diff 12 --name-only", ["network.contact"]],
        ["gh pr create --title x --body y", ["publish.request", "network.send"]],
        ["gh pr merge 12 --squash --admin", ["git.merge", "publish.request-merge", "network.send"]],
        ["gh pr review 12 --approve", ["publish.request-approve", "network.send"]],
        ["gh pr comment 12 --body hi", ["message.comment", "network.send"]],
        ["gh issue list --repo a/b", ["network.contact"]],
        ["gh issue close 3", ["publish.issue-change", "network.send"]],
        ["gh api repos/a/b/pulls/1/comments", ["network.contact"]],
        ["gh api repos/a/b/pulls/1/merge -X PUT", ["network.send", "git.merge-by-api"]],
        ["gh api repos/a/b/pulls/1/comments -f body=x", ["network.send", "message.comment"]],
        ["gh api -X DELETE repos/a/b", ["network.send", "publish.api-delete"]],
        ["gh api repos/a/b -q env", ["network.contact", "secret.environment"]],
        ["gh api https://evil.example/x", ["network.contact"]],
        ["gh api x -F file=@/etc/passwd", ["network.send", "file.read", "publish.api-change"]],
        ["gh release create v1", ["publish.release", "network.send"]],
        ["gh repo delete a/b --yes", ["publish.repository-delete", "network.send"]],
        ["gh repo create x --public", ["publish.repository-public", "network.send"]],
        [
          "gh repo edit --visibility public",
          ["publish.repository-public", "publish.repository-settings", "network.send"],
        ],
        ["gh gist create notes.md", ["publish.gist", "network.send", "file.read"]],
        ["gh secret set TOKEN", ["stored-secret.change", "network.send"]],
        ["gh auth token", ["secret.host-login"]],
        ["gh auth login", ["login.change", "network.send"]],
        ["gh config get oauth_token -h github.com", ["secret.host-login"]],
        ["gh workflow run deploy.yml", ["run.remote", "cloud.workflow", "network.send"]],
        ["gh workflow disable ci.yml", ["guard.workflow-switch", "network.send"]],
        ["gh extension install a/b", ["package.install", "network.contact"]],
        ["gh alias set x '!sh'", ["program.alias"]],
        ["gh frobnicate", ["unknown.use"]],
        ["glab mr merge 3", ["git.merge", "publish.request-merge", "network.send"]],
      ],
    },
  },
];
