/** Calls for this room's tests, made by the real reader and the real tools on a home nobody has. */
import type { JsonObject } from "../../contract/action.ts";
import type { FileMark } from "../../contract/session.ts";
import { diskWorld, looker, resolver } from "../../machine/index.ts";
import { readShell } from "../../readers/bash/index.ts";
import { readWindows } from "../../readers/windows/index.ts";
import { encodeCall, toolBox } from "../tools/index.ts";
import type { NamedCall } from "./call-view.ts";
import type { CallExample } from "./clue.ts";

const HOME = "/nobody/me";
const ROOT = `${HOME}/app`;
const REMOTES = [{ name: "origin", urls: ["https://github.com/a/app.git"], pushUrls: [] }];

export interface Before {
  readonly marks?: readonly FileMark[];
  readonly created?: readonly string[];
}

export function callOf(example: CallExample, before: Before = {}): NamedCall {
  const { tool: name, input } = typeof example === "string" ? asBash(example) : example;
  const world = diskWorld({ home: HOME, path: "/usr/bin:/bin" });
  const tool = toolBox()(name);
  const context = { cwd: ROOT, projectRoot: ROOT, world };
  const reading =
    tool.shell?.dialect === "bash"
      ? readShell(tool.shell.command(input), { ...context, written: new Set() })
      : undefined;
  const windows =
    tool.shell === undefined || tool.shell.dialect === "bash"
      ? []
      : readWindows(tool.shell.command(input), tool.shell.dialect);
  return {
    tool: tool.name,
    input,
    encoding: encodeCall(tool, input),
    effects: [...(tool.effects?.(input, context) ?? windows), ...(reading?.effects ?? [])],
    reading,
    ...context,
    around: { readShell },
    look: looker(world),
    real: resolver(world),
    memory: {
      created: new Set(before.created ?? []),
      marks: before.marks ?? [],
      start: { projectRoot: ROOT, host: null, remotes: REMOTES },
    },
  };
}

const asBash = (command: string): { readonly tool: string; readonly input: JsonObject } => ({
  tool: "Bash",
  input: { command },
});
