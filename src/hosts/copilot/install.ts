import { hostTimeoutSeconds, type Pins, shellLine } from "../install/line.ts";
import { filesAt, type HostInstall } from "../install/place.ts";

export const copilotInstall: HostInstall = {
  file: filesAt(({ home }) => `${home}/.copilot/hooks/sallyport.json`, ".github/hooks/sallyport.json"),
  content: () => ({ kind: "whole", text: hooksFile }),
  notes: ["Written from Copilot's documentation and not yet run against it: watch it with `shadow: true` first."],
};

function hooksFile(pins: Pins): string {
  const hook = { type: "command", bash: shellLine("copilot", pins), timeoutSec: hostTimeoutSeconds(pins) };
  return `${JSON.stringify({ version: 1, hooks: { preToolUse: [hook], userPromptSubmitted: [hook] } }, null, 2)}\n`;
}
