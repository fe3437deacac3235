/** What a walled call leaves: nothing in protected places, also after kill -9; what it wrote is told; what it was refused too. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { finishSweeps } from "./index.ts";
import { BWRAP, type Stage, stage } from "./testing.ts";
import { triedIn } from "./tried.ts";

let s: Stage;
beforeEach(() => {
  s = stage();
});
afterEach(() => s.remove());

const MADE: readonly (readonly [string, string])[] = [
  ["mkdir .git", ".git"],
  ["mkdir -p a/b/c/.git && touch a/b/c/.git/config", "a/b/c/.git"],
  ["echo 'gitdir: /x' > n.git; mkdir n; mv n.git n/.git", "n/.git"],
  ["mkdir n; touch n/.GIT", "n/.GIT"],
  ["echo x > .envrc", ".envrc"],
  ["echo x > sub.npmrc; mkdir sub; mv sub.npmrc sub/.npmrc", "sub/.npmrc"],
  ["mkdir -p .github/workflows; touch .github/workflows/ci.yml", ".github/workflows"],
  ["mkdir -p hub/workflows && mv hub .github", ".github/workflows"],
  ["mkdir .claude", ".claude"],
  ["touch CLAUDE.md", "CLAUDE.md"],
  ["ln -s /etc .husky", ".husky"],
  ["ln -s nowhere .envrc", ".envrc"],
  ["mkdir -p b/objects b/refs; touch b/HEAD b/config", "b/HEAD"],
  ["mkdir h store; touch store/objects h/commondir h/HEAD", "h/HEAD"],
  ["mkdir z; touch z/.npmrc; chmod 000 z", "z/.npmrc"],
  [
    "d=1/2/3/4/5/6/7; mkdir -p $d; touch $d/.npmrc; for i in $(seq 7); do chmod 000 $d; d=${d%/*}; done",
    "1/2/3/4/5/6/7/.npmrc",
  ],
  ["mkdir z; touch z/.npmrc; chmod 500 z", "z/.npmrc"],
  ["mkdir -p z/.git/x; chmod 500 z/.git", "z/.git"],
  ["mkdir 'a\nb'; touch 'a\nb/.npmrc'", "a\nb/.npmrc"],
  ["mkdir -- '-x *'; touch -- '-x */.npmrc'", "-x */.npmrc"],
  ["mkfifo .envrc", ".envrc"],
];

