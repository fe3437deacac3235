/** What stands before a gate can be opened: what a call that was cut short left behind is moved away, whatever it is. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BWRAP, type Stage, stage } from "../contain/ticket/testing.ts";
import { openGate } from "./open.ts";

let s: Stage;
beforeEach(() => {
  s = stage();
});
afterEach(() => s.remove());

/** As if the engine of a call had died after this was made: claimed, started, not done. */
function diedAfter(making: string): void {
  const { id } = s.run("true");
  const ticket = join(s.stateDir, "walls/tickets", id);
  s.host(
    `rm '${ticket}/done' '${ticket}/result' && echo '4194303 1' > '${ticket}/inner' && : > '${s.stateDir}/walls/live/${id}'; ${making}`,
  );
}

const open = () =>
  openGate(
    { env: { HOME: s.home, SALLYPORT_STATE_DIR: s.stateDir, PATH: "/usr/bin:/bin" }, cwd: s.root, now: Date.now },
    { projectRoot: s.root },
  );

describe.skipIf(BWRAP === undefined)("settings that a call left behind when it was killed", () => {
  test.each([
    ["garbage", "mkdir .sallyport && echo '{{{' > .sallyport/settings.json"],
    ["a directory in their place", "mkdir -p .sallyport/settings.json"],
    ["a link to nowhere", "mkdir .sallyport && ln -s nowhere .sallyport/settings.json"],
    ["a link around", "ln -s .sallyport .sallyport"],
    ["no walls any more", `mkdir .sallyport && echo '{"contain":{"enabled":false}}' > .sallyport/settings.json`],
    ["nobody may look", "mkdir -p .sallyport && echo '{{{' > .sallyport/settings.json && chmod 000 .sallyport"],
  ])("%s: all of it is moved away first, and the gate opens", (_, plant) => {
    diedAfter(`mkdir .husky; ${plant}`);
    const opened = open();
    expect(existsSync(s.at(".husky"))).toBe(false);
    expect(existsSync(s.at(".sallyport"))).toBe(false);
    expect(opened).toMatchObject({ ok: true });
  });

  test("what cannot be moved away is said, and nothing opens", () => {
    diedAfter(`mkdir .husky; rm -r '${s.stateDir}/walls/quarantine' && : > '${s.stateDir}/walls/quarantine'`);
    expect(open()).toMatchObject({ ok: false, error: expect.stringContaining(".husky") });
  });
});
