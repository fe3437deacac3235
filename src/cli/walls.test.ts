/** Walls that the settings switch off are not said to stand, wherever they are told. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadPersonSettings } from "../app/index.ts";
import type { Standing } from "../contain/index.ts";
import { type ScratchFolder, scratchFolder } from "../testing/folder.ts";
import { describeWalls, heedSettings, wallsFinding } from "./walls.ts";

let box: ScratchFolder;
beforeAll(() => {
  box = scratchFolder();
});
afterAll(() => box.remove());

const STAND: Standing = { stand: true, tool: "/usr/bin/bwrap", bash: "/bin/bash" };
const DOWN: Standing = { stand: false, why: "bubblewrap is not installed", mend: "install it" };

test.each<[string, Standing, string, string]>([
  ["{}", STAND, "ok", "Walls stand on this machine"],
  ['{"contain":{"enabled":true}}', STAND, "ok", "Walls stand on this machine"],
  ['{"contain":{"enabled":false}}', STAND, "warn", "Walls do not stand here: contain.enabled is false in the settings"],
  ['{"contain":{"enabled":false}}', DOWN, "warn", "Walls do not stand here: contain.enabled is false in the settings"],
  ["{}", DOWN, "warn", "Walls do not stand here: bubblewrap is not installed"],
])("%s", (file, standing, state, says) => {
  box.write(".config/sallyport/settings.json", file);
  const env = { HOME: box.folder, SALLYPORT_STATE_DIR: join(box.folder, "state") };
  const loaded = loadPersonSettings({ env, cwd: box.folder, now: () => 0 });
  if (!loaded.ok) throw new Error(loaded.error);
  const heeded = heedSettings(standing, loaded.value.settings);
  expect(wallsFinding(heeded).state).toBe(state);
  expect(describeWalls(heeded)).toContain(says);
});
