/** The agents we sit in. */
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import { gemini } from "./gemini.ts";
import { HOST_NAMES, type Host, type HostName } from "./host.ts";
import { opencode } from "./opencode.ts";

export const HOSTS: Readonly<Record<HostName, Host>> = {
  "claude-code": claudeCode,
  codex,
  gemini,
  opencode,
  copilot,
  cursor,
};

export const isHostName = (name: string): name is HostName => HOST_NAMES.some((one) => one === name);
export { HOST_NAMES, type Host, type HostName };
