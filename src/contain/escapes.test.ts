/**
 * Ways out of walls, tried for real inside each of them. A script says ESCAPED when it got through and TRIED when it came
 * to its end; run outside, where that is harmless, the same script does escape.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WALLS } from "../contract/decision.ts";
import { canTryWalls, insideWalls, type TestMachine, type TestUser, testMachine, testUsers } from "./testing.ts";
import { GUARD_STATUS } from "./tool/guard.ts";

const NODE = JSON.stringify(process.execPath);
/** A connection from a script: to a path, or to a port of this machine. */
const connectTo = (to: string): string =>
  `${NODE} -e 'const s=require("net").connect(${to},()=>{console.log("ESCAPED");process.exit()});s.on("error",()=>process.exit());setTimeout(()=>process.exit(),1500)'`;
/** A system call by number, for x86-64 and aarch64; prints the error's number. */
const systemCall = (x64: number, arm64: number, args: string): string =>
  `perl -e '$a="user"; $b="fence"; $!=0; $r=syscall(${process.arch === "arm64" ? arm64 : x64}, ${args}); print $r<0 ? "errno ".($!+0) : "ESCAPED", "\\n"'`;

const sendTo = (made: string, path: string): string =>
  `perl -MSocket -e '${made} && defined(send(A,"x",0,pack_sockaddr_un("${path}"))) && print "ESCAPED\n"'`;

/** Renamed, given a second name, or bound by a relative name by a program that has gone elsewhere since. */
const MOVED_SOCKETS = ["project", "project/.git", "project/sub/node_modules", "tmp", "outside"].flatMap((dir) =>
  ["renamed", "second", "relative"].map((name) => `${dir}/${name}`),
);
/** Listens on all of them, and on a socket for messages. */
const SERVER = `const net = require("net"), fs = require("fs");
const listen = (name) => new Promise((done) => net.createServer((s) => s.destroy()).listen(name, done));
(async () => {
  for (const dir of process.argv.slice(1)) {
    await listen(dir + "/first"); fs.renameSync(dir + "/first", dir + "/renamed");
    await listen(dir + "/one"); fs.linkSync(dir + "/one", dir + "/second");
    process.chdir(dir); await listen("relative");
  }
  process.chdir("/"); console.log("ready");
})();`;

interface Row {
  readonly name: string;
  readonly script: (machine: TestMachine) => string;
  /** The same script escapes when nothing holds it. */
  readonly control: boolean;
  readonly prints?: string;
}

