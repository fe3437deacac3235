/** What becomes of a catastrophe by the setting `floor`: with deny nobody can approve it, with ask a person can, once. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsFrom } from "../app/settings/index.ts";
import { approvalRefusal, approve, memoryStore } from "../memory/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const rm = (more: object = {}) => bash("rm -rf ~", more);

test("with ask the person decides, in bypassPermissions too; where nobody is there it is denied", async () => {
  const gate = here.gate({ settings: { mode: "bypassPermissions", floor: "ask" }, classifier: null });
  expect(await gate.check(rm())).toMatchObject({ by: "floor", behavior: "ask", hard: false });
  expect(await gate.check(rm({ headless: true }))).toMatchObject({ by: "floor", behavior: "deny" });
});

describe.each(["deny", "ask"] as const)("floor: %s", (floor) => {
  test("what denies cannot be approved; what asks can, once", async () => {
    const store = memoryStore();
    const gate = here.gate({ settings: { floor }, classifier: null, store });
    const asked = await gate.check(rm({ session: "s" }));
    expect(approvalRefusal(asked) === null).toBe(floor === "ask");
    const session = await store.open("s", { projectRoot: here.root, host: null });
    const given = { decisionId: asked.id, by: "a person", at: Date.now(), newId: () => "a" };
    expect((await session.transact(approve(given))).ok).toBe(floor === "ask");
    const again = [await gate.check(rm({ session: "s" })), await gate.check(rm({ session: "s" }))];
    expect(again.map(({ by }) => by)).toEqual(floor === "ask" ? ["approval", "floor"] : ["floor", "floor"]);
  });
});

test("a wrong word is an error that names the key", () => {
  expect(settingsFrom({ floor: "off" } as never)).toMatchObject({
    ok: false,
    error: expect.stringContaining("floor"),
  });
});
