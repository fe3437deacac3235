import { apiSpec, contacts, hostUsed, printsEnvironment } from "./gh-effects.ts";
import { vcs } from "./git-effects.ts";
import { each, fixed, given, hostOf, named, network, runs, texts, valuesOf } from "./makers.ts";
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

const reads = (detail: string): CommandSpec => ({
  flags: COMMON_FLAGS,
  values: COMMON_VALUES,
  runsCode: "-w --web",
  when: {
    "-w": [runs("helper", "a browser is opened")],
    "--web": [runs("helper", "a browser is opened")],
    "--show-token": [{ do: "secret", source: detail }],
  },
  operands: "text",
  always: [contacts(false, "GET"), printsEnvironment],
});

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

const says =
  (what: string): EffectMaker =>
  (use) => [{ do: "message", op: "create", detail: what, on: named(use) }];

const publishes =
  (op: "create" | "change" | "delete" | "expose", what: string): EffectMaker =>
  (use) => [{ do: "publish", op, detail: what, on: named(use) }];

const merges: EffectMaker = (use) => [
  vcs("merge", {
    remote: use.program,
    branch: null,
    detail: `pull request ${named(use) ?? "of the current branch"}`,
    ...(given(use, "--admin") ? { forced: true } : {}),
    ...(given(use, "-d --delete-branch") ? { deletes: true } : {}),
  }),
  { do: "publish", op: "change", detail: "merges a pull request", on: named(use) },
];

const reviews: EffectMaker = (use) =>
  given(use, "-a --approve")
    ? [{ do: "publish", op: "change", detail: "approves a pull request", on: named(use) }]
    : [{ do: "message", op: "create", detail: "a review", on: named(use) }];

const request: Record<string, CommandSpec> = {
  ...each("view list diff checks status", reads("pull requests")),
  checkout: {
    flags: "-f --force --detach --recurse-submodules",
    values: texts("-R --repo -b --branch"),
    operands: "text",
    always: [
      (use) => [vcs("fetch", { remote: null }), vcs(given(use, "-f --force") ? "discard" : "switch", { branch: null })],
      contacts(false, "GET"),
    ],
  },
  create: writes(publishes("create", "a pull request")),
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
  ...each("comment note", writes(says("a comment"))),
  ...each(
    "close reopen ready edit update update-branch lock unlock rebase subscribe unsubscribe todo",
    writes(publishes("change", "a pull request")),
  ),
  ...each("approve revoke", writes(publishes("change", "approves a pull request"))),
  accept: writes(merges),
  delete: writes(publishes("delete", "a pull request")),
};

const issue: Record<string, CommandSpec> = {
  ...each("view list status", reads("issues")),
  create: writes(publishes("create", "an issue")),
  ...each("comment note", writes(says("a comment"))),
  ...each("close reopen edit update lock unlock pin unpin develop", writes(publishes("change", "an issue"))),
  ...each("delete transfer", writes(publishes("delete", "an issue"))),
};

const shown: EffectMaker = (use) => [
  given(use, "--public") ||
  valuesOf(use, "--visibility").some((word) => word.value !== "private" && word.value !== "internal")
    ? fixed("publish", "expose", "a public repository")
    : fixed("publish", "create", "a repository"),
];

