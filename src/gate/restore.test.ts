/** Restore points on the real gate: what a proven call takes away comes back, and where that cannot be, nothing is proven. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { undo } from "../cli/commands/undo.ts";
import { runCommand } from "../cli/testing.ts";
import type { Action } from "../contract/action.ts";
import type { LedgerEntry } from "../contract/session.ts";
import { memoryStore } from "../memory/index.ts";
import { bash, call, edit, type Project, project, SAYS_NO, scripted } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  here.write("notes.txt", "only copy\n");
  here.write("docs/a.txt", "a\n");
});
afterEach(() => here.remove());

const stateDir = (): string => join(here.home, ".local/state/sallyport");
const undoWith = (...args: string[]) =>
  runCommand(undo, args, { env: { HOME: here.home, SALLYPORT_STATE_DIR: stateDir() } });
const points = async (): Promise<readonly { id: string; call: { tool: string; text: string } }[]> =>
  JSON.parse((await undoWith("--json")).out).points;
const run = (command: string): void => void execFileSync("bash", ["-c", command], { cwd: here.root });
const newest = async (): Promise<string> => (await points())[0]?.id ?? "none";

const patch = (body: string): Action =>
  call("Patch", { patch: `*** Begin Patch\n${body}\n*** End Patch` }, { cwd: here.root });

describe("the only copy, taken away by any tool, comes back byte for byte", () => {
  test.each<[string, () => Action, string]>([
    ["rm", () => bash("rm notes.txt"), "rm notes.txt"],
    ["rm of its directory", () => bash("rm -r docs"), "rm -r docs"],
    ["a redirection", () => bash("echo x > notes.txt"), "echo x > notes.txt"],
    ["a redirection that appends", () => bash("echo x >> notes.txt"), "echo x >> notes.txt"],
    ["mv over it", () => bash("mv docs/a.txt notes.txt"), "mv docs/a.txt notes.txt"],
    ["cp over it", () => bash("cp docs/a.txt notes.txt"), "cp docs/a.txt notes.txt"],
    ["cp into its directory", () => bash("cp notes.txt docs/a.txt"), "cp notes.txt docs/a.txt"],
    ["sed in place", () => bash("sed -i s/only/no/ notes.txt"), "sed -i s/only/no/ notes.txt"],
    ["Write", () => call("Write", { file_path: here.at("notes.txt"), content: "x" }), "printf x > notes.txt"],
    ["Edit", () => edit(here.at("notes.txt")), "echo b > notes.txt"],
    ["MultiEdit", () => call("MultiEdit", { file_path: here.at("notes.txt"), edits: [] }), "echo b > notes.txt"],
    [
      "NotebookEdit",
      () => call("NotebookEdit", { notebook_path: here.at("notes.txt"), new_source: "b" }),
      "echo b > notes.txt",
    ],
    ["a patch that deletes", () => patch("*** Delete File: notes.txt"), "rm notes.txt"],
    ["a patch that changes", () => patch("*** Update File: notes.txt\n@@\n-only copy\n+x"), "echo x > notes.txt"],
    // Nothing there is saved before code runs.
    ["a move to where tools build", () => bash("mv notes.txt dist"), "mkdir dist && mv notes.txt dist && rm -r dist"],
    ["one to a name of tools", () => bash("mv notes.txt target"), "mv notes.txt target && rm target"],
  ])("%s", async (_, action, does) => {
    const before = ["notes.txt", "docs/a.txt"].map((path) => readFileSync(here.at(path), "utf8"));
    expect(await here.gate().check(action())).toMatchObject({ behavior: "allow", by: "acceptEdits" });
    run(does);
    const { code, err } = await undoWith(await newest());
    expect([code, err.includes("--force")]).toEqual([0, false]);
    expect(readFileSync(here.at("notes.txt"), "utf8")).toBe(before[0]);
    if (!does.includes("mv docs")) expect(readFileSync(here.at("docs/a.txt"), "utf8")).toBe(before[1]);
  });

  test.each(["rm *.txt", "rm notes.tx?", "sed -i s/only/no/ n*.txt"])(
    "what a rule's pattern takes is saved: %s",
    async (command) => {
      const gate = here.gate({ settings: { permissions: { allow: ["Bash(rm:*)", "Bash(sed:*)"] } } });
      expect(await gate.check(bash(command))).toMatchObject({ behavior: "allow", by: "allowRule" });
      run(command);
      await undoWith("last");
      expect(readFileSync(here.at("notes.txt"), "utf8")).toBe("only copy\n");
    },
  );

  test.each([
    "git clean -fd",
    "git reset --hard",
    "git checkout -f",
    "git clean -fdx && git reset --hard",
    "git restore .",
  ])("what git discards under an open rule comes back: %s", async (command) => {
    run("git init -q && git add docs && git -c user.name=a -c user.email=a@b commit -qm x && echo more >> docs/a.txt");
    const before = ["notes.txt", "docs/a.txt"].map((path) => readFileSync(here.at(path), "utf8"));
    const gate = here.gate({ settings: { permissions: { allow: ["Bash(git:*)"] } } });
    expect(await gate.check(bash(command))).toMatchObject({ behavior: "allow", by: "allowRule" });
    run(command);
    await undoWith("last", "--force");
    expect(["notes.txt", "docs/a.txt"].map((path) => readFileSync(here.at(path), "utf8"))).toEqual(before);
  });

  test.each(["git clean -fdx", "git clean -fdX"])("so does what git ignores: %s", async (command) => {
    run("git init -q && mkdir infra && echo '*.state' > .gitignore && echo '{}' > infra/u.state");
    const gate = here.gate({ settings: { permissions: { allow: ["Bash(git:*)"] } } });
    expect(await gate.check(bash(command))).toMatchObject({ behavior: "allow", by: "allowRule" });
    run(command);
    await undoWith("last", "--force");
    expect(readFileSync(here.at("infra/u.state"), "utf8")).toBe("{}\n");
  });

  test("what a rule's redirection writes over is saved too", async () => {
    const gate = here.gate({ settings: { permissions: { allow: ["Bash(make-report:*)"] } } });
    const decision = await gate.check(bash("make-report all > notes.txt"));
    expect(decision).toMatchObject({ behavior: "allow", by: "allowRule" });
    run("echo x > notes.txt");
    await undoWith(await newest());
    expect(readFileSync(here.at("notes.txt"), "utf8")).toBe("only copy\n");
  });
});

describe("where it could not come back, nothing is proven", () => {
  const prepare = (dir: string): string => {
    mkdirSync(dir, { recursive: true });
    return dir;
  };
  const SPOILT: readonly [string, () => void][] = [
    ["the state directory is a file", () => writeFileSync(join(prepare(dirname(stateDir())), "sallyport"), "")],
    ["others may use it", () => chmodSync(prepare(join(stateDir(), "restore")), 0o777)],
    ["it leads nowhere", () => symlinkSync("/nowhere/at/all", join(prepare(dirname(stateDir())), "sallyport"))],
  ];
  test.each(SPOILT)("%s", async (_, spoil) => {
    spoil();
    for (const action of [bash("rm notes.txt"), bash("echo x > notes.txt"), edit(here.at("notes.txt"))])
      expect(await here.gate().check(action)).toMatchObject({ behavior: "ask", by: "offline" });
    // What loses nothing needs no restore point.
    expect(await here.gate().check(bash("touch new.txt"))).toMatchObject({ behavior: "allow", by: "acceptEdits" });
  });

  test.each([
    ["too many files", { restore: { maxFiles: 1 } }, "rm -r docs"],
    ["too large", { restore: { maxBytes: 3 } }, "rm notes.txt"],
    ["too slow", { restore: { maxMs: 1 } }, "true; rm -r huge"],
  ])("%s", async (_, settings, command) => {
    for (let n = 0; n < 300 && command.includes("huge"); n++) here.write(`huge/${n}`, "x".repeat(100_000));
    const decision = await here.gate({ settings }).check(bash(command));
    expect(decision).toMatchObject({ behavior: "ask", by: "offline" });
    expect(await points()).toEqual([]);
  });

  test.each([["server.p12"], ["id_rsa"], ["service-account.json"]])("no copy is made of %s", async (name) => {
    here.write(name, "secret");
    expect((await here.gate().check(bash(`rm ${name}`))).behavior).toBe("ask");
    expect((await here.gate().check(edit(here.at(name)))).behavior).toBe("ask");
    expect(await points()).toEqual([]);
  });

  test("a model's allow stands without it", async () => {
    const gate = here.gate({ restore: null, classifier: scripted(SAYS_NO) });
    expect(await gate.check(bash("rm notes.txt"))).toMatchObject({ behavior: "allow", by: "classifier" });
  });

  test("watching saves nothing, and the record says that it watched", async () => {
    const seen: LedgerEntry[] = [];
    const store = memoryStore({ onEntry: (_, entry) => void seen.push(entry) });
    await here.gate({ settings: { shadow: true }, store }).check(bash("rm notes.txt"));
    expect(seen.filter(({ kind }) => kind === "decision")).toMatchObject([{ shadow: true }]);
    expect(existsSync(join(stateDir(), "restore"))).toBe(false);
  });
});

describe("nothing is saved that need not be", () => {
  test("tracked and clean, or not there", async () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: here.root });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "x");
    const gate = here.gate();
    for (const command of ["rm notes.txt", "echo x > docs/a.txt", "touch fresh.txt"])
      expect((await gate.check(bash(command, { session: "s" }))).by).toBe("acceptEdits");
    expect(await points()).toEqual([]);
  });
});

test("nor in a large repository", async () => {
  for (let n = 0; n < 6_000; n++) here.write(`many/${"n".repeat(60)}${n}`, "");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: here.root });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "x");
  for (const options of [{ restore: null }, {}])
    expect((await here.gate(options).check(edit(here.at("notes.txt")))).by).toBe("acceptEdits");
  expect(await points()).toEqual([]);
});

describe("the command", () => {
  test("refuses what was changed since the call ran, and what a person may do about it", async () => {
    const gate = here.gate();
    const action = edit(here.at("notes.txt"), { session: "s", toolUseId: "t1" });
    await gate.check(action);
    run("echo by the agent > notes.txt");
    await gate.ran(action);
    run("echo by the person > notes.txt");
    const id = await newest();
    const shown = await undoWith(id, "--show");
    expect(shown.out).toContain("changed since the call");
    expect(shown.out).toContain("-by the person");
    expect(shown.out).toContain("+only copy");
    const refused = await undoWith(id);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("--force")]);
    expect(readFileSync(here.at("notes.txt"), "utf8")).toBe("by the person\n");
    expect((await undoWith(id, "--force")).code).toBe(0);
    expect(readFileSync(here.at("notes.txt"), "utf8")).toBe("only copy\n");
    // The point that was made first brings the person's words back.
    expect((await undoWith(await newest())).code).toBe(0);
    expect(readFileSync(here.at("notes.txt"), "utf8")).toBe("by the person\n");
  });

  test("a secret of the command is not kept with it, and nothing it says moves the cursor", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const content = `export TOKEN=${token} \u001b[2J`;
    await here.gate().check(call("Write", { file_path: here.at("notes.txt"), content }));
    here.write("notes.txt", content);
    const { out } = await undoWith();
    expect(out).toContain("Write");
    expect(out).not.toContain(token);
    expect(out).not.toContain("\u001b");
  });

  test("what a sweep moved away comes back, but over nothing", async () => {
    const id = "0123456789abcdef01234567";
    const slot = join(stateDir(), "walls/quarantine", id, "1.42");
    mkdirSync(join(slot, "it"), { recursive: true });
    writeFileSync(join(slot, "path"), `${realpathSync(here.root)}/.vscode`);
    writeFileSync(join(slot, "it/tasks.json"), "{}");
    expect((await undoWith()).out).toContain(".vscode");
    mkdirSync(here.at(".vscode"));
    expect((await undoWith(id)).code).toBe(1);
    rmSync(here.at(".vscode"), { recursive: true });
    expect((await undoWith(id)).code).toBe(0);
    expect(readFileSync(here.at(".vscode/tasks.json"), "utf8")).toBe("{}");
    expect((await undoWith()).out).toContain("no restore point");
  });

  test.each([
    ["an id nobody knows", ["ffffff-0"], "no restore point"],
    ["an id that is a way elsewhere", ["../../etc/passwd"], "no restore point"],
  ])("%s", async (_, args, says) => {
    const { code, err } = await undoWith(...args);
    expect([code, err]).toEqual([1, expect.stringContaining(says)]);
  });

  test("an agent that runs it is asked about", async () => {
    expect((await here.gate().check(bash("sallyport undo abcdef --force"))).by).toBe("safetyCheck");
  });
});

test.each(["sh build.sh", "make -n", "npm test", "tsc --noEmit", "pytest"])(
  "a host's sandbox that leaves the project writable holds its code only behind a point of all of it: %s",
  async (command) => {
    here.write("build.sh", "#!/bin/sh\n");
    here.write(".mcp.json", "{}\n");
    const action = bash(command, { walls: "hostWritable" });
    expect(await here.gate().check(action)).toMatchObject({ behavior: "allow", by: "contained", walls: "host" });
    run("rm -r docs; echo evil > .mcp.json; rm notes.txt");
    expect((await undoWith(await newest(), "--force")).code).toBe(0);
    expect(["docs/a.txt", ".mcp.json", "notes.txt"].map((path) => readFileSync(here.at(path), "utf8"))).toEqual([
      "a\n",
      "{}\n",
      "only copy\n",
    ]);
  },
);