describe.skipIf(BWRAP === undefined)("protected places that a call made", () => {
  test.each(MADE)("%j: %j is in quarantine before the result is told", (command, place) => {
    const run = s.run(command);
    expect(run.stderr).toMatch(/^sallyport: moved away, because what is made there runs later: .*sallyport undo.*\n$/);
    expect(run.status).toBe(0);
    expect(run.result).toMatchObject({ exit: 0, clean: true, swept: [s.at(place)] });
    expect(lstatSync(s.at(place), { throwIfNoEntry: false })).toBeUndefined();
    expect(quarantined(run.id)).toEqual([s.at(place)]);
    expect(run.result.wrote).not.toContain(s.at(place));
  });

  test("also in the session's temporary directory, and from look", () => {
    const run = s.run('mkdir -p "$TMPDIR/r/.git"', { plan: s.plan({ walls: "look" }) });
    expect(run.result).toMatchObject({ exit: 0, swept: [join(s.tmp, "r/.git")] });
  });

  test("what was there stays, its own content too", () => {
    for (const path of [".git/HEAD", ".git/config", "node_modules/x/.npmrc", ".vscode/a", ".envrc", "n/.git"])
      s.write(path, "old");
    const run = s.run("cat .git/config .envrc; echo new > src.ts; echo x >> .envrc; touch .git/x");
    expect(run.result).toMatchObject({ ran: true, swept: [], clean: true });
    expect(readFileSync(s.at(".envrc"), "utf8")).toBe("old");
    expect(existsSync(s.at("src.ts"))).toBe(true);
  });

  test("ten thousand of them", () => {
    const run = s.run(
      "mkdir -p m/.vscode && cd m/.vscode && seq 10000 | xargs touch && cd .. && mkdir $(seq 30) && for i in $(seq 30); do touch $i/.npmrc; done",
    );
    expect(run.result.swept.length).toBe(31);
    expect(run.result.clean).toBe(true);
  });

  test("paths longer than the system takes", () => {
    const run = s.run(`n=${"d".repeat(250)}; for i in $(seq 20); do mkdir $n && cd $n; done; mkdir .git; cd /`);
    expect(run.result).toMatchObject({ clean: true });
    expect(run.result.swept.length).toBe(1);
  });

  test("nor names whose letters take more than a byte", () => {
    const run = s.run(`n=${"\u00fc".repeat(120)}; for i in $(seq 20); do mkdir $n && cd $n; done; mkdir .git; cd /`);
    expect(run.result).toMatchObject({ clean: true });
    expect(run.result.swept.length).toBe(1);
  });

  describe("places that git's configuration names, and that are not there", () => {
    const configure = (...lines: readonly string[]): void => {
      s.host("git init -q . && rm -rf .git/hooks");
      for (const line of lines) expect(s.host(line, { env: { HOME: s.home } }).status).toBe(0);
    };
    test.each<[string, string, string]>([
      ["git config core.hooksPath tools/hooks", "mkdir -p tools/hooks; touch tools/hooks/pre-commit", "tools/hooks"],
      ["git config --global core.hooksPath tools/hooks", "mkdir -p tools/hooks", "tools/hooks"],
      ["git config core.hooksPath tools/hooks", "mkdir -p x/hooks; touch x/hooks/pre-push; ln -s x tools", "tools"],
      ["git config core.hooksPath tools/hooks && mkdir tools", "mkdir -p x/hooks; mv tools t; ln -s x tools", "tools"],
      ["git config core.hooksPath .", "touch pre-commit", "pre-commit"],
      ["git config include.path ../shared.gitconfig", "echo x > shared.gitconfig", "shared.gitconfig"],
      ["git init -q sub && git -C sub config core.hooksPath ../ours", "mkdir ours; touch ours/pre-commit", "ours"],
    ])("%s; %s", (config, command, place) => {
      configure(config);
      const run = s.run(command);
      expect(run.result).toMatchObject({ ran: true, clean: true, swept: [s.at(place)] });
      expect(lstatSync(s.at(place), { throwIfNoEntry: false })).toBeUndefined();
    });

    test("and those that are there are held", () => {
      s.write("shared.gitconfig", "[a]\n");
      s.write("sub/ours/pre-commit", "old");
      configure(
        "git config include.path ../shared.gitconfig",
        "git init -q sub && git -C sub config core.hooksPath ours",
      );
      const run = s.run("echo x > shared.gitconfig; echo x > sub/ours/pre-commit; touch sub/ours/pre-push; true");
      expect(run.result).toMatchObject({ ran: true, clean: true, swept: [] });
      expect(readFileSync(s.at("shared.gitconfig"), "utf8")).toBe("[a]\n");
      expect(readdirSync(s.at("sub/ours"))).toEqual(["pre-commit"]);
      expect(readFileSync(s.at("sub/ours/pre-commit"), "utf8")).toBe("old");
    });
  });

  test("a search that finds nothing, not even what is always there, is none: the call does not run", () => {
    const { id, line } = s.ticket("touch .envrc");
    writeFileSync(join(s.stateDir, "walls/tickets", id, "names"), "no such word\n");
    expect(s.host(line).status).toBe(125);
    expect(s.result(id)).toMatchObject({ ran: false });
  });

  test("a protected link that was replaced is put back", () => {
    mkdirSync(s.at("store"));
    symlinkSync("store", s.at("node_modules"));
    const run = s.run("rm node_modules; mkdir node_modules; touch node_modules/x");
    expect(run.result).toMatchObject({ clean: true, swept: [s.at("node_modules")] });
    expect(readlinkSync(s.at("node_modules"))).toBe("store");
  });

  test("one made between judging and running stops the call", () => {
    const { id, line } = s.ticket("echo ran > out");
    s.write(".envrc", "mine");
    const done = s.host(line);
    expect(done.status).toBe(125);
    expect(done.stderr).toContain("came into being after the call was judged");
    expect(s.result(id)).toMatchObject({ ran: false });
    expect(existsSync(s.at("out"))).toBe(false);
    expect(readFileSync(s.at(".envrc"), "utf8")).toBe("mine");
  });

  test("git's own directory, where git may write it: what runs later does not stay", () => {
    s.host("git init -q . && rm -rf .git/hooks");
    const plan = s.plan({ walls: "edit", gitWrites: true });
    const run = s.run("mkdir .git/sequencer .git/modules; touch .git/index .git/refs/y; echo x >> .git/config", {
      plan,
    });
    expect([...run.result.swept].sort()).toEqual([s.at(".git/modules"), s.at(".git/sequencer")]);
    expect(existsSync(s.at(".git/index"))).toBe(true);
  });

  const quarantined = (id: string): readonly string[] => {
    const folder = join(s.stateDir, "walls", "quarantine", id);
    return readdirSync(folder).map((slot) => {
      expect(lstatSync(join(folder, slot, "it")).mode).toBeGreaterThan(0);
      return readFileSync(join(folder, slot, "path"), "utf8");
    });
  };
});

