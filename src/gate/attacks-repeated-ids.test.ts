/** A call's id is the model's, or the agent's own: the same one again is no word about a call, and carries no decision over. */
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { approve, memoryStore } from "../memory/index.ts";
import { bash, call, type Project, project, SAYS_NO, SAYS_YES, scripted } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  here.write("notes.txt", "milk\n");
  here.write("build.sh", "make all\n");
});
afterEach(() => here.remove());

const AGAIN = { session: "s", toolUseId: "call_0" } as const;
const lead = (name: string, to: string) => () => {
  rmSync(here.at(name));
  symlinkSync(join(here.home, to), here.at(name));
};
const rewrite = (name: string) => writeFileSync(here.at(name), "make other\n");

/** How the events of the two calls are named: a host's, or not at all. */
const EVENTS = [{ event: "PreToolUse" }, {}];

describe.each(EVENTS)("with %j", (event) => {
  test.each<[string, Action, () => void]>([
    ["what is read leads elsewhere now", bash("cat notes.txt"), () => lead("notes.txt", ".ssh/id_rsa")()],
    ["by a tool", call("Read", { file_path: "notes.txt" }), () => lead("notes.txt", ".aws/credentials")()],
    [
      "what is written leads elsewhere now",
      call("Write", { file_path: "notes.txt", content: "x" }),
      () => lead("notes.txt", ".bashrc")(),
    ],
    [
      "an edit",
      call("Edit", { file_path: "notes.txt", old_string: "milk", new_string: "x" }),
      () => lead("notes.txt", ".ssh/authorized_keys")(),
    ],
  ])("%s", async (_what, action, between) => {
    const gate = here.gate({ classifier: null });
    const first = await gate.judge({ ...action, ...AGAIN, ...event });
    expect(first.decision.behavior).toBe("allow");
    between();
    const second = await gate.judge({ ...action, ...AGAIN, ...event });
    expect([second.joined, second.decision.behavior]).not.toContain("allow");
    expect(second.joined).toBe(false);
  });

  test("a script the model let pass was rewritten: it is asked again", async () => {
    const model = scripted(SAYS_NO, SAYS_YES);
    const gate = here.gate({ classifier: model });
    const action = bash("bash build.sh", { ...AGAIN, ...event });
    expect((await gate.check(action)).behavior).toBe("allow");
    rewrite("build.sh");
    expect([(await gate.check(action)).behavior, model.asked.length]).toEqual(["deny", 2]);
  });

  test("an approval is good for one use, whatever the id", async () => {
    const store = memoryStore();
    const gate = here.gate({ store, classifier: null, settings: { mode: "default" } });
    const action = bash("bash build.sh", { ...AGAIN, ...event });
    const asked = await gate.check({ ...action, toolUseId: "call_1" });
    const session = await store.open("s", { projectRoot: here.root, host: null });
    const given = { decisionId: asked.id, by: "a person", at: Date.now(), newId: () => "yes" };
    expect((await session.transact(approve(given))).ok).toBe(true);
    expect((await gate.check(action)).by).toBe("approval");
    expect((await gate.check(action)).behavior).toBe("ask");
    rewrite("build.sh");
    expect((await gate.check(action)).behavior).toBe("ask");
  });

  test("what is denied again counts again", async () => {
    const gate = here.gate({ classifier: scripted(SAYS_YES, SAYS_YES, SAYS_YES) });
    const by: string[] = [];
    for (let n = 0; n < 3; n++) by.push((await gate.check(bash("make deploy", { ...AGAIN, ...event }))).by);
    expect(by).toEqual(["classifier", "deniedBefore", "denialLimit"]);
  });
});

test("a call that ran is no yes to an earlier one of the same id", async () => {
  const store = memoryStore();
  const gate = here.gate({ store, classifier: null, settings: { mode: "default" } });
  const [asked, read] = [bash("make deploy", AGAIN), bash("cat notes.txt", AGAIN)];
  expect((await gate.check(asked)).behavior).toBe("ask");
  expect((await gate.check(read)).behavior).toBe("allow");
  await gate.ran(read);
  const { asked: open } = await (await store.open("s", { projectRoot: here.root, host: null })).memory();
  expect(open.size).toBe(1);
});

describe("hooks that wait at the same time are one decision", () => {
  test.each([
    ["begun before the first was decided", -1, true],
    ["begun after it", 1, false],
  ])("%s", async (_what, apart, joins) => {
    let now = 1_000;
    const gate = here.gate({ classifier: null, now: () => now });
    const action = bash("cat notes.txt", { ...AGAIN, event: "PreToolUse" });
    const first = await gate.judge(action);
    now += 300;
    const second = await gate.judge(action, { since: () => 1_000 + apart });
    expect([second.joined, second.decision.id === first.decision.id]).toEqual([joins, joins]);
  });

  test("an approval that was spent while both waited lets the call pass once, for both", async () => {
    const store = memoryStore();
    let now = 1_000;
    const gate = here.gate({ store, classifier: null, now: () => now, settings: { mode: "default" } });
    const action = bash("bash build.sh", { ...AGAIN, event: "PreToolUse" });
    const asked = await gate.check({ ...action, toolUseId: "call_1" });
    const session = await store.open("s", { projectRoot: here.root, host: null });
    await session.transact(approve({ decisionId: asked.id, by: "a person", at: now, newId: () => "yes" }));
    const options = { since: () => 1_001 };
    now = 1_002;
    const by: string[] = [];
    for (let n = 0; n < 3; n++) by.push((await gate.check(action, options)).by);
    expect(by.slice(0, 2)).toEqual(["approval", "approval"]);
    expect(by[2]).not.toBe("approval");
  });
});
