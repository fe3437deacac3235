/** Known from its documentation; not run here. */
import type { Host } from "../host.ts";
import { copilotInstall } from "./install.ts";
import { copilotNames } from "./names.ts";
import { copilotProtocol } from "./protocol.ts";

export const copilot: Host = {
  name: "copilot",
  title: "Copilot CLI",
  program: "copilot",
  checkedVersion: null,
  failsOpen: "By its documentation Copilot CLI denies when a hook crashes but lets the call run when it times out.",
  protocol: copilotProtocol,
  names: copilotNames,
  install: copilotInstall,
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
};
