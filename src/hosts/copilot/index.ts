/** Known from its documentation; not run here. */
import type { Host } from "../host.ts";
import { type HookWaiter, hostTimeoutSeconds, type PlacedPins, shellLine } from "../install/line.ts";
import { filesAt, type HostFolder } from "../install/place.ts";
import { copilotNames } from "./names.ts";
import { copilotProtocol } from "./protocol.ts";

const folder: HostFolder = ({ home, env }) => env.COPILOT_HOME || `${home}/.copilot`;

export const copilot: Host = {
  name: "copilot",
  title: "Copilot CLI",
  program: "copilot",
  checkedVersion: null,
  failsOpen: "By its documentation Copilot CLI denies when a hook crashes but lets the call run when it times out.",
  protocol: copilotProtocol,
  names: copilotNames,
  folder,
  install: {
    file: filesAt((at) => `${folder(at)}/hooks/sallyport.json`, ".github/hooks/sallyport.json"),
    content: () => ({ kind: "whole", text: hooksFile }),
    notes: ["Written from Copilot's documentation and not yet run against it: watch it with `shadow: true` first."],
  },
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
  // https://docs.github.com/copilot/how-tos/configure-custom-instructions
  reads: {
    user: [[".copilot/copilot-instructions.md"]],
    project: [[".github/copilot-instructions.md"], ["AGENTS.md"], ["CLAUDE.md"], ["GEMINI.md"]],
    above: "repository",
    folders: [".github/instructions"],
    nested: ["AGENTS.md"],
  },
};

function hooksFile(pins: PlacedPins): string {
  const hook = (waiting: HookWaiter) => ({
    ...{ type: "command", bash: shellLine("copilot", pins, waiting), timeoutSec: hostTimeoutSeconds(pins) },
  });
  const hooks = { preToolUse: [hook("call")], userPromptSubmitted: [hook("person")] };
  return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
}
