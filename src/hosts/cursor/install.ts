import { hostTimeoutSeconds, type Pins, shellLine } from "../install/line.ts";
import { filesAt, type HookEntry, type HostInstall } from "../install/place.ts";

export const cursorInstall: HostInstall = {
  file: filesAt(({ home }) => `${home}/.cursor/hooks.json`, ".cursor/hooks.json"),
  content: () => ({ kind: "entries", start: { version: 1 }, entries }),
  notes: ["Written from Cursor's documentation and not yet run against it: watch it with `shadow: true` first."],
};

function entries(pins: Pins): readonly HookEntry[] {
  const hook = { command: shellLine("cursor", pins), timeout: hostTimeoutSeconds(pins) };
  return [
    { at: ["hooks", "beforeShellExecution"], value: { ...hook, failClosed: true } },
    { at: ["hooks", "beforeMCPExecution"], value: { ...hook, failClosed: true } },
    { at: ["hooks", "beforeSubmitPrompt"], value: hook },
  ];
}