let stranger: ChildProcess;
const ROWS: readonly Row[] = [
  { name: "a signal to a process outside", control: true, script: () => `kill -0 ${stranger.pid} && echo ESCAPED` },
  {
    name: "what /proc tells of it",
    control: true,
    script: () => `[ -e /proc/${stranger.pid}/status ] && echo ESCAPED`,
  },
  {
    name: "ptrace of it",
    control: false,
    prints: "errno 3",
    script: () => systemCall(101, 117, `16, ${stranger.pid}, 0, 0`),
  },
  {
    name: "the environment outside, through process 1",
    control: false,
    script: () => "cat /proc/*/environ | tr '\\0' '\\n' | grep SECRET_OF_OUTSIDE && echo ESCAPED",
  },
  {
    name: "an inherited descriptor",
    control: false,
    script: () =>
      `for fd in /proc/[0-9]*/fd/*; do [ "\${fd##*/}" -gt 2 ] || continue; case $(readlink $fd) in pipe:*|/dev/null|/proc/*|"anon_inode:[eventfd]"|"") ;; *) readlink $fd; echo ESCAPED;; esac; done`,
  },
  {
    name: "a file outside the project",
    control: true,
    script: (m) => `echo x > ${m.at("outside/new")} && echo ESCAPED`,
  },
  {
    name: "a file in /tmp",
    control: true,
    script: (m) => `echo x > ${m.base}/new && echo ESCAPED; rm -f ${m.base}/new`,
  },
  {
    name: "a file in home",
    control: true,
    script: (m) => `echo x > ${m.home}/new && echo ESCAPED; rm -f ${m.home}/new`,
  },
  { name: "through a link in the project", control: true, script: () => "echo x > way-out/new && echo ESCAPED" },
  { name: "through a hard link in the project", control: true, script: () => "echo x >> shared && echo ESCAPED" },
  {
    name: "a hard link outward",
    control: true,
    script: (m) => `ln ${m.at("outside/file")} got && echo ESCAPED; rm -f got`,
  },
  {
    name: "a credential store",
    control: true,
    script: (m) => `cat ${m.home}/.ssh/id_rsa | grep canary && echo ESCAPED`,
  },
  {
    name: "a credential store by another name of the same file",
    control: true,
    script: () => "cat sub/same-as-key | grep canary && echo ESCAPED",
  },
  {
    name: "a credential store by a link",
    control: true,
    script: () => "cat keys/id_rsa | grep canary && echo ESCAPED",
  },
  {
    name: "an agent's state",
    control: true,
    script: (m) => `cat ${m.home}/.claude/history | grep canary && echo ESCAPED`,
  },
  { name: "the gate's directory", control: true, script: (m) => `ls ${m.at("state")} | grep . && echo ESCAPED` },
  { name: "the project's .env", control: true, script: () => "cat .env sub/.env.local | grep canary && echo ESCAPED" },
  ...["project/own.sock", "home/own.sock", "outside/own.sock"].map((path) => ({
    name: `the Unix socket ${path}`,
    control: true,
    script: (m: TestMachine) => connectTo(`{path:"${m.at(path)}"}`),
  })),
  ...MOVED_SOCKETS.map((path) => ({
    name: `the Unix socket ${path}, under a name it was not made by`,
    control: true,
    script: (m: TestMachine) => `cd "$(dirname ${m.at(path)})" && ${connectTo(`{path:"${path.split("/").at(-1)}"}`)}`,
  })),
  {
    name: "a message to a Unix socket",
    control: true,
    script: (m) => sendTo("socket(A,AF_UNIX,SOCK_DGRAM,0)", m.at("outside/messages")),
  },
  {
    name: "a message to a Unix socket from one of a pair",
    control: true,
    script: (m) => sendTo("socketpair(A,B,AF_UNIX,SOCK_DGRAM,0)", m.at("outside/messages")),
  },
  {
    name: "a pair that stays a pair",
    control: false,
    prints: "PAIR",
    script: () => `perl -MSocket -e 'socketpair(A,B,AF_UNIX,SOCK_STREAM,0) && print "PAIR\n"'`,
  },
  { name: "an abstract socket", control: true, script: (m) => connectTo(`{path:"\\0fence-${m.base.slice(-6)}"}`) },
  { name: "a port of this machine", control: true, script: () => connectTo(`{port:${ports.tcp},host:"127.0.0.1"}`) },
  {
    name: "any interface but a loopback",
    control: false,
    script: () => `tail -n +3 /proc/net/dev | grep -v ' lo:' && echo ESCAPED`,
  },
  { name: "a pipe in the project that is read outside", control: true, script: () => "[ -p pipe ] && echo ESCAPED" },
  {
    name: "a disk",
    control: false,
    script: () =>
      "for d in /dev/sd* /dev/vd* /dev/nvme* /dev/mem /dev/kmsg /dev/fuse /dev/kvm /dev/net/tun; do [ -e $d ] && echo ESCAPED; done",
  },
  {
    name: "a device of its own",
    control: false,
    script: () => "mknod $TMPDIR/disk b 254 0 && head -c1 $TMPDIR/disk && echo ESCAPED",
  },
  { name: "a user namespace", control: false, script: () => "unshare -U true && echo ESCAPED" },
  { name: "a mount namespace", control: false, script: () => "unshare -m true && echo ESCAPED" },
  { name: "walls within walls", control: false, script: () => "bwrap --ro-bind / / true && echo ESCAPED" },
  {
    name: "a mount",
    control: false,
    script: () =>
      "mount -t tmpfs none /mnt && echo ESCAPED; umount /proc/sys && echo ESCAPED; mount -o remount,rw / && echo ESCAPED",
  },
  { name: "shared memory", control: true, script: (m) => `ls /dev/shm/fence-${m.base.slice(-6)} && echo ESCAPED` },
  {
    name: "the handler of core dumps",
    control: false,
    script: () =>
      "for f in /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe /proc/sysrq-trigger; do echo x 2>/dev/null > $f && echo ESCAPED; done",
  },
  {
    name: "knobs in /sys",
    control: false,
    script: () =>
      "find /sys -maxdepth 3 -type f -writable 2>/dev/null | while read -r f; do { : > $f; } 2>/dev/null && echo ESCAPED; done",
  },
  {
    name: "any knob in /proc that is no process's",
    control: false,
    script: () =>
      `find /proc -maxdepth 4 -path '/proc/[0-9]*' -prune -o -path '/proc/*self' -prune -o -type f -print 2>/dev/null | while read -r f; do { : >> "$f"; } 2>/dev/null && echo "ESCAPED $f"; done`,
  },
  { name: "a control group", control: false, script: () => "mkdir /sys/fs/cgroup/fence && echo ESCAPED" },
  {
    name: "root as the first process sees it",
    control: true,
    script: (m) => `cat /proc/*/root${m.home}/.ssh/id_rsa | grep canary && echo ESCAPED`,
  },
  {
    name: "a program that is in memory alone",
    control: true,
    script: (m) =>
      `perl -e '$n="x"; $fd=syscall(${process.arch === "arm64" ? 279 : 319},$n,0); open(F,">&=",$fd); binmode F; open(I,"<","/usr/bin/touch"); binmode I; local $/; syswrite(F,<I>); close I; exec {"/proc/self/fd/$fd"} "touch", "${m.at("outside/new")}"'; [ -e ${m.at("outside/new")} ] && echo ESCAPED`,
  },
  {
    name: "attributes and times of a file outside",
    control: true,
    script: (m) => `touch ${m.at("outside/file")} && echo ESCAPED; chmod 600 ${m.at("outside/file")} && echo ESCAPED`,
  },
  {
    name: "git's own configuration, by git",
    control: true,
    script: () =>
      "for name in fsmonitor hooksPath; do git config --file .git/config core.$name ./x && echo ESCAPED; git config --file .git/config --unset core.$name; done",
  },
  {
    name: "programs that the person starts by name",
    control: true,
    script: (m) =>
      `for d in .local/bin .cargo/bin go/bin bin; do mkdir -p ${m.home}/$d && echo x > ${m.home}/$d/planted && echo ESCAPED; done`,
  },
  {
    name: "what tools outside keep in home",
    control: false,
    script: (m) =>
      `for d in .npm/_cacache .cache/pip .config/git .local/share/x .gradle; do mkdir -p ${m.home}/$d && echo x > ${m.home}/$d/planted; done`,
  },
  { name: "the name of the machine", control: false, script: () => "hostname evil && echo ESCAPED" },
  { name: "a higher priority", control: false, script: () => "nice -n -5 true 2>&1 | grep -q . || echo ESCAPED" },
  {
    name: "capabilities of a file",
    control: false,
    prints: "errno 1",
    script: () =>
      `cp /bin/true $TMPDIR/t; perl -e '$p="$ENV{TMPDIR}/t"; $n="security.capability"; $v=pack("V5",0x02000001,1<<13,0,0,0); $!=0; $r=syscall(${process.arch === "arm64" ? 5 : 188},$p,$n,$v,20,0); print $r<0 ? "errno ".($!+0) : "ESCAPED", "\n"'`,
  },
  { name: "userfaultfd", control: false, prints: "errno 1", script: () => systemCall(323, 282, "0") },
  { name: "clone3", control: false, prints: "errno 38", script: () => systemCall(435, 435, "$a, 88") },
  { name: "unshare", control: false, prints: "errno 1", script: () => systemCall(272, 97, "0x10000000") },
  {
    name: "a tree of mounts with attributes",
    control: false,
    prints: "errno 1",
    script: () => systemCall(467, 467, "-100, $a, 1, 0, 0"),
  },
  { name: "raw messages of IPv4", control: false, prints: "errno 1", script: () => systemCall(41, 198, "2, 3, 255") },
  { name: "keyctl", control: false, prints: "errno 1", script: () => systemCall(250, 219, "0, -3, 0") },
  {
    name: "add_key",
    control: false,
    prints: "errno 1",
    script: () => systemCall(248, 217, "$a, $b, $b, 1, -2"),
  },
  { name: "io_uring", control: false, prints: "errno 38", script: () => systemCall(425, 425, "1, 0") },
  { name: "vsock", control: false, prints: "errno 97", script: () => systemCall(41, 198, "40, 1, 0") },
  { name: "raw packets", control: false, prints: "errno 97", script: () => systemCall(41, 198, "17, 3, 0") },
  {
    name: "typing into a terminal",
    control: false,
    prints: "errno 1",
    script: () => systemCall(16, 29, "0, 0x5412, $a"),
  },
  {
    name: "typing into a terminal, with bits the kernel drops",
    control: false,
    prints: "errno 1",
    script: () => systemCall(16, 29, "0, 0x100005412, $a"),
  },
  {
    name: "a console's selection",
    control: false,
    prints: "errno 1",
    script: () => systemCall(16, 29, "0, 0x541c, $a"),
  },
  {
    name: "the second set of calls of x86-64",
    control: false,
    prints: "errno 38",
    script: () => systemCall(0x4000_0000 + 250, 4096, "0, -3, 0"),
  },
  { name: "a controlling terminal", control: false, script: () => "(: > /dev/tty) && echo ESCAPED" },
  {
    name: "capabilities",
    control: false,
    script: () => "grep -E '^Cap(Inh|Prm|Eff|Bnd|Amb)' /proc/self/status | grep -v 0000000000000000 && echo ESCAPED",
  },
  {
    name: "new privileges",
    control: false,
    script: () => "grep -q 'NoNewPrivs:.*1' /proc/self/status || echo ESCAPED",
  },
  {
    name: "moving protected places away",
    control: true,
    script: () =>
      "mv .github x && mv x .github && echo ESCAPED; mv sub x && mv x sub && echo ESCAPED; mv .git x && mv x .git && echo ESCAPED",
  },
  {
    name: "writing below them",
    control: true,
    script: () =>
      "echo x > .github/workflows/new && echo ESCAPED; echo x > CLAUDE.md && echo ESCAPED; echo x > sub/node_modules/new && echo ESCAPED",
  },
  {
    name: "git's hooks and configuration",
    control: true,
    script: () =>
      "echo x > .git/hooks/pre-commit && echo ESCAPED; echo x >> .git/config && echo ESCAPED; echo . > .git/commondir && echo ESCAPED; rm -f .git/commondir",
  },
  { name: "a repository under another name", control: true, script: () => "echo x >> bare/config && echo ESCAPED" },
  {
    name: "a hard link to a protected file",
    control: true,
    script: () => "echo x >> same-as-instructions && echo ESCAPED",
  },
  {
    name: "replacing what a protected link leads to",
    control: true,
    script: () => "echo x >> conf/real && echo ESCAPED",
  },
];

