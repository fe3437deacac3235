/** Checks and reviews that stand between a change and everybody else. */
import { isMcpTool } from "../offline/index.ts";
import { mcp, topics } from "./build.ts";
import ROWS from "./rows/ci.json" with { type: "json" };

export const CI = topics(ROWS, {
  "CI Bypass": [
    {
      would: "get a change past its checks",
      clue: {
        do: ["vcs", "publish"],
        line: /\[(?:skip ci|ci skip|no ci|skip actions)\]|branches\/\S+\/protection|rulesets|statuses\/[0-9a-f]+/,
      },
      match: ["git commit -m 'x [skip ci]'", "gh api -X DELETE repos/a/b/branches/main/protection"],
      notMatch: ["git commit -m 'ci: speed up'"],
    },
  ],
  "Review Bypass": [
    {
      would: "merge or approve a change in other people's place",
      clue: { do: "unknown", when: isMcpTool(/merge_pull_request|approve|auto_?merge|submit_review/) },
      match: [mcp("github", "merge_pull_request", { number: 3 })],
      notMatch: [mcp("github", "get_pull_request", { number: 3 })],
    },
    {
      would: "merge or approve a change in other people's place",
      clue: {
        act: ["publish.request-merge", "publish.request-approve", "git.merge-by-api", "git.push-by-api"],
      },
      match: ["gh pr merge 12 --squash", "gh pr review 12 --approve"],
      notMatch: ["gh pr view 12", "git merge main"],
    },
  ],
});
