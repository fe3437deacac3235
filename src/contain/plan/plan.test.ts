/** Plans over a real disk: what is written, held, hidden and shown, and when there is no plan. */

import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { World } from "../../contract/world.ts";
import { diskWorld } from "../../machine/index.ts";
import { planWalls, type WallsPlan, type WallsRequest } from "../index.ts";
import { TEST_AGENTS } from "../testing.ts";
import { literalPattern } from "../ticket/words.ts";
import { bubblewrapOptions } from "../tool/bubblewrap.ts";
import { seatbeltProfile } from "../tool/seatbelt.ts";
import { NOTHING_AROUND } from "./around.ts";
import { environmentOf, environmentWords, planEnvironment } from "./environment.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-plan-")));
const at = (path: string): string => join(base, path);
const write = (path: string, text = ""): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};

beforeAll(() => {
  for (const path of [
    ...["home/.ssh/id_rsa", "home/.aws/credentials", "home/.rustup/toolchains/x", "home/.cargo/bin/cargo"],
    ...[
      "home/.cargo/credentials.toml",
      "home/diary",
      "home/.claude/skills/x/run.py",
      "home/tools/zig/bin/zig",
      "home/tools/zig/lib/std",
      "home/tools/zig/.env",
    ],
    ...["project/src/a.ts", "project/node_modules/vite/package.json", "project/.env", "project/.env.example"],
    ...["project/sub/deep/.github/workflows/ci.yml", "project/CLAUDE.md", "outside/file", "project/out/b"],
    ...["elsewhere/kept/x", "session/x"],
  ])
    write(path);
  linkSync(at("outside/file"), at("project/src/shared"));
  linkSync(at("project/src/a.ts"), at("project/out/a.ts"));
  symlinkSync(at("home/tools"), at("home/.pyenv"));
  spawnSync("git", ["init", "-q", at("project")]);
  spawnSync("git", [
    "-C",
    at("project"),
    "-c",
    "user.name=x",
    "-c",
    "user.email=x@x",
    "commit",
    "-qm",
    "x",
    "--allow-empty",
  ]);
  spawnSync("git", ["-C", at("project"), "worktree", "add", "-q", at("tree")]);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const request = (over: Partial<WallsRequest> = {}): WallsRequest => ({
  walls: "work",
  cwd: at("project"),
  projectRoot: at("project"),
  home: at("home"),
  writable: [],
  around: NOTHING_AROUND,
  hidden: [],
  readOnly: [],
  hiddenObjects: [],
  unmade: [],
  gitWrites: false,
  envFiles: false,
  env: [],
  sessionTmp: at("session"),
  cacheDir: at("state/walls/cache/p"),
  stateDir: at("state"),
  gateDirectories: [at("state")],
  movedPlaces: [],
  gatePrograms: [],
  agentFiles: TEST_AGENTS,
  ...over,
});

const world = () =>
  diskWorld({ home: at("home"), path: `/usr/bin:${at("home/tools/zig/bin")}:${at("home/.cargo/bin")}:${at("home")}` });
function planned(over: Partial<WallsRequest> = {}): WallsPlan {
  const plan = planWalls(request(over), world());
  if (!plan.ok) throw new Error(plan.error);
  return plan.value;
}
/** What a place is, by its name below the test's directory. */
const kindAt = (plan: WallsPlan, path: string): string | undefined =>
  plan.mounts.find(({ place, kind }) => place === at(path) && kind !== "seal")?.kind;

describe.runIf(process.platform === "linux")("a plan", () => {
  test("the gate's program can be read and not written, and where it is gone nothing takes its place", () => {
    const plan = planned({ walls: "edit", gatePrograms: [at("project/out"), at("project/tools/dist")] });
    expect(kindAt(plan, "project/out")).toBe("roBind");
    expect(plan.unmade).toEqual([literalPattern(at("project/tools/dist"))]);
  });

  test.each([
    ["look", "project", undefined],
    ["look", "session", "bind"],
    ["look", "project/.env", "hideFile"],
    ["look", "home/.ssh", "hideDir"],
    ["look", "home/.claude", "hideDir"],
    ["look", "home/diary", undefined],
    ["edit", "project", "bind"],
    ["edit", "project/.git", "roBind"],
    ["edit", "project/.env", "hideFile"],
    ["edit", "project/.env.example", "roBind"],
    ["edit", "project/node_modules", "roBind"],
    ["edit", "project/node_modules/.cache", undefined],
    ["edit", "project/sub", "bind"],
    ["edit", "project/sub/deep", "bind"],
    ["edit", "project/sub/deep/.github", "bind"],
    ["edit", "project/sub/deep/.github/workflows", "roBind"],
    ["edit", "project/src/shared", "roBind"],
    ["edit", "project/src/a.ts", undefined],
    ["edit", "project/out/a.ts", undefined],
    ["work", "project", "bind"],
    ["work", "project/.git", "roBind"],
    ["work", "project/node_modules/.cache", "bind"],
    ["work", "project/node_modules/.vite-temp", "bind"],
    ["work", "project/node_modules/.vitest", undefined],
    ["work", "home", "tmpfs"],
    ["work", "home/.rustup", "roBind"],
    ["work", "home/.cargo/bin", "roBind"],
    ["work", "home/.cargo/credentials.toml", undefined],
    ["work", "home/.ssh", undefined],
    ["work", "home/.cache", "bind"],
    ["work", "home/.claude/skills", "roBind"],
    ["work", "home/.cargo", undefined],
    ["work", "home/tools/zig", undefined],
    ["work", "home/tools/zig/bin", "roBind"],
    ["work", "home/tools/zig/lib", "roBind"],
    ["work", "home/.pyenv", "roBind"],
  ] as const)("%s: %s is %s", (walls, path, kind) => expect(kindAt(planned({ walls }), path)).toBe(kind));

  test("a shallow place always comes before what lies in it, and every place once", () => {
    const places = planned()
      .mounts.filter(({ kind }) => kind !== "seal")
      .map(({ place }) => place);
    expect(new Set(places).size).toBe(places.length);
    for (const [i, place] of places.entries())
      expect(places.slice(i + 1).filter((later) => place.startsWith(`${later}/`))).toEqual([]);
  });

  test("git's forward commands write the git directory of a linked work tree and the common one, not what would run", () => {
    const plan = planned({ walls: "edit", gitWrites: true, cwd: at("tree"), projectRoot: at("tree") });
    for (const [path, kind] of [
      ["project/.git", "bind"],
      ["project/.git/worktrees", "roBind"],
      ["project/.git/worktrees/tree", "bind"],
      ["project/.git/worktrees/tree/commondir", "roBind"],
      ["project/.git/hooks", "roBind"],
      ["project/.git/config", "roBind"],
      ["project/.git/info", "roBind"],
      ["project/.git/objects", undefined],
    ] as const)
      expect([path, kindAt(plan, path)]).toEqual([path, kind]);
  });

  test("what a person hides, wants read-only or adds", () => {
    const plan = planned({ hidden: [at("project/src")], readOnly: [at("project/out")], writable: [at("elsewhere")] });
    expect(["project/src", "project/out", "elsewhere"].map((path) => kindAt(plan, path))).toEqual([
      "hideDir",
      "roBind",
      "bind",
    ]);
    expect(kindAt(planned({ readOnly: [base] }), "project")).toBeUndefined();
    expect(kindAt(planned({ envFiles: true }), "project/.env")).toBe("roBind");
  });

  test("a store that shows under a second name is hidden under both", () => {
    const plan = planned({ hidden: [at("home/tools/zig/bin")] });
    expect(kindAt(plan, "home/.pyenv/zig/bin")).toBe("hideDir");
  });

  test.each([
    ["home", { projectRoot: at("home"), cwd: at("home") }, "home or holds it"],
    ["a parent of home", { projectRoot: base, cwd: base }, "home or holds it"],
    ["the root", { projectRoot: "/", cwd: "/" }, "home or holds it"],
    ["wide additions", { writable: ["/"] }, "home or holds it"],
    ["a protected place", { projectRoot: at("project/.git"), cwd: at("project/.git") }, "protected place"],
    ["a credential store", { projectRoot: at("home/.ssh"), cwd: at("home/.ssh") }, "protected place"],
    ["writable in a hidden directory", { hidden: [at("elsewhere")], writable: [at("elsewhere/kept")] }, "is hidden"],
    ["a hidden directory", { hidden: [at("project/src")], cwd: at("project/src") }, "not there inside"],
    ["what home does not show", { cwd: at("home/tools"), projectRoot: at("project") }, "not there inside"],
    ["no directory", { cwd: at("project/absent") }, "not there inside"],
  ])("there is none: %s", (_, over, why) => {
    const plan = planWalls(request(over), world());
    expect(plan.ok ? "a plan" : plan.error).toContain(why);
  });

  test("there is none: too much to look through, or too much to mount", () => {
    const many = (count: number, dir: string) => Array.from({ length: count }, (_, i) => `${dir}${i}`);
    const real = world();
    const crowded: World = {
      ...real,
      listDir: (dir) =>
        dir === at("project/src") ? many(100_001, "f").map((name) => ({ name, kind: "file" })) : real.listDir?.(dir),
    };
    const tooMuch = planWalls(request(), crowded);
    expect(tooMuch.ok ? "a plan" : tooMuch.error).toContain("too many to look through");
    for (const name of many(160, "project/many/p")) mkdirSync(at(`${name}/node_modules`), { recursive: true });
    const tooMany = planWalls(request(), world());
    rmSync(at("project/many"), { recursive: true });
    expect(tooMany.ok ? "a plan" : tooMany.error).toMatch(/would take \d+ mounts/);
  });

  test("there is none that could write where a file's name is no text", () => {
    const garbled = Buffer.concat([Buffer.from(`${at("project/src")}/caf`), Buffer.from([0xe9])]);
    writeFileSync(garbled, "");
    const plans = (["look", "edit", "work"] as const).map((walls) => planWalls(request({ walls }), world()));
    rmSync(garbled);
    expect(plans.map((plan) => plan.ok || plan.error)).toEqual([
      true,
      `${at("project/src")}/caf\uFFFD: its name cannot be read as text`,
      `${at("project/src")}/caf\uFFFD: its name cannot be read as text`,
    ]);
  });

  test("there is none where the kernel's tables cannot be read", () => {
    for (const table of ["/proc/net/unix", "/proc/self/mountinfo"]) {
      const blind = {
        ...world(),
        readFile: (path: string, limit: number) => (path === table ? undefined : world().readFile(path, limit)),
      };
      expect(planWalls(request(), blind).ok).toBe(false);
    }
  });

  test("the command line is one option a line, and nothing is unset by bubblewrap", () => {
    const plan = planned();
    const words = bubblewrapOptions(plan, { seccomp: 9, status: 8 }).flat();
    expect(words).toEqual(
      expect.arrayContaining(["--unshare-net", "--disable-userns", "--new-session", "--die-with-parent"]),
    );
    expect(words.filter((word) => /clearenv|unsetenv|setenv/.test(word))).toEqual([]);
    const rows = bubblewrapOptions(plan, { seccomp: 9, status: null }).map((row) => row.join(" "));
    expect(rows).toContain(`--ro-bind ${at("project/.git")} ${at("project/.git")}`);
    expect(rows).not.toContain("--json-status-fd 8");
  });

  test("the same plan as a profile of macOS's sandbox", () => {
    const [project, ssh] = [at("project"), at("home/.ssh")];
    const profile = seatbeltProfile(planned({ walls: "edit" }));
    const order = [
      "(deny default)",
      '(allow file-read* (subpath "/"))',
      '(deny file-write* (subpath "/"))',
      `(allow file-read* file-write* (subpath "${project}"))`,
      `(deny file-write* (subpath "${project}/.git"))`,
      "(deny network*)",
    ].map((line) => profile.split("\n").lastIndexOf(line));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(profile).toContain(`(deny file-read* file-write* (subpath "${ssh}"))`);
    expect(profile).toContain(`(deny file-write-unlink (literal "${project}/sub/deep/.github"))`);
  });
});

describe("the environment", () => {
  const plan = planEnvironment({
    ...{ walls: "work", home: "/home/me", gitWrites: false },
    sessionTmp: "/tmp/s",
    env: ["MY_FLAG", "LD_PRELOAD", "BASH_ENV", "A;B", "GIT_DIR", "TMPDIR"],
  });
  test("by a list: values of outside only for names on it", () => {
    const own = {
      PATH: "/bin",
      MY_FLAG: "1",
      AWS_SECRET_ACCESS_KEY: "x",
      SSH_AUTH_SOCK: "/x",
      LD_PRELOAD: "x",
      BASH_ENV: "x",
      NODE_OPTIONS: "x",
      TMPDIR: "/t",
    };
    const env = environmentOf(plan, own);
    expect(env).toMatchObject({
      PATH: "/bin",
      MY_FLAG: "1",
      TMPDIR: "/tmp/s",
      CARGO_NET_OFFLINE: "true",
      GIT_OPTIONAL_LOCKS: "0",
      PYTHONPYCACHEPREFIX: "/home/me/.cache/pycache",
    });
    expect(Object.keys(env).filter((name) => /AWS|SSH|LD_|BASH|NODE_OPT|GIT_DIR|;/.test(name))).toEqual([]);
  });
  test("the same as words of a shell", () => {
    const script = `LANG='a b$(x)"' PATH=/bin; unset CI; export EXTRA=1; env -i ${environmentWords(plan).join(" ")} /usr/bin/env`;
    const { stdout } = spawnSync("/bin/sh", ["-c", script], { encoding: "utf8", env: {} });
    expect(stdout).toContain('LANG=a b$(x)"\n');
    expect(stdout).not.toMatch(/^(?:CI|EXTRA)=/m);
  });
});

describe("a second mount of home, or of a part of it", () => {
  const table = [
    "1 0 9:9 / / rw - ext4 /dev/x rw",
    `2 1 9:9 ${at("home")} ${at("second")} rw - ext4 /dev/x rw`,
    `3 1 9:9 ${at("home/.ssh")} ${at("keys")} rw - ext4 /dev/x rw`,
    `4 1 9:9 ${at("home/.aws/credentials")} ${at("one-file")} rw - ext4 /dev/x rw`,
  ].join("\n");
  const planned = (walls: WallsRequest["walls"]): readonly string[] => {
    for (const path of ["second/.ssh/id_rsa", "second/.aws/credentials", "keys/id_rsa", "one-file", "second/.claude/x"])
      write(path);
    const disk = diskWorld({ home: at("home"), path: "/usr/bin:/bin" });
    const readFile: typeof disk.readFile = (path, limit) =>
      path === "/proc/self/mountinfo" ? Buffer.from(table) : disk.readFile(path, limit);
    const plan = planWalls(request({ walls }), { ...disk, readFile });
    if (!plan.ok) throw new Error(plan.error);
    return plan.value.hidden;
  };
  test.each([
    ["look", ["second/.ssh", "second/.aws", "second/.claude", "keys", "one-file"]],
    ["edit", ["second/.ssh", "second/.aws", "second/.claude", "keys", "one-file"]],
    ["work", ["second", "keys", "one-file"]],
  ] as const)("%s hides what is hidden under every name", (walls, places) => {
    expect(planned(walls)).toEqual(expect.arrayContaining(places.map(at)));
  });
});
