/** The guards a corpus can be put through: the gate of this repository, and any hook of Claude Code's protocol. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Box } from "./box.ts";
import type { RowCall } from "./format.ts";
import type { Answer, Guard } from "./hold.ts";
import { judgeRow, type Standing } from "./judge.ts";
import { fillNames, mapTexts } from "./names.ts";

const HOOK_TIMEOUT_MS = 60_000;

export const gateGuard =
  (standing: Standing): Guard =>
  async (row, box) => {
    const { behavior, by, walls } = await judgeRow(row, box, standing);
    return { behavior, by, walled: walls !== null };
  };

/**
 * `command` is started for each call with a PreToolUse event on its standard input. What a row sets stands in the file that
 * CORPUS_SETTINGS names (`mode`, `permissions`); calls of other agents, and what was said or heard between calls, are left out.
 */
export function hookGuard(command: string): Guard {
  const settings = join(mkdtempSync(join(tmpdir(), "corpus-hook-")), "settings.json");
  return async (row, box) => {
    if (row.more?.host !== undefined || row.process?.platform !== undefined) return undefined;
    writeFileSync(settings, JSON.stringify(fill(row.settings ?? {}, box)));
    for (const { disk, call } of row.earlier ?? []) {
      box.show(disk ?? row.disk);
      if (call !== undefined) askHook(command, { call, box, settings, session: row.id });
    }
    box.show(row.disk);
    return askHook(command, { call: row, box, settings, session: row.id });
  };
}

interface Asked {
  readonly call: RowCall;
  readonly box: Box;
  readonly settings: string;
  readonly session: string;
}

function askHook(command: string, { call, box, settings, session }: Asked): Answer {
  const { command: text, tool = "Bash", input = { command: text ?? "" }, more = {} } = fill(call, box);
  const { home, project } = box.places;
  const event = {
    hook_event_name: "PreToolUse",
    session_id: session,
    cwd: more.cwd ?? project,
    permission_mode: more.mode ?? "default",
    tool_name: tool,
    tool_input: input,
  };
  const done = spawnSync("/bin/sh", ["-c", command], {
    input: JSON.stringify(event),
    cwd: project,
    env: { PATH: process.env.PATH ?? "", HOME: home, CLAUDE_PROJECT_DIR: project, CORPUS_SETTINGS: settings },
    encoding: "utf8",
    timeout: HOOK_TIMEOUT_MS,
  });
  return done.status === 2 ? { behavior: "deny", walled: false, by: "exit 2" } : readAnswer(done.stdout ?? "");
}

const SAID: Readonly<Record<string, Answer["behavior"]>> = {
  allow: "allow",
  approve: "allow",
  ask: "ask",
  deny: "deny",
  block: "deny",
};

function readAnswer(out: string): Answer {
  try {
    const { decision, hookSpecificOutput: said = {} } = JSON.parse(out);
    const behavior = SAID[String(said.permissionDecision ?? decision)] ?? "none";
    return { behavior, walled: behavior === "allow" && said.updatedInput !== undefined, by: "hook" };
  } catch {
    return { behavior: "none", walled: false, by: "hook" };
  }
}

const fill = <T>(value: T, { places }: Box): T => mapTexts(value, (text) => fillNames(text, places));