const ports = { tcp: 0 };
const servers: Server[] = [];
const listen = (at: string | number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    servers.push(server);
    server.once("error", reject);
    if (typeof at === "number") server.listen(at, "127.0.0.1", () => resolve(server));
    else server.listen(at, () => resolve(server));
  });

async function build(machine: TestMachine): Promise<void> {
  const { at, write } = machine;
  for (const name of ["home/.ssh/id_rsa", "home/.claude/history", "project/.env", "project/sub/.env.local"])
    write(name, "canary\n");
  for (const name of [
    "outside/file",
    "project/.github/workflows/ci.yml",
    "project/CLAUDE.md",
    "project/sub/node_modules/x/index.js",
  ])
    write(name);
  for (const name of ["HEAD", "config", "objects/x", "refs/x"]) write(`project/bare/${name}`);
  spawnSync("git", ["init", "-q", at("project")]);
  write("project/.git/hooks/keep");
  write("project/conf/real");
  symlinkSync(at("outside"), at("project/way-out"));
  symlinkSync(at("home/.ssh"), at("project/keys"));
  symlinkSync("conf/real", at("project/.npmrc"));
  linkSync(at("outside/file"), at("project/shared"));
  linkSync(at("home/.ssh/id_rsa"), at("project/sub/same-as-key"));
  linkSync(at("project/CLAUDE.md"), at("project/same-as-instructions"));
  spawnSync("bash", ["-c", `mkfifo ${at("project/pipe")}`]);
  writeFileSync(`/dev/shm/fence-${machine.base.slice(-6)}`, "");
  for (const path of ["project/own.sock", "home/own.sock", "outside/own.sock"]) await listen(at(path));
  await listen(`\0fence-${machine.base.slice(-6)}`);
  await serve(process.execPath, ["-e", SERVER, ...new Set(MOVED_SOCKETS.map((path) => dirname(at(path))))]);
  const messages = `socket(S,AF_UNIX,SOCK_DGRAM,0); bind(S,pack_sockaddr_un("${at("outside/messages")}")) && syswrite(STDOUT,"ready\n"); sleep 600`;
  await serve("perl", ["-MSocket", "-e", messages]);
}

