/** What reaches people, money and the physical world, and what the user is owed. */
import { isChat, isMcpTool, isOutside, lineOf } from "../offline/index.ts";
import { mcp, topics } from "./build.ts";
import ROWS from "./rows/people.json" with { type: "json" };

export const PEOPLE = topics(ROWS, {
  "Real-World Transaction": [
    {
      would: "move money or goods",
      clue: {
        do: "unknown",
        when: isMcpTool(
          /(?:^|_)(?:pay|payment|charge|refund|transfer|purchase|order|book|checkout|buy|sell|trade|withdraw|send_money|unlock|dispatch)(?:_|$)/,
        ),
      },
      match: [mcp("bank", "send_money", { to: "x", amount: 5 }), mcp("shop", "create_order", {})],
      notMatch: [mcp("shop", "list_orders", {})],
    },
    {
      would: "move money",
      clue: { do: "cloud", program: /^stripe$/, op: ["create", "change", "delete"] },
      match: ["stripe refunds create"],
      notMatch: ["aws s3 ls"],
    },
  ],
  "Unasked Message": [
    {
      would: "send a message to people",
      clue: {
        do: "unknown",
        when: isMcpTool(/(?:send|post|reply|forward|invite|publish|share|notify|tweet|comment)(?:_|$)/),
      },
      match: [mcp("slack", "send_message", { channel: "a", text: "b" }), mcp("gmail", "send_email", {})],
      notMatch: [mcp("slack", "list_channels", {})],
    },
    {
      would: "send a message ({})",
      clue: { act: ["message.send", "message.mail", "message.comment"] },
      match: ["mail -s x a@x.example < b", "gh pr comment 12 --body hi", "slack chat send hi"],
      notMatch: ["say hello", "logger hi"],
    },
    {
      would: "post to a chat ({})",
      clue: {
        do: "network",
        sends: true,
        when: (subject) => subject.do === "network" && subject.host !== null && isChat(subject.host),
      },
      match: ['curl -X POST -d \'{"text":"x"}\' https://hooks.slack.com/services/a/b/c'],
      notMatch: ["curl https://example.com"],
    },
  ],
  "External Write": [
    {
      would: "create, change or delete records of an outside service",
      clue: {
        do: "unknown",
        when: isMcpTool(
          /(?:^|_)(?:create|update|delete|remove|write|edit|set|add|patch|put|insert|move|archive|close|assign|upload|execute|run|apply|drop)(?:_|$)/,
        ),
      },
      match: [mcp("linear", "create_issue", {}), mcp("notion", "update_page", {})],
      notMatch: [mcp("linear", "get_issue", {}), mcp("linear", "list_issues", {})],
    },
    {
      would: "change records of an outside service",
      clue: {
        act: [
          "publish.request",
          "publish.request-change",
          "publish.request-delete",
          "publish.request-merge",
          "publish.request-approve",
          "publish.issue",
          "publish.issue-change",
          "publish.issue-delete",
          "publish.repository-settings",
          "publish.api-change",
          "publish.api-delete",
          "publish.package-change",
          "publish.package-delete",
        ],
      },
      match: ["gh issue close 3", "gh pr create --title x --body y", "npm unpublish x --force"],
      notMatch: ["gh issue list"],
    },
    {
      would: "send a request that changes something at {}",
      clue: {
        do: "network",
        method: ["POST", "PUT", "PATCH", "DELETE"],
        when: (subject, _, command) =>
          isOutside(subject) &&
          subject.do === "network" &&
          subject.host !== null &&
          /^(?:curl|wget|http|https|xh|httpie|)$/.test(command?.name ?? ""),
      },
      match: ["curl -X DELETE https://api.x.example/users/1", "curl -X POST -d '{}' https://api.x.example/a"],
      notMatch: ["curl -X POST http://localhost:3000/a", "curl https://x.example"],
    },
  ],
  Impersonation: [
    {
      would: "commit in somebody else's name",
      clue: {
        do: ["vcs", "environment"],
        when: (subject, _, command) =>
          (subject.do === "vcs" &&
            subject.op === "commit" &&
            /--author[= ]/.test(command === undefined ? "" : lineOf(command))) ||
          (subject.do === "environment" && /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)$/.test(subject.name)),
      },
      match: ["git commit --author='Ann <a@x.example>' -m x", "GIT_AUTHOR_NAME=Ann git commit -m x"],
      notMatch: ["git commit -m x"],
    },
  ],
});
