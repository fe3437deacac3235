/** Of an allow rule whose call never passes it is said, and of no other. */
import { expect, onTestFinished, test } from "vitest";
import { gateOf, openGate } from "../../app/index.ts";
import { memoryStore } from "../../memory/index.ts";
import { scratchFolder } from "../../testing/folder.ts";
import { overruledBecause, readRules } from "./index.ts";

test.each<[rule: string, why: RegExp | null]>([
  ["Bash(rm -rf ~)", /changes nothing: .* is still denied\. .* The floor holds whatever rules say\.$/],
  ["Bash(rm -rf /)", /changes nothing: .* is still denied\. .* The floor holds whatever rules say\.$/],
  ["Bash(rm -rf ~:*)", /changes nothing: rm -rf ~ is still denied\. /],
  ["Bash(rm -rf $HOME)", /The floor holds whatever rules say/],
  ["Bash(sallyport pause)", /changes nothing: sallyport pause is still /],
  ["Bash(npm publish)", /changes nothing: npm publish is still denied\. .*Bash\(npm publish:\*\)/],
  ["Bash(npm test)", null],
  ["Bash(git push:*)", null],
  // Where it runs says what it deletes.
  ["Bash(rm -rf .)", null],
  ["Bash(rm -rf ../..)", null],
  // Some of what a pattern names may pass.
  ["Bash(rm -rf /*)", null],
  ["Bash", null],
  ["Read(/etc/**)", null],
])("%s: %s", async (text, why) => {
  const box = scratchFolder();
  onTestFinished(box.remove);
  const env = { HOME: box.folder, PATH: "/usr/bin:/bin", SALLYPORT_STATE_DIR: `${box.folder}/state` };
  const gateFor = (projectRoot: string) => {
    const given = { projectRoot, store: memoryStore(), classifier: null, supposed: true } as const;
    const gate = gateOf(openGate({ env, cwd: box.folder, now: Date.now }, given));
    if (gate.ok) gate.value.addRule("deny", "Bash(npm publish:*)");
    return gate;
  };
  const rules = readRules([text], "allow");
  const [rule] = rules.ok ? rules.value : [];
  if (rule === undefined) throw new Error(`${text} is no rule`);
  const said = await overruledBecause(rule, { root: box.folder, home: box.folder, gateFor });
  expect(said).toEqual(why === null ? null : expect.stringMatching(why));
});
