import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

const reasonOf = async (action: Parameters<ReturnType<Project["gate"]>["check"]>[0]): Promise<string> =>
  (await here.gate({ restore: null }).check(action)).reason;

describe("a rule that does not cover a call", () => {
  test("names the file the session wrote, and why it matters", async () => {
    const settings = { permissions: { allow: ["Bash(bundle install)"] } };
    const gate = here.gate({ settings, restore: null, classifier: null, walls: null });
    const write = call("Write", { file_path: here.at("Gemfile"), content: "x" });
    await gate.check({ ...write, session: "s", mode: "acceptEdits" });
    here.write("Gemfile", "x");
    const { reason } = await gate.check(bash("bundle install", { session: "s", mode: "default" }));
    expect(reason).toContain(
      "Bash(bundle install) does not cover Gemfile, which it evaluates and which was written in this session",
    );
  });
});

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
  test("what makes a program doubtful is told", async () => {
    const gate = here.gate({ restore: null });
    await gate.check(bash("echo x >> $X/.bashrc", { session: "s" }));
    expect((await gate.check(bash("cat notes.txt", { session: "s" }))).reason).toContain("session may have written");
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

test("a tool that says a command has the topic of it", async () => {
  const push = call("mcp__s__do", { command: "git push --force origin main" });
  expect((await here.gate({ settings: { mode: "auto" } }).check(push)).rule).toBe("Git Destructive");
});
