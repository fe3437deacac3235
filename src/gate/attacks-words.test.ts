/** What people are told: the right topic, the right place, and why. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["notes.txt", "w1/a", "w2/b"]) here.write(file, "x\n");
});
afterAll(() => here.remove());

describe("a reason says what is so", () => {
  test.each([
    ["cp -r w1/* w2", /run later/],
    ["mv w1/* w2/", /run later/],
    ["sftp -F ev.cfg h", /ev\.cfg"?\.?$/m],
    ["sftp -P 22 -i key h", /to "(?:22|key)"/],
  ])("%s", async (command, wrong) => {
    const { reason } = await here.gate({ restore: null }).check(bash(command));
    expect(reason).not.toMatch(wrong);
  });

  test.each(["cat /proc/self/cwd/notes.txt", "cat /proc/1/cwd/notes.txt", "cat /proc/self/environ"])(
    "and it is as closed as before: %s",
    async (command) => {
      expect((await here.gate().check(bash(command))).behavior).not.toBe("allow");
    },
  );

  test("what makes a program doubtful is told", async () => {
    const gate = here.gate({ restore: null });
    await gate.check(bash("echo x >> $X/.bashrc", { session: "s" }));
    const { reason } = await gate.check(bash("cat notes.txt", { session: "s" }));
    expect(reason).toContain("session may have written");
  });

  test("a copy that names a start file is still one that runs later", async () => {
    for (const command of ["cp w1/a ~/.bashrc", "cp w1/* .husky/", "cp -r w1/.* ~"])
      expect((await here.gate({ restore: null }).check(bash(command))).behavior, command).not.toBe("allow");
  });
});