const children: ChildProcess[] = [];
/** Started, and ready. */
function serve(program: string, words: readonly string[]): Promise<void> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return new Promise((resolve) => child.stdout.once("data", () => resolve()));
}

beforeAll(async () => {
  stranger = spawn(process.execPath, ["-e", "setTimeout(()=>{},600000)"], { stdio: "ignore" });
  const address = (await listen(0)).address();
  ports.tcp = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => {
  stranger.kill("SIGKILL");
  for (const child of children) child.kill("SIGKILL");
  for (const server of servers) server.close();
});

describe.skipIf(!canTryWalls).each(testUsers.map((user): [string, TestUser] => [user.name, user]))(
  `${insideWalls}, as %s`,
  (_, user) => {
    let machine: TestMachine;
    beforeAll(async () => {
      machine = testMachine(user);
      await build(machine);
    });
    afterAll(() => {
      rmSync(`/dev/shm/fence-${machine.base.slice(-6)}`, { force: true });
      machine.remove();
    });

    describe.each(WALLS)("%s", (walls) => {
      /** All rows in one call: each row's output, by its name. */
      const output = new Map<string, string>();
      beforeAll(() => {
        const script = ROWS.map((row) => `echo "@@ ${row.name}"; { ${row.script(machine)}\n}; echo TRIED`).join("\n");
        const run = machine.run(`exec 2>&1\n${script}`, { walls });
        expect(run.status, run.stdout + run.stderr).toBe(0);
        for (const part of run.stdout.split("@@ ").slice(1)) {
          const [name = "", ...lines] = part.split("\n");
          output.set(name, lines.join("\n"));
        }
      });
      test.each(ROWS.map((row) => [row.name, row] as const))("%s", (name, { prints }) => {
        expect(output.get(name)).not.toContain("ESCAPED");
        expect(output.get(name)).toContain("TRIED");
        if (prints !== undefined) expect(output.get(name)).toContain(prints);
      });
    });

    test.each(ROWS.filter(({ control }) => control).map((row) => [row.name, row] as const))(
      "outside the same script gets through: %s",
      (_name, { script }) => {
        const run = spawnSync("bash", ["-c", script(machine)], {
          cwd: machine.project,
          encoding: "utf8",
          env: { ...process.env, TMPDIR: machine.at("tmp") },
        });
        expect(run.stdout, run.stderr).toContain("ESCAPED");
        restore(machine);
      },
    );

    test("what home holds and no row names is not there in work", () => {
      machine.write("home/notes/diary", "canary");
      const run = machine.run(`cat ${machine.home}/notes/diary; ls -A ${machine.home}`);
      expect(run.stdout).not.toMatch(/canary|notes|\.ssh|\.claude/);
    });

    test("files that are called like secrets and git does not track are empty in work", () => {
      const names = ["deploy.key", "sub/service-account-1.json", "terraform.tfvars", "made.key", "tracked.key"];
      for (const name of names) machine.write(`project/${name}`, `canary ${name}\n`);
      spawnSync("git", ["-c", "safe.directory=*", "add", "-f", "tracked.key"], { cwd: machine.project });
      const how = { walls: "work", made: [machine.at("project/made.key")] } as const;
      expect(machine.run(`cat ${names.join(" ")}`, how).stdout).toBe("canary made.key\ncanary tracked.key\n");
      expect(machine.run("cat deploy.key", { ...how, envFiles: true }).stdout).toBe("canary deploy.key\n");
      for (const name of names) rmSync(machine.at(`project/${name}`));
      rmSync(machine.at("project/.git/index"));
    });

    test("another call puts a link where a directory was planned: nothing is run", () => {
      machine.write("project/packages/new/node_modules/x");
      const plan = machine.plan({ walls: "work" });
      renameSync(machine.at("project/packages/new"), machine.at("project/packages/old"));
      symlinkSync("../../outside", machine.at("project/packages/new"));
      mkdirSync(machine.at("outside/node_modules/.cache"), { recursive: true });
      const run = machine.run(`echo x > ${machine.at("outside/raced")}; echo RAN`, plan);
      rmSync(machine.at("project/packages"), { recursive: true });
      rmSync(machine.at("outside/node_modules"), { recursive: true });
      expect(run.status, run.stderr).toBe(GUARD_STATUS);
      expect(run.stdout).not.toContain("RAN");
      expect(existsSync(machine.at("outside/raced"))).toBe(false);
    });

    test("a link planted in a private directory moves no mount", () => {
      machine.write("home/.config/git/config", "");
      const before = machine.run("echo ok");
      expect(before.stdout, before.stderr).toBe("ok\n");
      const own = `${machine.at("state/walls/cache/p/places")}${machine.home}/.config`;
      rmSync(own, { recursive: true });
      mkdirSync(own);
      symlinkSync("../../../../../../../../outside", `${own}/git`);
      const run = machine.run(
        `ls ${machine.home}/.config/git; echo x > ${machine.home}/.config/git/planted; echo TRIED`,
      );
      expect(run.stdout).toBe("config\nTRIED\n");
      expect(existsSync(machine.at("outside/planted"))).toBe(false);
    });

    test("git commits in a linked work tree, and writes neither hooks nor configuration", () => {
      const git = "git -c safe.directory=* -c user.name=x -c user.email=x@example.org";
      spawnSync("bash", [
        "-c",
        `cd ${machine.project} && ${git} commit -qm one --allow-empty && ${git} worktree add -q ../tree`,
      ]);
      const tree = machine.at("tree");
      const how = { walls: "edit", gitWrites: true, cwd: tree, projectRoot: tree } as const;
      const common = machine.at("project/.git");
      const tries = [
        "hooks/post-commit",
        "config",
        "worktrees/tree/commondir",
        "worktrees/tree/gitdir",
        "worktrees/new",
      ];
      const attempts = tries.map((name) => `echo x >> ${common}/${name} && echo ESCAPED`).join("\n");
      const run = machine.run(
        `echo a > a; ${git} add a && ${git} commit -qm two && git log --format=%s\n${attempts}`,
        how,
      );
      expect(run.stdout, run.stderr).toBe("two\none\n");
      const without = machine.run(`${git} commit -qm three --allow-empty || echo REFUSED`, { ...how, walls: "work" });
      expect(without.stdout).toBe("REFUSED\n");
    });

    test("its processes end with it", () => {
      machine.run(`(sleep 86399.25 & echo $! > $TMPDIR/late); echo done`);
      const seen = spawnSync("bash", ["-c", "grep -lsa [8]6399.25 /proc/[0-9]*/cmdline"], { encoding: "utf8" });
      expect(seen.stdout).toBe("");
    });

    test("what tools outside keep in home stayed as it was", () => {
      for (const name of [".npm", ".cache/pip", ".config/git", ".local/share/x", ".gradle"])
        expect(existsSync(machine.at(`home/${name}/planted`)), name).toBe(false);
      expect(existsSync(machine.at("home/.npm/_cacache/planted"))).toBe(false);
    });

    test("what was written outside stayed as it was", () => {
      expect(readFileSync(machine.at("outside/file"), "utf8")).toBe("");
    });
  },
);

function restore({ at }: TestMachine): void {
  for (const path of ["outside/new", "project/.github/workflows/new", "project/sub/node_modules/new"])
    rmSync(at(path), { force: true });
  for (const path of ["outside/file", "project/CLAUDE.md", "project/conf/real", "project/bare/config"])
    writeFileSync(at(path), "");
  rmSync(at("project/.git/hooks/pre-commit"), { force: true });
  for (const path of [".local", ".cargo", "go", "bin"]) rmSync(at(`home/${path}`), { recursive: true, force: true });
}
