/** What a rule would have changed is told against the record: what passed then and would pass now is no change. */
import { expect, onTestFinished, test } from "vitest";
import { gateOf, openGate } from "../../app/index.ts";
import type { Behavior } from "../../contract/decision.ts";
import { memoryStore } from "../../memory/index.ts";
import { scratchFolder } from "../../testing/folder.ts";
import { tryRule } from "./index.ts";

test.each<[was: Behavior, list: "allow" | "deny", command: string, counted: number]>([
  ["ask", "allow", "npm publish", 1],
  ["deny", "allow", "npm publish", 1],
  ["allow", "allow", "npm publish", 0],
  ["allow", "deny", "npm publish", 1],
  ["deny", "deny", "npm publish", 0],
  ["ask", "allow", "npm unpublish x", 0],
])("on record %s, with an %s rule for npm publish: %s", async (was, list, command, counted) => {
  const box = scratchFolder();
  onTestFinished(box.remove);
  const root = box.folder;
  const env = { HOME: root, PATH: "/usr/bin:/bin", SALLYPORT_STATE_DIR: `${root}/state` };
  const trial = await tryRule({
    ...{ list, rule: "Bash(npm publish)", remove: false, maxMs: 60_000 },
    calls: [{ id: "d1", tool: "Bash", input: { command }, cwd: root, root, shown: command, was }],
    gateFor: (projectRoot) =>
      gateOf(
        openGate(
          { env, cwd: root, now: Date.now },
          { projectRoot, store: memoryStore(), classifier: null, supposed: true },
        ),
      ),
  });
  expect(trial).toMatchObject({ ok: true, value: { counted, examined: 1 } });
});