describe.skipIf(BWRAP === undefined)("a call that was killed", () => {
  test.each(["engine", "host", "bubblewrap"] as const)(
    "kill -9 of the %s ends everything, and the sweep is done before the next call",
    async (whom) => {
      const { id, line } = s.ticket("mkdir .husky; touch beat up; while :; do date > beat; sleep 0.05; done");
      const host = spawn("bash", ["-c", `${line}\n:`], {
        cwd: s.root,
        stdio: "ignore",
        env: { PATH: "/usr/bin:/bin" },
      });
      const ended = new Promise((done) => host.on("exit", done));
      while (!existsSync(s.at("up"))) await pause();
      const ticket = join(s.stateDir, "walls", "tickets", id);
      const engine = Number(readFileSync(join(ticket, "claim"), "utf8").split(" ")[0]);
      const inner = Number(readFileSync(join(ticket, "inner"), "utf8").split(" ")[0]);
      const victim = { engine, host: host.pid ?? 0, bubblewrap: parentOf(inner) }[whom];
      process.kill(victim, "SIGKILL");
      await ended;
      while (existsSync(`/proc/${inner}`)) await pause();
      const beat = readFileSync(s.at("beat"), "utf8") + lstatSync(s.at("beat")).mtimeMs;
      if (whom === "engine") {
        expect(existsSync(s.at(".husky"))).toBe(true);
        const next = s.run("ls -d .husky 2>/dev/null; true");
        expect(next.stdout).toBe("");
      } else while (!existsSync(join(ticket, "done"))) await pause();
      expect(finishSweeps(s.stateDir, Date.now(), s.root)).toEqual([]);
      expect(existsSync(s.at(".husky"))).toBe(false);
      expect(s.result(id)).toMatchObject({ exit: 137, ran: true, swept: [s.at(".husky")] });
      expect(readFileSync(s.at("beat"), "utf8") + lstatSync(s.at("beat")).mtimeMs).toBe(beat);
    },
  );

  test("a sweep that fails stops every next call and says so; the next that succeeds lets them go", () => {
    const { id } = s.run("true");
    const ticket = join(s.stateDir, "walls", "tickets", id);
    // As if its engine had died: claimed, started, not done.
    s.host(
      `rm '${ticket}/done' '${ticket}/result' && echo '4194303 1' > '${ticket}/inner' && mkdir -p .husky && : > '${s.stateDir}/walls/live/${id}' && rm -r '${s.stateDir}/walls/quarantine' && : > '${s.stateDir}/walls/quarantine'`,
    );
    const failed = finishSweeps(s.stateDir, Date.now(), s.root);
    expect(failed).toEqual([expect.stringContaining(".husky")]);
    s.host(`rm '${s.stateDir}/walls/quarantine'`);
    expect(finishSweeps(s.stateDir, Date.now(), s.root)).toEqual([]);
    expect(existsSync(s.at(".husky"))).toBe(false);
  });
});

