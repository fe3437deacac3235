/** Known from its documentation; not run here. */
import type { Host } from "../host.ts";
import { type HookWaiter, hostTimeoutSeconds, type PlacedPins, shellLine } from "../install/line.ts";
import { filesAt, type HookEntry, type HostFolder } from "../install/place.ts";
import { untriedPaths } from "../spellings.ts";
import { cursorNames } from "./names.ts";
import { cursorProtocol } from "./protocol.ts";

const folder: HostFolder = ({ home }) => `${home}/.cursor`;

export const cursor: Host = {
  name: "cursor",
  title: "Cursor",
  program: "cursor",
  checkedVersion: null,
  failsOpen:
    "Cursor lets a call run when its hook fails, unless it honours `failClosed`, which was never tried here; what completes as you type comes to no event.",
  protocol: cursorProtocol,
  names: cursorNames,
  paths: untriedPaths,
  folder,
  install: {
    file: filesAt((at) => `${folder(at)}/hooks.json`, ".cursor/hooks.json"),
    content: () => ({ kind: "entries", start: { version: 1 }, entries }),
    notes: ["Written from Cursor's documentation and not yet run against it: watch it with `shadow: true` first."],
  },
  traces: { variables: ["CURSOR_AGENT"], programs: ["cursor-agent"], packages: [] },
  files: { directories: [".cursor"], configDirectories: ["cursor"], files: [], instructions: ["AGENTS.md"] },
  // https://cursor.com/docs/context/rules
  reads: {
    user: [],
    project: [["AGENTS.md"], [".cursorrules"]],
    above: "repository",
    folders: [".cursor/rules"],
    nested: ["AGENTS.md"],
  },
};

function entries(pins: PlacedPins): readonly HookEntry[] {
  const hook = (waiting: HookWaiter) => ({
    ...{ command: shellLine("cursor", pins, waiting), timeout: hostTimeoutSeconds(pins) },
  });
  return [
    { at: ["hooks", "preToolUse"], value: { ...hook("call"), failClosed: true } },
    { at: ["hooks", "beforeShellExecution"], value: { ...hook("call"), failClosed: true } },
    { at: ["hooks", "beforeMCPExecution"], value: { ...hook("call"), failClosed: true } },
    { at: ["hooks", "beforeSubmitPrompt"], value: hook("person") },
  ];
}
