import type { LoadingAgent } from "../doctor/loading.ts";
import type { Host } from "../host.ts";
import { filesAt, type HostFolder } from "../install/place.ts";
import { OWN_TOOLS, pluginSource } from "../opencode/plugin.ts";
import { KILO_FROM, opencodeRecords } from "../opencode/records.ts";
import { opencodeRules } from "../opencode/rules.ts";
import { LAST_TRIED } from "../tried.ts";
import { kiloNames } from "./names.ts";
import { kiloProtocol } from "./protocol.ts";

const folder: HostFolder = ({ home, env }) => `${env.XDG_CONFIG_HOME || `${home}/.config`}/kilo`;
const LOADING: LoadingAgent = { ...{ host: "kilo", title: "Kilo", program: "kilo" }, args: ["agent", "list"] };
const OWN = `${OWN_TOOLS} background_process board_read board_post schedule_wakeup cancel_wakeup`;

export const kilo: Host = {
  name: "kilo",
  title: "Kilo",
  program: "kilo",
  checkedVersion: LAST_TRIED.kilo.version,
  failsOpen:
    "Kilo goes on without a word when a plugin does not load, or with --pure, and a repository's own plugins run inside it, unasked.",
  protocol: kiloProtocol,
  names: kiloNames,
  rewriting: { event: "tool.execute.before", tool: "bash", rules: opencodeRules },
  records: opencodeRecords({ host: "kilo", title: "Kilo", majors: [KILO_FROM, 7] }),
  folder,
  install: {
    file: filesAt((at) => `${folder(at)}/plugins/sallyport.js`, ".kilo/plugins/sallyport.js"),
    content: () => ({ kind: "whole", text: pluginSource("kilo", OWN) }),
    notes: [
      "Check with `sallyport doctor kilo` that the plugin is live. Leave --pure out: it runs without plugins.",
      "Nobody can be asked from the plugin: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  doctor: async (check) => (await import("../doctor/loading.ts")).examineLoading(LOADING, check),
  traces: { variables: ["KILO", "KILO_PID"], programs: ["kilo", ".kilo", "kilocode"], packages: ["@kilocode/cli"] },
  files: {
    directories: [".kilo", ".opencode"],
    configDirectories: ["kilo"],
    // Plugins and MCP servers in them are started with the next session.
    files: ["kilo.json", "kilo.jsonc", "opencode.json", "opencode.jsonc", "tui.json", "tui.jsonc", ".kilocodemodes"],
    instructions: ["AGENTS.md"],
  },
  // https://kilo.ai/docs: as OpenCode, with rules of its own.
  reads: {
    user: [[".config/kilo/AGENTS.md", ".claude/CLAUDE.md"]],
    project: [["AGENTS.md", "CLAUDE.md"], [".kilocoderules"]],
    above: "repository",
    folders: [".kilo/rules", ".kilocode/rules"],
    nested: ["AGENTS.md"],
  },
};
