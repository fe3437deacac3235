/**
 * A session in a sub-directory of a repository that lies in home: what stands around it can be read inside walls, and
 * nothing more. Tried for real in each of them, as root and as an ordinary user.
 */
import { spawn, spawnSync } from "node:child_process";
import { linkSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WALLS } from "../../contract/decision.ts";
import { diskWorld } from "../../machine/index.ts";
import {
  canTryWalls,
  insideWalls,
  TEST_AGENTS,
  type TestMachine,
  type TestUser,
  testMachine,
  testUsers,
} from "../testing.ts";
import { aftermathOf, refusalIn } from "../ticket/aftermath.ts";
import { repositoryAround } from "./around.ts";
import type { WallsPlan, WallsRequest } from "./types.ts";

const PROJECT = "home/repo/packages/a";

function git(at: string, ...words: readonly string[]): void {
  const own = ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "protocol.file.allow=always"];
  const run = spawnSync("git", ["-C", at, ...own, ...words], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
}

function build({ at, write }: Pick<TestMachine, "at" | "write">): void {
  write("home/repo/package.json", "{}");
  write("home/repo/tsconfig.json", "{}");
  write("home/repo/node_modules/dep/index.js", "module.exports = 'dep'");
  write(`${PROJECT}/index.js`, "x");
  write("home/repo/packages/b/index.js", "beside");
  git(at("home/repo"), "init", "-q");
  git(at("home/repo"), "add", "package.json", "tsconfig.json", "packages");
  git(at("home/repo"), "commit", "-qm", "first");
  for (const secret of ["repo/.env", "repo/packages/b/.env.local", "repo/deploy.key", ".ssh/id_rsa", "denied/x"])
    write(`home/${secret}`, "canary\n");
  for (const secret of ["repo/denied/x", "notes", "repository/x"]) write(`home/${secret}`, "canary\n");
  linkSync(at("home/.ssh/id_rsa"), at("home/repo/packages/b/same-as-key"));
  symlinkSync(at("home/.ssh"), at("home/repo/keys"));
  spawnSync("bash", ["-c", `mkfifo ${at("home/repo/pipe")}`]);
}

const around = ({ home, at }: TestMachine, projectRoot: string): WallsRequest["around"] =>
  repositoryAround(
    { projectRoot, home, gateDirectories: [at("state")], gatePrograms: [], movedPlaces: [], agentFiles: TEST_AGENTS },
    diskWorld({ home, path: "" }),
  );

const inProject = (machine: TestMachine, root = machine.at(PROJECT)): Partial<WallsRequest> => ({
  projectRoot: root,
  cwd: root,
  around: around(machine, root),
});

const CONNECT = (path: string): string =>
  `${JSON.stringify(process.execPath)} -e 'const s=require("net").connect({path:"${path}"},()=>{console.log("canary");process.exit()});s.on("error",()=>process.exit());setTimeout(()=>process.exit(),1500)'`;

/** Each prints `canary` where it gets through, and does so outside. */
const ESCAPES: readonly (readonly [string, (machine: TestMachine) => string])[] = [
  ["a file beside the project", () => "echo x > ../b/new && echo canary; rm -f ../b/new"],
  ["a file at the top", () => "echo x > ../../new && echo canary; rm -f ../../new"],
  ["a file of git's", () => "echo x > ../../.git/hooks/new && echo canary; rm -f ../../.git/hooks/new"],
  ["git's configuration", () => "git config --file ../../.git/config core.x y && echo canary"],
  ["a package that is loaded", () => "echo ' ' >> ../../node_modules/dep/index.js && echo canary"],
  ["moving a directory away", () => "mv ../b ../c && mv ../c ../b && echo canary"],
  ["a link beside the project", () => "ln -s x ../b/link && echo canary; rm -f ../b/link"],
  ["attributes of a file", () => "chmod 640 ../../package.json && echo canary"],
  ["the environment at the top", () => "cat ../../.env"],
  ["the environment of another package", () => "cat ../b/.env.local"],
  ["a credential by a second name", () => "cat ../b/same-as-key"],
  ["a credential by a link", () => "cat ../../keys/id_rsa"],
  ["what a rule hides", () => "cat ../../denied/x"],
  ["a socket beside the project", (m) => CONNECT(m.at("home/repo/own.sock"))],
  ["a pipe beside the project", () => "[ -p ../../pipe ] && echo canary"],
];
/** In `work` home is empty but for the repository. */
const ESCAPES_OF_WORK: typeof ESCAPES = [
  ["a file called like a secret that git does not know", () => "cat ../../deploy.key"],
  ["home, beside the repository", () => "cat ../../../notes"],
  ["a directory whose name begins like the repository's", () => "cat ../../../repository/x"],
];

