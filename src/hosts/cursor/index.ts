/** Known from its documentation; not run here. */
import type { Host } from "../host.ts";
import { cursorInstall } from "./install.ts";
import { cursorNames } from "./names.ts";
import { cursorProtocol } from "./protocol.ts";

export const cursor: Host = {
  name: "cursor",
  title: "Cursor",
  program: "cursor",
  checkedVersion: null,
  failsOpen: "Cursor's own edits and reads do not come to these events: only commands and MCP calls are judged.",
  protocol: cursorProtocol,
  names: cursorNames,
  install: cursorInstall,
  traces: { variables: ["CURSOR_AGENT"], programs: ["cursor-agent"], packages: [] },
  files: { directories: [".cursor"], configDirectories: ["cursor"], files: [], instructions: ["AGENTS.md"] },
};
