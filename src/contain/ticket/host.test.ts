/** A ticket in a host's hands: its shell's functions, its directory, signals, faults of every kind; never without walls. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { finishSweeps, originalOf, wrapCommand } from "./index.ts";
import { TICKET_SECONDS } from "./layout.ts";
import { AGENT_FILES, BWRAP, SHELLS, type Stage, stage } from "./testing.ts";
import { writeTicket } from "./write.ts";

let s: Stage;
beforeEach(() => {
  s = stage();
});
afterEach(() => s.remove());

describe.skipIf(BWRAP === undefined)("the host's shell", () => {
  test.each(SHELLS.filter(({ shell, there }) => there && shell !== "dash"))(
    "$shell: functions, aliases and options go along",
    ({ shell }) => {
      const setup = `${shell === "bash" ? "shopt -s expand_aliases\n" : ""}alias hi='echo alias'\ngreet() { echo "function $1"; }\nset -o noglob\n`;
      const run = s.run("hi there; greet you; echo *", { shell, around: `${setup}eval "$LINE"` });
      expect(run.stdout).toBe("alias there\nfunction you\n*\n");
      expect(run.stderr).toBe("");
    },
  );

  test("bash's start-up file is not read inside, though the input is a socket", () => {
    s.write(".bashrc", "echo start-up\n");
    expect(s.run("printf x", { env: { SHLVL: "2" } }).stdout).toBe("x");
  });

  describe.each(SHELLS)("$title", ({ shell, there }) => {
    test.skipIf(!there)("keeps the directory the command ended in, and nothing else of it", () => {
      mkdirSync(s.at("sub dir"));
      const around = 'x=1; eval "$LINE"; echo "$? $PWD x=$x y=${y-}"; set | grep -c "^sallyport" || :';
      const run = s.run("cd 'sub dir'; x=2 y=3; (exit 5)", { shell, around });
      expect(run.stdout).toBe(`5 ${s.at("sub dir")} x=1 y=\n0\n`);
    });

    test.skipIf(!there).each([
      ["cd sub && exit 0", "as without: exit tells no directory"],
      ["mkdir gone && cd gone && rmdir ../gone", "it is not there any more"],
      ["cd $TMPDIR/../nowhere 2>/dev/null", "it never was there"],
    ])("%s: stays where it was (%s)", (command) => {
      mkdirSync(s.at("sub"));
      expect(s.run(command, { shell, around: 'eval "$LINE"; pwd' }).stdout).toBe(`${s.root}\n`);
    });

    test.skipIf(!there)("runs a ticket once", () => {
      const { id, line } = s.ticket("echo ran >> out");
      expect(s.host(line, { shell }).status).toBe(0);
      const again = s.host(line, { shell });
      expect([again.status, again.stderr]).toEqual([125, expect.stringContaining("this ticket has been used")]);
      expect(readFileSync(s.at("out"), "utf8")).toBe("ran\n");
      expect(s.result(id)).toMatchObject({ exit: 0, ran: true });
    });

    test.skipIf(!there)("TERM to the group: the command's trap runs, its status is the call's", async () => {
      // Where the shell itself had its output in the file, the trap's words could go there.
      const { child, output, ended } = start(s, `trap 'echo trapped; exit 9' TERM; (: > up); sleep 30 & wait`, shell);
      while (!existsSync(s.at("up"))) await pause();
      process.kill(-(child.pid ?? 0), "SIGTERM");
      await ended;
      expect(output()).toBe("trapped\nstatus 9\n");
    });

    test.skipIf(!there).each(["SIGTERM", "SIGINT"] as const)(
      "%s to the group without a trap: the shell ends by it",
      async (signal) => {
        const { child, ended } = start(s, ": > up; sleep 30", shell);
        while (!existsSync(s.at("up"))) await pause();
        process.kill(-(child.pid ?? 0), signal);
        expect(await ended).toBe(signal);
      },
    );
  });

  test("a host that appends to the line, or stands it in braces, changes nothing", () => {
    for (const around of [
      'eval "{ $LINE; }; echo $?"',
      'eval "$LINE" < /dev/null && pwd -P',
      'eval "( $LINE\n); echo $?"',
    ]) {
      expect(s.run("echo 'a # b' | cat # c \\", { around }).stdout.split("\n")[0]).toBe("a # b");
    }
  });

  test("descriptors of the host and of ours stay outside; children end with the call; output streams", () => {
    const run = s.run("ls /proc/self/fd | tr '\\n' ' '; (sleep 60 &) ; (setsid sleep 61 &)", {
      around: 'exec 5</etc/passwd 8</etc/passwd 33</etc/passwd; eval "$LINE"',
    });
    expect(run.stdout).toBe("0 1 2 3 ");
  });

  test("three megabytes of command, thirty of output", () => {
    const long = s.run(`: '${"x".repeat(3 << 20)}'; echo end`);
    expect([long.stdout, long.status]).toEqual(["end\n", 0]);
    expect(s.run("yes 0123456789abcde | head -c 30000000").stdout.length).toBe(30_000_000);
  });

  test("the environment is the walls' list", () => {
    const run = s.run("env | sort | cut -d= -f1 | tr '\\n' ' '; tr '\\0' '\\n' < /proc/1/environ | grep -c SECRET", {
      env: { MY_SECRET: "1", "bad-name": "SECRET" },
    });
    expect(run.stdout).toContain("PATH");
    expect(run.stdout.endsWith("0\n")).toBe(true);
    expect(run.stdout).not.toMatch(/SECRET|bad-name|\bLINE\b/);
  });

  test("a socket of the machine that went away since stops nothing", async () => {
    const server = createServer().listen(join(s.stateDir, "..", "one.sock"));
    await new Promise((done) => server.on("listening", done));
    const { line } = s.ticket("echo ran");
    await new Promise((done) => server.close(done));
    expect(s.host(line)).toMatchObject({ stdout: "ran\n", stderr: "", status: 0 });
  });

  test.skipIf(process.getuid?.() !== 0)("nor does one where only somebody else may enter", async () => {
    const folder = join(s.stateDir, "..", "theirs");
    mkdirSync(folder, { mode: 0o700 });
    const server = createServer().listen(join(folder, "two.sock"));
    await new Promise((done) => server.on("listening", done));
    chownSync(folder, 65_534, 65_534);
    expect(s.run(`ls ${folder}`)).toMatchObject({ stdout: "", stderr: expect.stringContaining("denied"), status: 2 });
    await new Promise((done) => server.close(done));
  });

  test("two at the same time", async () => {
    const runs = ["a", "b"].map((name) =>
      start(s, `touch ${name}; while [ ! -e a ] || [ ! -e b ]; do sleep 0.02; done; echo ${name} >> both`, "bash"),
    );
    await Promise.all(runs.map(({ ended }) => ended));
    expect(readFileSync(s.at("both"), "utf8").split("\n").sort()).toEqual(["", "a", "b"]);
  });
});

describe.skipIf(BWRAP === undefined)("what cannot be walled does not run", () => {
  const FAKES: readonly (readonly [string, string, RegExp])[] = [
    ["fails", "exit 1", /bubblewrap could not put the walls up/],
    ["ends well without running anything", "exit 0", /bubblewrap could not put the walls up/],
    ["says nothing and hangs", "sleep 30", /bubblewrap could not put the walls up/],
    [
      "tells a process and hangs",
      'echo "{ \\"child-pid\\": $$ }" >&20; sleep 30',
      /bubblewrap could not put the walls up/,
    ],
    [
      "tells a process and an end",
      'echo "{ \\"child-pid\\": $$ }" >&20; read -r _ <&21; echo "{ \\"exit-code\\": 0 }" >&20',
      /bubblewrap could not put the walls up/,
    ],
  ];
  test.each(FAKES)("bubblewrap %s", (_, text, says) => {
    const tool = join(s.stateDir, "fake");
    writeFileSync(tool, `#!/bin/bash\n${text}\n`);
    chmodSync(tool, 0o755);
    refused(s.ticket("echo ran > out", { tool, startSeconds: 1 }), says);
  });

  /** Sockets of the machine, and a bubblewrap that takes one away at each start and fails, until none is left. */
  const going = async (names: readonly string[], then: string) => {
    const folder = join(s.stateDir, "..", "going");
    mkdirSync(folder);
    const servers = names.map((name) => createServer().listen(join(folder, name)));
    await Promise.all(servers.map((server) => new Promise((done) => server.on("listening", done))));
    const tool = join(s.stateDir, "fake");
    const take = `for one in '${folder}'/*.sock; do [ ! -e "$one" ] || { rm "$one"; echo "bwrap: gone" >&2; exit 1; }; done`;
    writeFileSync(tool, `#!/bin/bash\n${take}\n${then}\n`);
    chmodSync(tool, 0o755);
    return { tool, close: () => Promise.all(servers.map((server) => new Promise((done) => server.close(done)))) };
  };

  test.each([1, 3])("%s sockets of the machine go away while the walls are put up: the call runs", async (count) => {
    const names = Array.from({ length: count }, (_, i) => `${i}.sock`);
    const { tool, close } = await going(names, `exec '${BWRAP}' "$@"`);
    const { line } = s.ticket("cat; yes | head -1; echo ran >> out; echo err >&2", { tool });
    expect(s.host(line, { input: "given\n" })).toMatchObject({ stdout: "given\ny\n", stderr: "err\n", status: 0 });
    expect(readFileSync(s.at("out"), "utf8")).toBe("ran\n");
    await close();
  });

  test("where it goes on, the call is to be made again; where nothing went, bubblewrap's own words are told", async () => {
    const { tool, close } = await going(["1.sock", "2.sock", "3.sock", "4.sock"], "exit 1");
    const ticket = s.ticket("echo ran > out", { tool, startSeconds: 1 });
    refused(ticket, /bwrap: gone\n.*4\.sock came or went .* make the call again/);
    writeFileSync(tool, '#!/bin/bash\necho "bwrap: no" >&2; exit 1\n');
    refused(s.ticket("echo ran > out", { tool, startSeconds: 1 }), /bwrap: no\n.*could not put the walls up/);
    await close();
  });

  test("bubblewrap is not there", () =>
    refused(s.ticket("echo ran > out", { tool: "/nowhere/bwrap" }), /could not put the walls up/));

  test.each([
    ["command", /changed after it was written/],
    ["patterns", /cannot be searched/],
  ])("%s was tampered with", (name, says) => {
    const ticket = s.ticket("echo ran > out");
    const file = join(s.stateDir, "walls", "tickets", ticket.id, name);
    if (name === "patterns") rmSync(file);
    else writeFileSync(file, "echo ran > out");
    refused(ticket, says);
  });

  test.each(SHELLS.filter(({ there }) => there))("the ticket is gone ($shell)", ({ shell }) => {
    const { id, line } = s.ticket("echo ran > out");
    rmSync(join(s.stateDir, "walls", "tickets", id), { recursive: true });
    const done = s.host(line, { shell });
    expect([done.status, done.stderr]).toEqual([125, expect.stringContaining("is gone; make the call again")]);
    expect(existsSync(s.at("out"))).toBe(false);
  });

  test("it is too old", () =>
    refused(s.ticket("echo ran > out", { nowMs: Date.now() - (TICKET_SECONDS + 5) * 1000 }), /too old/));

  test("a mount's place is gone since it was judged", () => {
    s.write(".vscode/x", "");
    const ticket = s.ticket("echo ran > out");
    rmSync(s.at(".vscode"), { recursive: true });
    refused(ticket, /could not put the walls up/);
    expect(existsSync(s.at(".vscode"))).toBe(false);
  });

  test("nothing can be written (no byte of disk)", () => {
    const { line } = s.ticket("echo ran > out");
    const done = s.host(`ulimit -f 0; trap '' XFSZ; ${line}`);
    expect(done.status).toBe(125);
    expect(done.stderr).toContain("is the disk full?");
    expect(existsSync(s.at("out"))).toBe(false);
  });

  function refused({ id, line }: { readonly id: string; readonly line: string }, says: RegExp): void {
    const done = s.host(line);
    expect(done.stderr).toMatch(says);
    expect(done.status).toBe(125);
    expect(existsSync(s.at("out"))).toBe(false);
    expect(s.result(id)).toMatchObject({ exit: 125, ran: false, swept: [], wrote: [] });
    expect(s.host(line).status).toBe(125);
    expect(finishSweeps(s.stateDir, Date.now(), null)).toEqual([]);
  }
});

