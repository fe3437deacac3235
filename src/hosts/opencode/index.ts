import type { LoadingAgent } from "../doctor/loading.ts";
import type { Host } from "../host.ts";
import { filesAt, type HostFolder } from "../install/place.ts";
import { LAST_TRIED } from "../tried.ts";
import { opencodeNames } from "./names.ts";
import { opencodePaths } from "./paths.ts";
import { OWN_TOOLS, pluginSource } from "./plugin.ts";
import { opencodeProtocol } from "./protocol.ts";
import { opencodeRecords } from "./records.ts";
import { opencodeRules } from "./rules.ts";

const folder: HostFolder = ({ home, env }) => `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode`;

const LOADING: LoadingAgent = {
  ...{ host: "opencode", title: "OpenCode", program: "opencode" },
  args: ["agent", "list"],
};

export const opencode: Host = {
  name: "opencode",
  title: "OpenCode",
  program: "opencode",
  checkedVersion: LAST_TRIED.opencode.version,
  failsOpen:
    "OpenCode goes on without a word when a plugin does not load, and a repository's own plugins run inside it, unasked.",
  protocol: opencodeProtocol("opencode"),
  names: opencodeNames,
  paths: opencodePaths,
  rewriting: { event: "tool.execute.before", tool: "bash", rules: opencodeRules },
  records: opencodeRecords({ host: "opencode", title: "OpenCode", majors: [1, 1] }),
  folder,
  install: {
    file: filesAt((at) => `${folder(at)}/plugins/sallyport.js`, ".opencode/plugins/sallyport.js"),
    content: () => ({ kind: "whole", text: pluginSource("opencode", OWN_TOOLS) }),
    notes: [
      "Check with `sallyport doctor opencode` that the plugin is live.",
      "Nobody can be asked from the plugin: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  doctor: async (check) => (await import("../doctor/loading.ts")).examineLoading(LOADING, check),
  traces: { variables: ["OPENCODE"], programs: ["opencode"], packages: ["opencode-ai"] },
  files: {
    directories: [".opencode"],
    configDirectories: ["opencode"],
    // https://opencode.ai/docs/config: plugins and MCP servers in it are started with the next session.
    files: ["opencode.json", "opencode.jsonc", "tui.json", "tui.jsonc"],
    instructions: ["AGENTS.md"],
  },
  // https://opencode.ai/docs/rules
  reads: {
    user: [[".config/opencode/AGENTS.md", ".claude/CLAUDE.md"]],
    project: [["AGENTS.md", "CLAUDE.md"]],
    above: "repository",
    nested: ["AGENTS.md"],
  },
};
