/** Known from its documentation; not run here. It reads the files of hooks that Copilot CLI reads, so one hook serves both. */
import { copilot } from "../copilot/index.ts";
import type { Host } from "../host.ts";
import { vscodeNames } from "./names.ts";
import { vscodePaths } from "./paths.ts";
import { vscodeProtocol } from "./protocol.ts";

export const vscode: Host = {
  name: "vscode",
  title: "VS Code",
  program: "code",
  checkedVersion: null,
  failsOpen:
    "VS Code lets a call run when its hook fails in any way but status 2, by its documents; its own confirmation of tools (no auto-approval) still stands.",
  protocol: vscodeProtocol,
  names: vscodeNames,
  paths: vscodePaths,
  folder: copilot.folder,
  install: {
    ...copilot.install,
    notes: [
      "Written from VS Code's documentation and not yet run against it: watch it with `shadow: true` first.",
      "The hook is the one of Copilot CLI, in the same file: installing or removing one does it for both.",
    ],
  },
  // A terminal of the editor is the person's as well.
  traces: { variables: [], programs: [], packages: [] },
  files: { directories: [".copilot"], configDirectories: [], files: [], instructions: ["AGENTS.md"] },
  reads: copilot.reads,
};
