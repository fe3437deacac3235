/** What `doctor` says of rules that can never speak of a call. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScratchFolder, scratchFolder } from "../testing/folder.ts";
import { examine } from "./examine.ts";

let box: ScratchFolder;
beforeAll(() => {
  box = scratchFolder();
});
afterAll(() => box.remove());

test("a rule whose tool nobody knows is told, with its file and entry, for the person's file and the project's", async () => {
  const user = box.write(
    ".config/sallyport/settings.json",
    '{"permissions":{"deny":["Task","Bsh(x)"],"allow":["bash(ls)"]}}',
  );
  const project = box.write("app/.sallyport/settings.json", '{"permissions":{"deny":["Raed(./x)"]}}');
  const env = { HOME: box.folder, SALLYPORT_STATE_DIR: join(box.folder, "state") };
  const found = await examine(
    { hosts: [], askModel: false, tryWalls: false },
    { env, cwd: join(box.folder, "app"), now: () => 0 },
  );
  const said = found.filter(({ about, state }) => about === "settings" && state === "warn").map(({ says }) => says);
  expect(said).toEqual([
    expect.stringContaining(`${user}: permissions.allow: "bash(ls)"`),
    expect.stringContaining(`${user}: permissions.deny: "Bsh(x)"`),
    expect.stringContaining(`${project}: permissions.deny: "Raed(./x)"`),
  ]);
});
