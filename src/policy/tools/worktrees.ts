/**
 * Going to work in another tree of the repository, and coming back. Claude Code then takes its settings from that tree: its
 * hooks, the gate's own among them, its variables and its rules. Other settings are as good as a change of the session's own.
 */
import type { JsonObject } from "../../contract/action.ts";
import type { Effect, WriteEffect } from "../../contract/effect.ts";
import { exact, globTarget } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import { placesOfPath } from "./places.ts";
import { has, misshapen, text } from "./shape.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** Where Claude Code makes its trees, below the directory it was started in. */
const TREES = ".claude/worktrees";
const SETTINGS = [".claude/settings.json", ".claude/settings.local.json"];
const SCHEDULE = ".claude/scheduled_tasks.json";
const FILE_LIMIT_BYTES = 1 << 20;

export const EnterWorktree: Tool = {
  name: "EnterWorktree",
  fields: { name: "executed", path: "executed" },
  encode: (input) => (has(input, "path") ? text(input, "path") : `a new work tree ${text(input, "name")}`.trim()),
  effects: (input, context) => (has(input, "path") ? entering(input, context) : making(input, context)),
  check: (input) => misshapen(input, { name: "string?", path: "string?" }),
  guards: "Work in another tree goes by the settings that stand there: that",
};

/** It refuses to remove what is not committed, unless it is told to discard it; and what another made. */
export const ExitWorktree: Tool = {
  name: "ExitWorktree",
  fields: { action: "executed", discard_changes: "executed" },
  encode: (input) => `${text(input, "action")}${has(input, "discard_changes") ? ", discarding changes" : ""}`,
  effects: (input) => {
    if (input.action === "keep") return [];
    const loses = (input.discard_changes ?? false) !== false;
    return loses
      ? [
          { do: "vcs", op: "discard" },
          { do: "vcs", op: "branch-delete" },
        ]
      : [];
  },
  check: (input) => misshapen(input, { action: "string" }),
};

/** A job of this session is only forgotten; one that lasts stands in a file of the project. */
export const CronDelete: Tool = {
  name: "CronDelete",
  fields: { id: "executed" },
  encode: (input) => text(input, "id"),
  effects: (input, { projectRoot, world }) => {
    const file = `${projectRoot}/${SCHEDULE}`;
    const kept = world.stat(file).kind === "absent" ? "" : readText(file, world);
    return kept?.includes(text(input, "id")) === false || kept === "" ? [] : [writing(file)];
  },
  check: (input) => misshapen(input, { id: "string" }),
};

/** A branch of its own, from whatever commit is set, with what that brings. */
function making(input: JsonObject, { projectRoot }: ToolContext): readonly Effect[] {
  const place = `${projectRoot}/${TREES}`;
  const target = has(input, "name") ? exact(`${place}/${text(input, "name")}`) : globTarget(`${place}/*`);
  return [
    { do: "vcs", op: "branch-create" },
    { do: "write", target, recursive: true, as: "directory" },
  ];
}

function entering(input: JsonObject, context: ToolContext): readonly Effect[] {
  const trees = placesOfPath(text(input, "path"), context);
  // What lies below a tree is no tree: whose settings would count there is not known.
  const isTree = (path: string): boolean => context.world.stat(`${path}/.git`).kind !== "absent";
  const isSame = trees.every(
    ({ path, certainty }) => certainty === "exact" && isTree(path) && hasSameSettings(path, context),
  );
  return isSame ? [] : [writing(`${context.projectRoot}/${SETTINGS[0]}`)];
}

const hasSameSettings = (tree: string, { projectRoot, world }: ToolContext): boolean =>
  SETTINGS.every((name) => isSameFile(`${tree}/${name}`, `${projectRoot}/${name}`, world));

/** Both are not there, or both can be read and say the same. */
function isSameFile(one: string, other: string, world: World): boolean {
  const kinds = [one, other].map((path) => world.stat(path).kind);
  if (kinds.every((kind) => kind === "absent")) return true;
  if (kinds.includes("absent")) return false;
  const [left, right] = [readText(one, world), readText(other, world)];
  return left !== undefined && left === right;
}

function readText(path: string, world: World): string | undefined {
  const bytes = world.readFile(path, FILE_LIMIT_BYTES);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString("latin1");
}

const writing = (path: string): WriteEffect => ({ do: "write", target: exact(path), recursive: false });
