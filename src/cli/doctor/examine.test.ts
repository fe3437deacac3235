/** What `doctor` says of rules that can never speak of a call. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScratchFolder, scratchFolder } from "../../testing/folder.ts";
import { checkRules } from "./examine.ts";

let box: ScratchFolder;
beforeAll(() => {
  box = scratchFolder();
});
afterAll(() => box.remove());

test("a rule whose tool nobody knows is told, with its file and entry, for the person's file and the project's", () => {
  const user = box.write(
    ".config/sallyport/settings.json",
    '{"permissions":{"deny":["Task","Bsh(x)"],"allow":["bash(ls)"]}}',
  );
  const project = box.write("app/.sallyport/settings.json", '{"permissions":{"deny":["Raed(./x)"]}}');
  const env = { HOME: box.folder, SALLYPORT_STATE_DIR: join(box.folder, "state") };
  const found = checkRules({ env, cwd: join(box.folder, "app"), now: () => 0 });
  expect(found.map(({ state }) => state)).toEqual(["warn", "warn", "warn"]);
  expect(found.map(({ says }) => says)).toEqual([
    expect.stringContaining(`${user}: permissions.allow: "bash(ls)"`),
    expect.stringContaining(`${user}: permissions.deny: "Bsh(x)"`),
    expect.stringContaining(`${project}: permissions.deny: "Raed(./x)"`),
  ]);
});
