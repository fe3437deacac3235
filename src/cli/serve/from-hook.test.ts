/** A transient unit of the user's manager: what it is asked for, and what is not left to it. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../testing/folder.ts";
import { startUnit } from "./from-hook.ts";

function manager(status: number): { readonly systemdRun: string; readonly asked: () => readonly string[] } {
  const box = scratchFolder();
  onTestFinished(box.remove);
  const asked = join(box.folder, "asked");
  const systemdRun = box.write(
    "systemd-run",
    `#!/bin/sh\nprintf '%s\\n' "$XDG_RUNTIME_DIR" "$@" >'${asked}'\nexit ${status}\n`,
  );
  chmodSync(systemdRun, 0o755);
  return { systemdRun, asked: () => readFileSync(asked, "utf8").trimEnd().split("\n") };
}
const unit = (words: readonly string[]) => ({
  words,
  own: { HOME: "/home/me" },
  log: "/state/serve.log",
  runtime: "/run/user/7",
});

test("in an environment of ours alone, at the top, with this umask", async () => {
  const { systemdRun, asked } = manager(0);
  expect(await startUnit(unit(["/node", "/dist/sallyport.cjs", "serve"]), { systemdRun })).toBe(true);
  const [runtime, ...words] = asked();
  expect(runtime).toBe("/run/user/7");
  expect(words.slice(words.indexOf("--"))).toEqual([
    "--",
    "/usr/bin/env",
    "-i",
    "HOME=/home/me",
    "/node",
    "/dist/sallyport.cjs",
    "serve",
  ]);
  expect(words).toContain("--property=WorkingDirectory=/");
  expect(words).toContain(`--property=UMask=${process.umask().toString(8).padStart(4, "0")}`);
  expect(words).toContain("--property=StandardOutput=append:/state/serve.log");
});

test.each<[string, readonly string[], number]>([
  ["a manager that does not answer as it should", ["/node"], 1],
  ["words it would take for a variable", ["/opt/$HOME/node"], 0],
  ["words it would take for a specifier", ["/opt/100%/node"], 0],
])("%s: it is started without", async (_, words, status) => {
  expect(await startUnit(unit(words), manager(status))).toBe(false);
});

test("nobody there", async () => {
  expect(await startUnit(unit(["/node"]), { systemdRun: "/nowhere/systemd-run" })).toBe(false);
});