const READINGS: readonly (readonly [string, string])[] = [
  ["git log -1 --format=%s", "first"],
  ["git rev-parse --show-toplevel", "home/repo"],
  ["git status --short . && echo clean", "clean"],
  ["cat ../b/index.js", "beside"],
  [`${JSON.stringify(process.execPath)} -p 'require("dep")'`, "dep"],
  ["ls ../../tsconfig.json", "tsconfig.json"],
];

const plans: TestMachine[] = [];
afterAll(() => {
  for (const machine of plans) machine.remove();
});

describe.skipIf(!canTryWalls).each(testUsers.map((user): [string, TestUser] => [user.name, user]))(
  `${insideWalls}, a project below the top of its repository, as %s`,
  (_, user) => {
    let machine: TestMachine;
    let server: ReturnType<typeof spawn>;
    beforeAll(async () => {
      machine = testMachine(user);
      build(machine);
      const listen = `require("net").createServer((s) => s.destroy()).listen(process.argv[1], () => console.log("ready"))`;
      server = spawn(process.execPath, ["-e", listen, machine.at("home/repo/own.sock")], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      await new Promise((ready) => server.stdout?.once("data", ready));
    });
    afterAll(() => {
      server.kill("SIGKILL");
      machine.remove();
    });
    describe.each(WALLS)("%s", (walls) => {
      const escapes = walls === "work" ? [...ESCAPES, ...ESCAPES_OF_WORK] : ESCAPES;
      /** All rows in one call: each row's output, by its name. */
      const output = new Map<string, string>();
      beforeAll(() => {
        const rows = [
          ...READINGS.map(([script]) => [script, script]),
          ...escapes.map(([name, to]) => [name, to(machine)]),
        ];
        const script = rows
          .map(([name, text], i) => `echo "@@${i}"; { ${text}\n}; echo TRIED ${name?.length}`)
          .join("\n");
        const hidden = [machine.at("home/repo/denied")];
        const run = machine.run(`exec 2>&1\n${script}`, { ...inProject(machine), walls, hidden });
        const parts = run.stdout.split(/@@\d+\n/).slice(1);
        for (const [i, [name = ""]] of rows.entries()) output.set(name, parts[i] ?? run.stderr);
      });
      test.each(READINGS)("can be read: %s", (script, prints) => expect(output.get(script)).toContain(prints));
      test.each(escapes.map(([name]) => [name]))("is kept: %s", (name) => {
        expect(output.get(name)).toContain(`TRIED ${name.length}`);
        expect(output.get(name)).not.toContain("canary");
      });
    });
    test.each([...ESCAPES, ...ESCAPES_OF_WORK])("outside the same gets through: %s", (_name, script) => {
      const { stdout } = spawnSync("bash", ["-c", script(machine)], { cwd: machine.at(PROJECT), encoding: "utf8" });
      expect(stdout).toContain("canary");
    });
  },
);

describe.skipIf(!canTryWalls)(`${insideWalls}: which repository is around a project`, () => {
  const fresh = (prepare: (machine: TestMachine) => void): TestMachine => {
    const machine = testMachine({ name: "this user", uid: process.getuid?.() ?? 0 });
    plans.push(machine);
    prepare(machine);
    return machine;
  };
  const NOTHING = { workTree: null, gitDirectories: [] };

  test.each([
    ["home itself", "home", "home/app"],
    ["what holds home", "", "home/app"],
    ["a directory with a private place in it", "home/.local", "home/.local/src/app"],
    ["an agent's own directory", "home/.claude", "home/.claude/work/app"],
  ])("never %s", (_name, repo, project) => {
    const machine = fresh(({ at, write }) => {
      write(`${project}/x`);
      git(at(repo), "init", "-q");
    });
    expect(around(machine, machine.at(project))).toEqual(NOTHING);
  });

  test("home as a repository stays hidden in work, and the plan says that git finds none", () => {
    const machine = fresh(({ at, write }) => {
      write("home/app/x");
      write("home/notes", "canary");
      git(at("home"), "init", "-q");
    });
    const plan: WallsPlan = machine.plan(inProject(machine, machine.at("home/app")));
    expect(plan.withoutGit).toBe("outside");
    expect(machine.run("cat ../notes; git status 2>&1", plan).stdout).toContain("not a git repository");
    expect(machine.run("cat ../notes", plan).stdout).not.toContain("canary");
  });

  test("core.worktree that claims another place shows nothing", () => {
    const machine = fresh(({ at, write }) => {
      write("home/app/x");
      write("home/private/x", "canary");
      git(at("home/app"), "init", "-q");
      git(at("home/app"), "config", "core.worktree", at("home/private"));
    });
    expect(around(machine, machine.at("home/app"))).toEqual(NOTHING);
    expect(machine.run("cat ../private/x", inProject(machine, machine.at("home/app"))).stdout).not.toContain("canary");
  });

  test("a .git file that claims a repository which knows nothing of it shows nothing", () => {
    const machine = fresh(({ at, write }) => {
      write("home/private/x", "canary");
      git(at("home/private"), "init", "-q");
      write("home/app/.git", `gitdir: ${at("home/private/.git")}\n`);
    });
    expect(around(machine, machine.at("home/app"))).toEqual(NOTHING);
  });

  test("a linked work tree and a submodule have their git directories, and git works there", () => {
    const machine = fresh(({ at, write }) => {
      build({ at, write });
      git(at("home/repo"), "worktree", "add", "-q", at("home/tree"));
      write("home/super/x");
      git(at("home/super"), "init", "-q");
      git(at("home/super"), "submodule", "add", "-q", at("home/repo"), "sub");
    });
    for (const root of ["home/tree", "home/tree/packages/a", "home/super/sub/packages/a"]) {
      const run = machine.run("git log -1 --format=%s 2>&1", inProject(machine, machine.at(root)));
      expect(run.stdout, root).toBe("first\n");
    }
  });

  test("what cannot be looked through is not shown, and the project's walls stand all the same", () => {
    const machine = fresh(build);
    writeFileSync(Buffer.concat([Buffer.from(machine.at("home/repo/odd-")), Buffer.from([0xff])]), "");
    const plan = machine.plan(inProject(machine));
    expect(plan.withoutGit).toBe("outside");
    expect(machine.run("cat ../b/index.js; echo x > new && cat new", plan).stdout).toBe("x\n");
  });

  test("what was looked for in vain beside the project is known by name", () => {
    const machine = fresh(build);
    expect(machine.plan(inProject(machine)).unseen).toEqual(
      expect.arrayContaining([machine.at("home/notes"), machine.at("home/repository")]),
    );
    expect(machine.plan(inProject(machine)).unseen).not.toContain(machine.at("home/repo"));
  });

  test.each([
    ["Error: ENOENT: no such file or directory, open 'HOME/notes'", true],
    ["cat: ../../../notes: No such file or directory", true],
    ["cat: HOME/repository/x: No such file or directory", true],
    ["cat: ../../../notes.txt: No such file or directory", false],
    ["cat: HOME/repo/packages/a/none: No such file or directory", false],
    ["cat: none: No such file or directory", false],
    ["at HOME/notes:3:1", false],
  ])("the line after a failed call takes it for refused: %s", (line, refused) => {
    const machine = fresh(build);
    const plan = machine.plan(inProject(machine));
    const pattern = aftermathOf(plan, { home: machine.home }).refused;
    expect(refusalIn(line.replace("HOME", machine.home), pattern) !== undefined).toBe(refused);
  });
});