describe.skipIf(BWRAP === undefined)("a call that was killed holds its own project and no other", () => {
  /** As if its engine had died in the middle of the command: claimed, started, not done. */
  const cut = (command = "mkdir .husky") => {
    const { id } = s.run("true");
    const ticket = join(s.stateDir, "walls", "tickets", id);
    s.host(
      `rm '${ticket}/done' '${ticket}/result' && echo '4194303 1' > '${ticket}/inner' && : > '${s.stateDir}/walls/live/${id}'; ${command}`,
    );
    return id;
  };
  const live = () => readdirSync(join(s.stateDir, "walls/live"));
  const sweepIn = (project: string) => [finishSweeps(s.stateDir, Date.now(), project), live()];
  const swept = [[], []];
  const elsewhere = () => join(s.home, "other");

  test("a project that is gone is swept by that", () => {
    cut();
    rmSync(s.root, { recursive: true });
    expect(sweepIn(s.root)).toEqual(swept);
    expect(finishSweeps(s.stateDir, Date.now(), null)).toEqual([]);
  });

  test("one that was made anew keeps what is in it", () => {
    cut();
    renameSync(s.root, join(s.home, "old"));
    s.write(".env", "mine");
    s.write(".husky/pre-commit", "mine");
    expect(sweepIn(s.root)).toEqual(swept);
    expect(readFileSync(s.at(".env"), "utf8") + readFileSync(s.at(".husky/pre-commit"), "utf8")).toBe("minemine");
  });

  test("also where it has the old one's inode: its birth tells", () => {
    const id = cut();
    const held = join(s.stateDir, "walls", "tickets", id, "held");
    const recorded = readFileSync(held, "utf8");
    // The first place is the project: inode, birth, device.
    const { ino, birthtimeNs } = statSync(s.root, { bigint: true });
    const birth = `${birthtimeNs / 1_000_000_000n}.${String(birthtimeNs % 1_000_000_000n).padStart(9, "0")}`;
    expect(recorded).toMatch(new RegExp(`^${ino}:(${birth}|0\\.0+):\\d+ ${s.root}\0`));
    writeFileSync(held, recorded.replace(/^(\d+:)[^:]+/, "$11.000000000"));
    expect(sweepIn(s.root)).toEqual(swept);
    expect(existsSync(s.at(".husky"))).toBe(true);
  });

  test("and not where only its device has another number, as after a start of the machine", () => {
    const id = cut();
    const held = join(s.stateDir, "walls", "tickets", id, "held");
    const recorded = readFileSync(held, "utf8");
    const [, birth = ""] = /^\d+:([^:]+)/.exec(recorded) ?? [];
    writeFileSync(held, recorded.replace(/^(\d+:[^:]+:)\d+/, "$177"));
    expect(sweepIn(s.root)).toEqual(swept);
    expect(existsSync(s.at(".husky"))).toBe(Number(birth) === 0);
  });

  test("one that the call shut is opened and swept", () => {
    const run = s.run("mkdir .husky; chmod 0 .");
    expect(run.result).toMatchObject({ exit: 0, clean: true, swept: [s.at(".husky")] });
    cut("mkdir .husky; chmod 0 .");
    expect(sweepIn(s.root)).toEqual(swept);
    expect(existsSync(s.at(".husky"))).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0)(
    "where the way to it is shut, its calls wait and others run (as an ordinary user)",
    () => {
      const id = cut();
      chmodSync(s.home, 0);
      const why = expect.stringMatching(`${s.root} .* ${s.home} cannot be entered: chmod u\\+rwx ${s.home}\\.`);
      expect(sweepIn(s.root)).toEqual([[why], [id]]);
      expect(finishSweeps(s.stateDir, Date.now(), null)).toEqual([why]);
      chmodSync(s.home, 0o700);
      expect(sweepIn(s.root)).toEqual(swept);
    },
  );

  test("one that takes long goes on at the next event, and says so", () => {
    const id = cut();
    const engine = join(s.stateDir, "walls", "tickets", id, "engine");
    const own = readFileSync(engine, "utf8");
    writeFileSync(engine, "exec sleep 600");
    const why = `what a call inside walls left in ${s.root} is still being moved away: make the call again, it goes on from there`;
    expect(finishSweeps(s.stateDir, Date.now(), null)).toEqual([why]);
    writeFileSync(engine, own);
    expect(sweepIn(s.root)).toEqual(swept);
  });

  test("what cannot be moved away holds the project, what is above and below it, and nothing else", () => {
    const id = cut("mkdir .husky");
    const quarantine = join(s.stateDir, "walls/quarantine");
    s.host(`mkdir -p '${quarantine}'; : > '${quarantine}/${id}'`);
    const why = expect.stringContaining(
      `left in ${s.root} has to be moved away first, and ${s.at(".husky")} could not be`,
    );
    for (const place of [s.root, s.at("sub"), s.home]) expect(sweepIn(place)).toEqual([[why], [id]]);
    expect(finishSweeps(s.stateDir, Date.now(), null)).toEqual([why]);
    expect(sweepIn(elsewhere())).toEqual([[], [id]]);
    // Nor does a walled call wait elsewhere, and here it does not run.
    const sessionTmp = join(s.stateDir, "..", "other-tmp");
    for (const place of [sessionTmp, elsewhere()]) mkdirSync(place, { recursive: true });
    const other = { projectRoot: elsewhere(), cwd: elsewhere(), sessionTmp };
    expect(s.host(s.ticket("echo ran", { plan: s.plan(other) }).line).stdout).toBe("ran\n");
    expect(s.host(s.ticket("echo ran").line)).toMatchObject({ status: 125, stdout: "" });
    s.host(`rm '${quarantine}/${id}'`);
    expect(sweepIn(s.root)).toEqual(swept);
  });
});

describe.skipIf(BWRAP === undefined)("what a sweep costs", () => {
  test("names of the system's places count at the root of the file system alone, and whole", () => {
    const { id } = s.ticket("true");
    const list = (name: string) =>
      readFileSync(join(s.stateDir, "walls/tickets", id, name), "utf8")
        .trimEnd()
        .split("\n");
    const looked = (entry: string) =>
      list("names").some((word) => entry.includes(word)) ||
      list("patterns").some((expression) => new RegExp(expression, "i").test(entry));
    for (const dir of "lib bin sbin etc boot bootstrap snap nix hooks plugins system opt library mcp_x".split(" "))
      expect([dir, looked(`+f${s.at(dir)}/a.js`), looked(`+d${s.at(dir)}`)]).toEqual([dir, false, false]);
    for (const path of [".husky", "a/.github/workflows", "x/.envrc", "y.code-workspace", ".x/hooks", "z/HEAD"])
      expect([path, looked(` f${s.at(path)}`)]).toEqual([path, true]);
  });

  test("many places below a directory that the call made are one move; a few are theirs", () => {
    mkdirSync(s.at("old"));
    const run = s.run(
      "for i in $(seq 1000); do mkdir -p old/new/$((i % 10))/$i; : > old/new/$((i % 10))/$i/.envrc; done; mkdir old/few; touch old/few/.npmrc",
    );
    expect([...run.result.swept].sort()).toEqual([s.at("old/few/.npmrc"), s.at("old/new")]);
    expect(existsSync(s.at("old/few"))).toBe(true);
    expect(readdirSync(join(s.stateDir, "walls/quarantine", run.id)).length).toBe(2);
  });

  test("many in directories that were there are moved each", () => {
    s.host("mkdir $(seq 70)");
    const run = s.run("for i in $(seq 70); do : > $i/.envrc; done");
    expect([...run.result.swept].sort()).toEqual(Array.from({ length: 70 }, (_, i) => s.at(`${i + 1}/.envrc`)).sort());
  });
});

describe.skipIf(BWRAP === undefined)("code in place of its source", () => {
  test.each([
    ["mkdir -p src/__pycache__; echo x > src/__pycache__/util.cpython-311.pyc", "src/__pycache__"],
    ["echo x > old/__pycache__/new.pyc", "old/__pycache__"],
    ["echo x > old/__pycache__/a.pyc", "old/__pycache__"],
    ["echo x > b.pyc", "b.pyc"],
    ["mkdir x; echo x > x/a; ln -s x __pycache__", "__pycache__"],
    ["echo x > data; ln data old/c.pyc", "old/c.pyc"],
    ["echo x > env.zwc", "env.zwc"],
  ])("%s: %s goes", (command, place) => {
    s.write("old/__pycache__/a.pyc", "old");
    s.host("touch -d '1 hour ago' old/__pycache__ && sleep 0.1");
    const run = s.run(command);
    expect(run.result).toMatchObject({ exit: 0, swept: [s.at(place)] });
    expect(lstatSync(s.at(place), { throwIfNoEntry: false })).toBeUndefined();
  });

  test("what was there stays, and one made just before a call does not stop it", () => {
    s.write("old/__pycache__/a.pyc", "old");
    const { line, id } = s.ticket("cat old/__pycache__/a.pyc");
    s.host("sleep 0.1");
    expect(s.host(`: > new.pyc; ${line}`).stdout).toBe("old");
    expect(s.result(id)).toMatchObject({ ran: true, clean: true });
    expect(existsSync(s.at("old/__pycache__/a.pyc"))).toBe(true);
  });

  test("Python's own cache is private", () => {
    s.write("util.py", "x = 1\n");
    const run = s.run("python3 -c 'import sys, util; print(util.__cached__)'");
    expect([run.stdout, run.stderr]).toEqual([expect.stringContaining(`${s.home}/.cache/pycache/`), ""]);
    expect(run.result.swept).toEqual([]);
  });
});

describe.skipIf(BWRAP === undefined)("the first process inside", () => {
  test("has no file of the gate's open", () => {
    const run = s.run("for fd in /proc/1/fd/*; do readlink $fd; echo for''ged >> $fd; done 2>/dev/null; true");
    expect(run.stdout).toContain("pipe:");
    expect(run.stdout).not.toContain(s.stateDir);
    expect(s.host(`grep -rl forged '${s.stateDir}'`).stdout).toBe("");
  });

  test("what bubblewrap says where the walls fail is told", () => {
    const plan = s.plan();
    const broken = {
      ...plan,
      mounts: [...plan.mounts, { kind: "roBind" as const, from: "/not/there", place: s.root }],
    };
    const run = s.run("echo ran", { plan: broken });
    expect(run).toMatchObject({ status: 125, stdout: "" });
    expect(run.stderr).toMatch(/bwrap: .*\/not\/there/);
  });
});

describe.skipIf(BWRAP === undefined)("what a call wrote", () => {
  test("created, changed, replaced and untouched", async () => {
    s.write("kept.txt", "1");
    s.write("changed.txt", "1");
    s.write("replaced.txt", "1");
    // What was written within the engine's margin before the call counts as the call's.
    await pause(100);
    const { result } = s.run(
      "echo 2 >> changed.txt; echo 2 > t; mv t replaced.txt; mkdir -p new/dir; echo 1 > new/dir/file; ln -s kept.txt link; cat kept.txt",
    );
    expect([...result.wrote].sort()).toEqual(
      ["changed.txt", "link", "new", "new/dir", "new/dir/file", "replaced.txt"].map(s.at),
    );
    expect([...result.created].sort()).toEqual(["link", "new", "new/dir", "new/dir/file"].map(s.at));
    expect(result.complete).toBe(true);
  });
});

describe.skipIf(BWRAP === undefined)("what a rule keeps from being made", () => {
  const unmade = ["(/[^/]+)*/locked\\.txt", "(/[^/]+)*/db/[^/]*\\.sql"];
  test.each([
    ["echo x > locked.txt", "locked.txt"],
    ["mkdir -p a/b; echo x > a/b/LOCKED.txt", "a/b/LOCKED.txt"],
    ["mkdir db; echo x > t; mv t db/1.sql", "db/1.sql"],
    ["mkdir locked.txt; touch locked.txt/x", "locked.txt"],
    ["ln -s /etc/passwd locked.txt", "locked.txt"],
  ])("%s", (command, place) => {
    const run = s.run(command, { plan: s.plan({ unmade }) });
    expect(run.stderr).toMatch(/^sallyport: moved away, because a rule keeps it from being made: .*undo.*\n$/);
    expect(run.result).toMatchObject({ exit: 0, clean: true, swept: [s.at(place)] });
    expect(lstatSync(s.at(place), { throwIfNoEntry: false })).toBeUndefined();
  });

  test("what was there, and what only looks like it, stays", () => {
    s.write("db/old.sql", "old");
    const run = s.run("touch db/old.sql unlocked.txt locked-txt db/1.sql.txt; mkdir db/x; touch db/x/1.sql", {
      plan: s.plan({ unmade }),
    });
    expect([run.stderr, run.result.swept]).toEqual(["", []]);
  });
});

describe.skipIf(BWRAP === undefined)("git's objects, where they hold what a rule hides", () => {
  const git = "git -c safe.directory=* -c user.name=x -c user.email=x@example.org";
  test("are not there, by any name; the line says so", () => {
    s.write("secrets/x", "canary");
    s.host(`git init -q . && ${git} add . && ${git} commit -qm one`);
    const plan = s.plan({ hidden: [s.at("secrets")], hiddenObjects: [s.at(".git/objects")] });
    const run = s.run(
      `${git} show HEAD:secrets/x; ${git} cat-file --batch-all-objects --batch; cat .git/objects/*/* | zlib-flate -uncompress; ls .git/objects; GIT_OBJECT_DIRECTORY=.git/objects ${git} log -p; false`,
      { plan },
    );
    expect(run.stdout).not.toContain("canary");
    expect(run.stderr).toContain(
      "ran without network, credentials (hidden in there: secrets), git's history (a Read rule names what it holds) and",
    );
    expect(s.result(run.id, run.stderr).refused).toEqual([expect.stringContaining("not a git repository")]);
  });
});

describe.skipIf(BWRAP === undefined)("rights a call gave to a file", () => {
  test.each([
    ["cp /bin/true x; chmod 4755 x", 0o755],
    ["cp /bin/true x; chmod 2755 x", 0o755],
    ["cp /bin/true x; chmod 6711 x", 0o711],
    ["mkdir -p 'a b/c'; cp /bin/true 'a b/c/x'; chmod u+s 'a b/c/x'; ln 'a b/c/x' x", 0o755],
    ["cp /bin/true $TMPDIR/y; chmod u+s $TMPDIR/y; mv $TMPDIR/y x", 0o755],
    ["chmod u+s old; cp -p old x; chmod u+s x", 0o755],
  ])("%s", (command, mode) => {
    s.write("old", "old");
    chmodSync(s.at("old"), 0o755);
    const run = s.run(command);
    expect(run.stderr).toMatch(/^sallyport: no longer runs with its owner's or group's rights, .*: .*\n$/);
    expect(run.result).toMatchObject({ exit: 0, clean: true, swept: [] });
    expect(run.result.wrote).toContain(s.at("x"));
    expect(lstatSync(s.at("x")).mode & 0o7777).toBe(mode);
    expect(lstatSync(s.at("old")).mode & 0o7777).toBe(0o755);
  });

  test("what had them before keeps them", () => {
    s.write("old", "old");
    chmodSync(s.at("old"), 0o4755);
    expect(s.run("chmod 4755 old").stderr).toBe("");
    expect(s.run("mkdir d; chmod 2755 d").stderr).toBe("");
    expect(lstatSync(s.at("d")).mode & 0o7777).toBe(0o2755);
  });

  test.each([
    ["a device", "mknod d c 1 3"],
    ["a file that cannot be changed", "touch f; chattr +i f"],
    ["capabilities of a file", "cp /bin/true f; setcap cap_net_raw+ep f"],
  ])("%s is refused", (_, command) => {
    expect(s.run(command).status).not.toBe(0);
  });
});

describe.skipIf(BWRAP === undefined)("two calls at the same time", () => {
  /** Starts a call and waits until it has made `up`. */
  const start = async (command: string, more: Parameters<Stage["ticket"]>[1] = {}) => {
    const { id, line } = s.ticket(`${command}; touch up.$$; while [ ! -e end ]; do sleep 0.02; done`, more);
    const host = spawn("bash", ["-c", `${line}\n:`], { cwd: s.root, env: { PATH: "/usr/bin:/bin" } });
    let said = "";
    host.stderr.on("data", (text: Buffer) => {
      said += text.toString();
    });
    const ended = new Promise<void>((done) => host.on("close", () => done()));
    while (!readdirSync(s.root).some((name) => name.startsWith("up."))) await pause();
    const end = async () => {
      s.write("end");
      await ended;
      return { result: s.result(id), said };
    };
    return { end };
  };
  const elsewhere = () => {
    const sessionTmp = join(s.stateDir, "..", "other-tmp");
    mkdirSync(sessionTmp, { recursive: true });
    return { plan: s.plan({ sessionTmp }) };
  };

  test("what calls of two sessions make is not taken for made by either; nothing of it is moved", async () => {
    const first = await start("echo 1 > first.txt");
    const second = s.run("echo 2 > second.txt; mkdir dir; echo 3 > dir/x", elsewhere());
    const { result } = await first.end();
    for (const one of [second.result, result]) expect(one).toMatchObject({ created: [], swept: [], complete: true });
    expect(result.wrote).toEqual(expect.arrayContaining(["first.txt", "second.txt", "dir/x"].map(s.at)));
    expect(readFileSync(s.at("second.txt"), "utf8") + readFileSync(s.at("dir/x"), "utf8")).toBe("2\n3\n");
  });

  test("what two calls of one session make is made in it", async () => {
    const first = await start("echo 1 > first.txt");
    expect(s.run("echo 2 > second.txt").result.created).toContain(s.at("second.txt"));
    expect((await first.end()).result.created).toEqual(expect.arrayContaining(["first.txt", "second.txt"].map(s.at)));
  });

  test("calls in other places are no company", async () => {
    const first = await start("echo 1 > first.txt");
    mkdirSync(join(s.home, "other"));
    const plan = {
      projectRoot: join(s.home, "other"),
      cwd: join(s.home, "other"),
      sessionTmp: elsewhere().plan.env.TMPDIR ?? "",
    };
    s.run("echo 2 > second.txt", { plan: s.plan(plan) });
    expect((await first.end()).result.created).toContain(s.at("first.txt"));
  });

  test("a protected place that is made meanwhile goes with whichever ends first, and both are told", async () => {
    const { line, id } = s.ticket("true", elsewhere());
    const first = await start("touch up.1; while [ ! -e go ]; do sleep 0.02; done; mkdir .husky");
    const second = spawn(
      "bash",
      ["-c", s.ticket("touch go; while [ ! -e .husky ]; do sleep 0.02; done", elsewhere()).line],
      {
        cwd: s.root,
        env: { PATH: "/usr/bin:/bin" },
      },
    );
    await new Promise((done) => second.on("close", done));
    expect(existsSync(s.at(".husky"))).toBe(false);
    const { result, said } = await first.end();
    expect(result.swept).toEqual([s.at(".husky")]);
    expect(said).toMatch(/moved away at the end of another call at the same time.*\.husky/);
    expect([s.host(line).status, s.result(id).swept]).toEqual([0, []]);
  });

  test("one that was there and is taken away and made again meanwhile is not taken for the old one", async () => {
    s.write(".husky/old", "old");
    s.write("sub/.npmrc", "old");
    const command =
      "while [ ! -e go ]; do sleep 0.02; done; mkdir -p .husky sub; echo x > .husky/pre-commit; echo x > sub/.npmrc";
    const first = await start(`touch up.1; ${command}`);
    s.host("mv .husky .h; mv sub/.npmrc n; touch go");
    const { result } = await first.end();
    expect(existsSync(s.at(".husky")) || existsSync(s.at("sub/.npmrc"))).toBe(false);
    expect([...result.swept].sort()).toEqual([s.at(".husky"), s.at("sub/.npmrc")]);
  });

  test("what another call made and the first planned around is gone when both have ended", async () => {
    const first = await start("mkdir .husky; echo x > .husky/pre-commit");
    const { line, id } = s.ticket(
      "while [ -e .husky ]; do sleep 0.02; done; mkdir .husky; echo y > .husky/post-commit",
      elsewhere(),
    );
    const second = spawn("bash", ["-c", line], { cwd: s.root, env: { PATH: "/usr/bin:/bin" } });
    const ended = new Promise((done) => second.on("close", done));
    while (!existsSync(join(s.stateDir, "walls/tickets", id, "ready"))) await pause();
    await first.end();
    await ended;
    expect(existsSync(s.at(".husky"))).toBe(false);
  });

  test("one that is made again and again is gone when both have ended", async () => {
    const first = await start("{ while [ ! -e end ]; do mkdir -p .husky; sleep 0.01; done & }");
    s.host(s.ticket("true", elsewhere()).line);
    await first.end();
    finishSweeps(s.stateDir, Date.now(), s.root);
    expect(existsSync(s.at(".husky"))).toBe(false);
  });
});

describe.skipIf(BWRAP === undefined)("a socket made after the call was judged", () => {
  test("stops the call; the next one covers it", async () => {
    const { line } = s.ticket("echo ran");
    const server = createServer().listen(s.at("late.sock"));
    await new Promise((done) => server.once("listening", done));
    const done = s.host(line);
    expect([done.status, done.stdout]).toEqual([125, ""]);
    expect(done.stderr).toContain("came into being after the call was judged");
    expect(s.run("[ -S late.sock ] || echo covered").stdout).toBe("covered\n");
    server.close();
  });
});

describe("whom a call tried to reach, by its output", () => {
  test.each([
    ["npm error getaddrinfo ENOTFOUND packages.example", "packages.example"],
    ["Error: connect ECONNREFUSED 10.1.2.3:443", "10.1.2.3:443"],
    ["curl: (6) Could not resolve host: packages.example", "packages.example"],
    ["curl: (7) Failed to connect to packages.example port 443 after 0 ms", "packages.example:443"],
    ["fatal: unable to access 'https://git.example:8443/a.git/': Could not", "git.example:8443"],
    ["HTTPSConnectionPool(host='pypi.example', port=443): Max retries", "pypi.example"],
    ["dial tcp: lookup proxy.example on 10.0.0.1:53: connection refused", "proxy.example"],
    ["wget: unable to resolve host address 'packages.example'", "packages.example"],
    ["request to https://registry.example/x failed, reason: ", "registry.example"],
    ["see https://docs.example/help", undefined],
    ["connect ECONNREFUSED", undefined],
  ])("%s: %s", (output, host) => {
    expect(triedIn(output)).toBe(host);
  });
});

describe.skipIf(BWRAP === undefined)("what a call was refused", () => {
  test.each([
    ["(exec 3<>/dev/tcp/10.1.2.3/80)", ["1 attempt to connect failed"]],
    ["(exec 3<>/dev/tcp/127.0.0.1/9); (exec 3<>/dev/udp/10.1.2.3/53)", ["2 attempts to connect failed"]],
    ["exit 1", []],
  ] as const)("%s", (command, refused) => {
    const run = s.run(`${command} 2>/dev/null; false`);
    expect(run.result.refused).toEqual(refused);
    const last = run.stderr.trimEnd().split("\n").at(-1) ?? "";
    expect(last.startsWith("sallyport: ran without network, credentials and writes outside app/")).toBe(true);
    expect(last.includes("run it again to have it judged without walls")).toBe(refused.length > 0);
  });

  test.each([
    ["one", [".env"], "credentials (hidden in there: .env) and writes outside app/"],
    ["below", ["api/.env"], "credentials (hidden in there: api/.env) and writes"],
    ["several", [".env", ".env.local", "a/.env", "b/.env", "c/.env"], ", 2 more) and writes"],
    [
      "a name that could be a sentence",
      ["do as I say: run it/.env"],
      "(hidden in there: 1 of the project's files) and",
    ],
    ["none", [".env.example", "src/a.ts"], "ran without network, credentials and writes outside app/"],
  ])("what of the project was hidden is named where the call failed: %s", (_, files, words) => {
    for (const file of files) s.write(file, "TOKEN=canary\n");
    const failed = s.run(`cat ${files.map((file) => `'${file}'`).join(" ")}; false`);
    expect(failed.stderr).toContain(words);
    expect(failed.stdout.includes("canary")).toBe(!words.includes("hidden") && !words.includes("more"));
    expect(s.run("true").stderr).toBe("");
  });

  test("a place that output names, from a file at once and from a host's word afterwards", () => {
    s.write(".envrc", "x");
    const command = "echo x > .envrc";
    const { id, line } = s.ticket(command);
    const out = join(s.stateDir, "out");
    expect(s.host(`{ ${line}\n} > '${out}' 2>&1`).status).toBe(1);
    expect(readFileSync(out, "utf8")).toMatch(
      /Read-only file system\nsallyport: ran without .*refused: .*Read-only file system; run it again/,
    );
    expect(s.result(id).refused).toEqual([expect.stringContaining("Read-only file system")]);
    const other = s.run(command);
    expect(other.result.refused).toEqual([]);
    expect(s.result(other.id, other.stderr).refused).toEqual([expect.stringContaining("Read-only file system")]);
  });

  test("whom it tried to reach, from a file at once and from a host's word afterwards", () => {
    const command = "(exec 3<>/dev/tcp/10.1.2.3/80) 2>/dev/null; echo 'getaddrinfo ENOTFOUND packages.example'; exit 1";
    const { id, line } = s.ticket(command);
    const out = join(s.stateDir, "out");
    s.host(`{ ${line}\n} > '${out}' 2>&1`);
    expect(readFileSync(out, "utf8")).toContain("; tried packages.example; 1 attempt to connect failed; run it again");
    expect(s.result(id).refused).toEqual(["tried packages.example", "1 attempt to connect failed"]);
    const other = s.run(command);
    expect(other.result.refused).toEqual(["1 attempt to connect failed"]);
    expect(s.result(other.id, other.stdout).refused).toEqual(["tried packages.example", "1 attempt to connect failed"]);
  });

  test("nothing is said of a call that succeeded", () => {
    expect(s.run("echo ok").stderr).toBe("");
  });
});

const pause = (milliseconds = 20): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
const parentOf = (pid: number): number =>
  Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
