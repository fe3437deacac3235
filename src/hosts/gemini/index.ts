import type { Host } from "../host.ts";
import { hostTimeoutSeconds } from "../install/line.ts";
import { claudeHooks, filesAt, type HostFolder } from "../install/place.ts";
import { LAST_TRIED } from "../tried.ts";
import { geminiNames } from "./names.ts";
import { geminiPaths } from "./paths.ts";
import { geminiProtocol } from "./protocol.ts";
import { geminiRecords } from "./records.ts";
import { geminiRules } from "./rules.ts";

const HOOKS = claudeHooks({
  host: "gemini",
  comments: true,
  events: [
    { event: "BeforeTool", matcher: "*", holds: true },
    { event: "BeforeAgent", matcher: "*" },
    // Only what came from outside is waited for: the agent is told what the probe found in it.
    { event: "AfterTool", matcher: "web_fetch|google_web_search|mcp_.*" },
  ],
  timeout: (pins) => hostTimeoutSeconds(pins) * 1000,
  more: { name: "sallyport" },
});

const folder: HostFolder = ({ home, env }) => `${env.GEMINI_CLI_HOME || home}/.gemini`;

export const gemini: Host = {
  name: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  checkedVersion: LAST_TRIED.gemini.version,
  failsOpen:
    "Gemini CLI lets a call run when even the shell of its hook is killed or stopped; without --approval-mode yolo, and with no policy that allows, its own confirmation still stands.",
  protocol: geminiProtocol,
  names: geminiNames,
  paths: geminiPaths,
  rewriting: { event: "BeforeTool", tool: "run_shell_command", rules: geminiRules },
  records: geminiRecords,
  folder,
  install: {
    file: filesAt((at) => `${folder(at)}/settings.json`, ".gemini/settings.json"),
    content: () => HOOKS,
    notes: [
      "A hook's allow does not skip Gemini's own confirmation: to work without prompts, let its policy allow (for example a rule in ~/.gemini/policies) and leave the refusing to Sallyport.",
      "Nobody is asked through Gemini, because that hangs where nobody is there: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  traces: { variables: ["GEMINI_CLI"], programs: ["gemini"], packages: ["@google/gemini-cli"] },
  files: { directories: [".gemini"], configDirectories: ["gemini"], files: [], instructions: ["GEMINI.md"] },
  // https://geminicli.com/docs/cli/gemini-md
  reads: {
    user: [[".gemini/GEMINI.md"]],
    project: [["GEMINI.md"]],
    above: "repository",
    nested: ["GEMINI.md"],
    imports: true,
  },
};