describe("the line", () => {
  test("leads back to its original, and nothing like it does", () => {
    const command = "echo 'a'\n# b \\\n\tc é";
    const { id, line } = s.ticket(command);
    expect(originalOf(line, s.stateDir)).toEqual({ id, callId: "call", command });
    for (const other of [
      `${line} `,
      ` ${line}`,
      `${line}; x`,
      line.replace("# ", "#  "),
      line.split("\n")[1] ?? "",
      `x; ${line}`,
      line.replace(id, "0".repeat(24)),
      "",
      "ls",
    ])
      expect(originalOf(other, s.stateDir)).toBeUndefined();
    expect(line.split("\n").length).toBe(2);
  });

  test.each(["a\0b", "\ud800"])("%j: no ticket", (command) => {
    const request = {
      plan: s.plan(),
      command,
      callId: "c",
      stateDir: s.stateDir,
      tool: "bwrap",
      home: s.home,
      agentFiles: AGENT_FILES,
      nowMs: 0,
    };
    expect(writeTicket(request)).toMatchObject({ ok: false });
  });

  test("is on one line whatever the original holds, and ends before the ticket", () => {
    const { line } = s.ticket(`a\r\n\u2028\u0085\u001b[0m ${"x".repeat(1000)} \\`);
    expect(line.split(/[\n\r\u2028\u2029\u0085]/).length).toBe(2);
    expect(line.length).toBeLessThan(1000);
  });

  test("old tickets go, young ones stay", () => {
    const old = s.ticket("true", { nowMs: Date.now() - 25 * 3600_000 });
    expect(finishSweeps(s.stateDir, Date.now(), null)).toEqual([]);
    const young = s.ticket("true");
    s.ticket("true");
    expect(readdirSync(join(s.stateDir, "walls", "tickets"))).not.toContain(old.id);
    expect(originalOf(young.line, s.stateDir)).toBeDefined();
  });

  test.skipIf(BWRAP === undefined)("a library starts it without a shell of its own", async () => {
    const request = {
      plan: s.plan(),
      command: "echo $((6*7)) > out; exit 3",
      callId: "c",
      stateDir: s.stateDir,
      tool: BWRAP ?? "",
      home: s.home,
      agentFiles: AGENT_FILES,
      nowMs: Date.now(),
    };
    const wrapped = wrapCommand(request);
    if (!wrapped.ok) throw new Error(wrapped.error);
    const [program = "", ...args] = wrapped.value.argv;
    const status = await new Promise((done) => spawn(program, args, { cwd: "/", stdio: "ignore" }).on("exit", done));
    expect([status, readFileSync(s.at("out"), "utf8")]).toEqual([3, "42\n"]);
  });
});

/** In a process group of its own, as hosts start commands. */
function start(
  place: Stage,
  command: string,
  shell: string,
): { child: ChildProcess; output: () => string; ended: Promise<unknown> } {
  const { line } = place.ticket(command);
  const child = spawn(shell, ["-c", `${line}\necho "status $?"`], {
    cwd: place.root,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
  });
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += String(chunk);
  });
  return {
    child,
    output: () => text,
    ended: new Promise((done) => child.on("close", (code, signal) => done(signal ?? code))),
  };
}
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 20));
