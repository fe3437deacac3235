import type { Host } from "../host.ts";
import { claudeHooks, filesAt } from "../install/place.ts";
import { LAST_TRIED } from "../tried.ts";
import { qwenFolder } from "./folder.ts";
import { qwenNames } from "./names.ts";
import { qwenPaths } from "./paths.ts";
import { qwenProtocol } from "./protocol.ts";
import { qwenRecords } from "./records.ts";

const HOOKS = claudeHooks({
  host: "qwen",
  comments: true,
  events: [
    { event: "PreToolUse", matcher: "*", holds: true },
    { event: "UserPromptSubmit" },
    { event: "SessionStart" },
  ],
  more: { name: "sallyport" },
});

export const qwen: Host = {
  name: "qwen",
  title: "Qwen Code",
  program: "qwen",
  checkedVersion: LAST_TRIED.qwen.version,
  failsOpen:
    "Qwen Code lets a call run when even the shell of its hook is killed or stopped; without --approval-mode yolo its own confirmation still stands.",
  protocol: qwenProtocol,
  names: qwenNames,
  paths: qwenPaths,
  records: qwenRecords,
  folder: qwenFolder,
  install: {
    file: filesAt((at) => `${qwenFolder(at)}/settings.json`, ".qwen/settings.json"),
    content: () => HOOKS,
    notes: [
      "Run it with `--approval-mode yolo` to work without Qwen Code's own prompts: Sallyport then judges every call.",
      "Nobody is asked through Qwen Code: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  traces: { variables: ["QWEN_CODE", "QWEN_CODE_SESSION_ID"], programs: ["qwen"], packages: ["@qwen-code/qwen-code"] },
  files: { directories: [".qwen"], configDirectories: ["qwen"], files: [], instructions: ["QWEN.md"] },
  // https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings
  reads: {
    user: [[".qwen/QWEN.md"], [".qwen/AGENTS.md"]],
    project: [["QWEN.md"], ["AGENTS.md"]],
    above: "repository",
    nested: ["QWEN.md", "AGENTS.md"],
    imports: true,
  },
};
