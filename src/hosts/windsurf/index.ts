/** Known from its documentation; not run here. */
import type { Host } from "../host.ts";
import { type HookWaiter, type PlacedPins, shellLine } from "../install/line.ts";
import { filesAt, type HookEntry, type HostFolder } from "../install/place.ts";
import { untriedPaths } from "../spellings.ts";
import { windsurfNames } from "./names.ts";
import { windsurfProtocol } from "./protocol.ts";

const folder: HostFolder = ({ home }) => `${home}/.codeium/windsurf`;

export const windsurf: Host = {
  name: "windsurf",
  title: "Windsurf",
  program: "windsurf",
  checkedVersion: null,
  failsOpen:
    "Windsurf lets an action run when its hook fails in any way but status 2, by its documents; its own approval of commands (auto-execution off) still stands.",
  protocol: windsurfProtocol,
  names: windsurfNames,
  paths: untriedPaths,
  toldByPlace: true,
  folder,
  install: {
    file: filesAt((at) => `${folder(at)}/hooks.json`, ".windsurf/hooks.json", {
      managed: ({ platform }) =>
        platform === "darwin" ? "/Library/Application Support/Windsurf/hooks.json" : "/etc/windsurf/hooks.json",
    }),
    content: () => ({ kind: "entries", start: {}, entries }),
    notes: [
      "Written from Windsurf's documentation and not yet run against it: watch it with `shadow: true` first.",
      "Nobody can be asked through Windsurf: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  // A terminal of the editor is the person's as well.
  traces: { variables: [], programs: [], packages: [] },
  files: { directories: [".codeium"], configDirectories: [], files: [], instructions: ["AGENTS.md"] },
  // https://docs.windsurf.com/windsurf/cascade/memories
  reads: {
    user: [[".codeium/windsurf/memories/global_rules.md"]],
    project: [["AGENTS.md"], [".windsurfrules"]],
    above: "repository",
    folders: [".windsurf/rules"],
    nested: ["AGENTS.md"],
  },
};

function entries(pins: PlacedPins): readonly HookEntry[] {
  const hook = (event: string, waiting: HookWaiter): HookEntry => ({
    ...{ at: ["hooks", event], value: { command: shellLine("windsurf", pins, waiting), show_output: false } },
  });
  const calls = ["pre_run_command", "pre_read_code", "pre_write_code", "pre_mcp_tool_use"];
  return [...calls.map((event) => hook(event, "call")), hook("pre_user_prompt", "person")];
}
