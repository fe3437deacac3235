import type { Host } from "../host.ts";
import { geminiInstall } from "./install.ts";
import { geminiNames } from "./names.ts";
import { geminiProtocol } from "./protocol.ts";
import { geminiRecords } from "./records.ts";

export const gemini: Host = {
  name: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  checkedVersion: "0.61.0",
  failsOpen:
    "Gemini CLI lets a call run when its hook cannot be started or is killed, and its own confirmation is off in every mode that works without prompts.",
  protocol: geminiProtocol,
  names: geminiNames,
  records: geminiRecords,
  install: geminiInstall,
  traces: { variables: ["GEMINI_CLI"], programs: ["gemini"], packages: ["@google/gemini-cli"] },
  files: { directories: [".gemini"], configDirectories: ["gemini"], files: [], instructions: ["GEMINI.md"] },
};
