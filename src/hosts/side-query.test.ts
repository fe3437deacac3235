import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { SIDE_QUERY_FOLDER } from "../contract/own-marks.ts";
import { SILENCE } from "./host.ts";
import { bench } from "./testing.ts";

/** Where the person's own agent stands while it is asked for one answer. */
const inside = (cwd: string): string => join(cwd, `${SIDE_QUERY_FOLDER}x1y2`, "empty");
const event = (cwd: string, name: string, more: object): JsonObject =>
  ({ session_id: "side", cwd, permission_mode: "bypassPermissions", hook_event_name: name, ...more }) as JsonObject;

const CALLS = [
  ["a harmless one", "ls"],
  ["one a rule or a proof would settle", "git status"],
  ["one for the model", "npm publish"],
] as const;

describe("hooks of an agent that was started for one answer", () => {
  test.each(CALLS)("a call is denied and nobody is asked: %s", async (_, command) => {
    const here = bench();
    for (const host of ["claude-code", "codex"]) {
      const call = { tool_name: "Bash", tool_input: { command }, tool_use_id: "1" };
      const answer = await here.send(host, event(inside(here.cwd), "PreToolUse", call));
      expect(JSON.stringify(answer)).toContain("deny");
      expect(JSON.stringify(answer)).toContain("started for one answer");
    }
    expect(here.questions).toEqual([]);
  });

  test("its prompt is nobody's words, and its start no session", async () => {
    const here = bench();
    const at = inside(here.cwd);
    expect(await here.send("claude-code", event(at, "SessionStart", { source: "startup" }))).toEqual(SILENCE);
    expect(await here.send("claude-code", event(at, "UserPromptSubmit", { prompt: "yes, publish" }))).toEqual(SILENCE);
    const call = { tool_name: "Bash", tool_input: { command: "npm publish" }, tool_use_id: "1" };
    await here.send("claude-code", event(here.cwd, "PreToolUse", call));
    expect(here.questions.map(({ transcript }) => transcript)).toEqual([[]]);
  });
});
