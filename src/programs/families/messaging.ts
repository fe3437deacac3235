/** Mail and chat from the command line, and agents started by an agent. */
import { act, type Effect } from "../../contract/effect.ts";
import { reads } from "../disk-makers.ts";
import { line, network } from "../makers.ts";
import type { EffectMaker, ProgramFamily } from "../spec.ts";
import { wholly } from "./packages-effects.ts";

/** Longer lines are cut for display. */
const MAX_WORDS = 200;

const sends =
  (id: "message.mail" | "message.send"): EffectMaker =>
  (use) =>
    /^(?:--version|-V|--help|-h)$/.test(line(use.operands))
      ? []
      : [
          act(id, { wording: line(use.operands).slice(0, MAX_WORDS), on: use.operands.at(-1)?.value ?? null }),
          network(null, true),
          ...attached(
            use.operands.map((word) => word.value ?? ""),
            use,
          ),
        ];

/** `-a file` of mail programs. */
function attached(
  words: readonly string[],
  use: Parameters<Extract<EffectMaker, (...args: never) => unknown>>[0],
): readonly Effect[] {
  return words.flatMap((value, index): readonly Effect[] => {
    const file = use.operands[index + 1];
    return /^(?:-a|-A|--attach|--attachment)$/.test(value) && file !== undefined ? [reads(use.target(file))] : [];
  });
}

/** Options by which an agent is let loose. */
const LOOSE =
  /(?:^|\s)(?:--dangerously-skip-permissions|--allow-dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo|-y\b|--full-auto|--permission-mode[= ](?:bypassPermissions|acceptEdits)|--approval-mode[= ](?:yolo|auto_edit|full-auto)|--sandbox[= ]danger-full-access|-a never|--ask-for-approval[= ]never|--allow-all-tools|--force|--auto-approve|--yes-always|--trust-all-tools|--allowedTools|--allowed-tools)/;
/** Commands and options by which an agent may do more, starts more, or is bound by other settings than the person's. */
const MAY_MORE =
  /^(?:mcp (?:add|remove|add-json|add-from-claude-desktop|import|reset\S*|enable|disable)|config (?:set|add|remove)|plugins? (?:install|i|add|enable|marketplace add)|extensions? (?:install|link|enable|update)|hooks? )\b|\s(?:--settings|--setting-sources|--bare|--dangerously-skip-permissions|--allow-dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo|--permission-mode[= ]bypassPermissions|--approval-mode[= ]yolo|--sandbox[= ]danger-full-access|(?:-c|--config)[= ]?["']?(?:hooks|features|mcp_servers|approval_policy|sandbox_mode|notify)\b)/;
/** Commands of agent programs that only show. */
const QUIET = /^(?:--version|-v|-V|--help|-h|help|version|[\w-]+ --help)$/;

const agent: EffectMaker = (use) => {
  const said = line(use.operands);
  if (QUIET.test(said)) return [];
  const loose: readonly Effect[] = LOOSE.test(` ${said}`) ? [act("agent.unasking")] : [];
  const settings: readonly Effect[] =
    /^(?:mcp (?:add|remove|add-json|import|reset)|config (?:set|add|remove)|plugin|install|update|setup-token|login|logout|extensions? )/.test(
      said,
    )
      ? [act("agent.other-settings")]
      : [];
  const more: readonly Effect[] = MAY_MORE.test(said) || MAY_MORE.test(` ${said}`) ? [act("agent.permissions")] : [];
  return [
    { do: "run", program: use.program, what: "code", language: "prompt", code: said },
    ...more,
    ...loose,
    ...settings,
    network(null, true),
  ];
};

export const messaging: ProgramFamily = () => [
  {
    names: "neomutt s-nail mailsend himalaya exim postfix sendemail",
    ...wholly(sends("message.mail")),
    unsafe: [
      ["s-nail -s x a@example.com", ["message.mail", "network.send"]],
      ["neomutt -a .env -s x -- a@example.com", ["message.mail", "network.send", "file.read"]],
    ],
  },
  {
    names:
      "slack slackcat slack-cli discord telegram-send tg signal-cli ntfy pushover apprise matrix-commander teams sms xmpp sendxmpp irc irssi toot tweet gcalcli jira linear trello notion acli",
    ...wholly(sends("message.send")),
    unsafe: [
      ["slack chat send hi", ["message.send", "network.send"]],
      ["jira issue create", ["message.send", "network.send"]],
    ],
  },
  {
    names:
      "claude codex gemini opencode aider cursor-agent copilot-cli amp cline crush qwen droid auggie kiro q llm ollama sgpt interpreter openhands swe-agent plandex pi kilo kilocode",
    launcher: true,
    ...wholly(agent),
    safe: ["claude --version", "codex --help"],
    unsafe: [
      [
        "claude -p 'fix it' --dangerously-skip-permissions",
        ["run.code", "agent.permissions", "agent.unasking", "network.send"],
      ],
      ["codex exec --yolo x", ["run.code", "agent.permissions", "agent.unasking", "network.send"]],
      ["claude --settings '{}' -p x", ["run.code", "agent.permissions", "network.send"]],
      ["claude mcp add x -- evil", ["run.code", "agent.permissions", "agent.other-settings", "network.send"]],
      ["gemini -p hello", ["run.code", "network.send"]],
      ["claude mcp list", ["run.code", "network.send"]],
    ],
  },
];
