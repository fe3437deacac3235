import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

const reasonOf = async (action: Parameters<ReturnType<Project["gate"]>["check"]>[0]): Promise<string> =>
  (await here.gate({ restore: null }).check(action)).reason;

describe("a reason says what is so", () => {
  beforeEach(() => {
    for (const file of ["notes.txt", "w1/a", "w2/b"]) here.write(file, "x\n");
  });
  test.each([
    ["cp -r w1/* w2", /run later/],
    ["mv w1/* w2/", /run later/],
    ["sftp -F ev.cfg h", /ev\.cfg"?\.?$/m],
    ["sftp -P 22 -i key h", /to "(?:22|key)"/],
  ])("%s", async (command, wrong) => {
    expect(await reasonOf(bash(command))).not.toMatch(wrong);
  });
  test("after a write to a place nobody knows nothing is proven", async () => {
    const gate = here.gate({ restore: null });
    const look = bash("cat notes.txt", { session: "s" });
    expect((await gate.check(look)).behavior).toBe("allow");
    await gate.check(bash("echo x >> $X/.bashrc", { session: "s" }));
    expect((await gate.check(look)).behavior).toBe("ask");
  });
});

describe("searches", () => {
  test.each([".*", "*.pem", "*env", "????"])("%s: no file is named that is not there", async (glob) => {
    here.write("src/a.ts", "a\n");
    const search = call("Grep", { pattern: "", output_mode: "content", glob });
    expect(await reasonOf(search)).not.toMatch(/gnupg|xkeyx|x\.env|\.env/);
  });
  test("more places than are looked at are said to be", async () => {
    const include = Array.from({ length: 4_000 }, (_, i) => `src/${i}.js`);
    const many = call("read_many_files", { include }, { host: "gemini", cwd: here.root });
    expect(await reasonOf(many)).toContain("more places than are looked at");
  });
});
