import type { Host } from "../host.ts";
import { claudeCodeInstall } from "./install.ts";
import { claudeCodeNames } from "./names.ts";
import { claudeCodeProtocol } from "./protocol.ts";
import { claudeCodeRecords } from "./records.ts";

export const claudeCode: Host = {
  name: "claude-code",
  title: "Claude Code",
  program: "claude",
  checkedVersion: "2.1.197",
  failsOpen: null,
  protocol: claudeCodeProtocol,
  names: claudeCodeNames,
  records: claudeCodeRecords,
  install: claudeCodeInstall,
  doctor: async (check) => (await import("./doctor.ts")).examineClaudeCode(check),
  traces: { variables: ["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"], programs: ["claude"], packages: ["@anthropic-ai/"] },
  files: {
    directories: [".claude"],
    configDirectories: ["claude"],
    files: [".claude.json", ".mcp.json"],
    instructions: ["CLAUDE.md"],
  },
};
