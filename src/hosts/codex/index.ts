import type { Host } from "../host.ts";
import { codexInstall } from "./install.ts";
import { codexNames } from "./names.ts";
import { codexProtocol } from "./protocol.ts";
import { codexRecords } from "./records.ts";

export const codex: Host = {
  name: "codex",
  title: "Codex CLI",
  program: "codex",
  checkedVersion: "0.166.0",
  failsOpen: null,
  protocol: codexProtocol,
  names: codexNames,
  records: codexRecords,
  install: codexInstall,
  doctor: async (check) => (await import("./doctor.ts")).examineCodex(check),
  traces: {
    variables: ["CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI"],
    programs: ["codex"],
    packages: ["@openai/codex"],
  },
  files: {
    directories: [".codex"],
    configDirectories: ["codex"],
    files: [],
    instructions: ["AGENTS.md"],
  },
};
