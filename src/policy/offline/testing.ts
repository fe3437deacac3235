/** Calls for this room's tests, made by the real reader and the real tools on a home nobody has. */
import type { JsonObject } from "../../contract/action.ts";
import type { FileMark } from "../../contract/session.ts";
import { AGENT_FILES } from "../../hosts/index.ts";
import { diskWorld } from "../../machine/index.ts";
import { readShell } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { examine } from "../examine.ts";
import { ruleBook } from "../rules/index.ts";
import { toolBox } from "../tools/index.ts";
import type { CallExample } from "./clue.ts";

const HOME = "/nobody/me";
const ROOT = `${HOME}/app`;
const REMOTES = [{ name: "origin", urls: ["https://github.com/a/app.git"], pushUrls: [] }];

export interface Before {
  readonly marks?: readonly FileMark[];
  readonly created?: readonly string[];
}

export const callOf = (example: CallExample, before: Before = {}): PolicyCall =>
  examine(typeof example === "string" ? asBash(example) : example, {
    tools: toolBox(),
    world: diskWorld({ home: HOME, path: "/usr/bin:/bin" }),
    readShell,
    projectRoot: ROOT,
    gateDirectories: [],
    restorable: () => false,
    movedPlaces: [],
    gatePrograms: [],
    agentFiles: AGENT_FILES,
    hostPaths: () => undefined,
    book: ruleBook([]),
    settings: {
      additionalDirectories: [],
      contain: CONTAIN,
      safeTools: { remove: [] },
      autoMode: { classifyEdits: false },
    },
    memory: {
      created: new Set(before.created ?? []),
      links: new Set(),
      written: new Set(),
      marks: before.marks ?? [],
      startedAt: 0,
      start: { projectRoot: ROOT, host: null, remotes: REMOTES },
    },
  });

const CONTAIN = { enabled: true, plain: false, free: [], writable: [], hidden: [], env: [] };

const asBash = (command: string): { readonly tool: string; readonly input: JsonObject } => ({
  tool: "Bash",
  input: { command },
});
