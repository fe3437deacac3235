import type { LoadingAgent } from "../doctor/loading.ts";
import type { Host } from "../host.ts";
import { filesAt } from "../install/place.ts";
import { LAST_TRIED } from "../tried.ts";
import { extensionSource } from "./extension.ts";
import { piFolder } from "./folder.ts";
import { piNames } from "./names.ts";
import { piPaths } from "./paths.ts";
import { piProtocol } from "./protocol.ts";
import { piRecords } from "./records.ts";
import { piRules } from "./rules.ts";

const LOADING: LoadingAgent = { ...{ host: "pi", title: "pi", program: "pi" }, args: ["--list-models", "sallyport"] };

export const pi: Host = {
  name: "pi",
  title: "pi",
  program: "pi",
  checkedVersion: LAST_TRIED.pi.version,
  failsOpen:
    "pi loads no extension with --no-extensions, and a repository's own extensions, once its folder is trusted, run inside it.",
  protocol: piProtocol,
  names: piNames,
  paths: piPaths,
  rewriting: { event: "tool_call", tool: "bash", rules: piRules },
  records: piRecords,
  folder: piFolder,
  install: {
    file: filesAt((at) => `${piFolder(at)}/extensions/sallyport.ts`, ".pi/extensions/sallyport.ts"),
    content: () => ({ kind: "whole", text: extensionSource }),
    notes: [
      "Leave --no-extensions out: pi then runs without the gate, and doctor cannot see it.",
      "In a terminal pi asks in its own dialog; in `pi -p` what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  doctor: async (check) => (await import("../doctor/loading.ts")).examineLoading(LOADING, check),
  traces: {
    variables: ["PI_CODING_AGENT", "SALLYPORT_PI_SESSION"],
    programs: ["pi"],
    packages: ["@earendil-works/pi-coding-agent", "@mariozechner/pi-coding-agent"],
  },
  files: { directories: [".pi"], configDirectories: [], files: [], instructions: ["AGENTS.md"] },
  // https://pi.dev/docs: the person's, then every directory from the root of the disk to the working one.
  reads: {
    user: [[".pi/agent/AGENTS.override.md", ".pi/agent/AGENTS.md", ".pi/agent/CLAUDE.md"]],
    project: [["AGENTS.override.md", "AGENTS.md", "CLAUDE.md"]],
    above: "root",
    nested: [],
  },
};
