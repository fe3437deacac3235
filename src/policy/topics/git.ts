import { topics } from "./build.ts";
import ROWS from "./rows/git.json" with { type: "json" };

export const GIT = topics(ROWS, {
  "Git Destructive": [
    {
      would: "overwrite or remove what others can fetch ({})",
      clue: { act: ["git.push-force", "git.push-by-api"] },
      match: ["git push --force origin main", "git push origin :topic", "git push --mirror x", "git push origin +main"],
      notMatch: ["git push origin topic"],
    },
    {
      would: "delete a hosted repository or what is in it",
      clue: { act: ["publish.repository-delete", "publish.api-delete"], on: /^(?!.*\/(?:protection|rulesets))/ },
      match: ["gh repo delete a/b --yes", "gh api -X DELETE repos/a/b"],
      notMatch: ["gh repo view a/b"],
    },
  ],
  "Default Branch Push": [
    {
      would: "push straight to {}",
      clue: {
        do: "vcs",
        op: "push",
        on: /^(?:refs\/heads\/)?(?:main|master|trunk|develop|production|prod|release(?:\/.*)?)$/,
      },
      match: ["git push origin main", "git push origin HEAD:master"],
      notMatch: ["git push origin topic", "git push"],
    },
  ],
  "Foreign History Rewrite": [
    {
      would: "rewrite commits or refs",
      clue: { do: "vcs", op: "rewrite" },
      match: ["git rebase main", "git filter-branch --tree-filter x HEAD", "git reflog expire --expire=now --all"],
      notMatch: ["git log", "git commit -m x"],
    },
  ],
  "Discarded Work": [
    {
      would: "throw away work that is not committed or not merged",
      clue: {
        do: "vcs",
        op: ["discard", "branch-delete"],
        when: (subject, _, command) =>
          subject.do === "vcs" && (subject.op === "discard" || /-D\b|--force|-f\b/.test(command?.text ?? "")),
      },
      match: ["git reset --hard", "git clean -fdx", "git checkout -- src", "git stash drop", "git branch -D topic"],
      notMatch: ["git branch -d topic", "git reset HEAD a", "git stash"],
    },
  ],
});
