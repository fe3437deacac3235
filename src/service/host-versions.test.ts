/** Versions of agents: nobody waits for them, and another file is asked again. */
import { chmodSync, rmSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { scratchFolder } from "../testing/folder.ts";
import { openHostVersions } from "./host-versions.ts";

test("asked once, and again when it is another program", async () => {
  const box = scratchFolder();
  onTestFinished(box.remove);
  const put = (version: string): void => {
    rmSync(`${box.folder}/agent`, { force: true });
    chmodSync(box.write("agent", `#!/bin/sh\necho x >>${box.folder}/asked\necho "agent ${version} (yes)"\n`), 0o755);
  };
  const versions = openHostVersions({ PATH: `${box.folder}:/usr/bin:/bin` });
  expect(versions.of({ program: "agent" })).toBeNull();
  put("1.2.3");
  expect(versions.of({ program: "agent" })).toBeNull();
  await vi.waitFor(() => expect(versions.of({ program: "agent" })).toBe("1.2.3"), 20_000);
  put("1.10.0-beta");
  await vi.waitFor(() => expect(versions.of({ program: "agent" })).toBe("1.10.0-beta"), 20_000);
  expect(versions.of({ program: "nobody" })).toBeNull();
});
