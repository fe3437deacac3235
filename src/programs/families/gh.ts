import { act } from "../../contract/effect.ts";
import { shows } from "../disk-makers.ts";
import { does, each, named } from "../makers.ts";
import type { CommandSpec, ProgramFamily } from "../spec.ts";
import { apiSpec, contacts } from "./gh-effects.ts";
import { auth, ci, issue, reads, release, repo, request, runsRemotely, secret, writes } from "./gh-objects.ts";
import { vcs } from "./git-effects.ts";

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
        values: { text: "-h --host" },
        operands: "text",
        always: [
          (use) =>
            use.operands.some((word) => word.value === null || /token|password/i.test(word.value))
              ? [shows("secret.host-login")]
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

export const gh: ProgramFamily = () => [
  {
    names: "gh glab hub",
    style: "posix",
    flags: "--version --help -h",
    values: { text: "-R --repo" },
    operands: { max: 0 },
    commands: shared,
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
];
