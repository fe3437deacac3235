/** Calls for this room's tests, made by the watch and the real tools on a home nobody has. */
import type { JsonObject } from "../../contract/action.ts";
import type { FileMark } from "../../contract/session.ts";
import { AGENT_FILES } from "../../hosts/index.ts";
import { diskWorld, looker, resolver } from "../../machine/index.ts";
import { readShell } from "../../watch/reading/index.ts";
import { readWindows } from "../../watch/windows/index.ts";
import type { PolicyCall } from "../call.ts";
import { encodeCall, toolBox } from "../tools/index.ts";
import type { CallExample } from "./clue.ts";

const HOME = "/nobody/me";
const ROOT = `${HOME}/app`;
const REMOTES = [{ name: "origin", urls: ["https://github.com/a/app.git"], pushUrls: [] }];

export interface Before {
  readonly marks?: readonly FileMark[];
  readonly created?: readonly string[];
}

export function callOf(example: CallExample, before: Before = {}): PolicyCall {
  const { tool, input } = typeof example === "string" ? asBash(example) : example;
  const world = diskWorld({ home: HOME, path: "/usr/bin:/bin" });
  const spec = toolBox()(tool);
  const at = { cwd: ROOT, projectRoot: ROOT, world };
  const reading =
    spec.shell?.dialect === "bash" ? readShell(spec.shell.command(input), { ...at, written: new Set() }) : undefined;
  const real = resolver(world);
  return {
    ...{ spec, tool, input, encoding: encodeCall(spec, input), barring: [], ...at, reading, real, readShell },
    effects: [
      ...(spec.effects?.(input, at) ?? []),
      ...(spec.shell?.dialect === "powershell" ? readWindows(spec.shell.command(input), "powershell") : []),
      ...(reading?.effects ?? []),
    ],
    look: looker(world, real),
    places: {
      ...{ projectRoot: ROOT, home: HOME, gateDirectories: [], gatePrograms: [], movedPlaces: [] },
      agentFiles: AGENT_FILES,
    },
    settings: {
      ...{ additionalDirectories: [], safeTools: { remove: [] } },
      contain: { enabled: true, plain: false, judge: false, free: [], writable: [], hidden: [], env: [] },
      autoMode: AUTO,
    },
    memory: {
      ...{ created: new Set(before.created ?? []), links: new Set(), written: new Set(), marks: before.marks ?? [] },
      ...{ startedAt: 0, start: { projectRoot: ROOT, host: null, remotes: REMOTES } },
    },
  };
}

const AUTO: PolicyCall["settings"]["autoMode"] = {
  ...{ allow: [], soft_deny: [], hard_deny: [], environment: [], suspendAlso: [] },
  ...{ unproven: "ask", probe: false, classifyAllShell: false, classifyEdits: false, askRules: "always" },
  strictSuspension: false,
};

const asBash = (command: string): { readonly tool: string; readonly input: JsonObject } => ({
  tool: "Bash",
  input: { command },
});
