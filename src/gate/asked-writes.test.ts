/** A call that the person was asked about and that never ran takes no rule away; one that may have run does. */
import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { memoryStore } from "../memory/index.ts";
import { bash, edit, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  here.write("package.json", JSON.stringify({ scripts: { test: "node test.js" } }));
  here.write("test.js", "1\n");
});
afterEach(() => here.remove());

const settings = { permissions: { allow: ["Bash(npm test)"], ask: ["Edit(test.js)", "Write"] } };
/** `later`: so much time has gone by since the files were made. */
const gate = (later: number) =>
  here.gate({ settings, store: memoryStore(), classifier: null, walls: null, now: () => Date.now() + later });

test("the file is as it was before the question: the rule holds", async () => {
  const asked = gate(60_000);
  expect((await asked.check(edit(here.at("test.js")))).by).toBe("askRule");
  expect((await asked.check(bash("npm test"))).by).toBe("allowRule");
});

test("the file was touched since, or nobody can tell", async () => {
  const asked = gate(0);
  expect((await asked.check(edit(here.at("test.js")))).by).toBe("askRule");
  writeFileSync(here.at("test.js"), "2\n");
  expect((await asked.check(bash("npm test"))).by).not.toBe("allowRule");
});

test("what was allowed counts whatever its times say", async () => {
  const allowed = here.gate({
    settings: { mode: "acceptEdits", permissions: { allow: ["Bash(npm test)"] } },
    ...{ store: memoryStore(), classifier: null, walls: null, now: () => Date.now() + 60_000 },
  });
  expect((await allowed.check(edit(here.at("test.js")))).behavior).toBe("allow");
  expect((await allowed.check(bash("npm test"))).by).not.toBe("allowRule");
});
