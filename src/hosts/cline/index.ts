import type { Host } from "../host.ts";
import { filesAt } from "../install/place.ts";
import { LAST_TRIED } from "../tried.ts";
import { clineFolder } from "./folder.ts";
import { clineNames } from "./names.ts";
import { clinePaths } from "./paths.ts";
import { pluginSource } from "./plugin.ts";
import { clineProtocol } from "./protocol.ts";
import { clineRecords } from "./records.ts";
import { clineRules } from "./rules.ts";

export const cline: Host = {
  name: "cline",
  title: "Cline CLI",
  program: "cline",
  checkedVersion: LAST_TRIED.cline.version,
  failsOpen:
    "Cline goes on without a plugin that has not loaded in four seconds: export CLINE_PLUGIN_IMPORT_TIMEOUT_MS=60000 where it is started, or start it with --auto-approve false.",
  protocol: clineProtocol,
  names: clineNames,
  paths: clinePaths,
  rewriting: { event: "beforeTool", tool: "run_commands", rules: clineRules },
  records: clineRecords,
  folder: clineFolder,
  install: {
    file: filesAt((at) => `${clineFolder(at)}/plugins/sallyport.js`, ".cline/plugins/sallyport.js"),
    content: () => ({ kind: "whole", text: pluginSource }),
    notes: [
      "Check with `sallyport doctor cline` that the plugin was loaded by the newest session.",
      "Nobody can be asked from the plugin: what would be asked is denied, and the person approves it with `sallyport approve`.",
      "Cline gives a plugin three seconds: where a verdict takes longer, the agent is told to repeat the call.",
      "Cline counts a call that is denied or has to be repeated as a mistake, and ends a run after three in a row: start it with --retries 12 where a run should go on.",
    ],
  },
  doctor: async (check) => (await import("./doctor.ts")).examineCline(check),
  traces: {
    variables: ["CLINE_CONNECTOR_CLI_LAUNCH"],
    programs: ["cline"],
    packages: ["node_modules/cline/", "@cline/"],
  },
  files: {
    directories: [".cline"],
    configDirectories: [],
    files: [],
    instructions: ["AGENTS.md"],
  },
  // https://docs.cline.bot/customization/cline-rules
  reads: {
    user: [[".agents/AGENTS.md"]],
    project: [["AGENTS.md"], [".clinerules"]],
    above: "repository",
    folders: [".clinerules", ".cline/rules"],
    nested: [],
  },
};
