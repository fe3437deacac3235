/** The self-test on this machine, and what is made of its result. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runSelfTest, wallsStand } from "../index.ts";
import { selfTestPath } from "../state.ts";
import { canTryWalls, insideWalls, stands, TEST_AGENTS } from "../testing.ts";
import { adviseFailure, adviseInstall } from "./advice.ts";

const base = mkdtempSync(join(tmpdir(), "sallyport-selftest-"));
const home = join(base, "home");
mkdirSync(join(home, ".ssh"), { recursive: true });
writeFileSync(join(home, ".ssh/id_rsa"), "canary");
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe.skipIf(!canTryWalls)(insideWalls, () => {
  const stateDir = join(base, "state");
  test("walls stand here, and stand until something changes", async () => {
    const env = { PATH: process.env.PATH, HOME: home };
    expect(stands(wallsStand(stateDir))).toContain("not tried");
    const standing = await runSelfTest({ stateDir, home, env, gateDirectories: [stateDir], agentFiles: TEST_AGENTS });
    expect(stands(standing)).toBe("stand");
    expect(stands(wallsStand(stateDir))).toBe("stand");
  });

  test("a toolchain's shim that settles into a new home leaves nothing there", async () => {
    const own = join(base, "shims");
    mkdirSync(join(own, "bin"), { recursive: true });
    for (const name of ["ruby", "cargo", "go"])
      writeFileSync(join(own, "bin", name), '#!/bin/sh\nmkdir -p "$HOME/.made" && touch "$HOME/.made/settings"\n', {
        mode: 0o755,
      });
    const env = { PATH: `${join(own, "bin")}:${process.env.PATH}`, HOME: own };
    const at = { stateDir: join(base, "shims-state"), home: own, env, gateDirectories: [], agentFiles: TEST_AGENTS };
    expect(stands(await runSelfTest(at))).toBe("stand");
    expect(readdirSync(own)).toEqual(["bin"]);
  });

  test.each([
    ["another gate, kernel or tool", (text: string) => text.replace('"key":"', '"key":"0.0.0 '), "changed"],
    ["a failure", (text: string) => text.replace('"failed":null', '"failed":{"why":"look: x","mend":"y"}'), "look: x"],
    ["no answer", (text: string) => text.replace('"failed":null', '"failed":false'), "not tried"],
    ["a failure without words", (text: string) => text.replace('"failed":null', '"failed":{}'), "not tried"],
    ["half a file", (text: string) => text.slice(0, 20), "not tried"],
    ["nothing", () => "", "not tried"],
  ])("%s: they do not", (_, change, why) => {
    const path = selfTestPath(stateDir);
    const kept = readFileSync(path, "utf8");
    writeFileSync(path, change(kept));
    expect(stands(wallsStand(stateDir))).toContain(why);
    writeFileSync(path, kept);
  });

  test("a state directory that cannot be written: they do not", async () => {
    writeFileSync(join(base, "file"), "");
    const standing = await runSelfTest({
      ...{ stateDir: join(base, "file/state"), home, env: { PATH: process.env.PATH } },
      ...{ gateDirectories: [], agentFiles: TEST_AGENTS },
    });
    expect(standing.stand).toBe(false);
  });
});

describe("advice", () => {
  test.each([
    ["ID=debian\n", "apt-get install bubblewrap"],
    ['ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\n', "apt-get install bubblewrap"],
    ["ID=fedora\n", "dnf install bubblewrap"],
    ['ID="rocky"\nID_LIKE="rhel centos fedora"\n', "dnf install bubblewrap"],
    ["ID=arch\n", "pacman -S bubblewrap"],
    ["ID=alpine\n", "apk add bubblewrap bash"],
    ["ID=nixos\n", "environment.systemPackages"],
    ["ID=other\n", "the package bubblewrap of your system"],
    ["", "the package bubblewrap of your system"],
  ])("%j", (text, advice) => expect(adviseInstall(text)).toContain(advice));

  const restricted = (file: string): string => (file.endsWith("apparmor_restrict_unprivileged_userns") ? "1\n" : "");
  const switchedOff = (file: string): string => (file.endsWith("unprivileged_userns_clone") ? "0\n" : "");
  const none = (): string => "";
  test.each([
    ["bwrap: setting up uid map: Permission denied", restricted, "/etc/apparmor.d/bwrap"],
    ["bwrap: No permissions to create new namespace", switchedOff, "kernel.unprivileged_userns_clone=1"],
    ["bwrap: Creating new namespace failed: Operation not permitted", none, "container"],
    ["bwrap: Unknown option --disable-userns", none, "0.8 or newer"],
    [
      "bwrap: Can't create file at /newroot/tmp/tmux-1001/default: Permission denied",
      restricted,
      "see who may enter the folder of /tmp/tmux-1001/default,",
    ],
    ["something else", none, "doctor --full"],
  ])("%s", (said, read, advice) => expect(adviseFailure(said, read)).toContain(advice));
});
