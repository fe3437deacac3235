/**
 * Where each agent keeps what is its own, and how what it starts is known: the gate guards all of it whichever agent it sits in, so
 * it stands apart from what only a call of that agent needs.
 */
import type { AgentFiles } from "../machine/index.ts";
import type { HostTraces } from "./host.ts";
import type { HostFolder } from "./install/place.ts";

export interface HostPlace {
  /** The folder of the person's own files for it, wherever a variable has moved that. */
  readonly folder: HostFolder;
  readonly traces: HostTraces;
  /** The gate guards them. */
  readonly files: AgentFiles;
}

const copilotFolder: HostFolder = ({ home, env }) => env.COPILOT_HOME || `${home}/.copilot`;

export const PLACES = {
  "claude-code": {
    folder: ({ home, env }) => env.CLAUDE_CONFIG_DIR || `${home}/.claude`,
    traces: {
      variables: ["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"],
      programs: ["claude"],
      packages: ["@anthropic-ai/", "/claude/versions/"],
    },
    files: {
      directories: [".claude"],
      configDirectories: ["claude"],
      files: [".claude.json", ".mcp.json"],
      instructions: ["CLAUDE.md", "CLAUDE.local.md"],
    },
  },
  codex: {
    folder: ({ home, env }) => env.CODEX_HOME || `${home}/.codex`,
    traces: {
      variables: ["CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI"],
      programs: ["codex"],
      packages: ["@openai/codex"],
    },
    files: {
      directories: [".codex"],
      configDirectories: ["codex"],
      files: [],
      instructions: ["AGENTS.md", "AGENTS.override.md"],
    },
  },
  gemini: {
    folder: ({ home, env }) => `${env.GEMINI_CLI_HOME || home}/.gemini`,
    traces: { variables: ["GEMINI_CLI"], programs: ["gemini"], packages: ["@google/gemini-cli"] },
    files: { directories: [".gemini"], configDirectories: ["gemini"], files: [], instructions: ["GEMINI.md"] },
  },
  opencode: {
    folder: ({ home, env }) => `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode`,
    traces: { variables: ["OPENCODE"], programs: ["opencode"], packages: ["opencode-ai"] },
    files: {
      directories: [".opencode"],
      configDirectories: ["opencode"],
      // https://opencode.ai/docs/config: plugins and MCP servers in it are started with the next session.
      files: ["opencode.json", "opencode.jsonc", "tui.json", "tui.jsonc"],
      instructions: ["AGENTS.md"],
    },
  },
  copilot: {
    folder: copilotFolder,
    traces: {
      variables: ["COPILOT_CLI", "COPILOT_AGENT_SESSION_ID"],
      programs: ["copilot"],
      packages: ["@github/copilot"],
    },
    files: {
      directories: [".copilot"],
      configDirectories: ["copilot", "github-copilot"],
      files: [],
      instructions: ["AGENTS.md"],
    },
  },
  cursor: {
    folder: ({ home }) => `${home}/.cursor`,
    traces: { variables: ["CURSOR_AGENT"], programs: ["cursor-agent"], packages: [] },
    files: { directories: [".cursor"], configDirectories: ["cursor"], files: [], instructions: ["AGENTS.md"] },
  },
  qwen: {
    folder: ({ home, env }) => env.QWEN_HOME || `${home}/.qwen`,
    traces: {
      variables: ["QWEN_CODE", "QWEN_CODE_SESSION_ID"],
      programs: ["qwen"],
      packages: ["@qwen-code/qwen-code"],
    },
    files: { directories: [".qwen"], configDirectories: ["qwen"], files: [], instructions: ["QWEN.md"] },
  },
  kilo: {
    folder: ({ home, env }) => `${env.XDG_CONFIG_HOME || `${home}/.config`}/kilo`,
    traces: { variables: ["KILO", "KILO_PID"], programs: ["kilo", ".kilo", "kilocode"], packages: ["@kilocode/cli"] },
    files: {
      directories: [".kilo", ".opencode"],
      configDirectories: ["kilo"],
      // Plugins and MCP servers in them are started with the next session.
      files: ["kilo.json", "kilo.jsonc", "opencode.json", "opencode.jsonc", "tui.json", "tui.jsonc", ".kilocodemodes"],
      instructions: ["AGENTS.md"],
    },
  },
  pi: {
    folder: ({ home, env }) => env.PI_CODING_AGENT_DIR || `${home}/.pi/agent`,
    traces: {
      variables: ["PI_CODING_AGENT", "SALLYPORT_PI_SESSION"],
      programs: ["pi"],
      packages: ["@earendil-works/pi-coding-agent", "@mariozechner/pi-coding-agent"],
    },
    files: { directories: [".pi"], configDirectories: [], files: [], instructions: ["AGENTS.md"] },
  },
  cline: {
    folder: ({ home, env }) => env.CLINE_DIR || `${home}/.cline`,
    traces: {
      variables: ["CLINE_CONNECTOR_CLI_LAUNCH"],
      programs: ["cline"],
      packages: ["node_modules/cline/", "@cline/"],
    },
    files: {
      directories: [".cline"],
      configDirectories: [],
      files: [],
      instructions: ["AGENTS.md"],
    },
  },
  vscode: {
    folder: copilotFolder,
    // A terminal of the editor is the person's as well.
    traces: { variables: [], programs: [], packages: [] },
    files: { directories: [".copilot"], configDirectories: [], files: [], instructions: ["AGENTS.md"] },
  },
  windsurf: {
    folder: ({ home }) => `${home}/.codeium/windsurf`,
    // A terminal of the editor is the person's as well.
    traces: { variables: [], programs: [], packages: [] },
    files: { directories: [".codeium"], configDirectories: [], files: [], instructions: ["AGENTS.md"] },
  },
  droid: {
    folder: ({ home, env }) => `${env.FACTORY_HOME_OVERRIDE || home}/.factory`,
    traces: { variables: ["FACTORY_PROJECT_DIR"], programs: ["droid"], packages: ["@factory/cli"] },
    files: { directories: [".factory"], configDirectories: [], files: [], instructions: ["AGENTS.md"] },
  },
} satisfies Readonly<Record<string, HostPlace>>;
