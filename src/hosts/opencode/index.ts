import type { Host } from "../host.ts";
import { opencodeInstall } from "./install.ts";
import { opencodeNames } from "./names.ts";
import { opencodeProtocol } from "./protocol.ts";
import { opencodeRecords } from "./records.ts";

export const opencode: Host = {
  name: "opencode",
  title: "OpenCode",
  program: "opencode",
  checkedVersion: "1.18.33",
  failsOpen:
    "OpenCode goes on without a word when a plugin does not load, and a repository's own plugins run inside it, unasked.",
  protocol: opencodeProtocol,
  names: opencodeNames,
  records: opencodeRecords,
  install: opencodeInstall,
  doctor: async (check) => (await import("./doctor.ts")).examineOpencode(check),
  traces: { variables: ["OPENCODE"], programs: ["opencode"], packages: ["opencode-ai"] },
  files: { directories: [".opencode"], configDirectories: ["opencode"], files: [], instructions: ["AGENTS.md"] },
};
