/** Known from its documentation; not run here. */
import { existsSync } from "node:fs";
import type { Host } from "../host.ts";
import { claudeHooks, type HookContent, type HookEntry, type HostFolder } from "../install/place.ts";
import { untriedPaths } from "../spellings.ts";
import { droidNames } from "./names.ts";
import { droidProtocol } from "./protocol.ts";

const folder: HostFolder = ({ home, env }) => `${env.FACTORY_HOME_OVERRIDE || home}/.factory`;

const HOOKS = claudeHooks({
  host: "droid",
  events: [
    { event: "PreToolUse", matcher: "*", holds: true },
    { event: "UserPromptSubmit" },
    { event: "SessionStart" },
  ],
});

/** In a file of its own an event stands at the top; to take ours out again both are looked at. */
function inEitherFile(content: HookContent): HookContent {
  if (content.kind === "whole") return content;
  const top = ({ at, value }: HookEntry): HookEntry => ({ at: at.slice(1), value });
  const entries: typeof content.entries = (pins) => {
    const nested = content.entries(pins);
    if (pins.file === "") return [...nested, ...nested.map(top)];
    return pins.file.endsWith("/hooks.json") ? nested.map(top) : nested;
  };
  return { ...content, entries };
}

/** A file of hooks, once there is one, takes the place of those in the settings. */
const fileIn = (place: string): string =>
  existsSync(`${place}/hooks.json`) ? `${place}/hooks.json` : `${place}/settings.json`;

export const droid: Host = {
  name: "droid",
  title: "Droid",
  program: "droid",
  checkedVersion: null,
  failsOpen:
    "Droid lets a call run when its hook fails in any way but status 2, by its documents; its own autonomy level (`--auto low`, or asking) still stands.",
  protocol: droidProtocol,
  names: droidNames,
  paths: untriedPaths,
  isAlone: (words) => words.includes("exec"),
  folder,
  install: {
    file: (scope, at) =>
      scope === "user" ? fileIn(folder(at)) : scope === "project" ? fileIn(`${at.cwd}/.factory`) : undefined,
    content: () => inEitherFile(HOOKS),
    notes: ["Written from Droid's documentation and not yet run against it: watch it with `shadow: true` first."],
  },
  traces: { variables: ["FACTORY_PROJECT_DIR"], programs: ["droid"], packages: ["@factory/cli"] },
  files: { directories: [".factory"], configDirectories: [], files: [], instructions: ["AGENTS.md"] },
  // https://docs.factory.ai/cli/configuration/agents-md
  reads: { user: [[".factory/AGENTS.md"]], project: [["AGENTS.md"]], above: "repository", nested: ["AGENTS.md"] },
};