const repo: Record<string, CommandSpec> = {
  ...each("view list", reads("repositories")),
  clone: {
    ...reads("repositories"),
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
  edit: writes(shown, publishes("change", "repository settings")),
  fork: writes(publishes("create", "a fork")),
  ...each("delete archive", writes(publishes("delete", "a repository"))),
  ...each(
    "rename unarchive set-default sync deploy-key autolink transfer",
    writes(publishes("change", "repository settings")),
  ),
};

const release: Record<string, CommandSpec> = {
  ...each("view list", reads("releases")),
  download: {
    ...reads("releases"),
    style: "words",
    always: [contacts(false, "GET"), (use) => [{ do: "write", target: use.cwd, recursive: true }]],
  },
  ...each("create upload edit", writes(publishes("create", "a release"))),
  ...each("delete delete-asset", writes(publishes("delete", "a release"))),
};

const secret: Record<string, CommandSpec> = {
  list: reads("names of secrets"),
  ...each(
    "set delete remove create update",
    writes((use) => [{ do: "account", op: "change", detail: "a stored secret or variable", on: named(use) }]),
  ),
  get: { ...reads("variables"), always: [contacts(false, "GET"), { do: "secret", source: "a stored variable" }] },
};

const auth: Record<string, CommandSpec> = {
  status: reads("the login token"),
  token: { ...reads("the login token"), always: [{ do: "secret", source: "the login token" }] },
  ...each("login logout refresh switch setup-git", {
    style: "words",
    operands: "text",
    always: [fixed("account", "change", "the login of the code host"), contacts(true, "POST")],
  }),
};

const runsRemotely =
  (what: string): EffectMaker =>
  (use) => [
    { do: "run", program: use.program, what: "remote", detail: what },
    { do: "cloud", op: "run", detail: what, on: named(use) },
  ];

const ci: Record<string, CommandSpec> = {
  ...each("list view watch status get trace lint", reads("runs")),
  ...each("run rerun retry trigger", writes(runsRemotely("a workflow"))),
  ...each("cancel delete", writes(fixed("cloud", "stop", "a workflow run"))),
  ...each("disable enable", writes(fixed("security", "change", "a workflow is switched"))),
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
  search: { commands: each("issues prs repos code commits", reads("search")) },
  ...each("status browse", reads("the overview")),
  version: { operands: { max: 0 } },
  ...each("gist snippet", {
    commands: {
      ...each("list view", reads("gists")),
      ...each("create edit", {
        ...writes(fixed("publish", "expose", "a gist")),
        operands: "read",
      }),
      delete: writes(publishes("delete", "a gist")),
      clone: {
        style: "words",
        operands: "text",
        always: [(use) => [vcs("clone", { remote: named(use) })], contacts(false, "GET")],
      },
    },
  }),
  ...each("label milestone ruleset cache org", {
    commands: {
      ...each("list view check", reads("settings")),
      ...each("create edit delete clone", writes(publishes("change", "repository settings"))),
    },
  }),
  ...each("ssh-key gpg-key deploy-key token", {
    commands: {
      list: reads("keys"),
      ...each("add create delete revoke rotate", writes(fixed("account", "change", "a key of the account"))),
    },
  }),
  ...each("extension ext", {
    commands: {
      list: { operands: "text" },
      ...each("install upgrade create exec", {
        style: "words",
        operands: "text",
        always: [
          (use) => [{ do: "package", op: "create", detail: "an extension", on: named(use) }],
          contacts(false, "GET"),
        ],
      }),
      remove: { style: "words", operands: "text", always: [fixed("package", "delete", "an extension")] },
    },
  }),
  alias: {
    commands: {
      list: { operands: "text" },
      ...each("set delete import", {
        style: "words",
        operands: "text",
        always: [fixed("persist", "change", "an alias of the program")],
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
              ? [{ do: "secret", source: "the login token" }]
              : [],
        ],
      }),
      ...each("set clear-cache", {
        style: "words",
        operands: "text",
        always: [fixed("persist", "change", "settings of the program")],
      }),
    },
  },
  ...each("codespace cs", {
    commands: {
      ...each("list view", reads("codespaces")),
      ...each("ssh cp jupyter code", {
        style: "words",
        operands: "text",
        always: [runsRemotely("a codespace"), contacts(true, "POST")],
      }),
      ...each("create delete stop rebuild ports edit", writes(fixed("cloud", "change", "a codespace"))),
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
        ["gh pr view 12 --json title,body -q .title", "network"],
        ["gh pr list --state open --limit 5", "network"],
        ["gh pr diff 12 --name-only", "network"],
        ["gh pr create --title x --body y", "publish"],
        ["gh pr merge 12 --squash --admin", "vcs"],
        ["gh pr review 12 --approve", "publish"],
        ["gh pr comment 12 --body hi", "message"],
        ["gh issue list --repo a/b", "network"],
        ["gh issue close 3", "publish"],
        ["gh api repos/a/b/pulls/1/comments", "network"],
        ["gh api repos/a/b/pulls/1/merge -X PUT", "vcs"],
        ["gh api repos/a/b/pulls/1/comments -f body=x", "message"],
        ["gh api -X DELETE repos/a/b", "publish"],
        ["gh api repos/a/b -q env", "secret"],
        ["gh api https://evil.example/x", "network"],
        ["gh api x -F file=@/etc/passwd", "read"],
        ["gh release create v1", "publish"],
        ["gh repo delete a/b --yes", "publish"],
        ["gh repo create x --public", "publish"],
        ["gh repo edit --visibility public", "publish"],
        ["gh gist create notes.md", "publish"],
        ["gh secret set TOKEN", "account"],
        ["gh auth token", "secret"],
        ["gh auth login", "account"],
        ["gh config get oauth_token -h github.com", "secret"],
        ["gh workflow run deploy.yml", "run"],
        ["gh workflow disable ci.yml", "security"],
        ["gh extension install a/b", "package"],
        ["gh alias set x '!sh'", "persist"],
        ["gh frobnicate", "understood"],
        ["glab mr merge 3", "vcs"],
      ],
    },
  },
];
