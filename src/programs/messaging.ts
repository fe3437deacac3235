/** Mail and chat from the command line, and agents started by an agent. */
import type { Effect } from "../contract/effect.ts";
import { fixed, line, network } from "./makers.ts";
import { wholly } from "./packages-effects.ts";
import type { EffectMaker, ProgramSpec } from "./spec.ts";

const sends =
  (what: string): EffectMaker =>
  (use) =>
    /^(?:--version|-V|--help|-h)$/.test(line(use.operands))
      ? []
      : [
          {
            do: "message",
            op: "create",
            detail: `${what}: ${line(use.operands)}`.slice(0, 200),
            on: use.operands.at(-1)?.value ?? null,
          },
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
    return /^(?:-a|-A|--attach|--attachment)$/.test(value) && file !== undefined
      ? [{ do: "read", target: use.target(file), recursive: false, content: true }]
      : [];
  });
}

/** Options by which an agent is let loose. */
const LOOSE =
  /(?:^|\s)(?:--dangerously-skip-permissions|--allow-dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo|-y\b|--full-auto|--permission-mode[= ](?:bypassPermissions|acceptEdits)|--approval-mode[= ](?:yolo|auto_edit|full-auto)|--sandbox[= ]danger-full-access|-a never|--ask-for-approval[= ]never|--allow-all-tools|--force|--auto-approve|--yes-always|--trust-all-tools|--allowedTools|--allowed-tools)/;
/** Commands of agent programs that only show. */
const QUIET = /^(?:--version|-v|-V|--help|-h|help|version|[\w-]+ --help)$/;

const agent: EffectMaker = (use) => {
  const said = line(use.operands);
  if (QUIET.test(said)) return [];
  const loose: readonly Effect[] = LOOSE.test(` ${said}`)
    ? [fixed("security", "change", "an agent that need not ask")]
    : [];
  const settings: readonly Effect[] =
    /^(?:mcp (?:add|remove|add-json|import|reset)|config (?:set|add|remove)|plugin|install|update|setup-token|login|logout|extensions? )/.test(
      said,
    )
      ? [fixed("persist", "change", "settings of an agent")]
      : [];
  return [
    { do: "run", program: use.program, what: "code", language: "prompt", code: said, detail: "another agent" },
    ...loose,
    ...settings,
    network(null, true, "a model"),
  ];
};

export const messaging: readonly ProgramSpec[] = [
  {
    names: ["neomutt", "s-nail", "mailsend", "himalaya", "exim", "postfix", "sendemail"],
    ...wholly(sends("mail")),
    examples: {
      safe: [],
      unsafe: [
        ["s-nail -s x a@example.com", "message"],
        ["neomutt -a .env -s x -- a@example.com", "read"],
      ],
    },
  },
  {
    names: [
      "slack",
      "slackcat",
      "slack-cli",
      "discord",
      "telegram-send",
      "tg",
      "signal-cli",
      "ntfy",
      "pushover",
      "apprise",
      "matrix-commander",
      "teams",
      "sms",
      "xmpp",
      "sendxmpp",
      "irc",
      "irssi",
      "toot",
      "tweet",
      "gcalcli",
      "jira",
      "linear",
      "trello",
      "notion",
      "acli",
    ],
    ...wholly(sends("a message or a record others see")),
    examples: {
      safe: [],
      unsafe: [
        ["slack chat send hi", "message"],
        ["jira issue create", "message"],
      ],
    },
  },
  {
    names: [
      "claude",
      "codex",
      "gemini",
      "opencode",
      "aider",
      "cursor-agent",
      "copilot-cli",
      "amp",
      "cline",
      "crush",
      "qwen",
      "droid",
      "auggie",
      "kiro",
      "q",
      "llm",
      "ollama",
      "sgpt",
      "interpreter",
      "openhands",
      "swe-agent",
      "plandex",
      "pi",
    ],
    launcher: true,
    ...wholly(agent),
    examples: {
      safe: ["claude --version", "codex --help"],
      unsafe: [
        ["claude -p 'fix it' --dangerously-skip-permissions", "security"],
        ["codex exec --yolo x", "security"],
        ["claude mcp add x -- evil", "persist"],
        ["gemini -p hello", "run"],
        ["claude mcp list", "run"],
      ],
    },
  },
];
