/** Five everyday sessions through Claude Code's events, without a model: how many questions there are, and which. */
import { afterAll, expect, test } from "vitest";
import { furnishProject, SESSIONS } from "../../e2e/first-hour/sessions.ts";
import { settingsFrom } from "../app/settings/index.ts";
import { supposeWalls } from "../contain/index.ts";
import type { JsonObject } from "../contract/action.ts";
import { ok } from "../contract/result.ts";
import { memoryStore } from "../memory/index.ts";
import { project } from "../testing/index.ts";
import { runHook } from "./hook/hook.ts";
import type { HookAnswer } from "./host.ts";
import { known } from "./testing.ts";

const OURS = { matcher: "*", hooks: [{ type: "command", command: "SALLYPORT_HOOK=claude-code" }] };

/** `left`: the host was told nothing and asks. */
function heardAs({ stdout }: HookAnswer): string {
  const own = stdout?.hookSpecificOutput as JsonObject | undefined;
  return typeof own?.permissionDecision === "string" ? own.permissionDecision : "left";
}

const place = project();
afterAll(() => place.remove());

test("with walls at most thirteen questions; none of them without a reason", async () => {
  furnishProject(place.root);
  place.write(
    "../../.claude/settings.json",
    JSON.stringify({ hooks: { PreToolUse: [OURS], PermissionRequest: [OURS] } }),
  );
  place.write("../../.npmrc", "//registry.example/:_authToken=not-a-token\n");
  const loaded = settingsFrom({ classifier: { provider: "offline" } });
  if (!loaded.ok) throw new Error(loaded.error);
  const { settings } = loaded.value;
  const store = memoryStore();
  const told: string[] = [];
  for (const { name, calls } of SESSIONS) {
    for (const [i, { tool, input }] of calls(place.root).entries()) {
      const event = {
        ...{ session_id: name, cwd: place.root, permission_mode: "default", hook_event_name: "PreToolUse" },
        ...{ tool_name: tool, tool_input: input, tool_use_id: `${name} ${i}` },
      };
      const answer = await runHook({
        host: known("claude-code"),
        stdin: [JSON.stringify(event)] as unknown as AsyncIterable<string>,
        store: () => store,
        home: place.home,
        agent: () => ({ pid: process.pid, start: "" }),
        open: ({ projectRoot, store: opened }) =>
          ok({
            settings,
            gate: place.gate({ settings, classifier: null, store: opened, projectRoot, walls: supposeWalls() }),
          }),
      });
      const how = heardAs(answer);
      if (how !== "allow") told.push(`${how} ${input.command ?? tool}`);
    }
  }
  expect(SESSIONS.flatMap(({ calls }) => calls("/")).length).toBe(53);
  expect(told).toMatchInlineSnapshot(`
    [
      "left cat > /tmp/sallyport-first-hour.txt <<'EOF'
    notes
    EOF",
      "ask npm view left-pad version",
      "ask npm outdated",
      "left npm install left-pad",
      "left npm install --save-dev is-odd",
      "left git push -u origin feature",
      "left git checkout main && git merge feature",
      "ask git push",
      "ask git push --force",
      "left node src/server.js &",
      "ask cat ~/.npmrc",
      "ask git reset --hard",
      "ask git stash list",
      "deny rm -rf ~/",
    ]
  `);
  expect(told.filter((one) => !one.startsWith("deny")).length).toBeLessThanOrEqual(13);
});
