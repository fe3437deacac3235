/** What agents start, are told and may do. */
import type { PlaceRow } from "./row.ts";

export const GATE: readonly PlaceRow[] = [
  { kind: "ask", names: ".sallyport ~config/sallyport", source: "this product: settings, state" },
];

export const AGENTS: readonly PlaceRow[] = [
  {
    kind: "ask",
    names:
      "~config/code/user ~config/code?-?insiders/user ~config/code?-?oss/user ~config/vscodium/user ~/.vscode-server/data ~/.vscode-server-insiders/data ~/.vscode-oss/data ~/library/application?support/code/user ~/library/application?support/code?-?insiders/user ~/library/application?support/vscodium/user ~/library/application?support/cursor/user",
    source:
      "https://code.visualstudio.com/docs/configure/settings#_user-settingsjson-location: its agent approves tools, runs hooks and is instructed there",
  },
  {
    kind: "ask",
    names: "~/.local/share/opencode ~/.local/state/opencode ~/.local/share/kilo ~/.local/state/kilo",
    source:
      "https://opencode.ai/docs/troubleshooting#storage: what was said in its sessions, its logins; Kilo the same",
  },
  { kind: "ask", names: "codebuff.json", source: "https://www.codebuff.com/docs: startupProcesses" },
  {
    kind: "ask",
    names: ".vscode/mcp.json .vs/mcp.json",
    source: "https://code.visualstudio.com/docs/copilot/chat/mcp-servers",
  },
  {
    kind: "ask",
    names: "claude_desktop_config.json .claude-plugin",
    source: "https://modelcontextprotocol.io/quickstart/user; https://docs.claude.com/en/docs/claude-code/plugins",
  },
  {
    kind: "ask",
    names: "hooks/hooks.json",
    source: "https://docs.claude.com/en/docs/claude-code/plugins-reference#hooks: of a project that is a plugin",
  },
  {
    kind: "judge",
    names: "plugin.json",
    source: "https://docs.github.com/copilot/how-tos/copilot-cli: a plugin's hooks and servers",
  },
  {
    kind: "ask",
    names: ".opencode.json",
    source: "https://github.com/opencode-ai/opencode: its servers and its shell",
  },
  { kind: "judge", names: "forge.y*ml", source: "https://forgecode.dev/docs: its commands and agents" },
  { kind: "ask", names: "gemini-extension.json", source: "https://geminicli.com/docs/extensions" },
  {
    kind: "ask",
    names: ".qwen/settings*.json .qwen/extensions .qwen/hooks qwen-extension.json",
    source: "https://qwenlm.github.io/qwen-code-docs",
  },
  { kind: "ask", names: ".roo/mcp.json", source: "https://docs.roocode.com/features/mcp/using-mcp-in-roo" },
  { kind: "ask", names: ".kilocode/mcp.json .kilo", source: "https://kilo.ai/docs/features/mcp/using-in-kilo-code" },
  { kind: "ask", names: ".kiro/settings .kiro/hooks .kiro/agents", source: "https://kiro.dev/docs/mcp; /docs/hooks" },
  {
    kind: "ask",
    names: ".amazonq/mcp.json .amazonq/default.json .amazonq/agents .amazonq/cli-agents ~/.aws/amazonq",
    source: "https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/command-line-mcp.html",
  },
  {
    kind: "ask",
    names: "mcp_config.json .windsurf/hooks.json .codeium",
    source: "https://docs.windsurf.com/windsurf/cascade/mcp; /windsurf/cascade/hooks",
  },
  {
    kind: "ask",
    names: "cline_mcp_settings.json .clinerules/hooks .cline/hooks .cline/mcp* mcp_settings.json",
    source: "https://docs.cline.bot/mcp/configuring-mcp-servers; https://docs.cline.bot/features/hooks",
  },
  {
    kind: "ask",
    names: ".continue/mcpservers .continue/config.* .continue/permissions.yaml .continuerc.json",
    source: "https://docs.continue.dev/customize/deep-dives/mcp",
  },
  {
    kind: "ask",
    names: ".junie/mcp .trae/mcp.json .tabnine/mcp_servers.json .tabnine/agent .firebender firebender.json",
    source:
      "https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html and the manuals of Trae, Tabnine, Firebender",
  },
  {
    kind: "ask",
    names: ".factory/mcp.json .factory/settings*.json .factory/hooks .factory/hooks.json",
    source: "https://docs.factory.ai/cli/configuration",
  },
  { kind: "ask", names: "crush.json .crush.json", source: "https://github.com/charmbracelet/crush#configuration" },
  { kind: "ask", names: ".amp ~config/amp", source: "https://ampcode.com/manual#configuration" },
  {
    kind: "ask",
    names: "~config/goose ~config/crush .lmstudio",
    source: "https://block.github.io/goose/docs/guides/config-files",
  },
  {
    kind: "ask",
    names: ".openhands/setup.sh .openhands/pre-commit.sh .openhands/hooks.json .openhands/config.toml",
    source: "https://docs.all-hands.dev/usage/customization/repository",
  },
  {
    kind: "ask",
    names: ".augment/settings*.json .augment/hooks .augment/commands",
    source: "https://docs.augmentcode.com/cli",
  },
  {
    kind: "ask",
    names:
      ".letta/settings*.json .letta/hooks .antigravity/mcp_config.json .zencoder/mcp.json .qodo/mcp.json .openclaw",
    source: "https://docs.letta.com/letta-code/configuration and the manuals of these agents",
  },
  { kind: "ask", names: ".aider.conf.y*ml", source: "https://aider.chat/docs/config/aider_conf.html" },
  {
    kind: "judge",
    names:
      ".windsurf .roo .kilocode .kiro .continue .cline .qwen .amazonq .junie .trae .augment .factory .crush .goose .openhands",
    source: "the manuals of these agents: rules, prompts, commands, skills",
  },
  {
    kind: "judge",
    names:
      ".letta .forge .antigravity .zencoder .qodo .refact .plandex .mentat .coderabbit.y*ml .pr_agent.toml greptile.json ellipsis.yaml .sweep.yaml sweep.yaml .bito.yaml .agents .agent .warp .iflow .codebuddy .cody .sourcegraph .tabnine .vibe .grok .pi .rovodev .idx .aider* .devin",
    source: "https://agents.md and the manuals of these agents",
  },
  {
    kind: "judge",
    names: ".*/hooks .*/hooks.json .*-hooks .*/mcp*.json .*/mcp_*.json .*/settings.local.json .*/plugins",
    source:
      "what agents call their hooks, servers and plugins: in a hidden directory of a name nobody has listed yet too",
  },
  {
    kind: "judge",
    names:
      ".omp agents.config.json .superset .emdash.json .emdash .mux .cmux .dmux .amux .catnip .sculptor .crystal .uzi uzi.yaml .container-use .terragon terragon-setup.sh .schaltwerk .vibe-kanban .ccmanager.json .claude-flow",
    source:
      "https://github.com/coder/cmux/blob/main/docs/init-hooks.md and the manuals of programs that run agents side by side: their set-up scripts",
  },
  {
    kind: "judge",
    names:
      ".workmux.y*ml .config/wt.toml .wt.toml .worktree.toml .worktreerc* .wtp.y*ml .gtrconfig .branchlet.json .agentree.json .gwq.toml phantom.config.json",
    source:
      "https://workmux.raine.dev, https://worktrunk.dev/hook and the like: hooks of managers of git work trees, run when one is made or entered",
  },
  {
    kind: "judge",
    names:
      ".openhands_instructions .sweep.yml sweep.yml .gptme gptme.toml .opendevin .swe-agent .aiassistant .blackboxrules .blackboxcli .voidrules .pochi .qoder .lingma .comate .codegeex .marscode .nanocoder .octofriend .droid .jules .cosine .kodu .rulesync rulesync.jsonc .mcp mcp.json .mcp-servers.json mcp-servers.json .fast-agent fastagent.config.yaml fastagent.secrets.yaml .shai",
    source: "https://docs.all-hands.dev, https://gptme.org/docs/config.html and the manuals of these agents",
  },
  {
    kind: "judge",
    names:
      ".cursorrules .windsurfrules .clinerules* .roorules* .roomodes .kilocodemodes .goosehints .augment-guidelines .rules .ruler",
    source: "https://docs.cursor.com/context/rules and the like: told to every session",
  },
  {
    kind: "judge",
    names:
      ".cursorignore .cursorindexingignore .geminiignore .claudeignore .codeiumignore .aiderignore .gooseignore .rooignore .clineignore .aiexclude .kilocodeignore .qwenignore .copilotignore",
    source: "https://docs.cursor.com/context/ignore-files: what an agent may read",
  },
  {
    kind: "judge",
    names:
      "qwen.md crush.md warp.md iflow.md codebuddy.md agent.md agents.override.md claude.local.md skill.md copilot-instructions.md",
    source: "https://agents.md; instruction files of agents without a descriptor here",
  },
  {
    kind: "ask",
    names:
      ".github/mcp.json .github/lsp.json .github/extensions .github/plugin .github/plugins .lsp.json lsp-config.json",
    source: "https://docs.github.com/copilot/how-tos/copilot-cli: servers, extensions and plugins a repository brings",
  },
  {
    kind: "judge",
    names: ".github/copilot .github/agents .github/instructions .github/prompts .github/chatmodes .github/skills",
    source: "https://docs.github.com/copilot/how-tos/configure-custom-instructions",
  },
];
