import type { Host } from "../host.ts";
import { type HookWaiter, hostTimeoutSeconds, type PlacedPins, shellLine } from "../install/line.ts";
import { filesAt } from "../install/place.ts";
import { LAST_TRIED } from "../tried.ts";
import { copilotFolder } from "./folder.ts";
import { copilotNames } from "./names.ts";
import { copilotPaths } from "./paths.ts";
import { CALL_EVENT, copilotProtocol } from "./protocol.ts";
import { copilotRecords, locateCopilot } from "./records.ts";
import { copilotRules } from "./rules.ts";

export const copilot: Host = {
  name: "copilot",
  title: "Copilot CLI",
  program: "copilot",
  checkedVersion: LAST_TRIED.copilot.version,
  failsOpen:
    "Copilot CLI lets a call run when even the shell of its hook is stopped until its limit; without --allow-all-tools its own prompts still stand.",
  protocol: copilotProtocol,
  names: copilotNames,
  paths: copilotPaths,
  rewriting: { event: CALL_EVENT, tool: "bash", rules: copilotRules },
  records: copilotRecords,
  locate: locateCopilot,
  isAlone: (words) => words.some((word) => /^(?:-p|--prompt)(?:=|$)/.test(word)),
  folder: copilotFolder,
  install: {
    file: filesAt((at) => `${copilotFolder(at)}/hooks/sallyport.json`, ".github/hooks/sallyport.json"),
    content: () => ({ kind: "whole", text: hooksFile }),
    notes: [
      "Leave --allow-all-tools out: what Sallyport allows runs without it, and where the hook does not answer Copilot then asks, or refuses where nobody is there (`-p`).",
      "In `copilot -p` nobody can be asked: what would be asked is refused, and the person approves it with `sallyport approve`.",
    ],
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
  const hooks = { preToolUse: [hook("call")], sessionStart: [hook("person")], userPromptSubmitted: [hook("person")] };
  return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
}
