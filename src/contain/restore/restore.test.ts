import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildSync } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { planUndo } from "../undo/plan-undo.ts";
import { listPoints, planOf, undo } from "../undo/undo.ts";
import { prunePoints } from "./prune.ts";
import { openRestorePoints } from "./save.ts";
import { idsOf, readPoint, SUFFIX } from "./shelf.ts";
import { CALL, restoreBox } from "./testing/index.ts";

let box: ReturnType<typeof restoreBox>;
beforeEach(() => {
  box = restoreBox();
});
afterEach(() => box.remove());

/** The worker as one file that node runs. */
function builtWorker(): string {
  const outfile = join(box.top, "worker.mjs");
  const entryPoints = [join(import.meta.dirname, "testing/worker.ts")];
  buildSync({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  return outfile;
}

const pointAt = (id: string | null) => {
  const point = readPoint(join(box.shelf, `${id}${SUFFIX.point}`));
  if (!point.ok) throw new Error(point.error);
  return point.value;
};
const savedPaths = (result: ReturnType<typeof box.saveProject>): readonly string[] => {
  if (!result.ok) throw new Error(result.error.why);
  return pointAt(result.value)
    .entries.map(({ path }) => path.slice(box.root.length + 1))
    .sort();
};
const whyNot = (result: ReturnType<typeof box.saveProject>): string => (result.ok ? "saved" : result.error.why);

const plan = (id: string | null) => {
  const scope = { stateDir: box.stateDir, world: box.parts.world, places: box.places, only: [] };
  const made = planOf(id ?? "", scope);
  if (!made.ok) throw new Error(made.error);
  return made.value;
};
const verdicts = (id: string | null) =>
  Object.fromEntries(plan(id).items.map(({ entry, verdict }) => [entry.path.slice(box.root.length + 1), verdict]));
const bringAllBack = (id: string | null, remove: readonly string[] = []) => {
  const items = plan(id).items.filter(({ verdict }) => verdict === "bring back");
  const done = undo({ items, remove, title: "test" }, box.parts);
  if (!done.ok) throw new Error(done.error);
  return done.value;
};

describe("what of a project version control could not bring back", () => {
  test("changed, untracked and ignored files; not what is committed, staged or rebuildable", () => {
    box.write("clean.txt", "clean\n");
    box.write("changed.txt", "one\n");
    box.write(".gitignore", "ignored.txt\nnode_modules/\ndist/\nmine/\n");
    box.commit();
    box.write("changed.txt", "two\n");
    box.write("staged.txt", "staged\n");
    box.git("add", "staged.txt");
    box.write("untracked.txt");
    box.write("ignored.txt");
    box.write("mine/notes.txt");
    box.write("node_modules/a/index.js");
    box.write("dist/bundle.js");
    box.write("src/node_modules/deep.js");
    expect(savedPaths(box.saveProject())).toEqual(["changed.txt", "ignored.txt", "mine/notes.txt", "untracked.txt"]);
  });

  test.each([
    ["a name of builds that git does not ignore", "build/hand-made.txt", "other/\n"],
    [
      "a name of builds that is kept by an exception",
      "build/hand-made.txt",
      "build/*\n!build/\n!build/hand-made.txt\n",
    ],
    ["an ignored directory that is no tool's", "results/run.csv", "results/\n"],
  ])("%s is saved", (_, path, ignore) => {
    box.write(".gitignore", ignore);
    box.commit();
    box.write(path);
    expect(savedPaths(box.saveProject())).toEqual([path]);
  });

  test.each([
    ["the top's .gitignore", ".gitignore"],
    ["one further down", "pkg/.gitignore"],
    ["git's own list", ".git/info/exclude"],
    ["a list that configuration names", "lists/ignored"],
    ["one that was moved there", ".gitignore", "mv"],
    ["one that is committed at once", ".gitignore", "commit"],
  ])("a rule that came in this session leaves out no name that people use too: %s", (_, file, how = "write") => {
    box.write("a.txt");
    box.commit();
    box.git("config", "core.excludesFile", box.at("lists/ignored"));
    box.write("pkg/vendor/mine.c");
    box.write("pkg/.next/page.js");
    const session = { startedAt: Date.now() - 60_000, made: () => false };
    const rules = "vendor\n.next\n";
    if (how === "mv") renameSync(box.write("rules.txt", rules), box.at(file));
    else box.write(file, rules);
    if (how === "commit") {
      box.git("add", ".gitignore");
      box.git("commit", "-qm", "ignore");
    }
    const saved = savedPaths(box.saveProject({ session }));
    expect(saved).toContain("pkg/vendor/mine.c");
    expect(saved).not.toContain("pkg/.next/page.js");
    const before = { startedAt: Date.now() + 60_000, made: () => false };
    expect(savedPaths(box.saveProject({ session: before }))).not.toContain("pkg/vendor/mine.c");
  });

  test("what this session built there is not saved, what somebody else put beside it is", () => {
    box.write("a.txt");
    box.commit();
    box.write(".gitignore", "target/\n");
    box.write("target/debug/app");
    box.write("target/notes.md");
    const session = { startedAt: Date.now() - 60_000, made: (path: string) => path === box.at("target/debug/app") };
    expect(savedPaths(box.saveProject({ session }))).toEqual([".gitignore", "target/notes.md"]);
  });

  test("a tracked file that changed below an ignored directory of builds", () => {
    box.write("dist/kept.js", "one\n");
    box.commit();
    box.write(".gitignore", "dist/\n");
    box.write("dist/kept.js", "two\n");
    expect(savedPaths(box.saveProject())).toEqual([".gitignore", "dist/kept.js"]);
  });

  test("a change of the same length at the same time, as a copy with its times makes it", () => {
    const path = box.write("data.txt", "aaaa\n");
    utimesSync(path, 1_000_000_000, 1_000_000_000);
    box.commit();
    writeFileSync(path, "bbbb\n");
    utimesSync(path, 1_000_000_000, 1_000_000_000);
    expect(savedPaths(box.saveProject())).toEqual(["data.txt"]);
  });

  test.each([["--assume-unchanged"], ["--skip-worktree"]])("a change git was told not to see (%s)", (flag) => {
    box.write("config.txt", "one\n");
    box.commit();
    box.git("update-index", flag, "config.txt");
    box.write("config.txt", "two\n");
    expect(savedPaths(box.saveProject())).toEqual(["config.txt"]);
  });

  describe("what git calls clean because it keeps other bytes", () => {
    const STRIP = ["filter.strip.clean", "sed s/OUT.*//"] as const;
    const IDENT = ["ident.none", "x"] as const;
    test.each<[string, readonly [string, string], string, readonly string[]]>([
      ["*.nb filter=strip", STRIP, "cell OUT mine\n", ["a.nb"]],
      ["* filter=strip", STRIP, "cell OUT mine\n", ["a.nb"]],
      ["[attr]cells filter=strip\n*.nb cells", STRIP, "cell OUT mine\n", ["a.nb"]],
      ['"a.n[b]" filter=strip', STRIP, "cell OUT mine\n", ["a.nb"]],
      ["*.nb filter=strip", STRIP, "cell\n", []],
      ["*.nb ident", IDENT, "$Id: words of mine $\n", ["a.nb"]],
      ["*.nb working-tree-encoding=latin1", IDENT, Buffer.from([0xe4, 10]).toString("latin1"), ["a.nb"]],
      ["*.md filter=strip", STRIP, "cell OUT mine\n", []],
      ["*.nb text eol=lf -ident", IDENT, "cell OUT mine\n", []],
    ])("%s, %s: %j", async (line, [key, value], content, saved) => {
      box.write("first.txt");
      box.commit();
      box.git("config", key, value);
      box.write(".gitattributes", `${line}\n`);
      box.write("a.nb", Buffer.from(content, "latin1"));
      await pause(50); // Then times say that it is as git saw it.
      box.git("add", ".");
      box.git("commit", "-qm", "all");
      expect(box.git("status", "--porcelain")).toBe("");
      expect(savedPaths(box.saveProject())).toEqual(saved);
    });

    test.each([
      ["git-lfs clean -- %f", []],
      ["sed s/./x/", ["a.nb"]],
    ])("with %s, which keeps what it takes away or not", async (clean, saved) => {
      box.write("first.txt");
      box.commit();
      box.write(".gitattributes", "*.nb filter=lfs -text\n");
      box.write("a.nb", "large\n");
      await pause(50);
      box.git("config", "filter.lfs.clean", "sed s/./x/");
      box.git("add", ".");
      box.git("commit", "-qm", "all");
      box.git("config", "filter.lfs.clean", clean);
      expect(savedPaths(box.saveProject())).toEqual(saved);
    });
  });

  test("without a repository everything but what is a tool's own", () => {
    box.write("a.txt");
    box.write("build/b.txt");
    box.write("__pycache__/c.pyc");
    expect(savedPaths(box.saveProject())).toEqual(["a.txt", "build/b.txt"]);
  });

  test("a repository inside, a submodule and a linked work tree have indexes of their own", () => {
    const lib = join(box.top, "lib");
    mkdirSync(lib);
    writeFileSync(join(lib, "lib.txt"), "lib\n");
    box.gitIn(lib, "init", "-q");
    box.gitIn(lib, "add", "-A");
    box.gitIn(lib, "commit", "-qm", "x");
    box.write("a.txt");
    box.commit();
    box.git("submodule", "--quiet", "add", lib, "sub");
    box.git("commit", "-qm", "sub");
    execFileSync("cp", ["-r", lib, box.at("nested")]);
    box.gitIn(box.at("nested"), "status");
    box.write("sub/lib.txt", "changed\n");
    box.write("nested/new.txt");
    expect(savedPaths(box.saveProject())).toEqual(["nested/new.txt", "sub/lib.txt"]);
    const linked = join(box.top, "home/linked");
    box.git("worktree", "add", "-q", linked);
    writeFileSync(join(linked, "a.txt"), "changed\n");
    const saved = box.saveProject({ roots: [linked], places: { ...box.places, projectRoot: linked } });
    expect(saved.ok && pointAt(saved.value).entries.map(({ path }) => path)).toEqual([
      join(linked, "a.txt"),
      // Not checked out there: an empty directory, which git does not keep.
      join(linked, "sub"),
    ]);
  });

  test("nothing of the repository is run: filters, a file system monitor, hooks", () => {
    box.write("a.txt", "one\n");
    box.commit();
    const evil = `touch ${box.at("ran")}`;
    box.git("config", "filter.evil.clean", evil);
    box.git("config", "filter.evil.smudge", evil);
    box.git("config", "core.fsmonitor", evil);
    box.git("config", "diff.external", evil);
    box.write(".gitattributes", "* filter=evil\n");
    box.write("a.txt", "two\n");
    expect(savedPaths(box.saveProject())).toEqual(["a.txt"]);
    expect(existsSync(box.at("ran"))).toBe(false);
  });

  test("what walls hold is not saved: protected places, and what the request names; links are, as links", () => {
    box.write("AGENTS.md");
    box.write(".vscode/settings.json");
    box.write("held/a.txt");
    box.write("b.txt");
    symlinkSync("/etc/passwd", box.at("link"));
    const saved = box.saveProject({ held: [box.at("held")] });
    expect(savedPaths(saved)).toEqual(["b.txt", "link"]);
    expect(saved.ok && pointAt(saved.value).entries.find(({ kind }) => kind === "link")).toMatchObject({
      to: "/etc/passwd",
    });
  });

  test.each([["deploy.p12"], ["id_ed25519"], ["service-account-1.json"]])(
    "no copy of %s is made, so there is no point unless walls hold it",
    (name) => {
      box.write(name, "secret");
      box.write("a.txt");
      const saved = box.saveProject();
      expect(saved).toMatchObject({ ok: false, error: { credentials: [box.at(name)] } });
      expect(savedPaths(box.saveProject({ held: [box.at(name)] }))).toEqual(["a.txt"]);
      expect(() => execFileSync("grep", ["-rq", "secret", box.shelf])).toThrow();
    },
  );

  test("an unchanged file is not copied again, a changed one is, and both come back", async () => {
    box.write("big.bin", Buffer.alloc(100_000, 7));
    box.write("small.txt", "one\n");
    await pause(150);
    const first = box.saveProject();
    box.write("small.txt", "two\n");
    const second = box.saveProject();
    if (!first.ok || !second.ok) throw new Error("not saved");
    expect(pointAt(second.value).head.uses).toEqual([first.value]);
    expect(statSync(join(box.shelf, `${second.value}.point`)).size).toBeLessThan(10_000);
    prunePoints(box.stateDir, { keepDays: 0.000001, keepBytes: 1 }, Date.now() + 1_000);
    expect(idsOf(box.shelf, SUFFIX.kept)).toHaveLength(2);
    renameSync(join(box.shelf, `${second.value}.kept`), join(box.shelf, `${second.value}.point`));
    rmSync(box.at("big.bin"));
    expect(bringAllBack(second.value).failures).toEqual([]);
    expect(readFileSync(box.at("big.bin")).equals(Buffer.alloc(100_000, 7))).toBe(true);
  });
});

describe("bounds: above them there is no point, and nothing is left behind", () => {
  test.each<[string, Parameters<typeof restoreBox>[0], () => void, string]>([
    ["one file too many", { maxFiles: 3 }, () => void ["a", "b", "c", "d"].map((name) => box.write(name)), "maxFiles"],
    ["too large", { maxBytes: 1000 }, () => void box.write("a", Buffer.alloc(1001)), "maxBytes"],
    ["a huge file of holes", {}, () => truncateSync(box.write("a"), 2 ** 40), "maxBytes"],
    ["no time", { maxMs: -1 }, () => void box.write("a"), "maxMs"],
  ])("%s", (_, limits, fill, says) => {
    box.remove();
    box = restoreBox(limits);
    fill();
    expect(whyNot(box.saveProject())).toContain(says);
    const edit = box.save([""]);
    expect(edit.ok).toBe(false);
    expect(existsSync(box.shelf) ? readdirSync(box.shelf).filter((name) => /point|draft/.test(name)) : []).toEqual([]);
  });

  test("5,001 files", () => {
    box.remove();
    box = restoreBox({ maxFiles: 5_000 });
    mkdirSync(box.at("many"));
    for (let n = 0; n < 5_001; n++) writeFileSync(box.at(`many/${n}`), "");
    expect(whyNot(box.saveProject())).toContain("5000");
    expect(box.points.covers([box.at("many")], box.parts.world)).toMatchObject({ ok: false });
    rmSync(box.at("many/0"));
    expect(box.saveProject().ok).toBe(true);
  });

  test("a file nobody may read, a name that is no text, a state directory others may write", () => {
    box.write("a");
    execFileSync("bash", ["-c", "printf x > $'bad\\xff'"], { cwd: box.root });
    expect(whyNot(box.saveProject())).toContain("as text");
    expect(box.save([""]).ok).toBe(false);
    execFileSync("bash", ["-c", "rm $'bad\\xff'"], { cwd: box.root });
    mkdirSync(box.shelf, { recursive: true });
    chmodSync(box.shelf, 0o777);
    expect(whyNot(box.saveProject())).toContain("0700");
  });

  test.each([
    ["is a file", () => writeFileSync(box.stateDir, "")],
    ["is a link to nowhere", () => symlinkSync("/nowhere/at/all", box.stateDir)],
    ["lies where nobody can write", () => symlinkSync("/proc", box.stateDir)],
  ])("a state directory that %s", (_, spoil) => {
    box.write("a");
    rmSync(box.stateDir, { recursive: true });
    spoil();
    expect(box.saveProject().ok).toBe(false);
    expect(box.save(["a"]).ok).toBe(false);
  });

  test("a file that may grow no further, as on a full disk", () => {
    const path = box.write("a", Buffer.alloc(64 << 10));
    const command = ["bash", process.execPath, builtWorker(), box.stateDir, path];
    // The shell refuses files over 16 KB, and so the copy.
    const said = execFileSync("bash", ["-c", `trap '' XFSZ; ulimit -f 16; exec "$@"`, ...command], {
      encoding: "utf8",
    });
    expect(said).toContain("EFBIG");
    expect(readdirSync(box.shelf).filter((name) => /point|draft/.test(name))).toEqual([]);
  });
});

describe("what a call touches", () => {
  test("bytes, modes, times, links, empty directories and odd names come back", () => {
    const odd = "dir/odd\nname \u001b[2J";
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    chmodSync(box.write(odd, bytes), 0o640);
    utimesSync(box.at(odd), 1_000_000_000, 1_000_000_000);
    mkdirSync(box.at("dir/empty"), { mode: 0o750 });
    symlinkSync("nowhere", box.at("dir/link"));
    chmodSync(box.at("dir"), 0o711);
    const saved = box.save(["dir"]);
    rmSync(box.at("dir"), { recursive: true });
    if (!saved.ok) throw new Error(saved.error.why);
    expect(bringAllBack(saved.value).failures).toEqual([]);
    expect(readFileSync(box.at(odd)).equals(bytes)).toBe(true);
    expect(statSync(box.at(odd))).toMatchObject({ mode: 0o100640, mtimeMs: 1_000_000_000_000 });
    expect(statSync(box.at("dir/empty")).mode & 0o777).toBe(0o750);
    expect(statSync(box.at("dir")).mode & 0o777).toBe(0o711);
    expect(readlinkSync(box.at("dir/link"))).toBe("nowhere");
  });

  test("points are this user's alone", () => {
    const saved = box.save([box.write("a").slice(box.root.length + 1)]);
    if (!saved.ok) throw new Error(saved.error.why);
    expect(statSync(box.shelf).mode & 0o777).toBe(0o700);
    expect(statSync(join(box.shelf, `${saved.value}.point`)).mode & 0o777).toBe(0o600);
  });

  test("pipes hold nothing and do not block; a hard link is a copy of its own", () => {
    execFileSync("bash", ["-c", 'mkfifo "$0"', box.at("pipe")]);
    box.write("a", "one\n");
    linkSync(box.at("a"), join(box.top, "outside"));
    const saved = box.save(["pipe", "a"]);
    if (!saved.ok) throw new Error(saved.error.why);
    expect(pointAt(saved.value).entries.map(({ path }) => path)).toEqual([box.at("a")]);
    writeFileSync(box.at("a"), "two\n");
    expect(bringAllBack(saved.value).done).toEqual([box.at("a")]);
    expect(box.read("a")).toBe("one\n");
    // The other name is not written through.
    expect(readFileSync(join(box.top, "outside"), "utf8")).toBe("two\n");
  });

  test("a link on the way is followed when saving; what the link itself leads to is not", () => {
    box.write("real/a", "one\n");
    symlinkSync("real", box.at("way"));
    symlinkSync("/etc/hostname", box.at("out"));
    const saved = box.save(["way/a", "out"]);
    if (!saved.ok) throw new Error(saved.error.why);
    expect(pointAt(saved.value).entries.map(({ path, kind }) => [kind, path])).toEqual([
      ["link", box.at("out")],
      ["file", box.at("real/a")],
    ]);
  });

  test.each([
    ["grows", 'echo x >> "$0"'],
    ["is written in place", 'printf y | dd of="$0" conv=notrunc status=none'],
  ])("a file that %s while it is copied", async (_, change) => {
    box.remove();
    box = restoreBox({ maxBytes: 1 << 30, maxMs: 120_000 });
    const path = box.write("growing", Buffer.alloc(200 << 20));
    const writer = spawn("bash", ["-c", `while :; do ${change}; done`, path], { detached: true });
    // With all that it started: what still writes would be in the way of removing the project.
    const over = new Promise((resolve) => writer.once("close", resolve));
    const seen = (): string => `${statSync(path).size} ${statSync(path).mtimeMs}`;
    for (const before = seen(); seen() === before; ) await pause(5);
    try {
      const saved = box.save(["growing"]);
      expect(saved).toMatchObject({ ok: false });
      expect(whyNot(saved)).toContain("changed while it was copied");
    } finally {
      process.kill(-(writer.pid ?? Number.NaN), "SIGKILL");
      await over;
    }
  });
});

describe("bringing back", () => {
  const saveThen = (change: () => unknown, more: Parameters<typeof box.save>[1] = {}): string | null => {
    box.write("a/b.txt", "one\n");
    const saved = box.save(["a/b.txt"], more);
    if (!saved.ok) throw new Error(saved.error.why);
    change();
    return saved.value;
  };
  const left = (path: string, sha256: string) => ({ expected: new Map([[path, { sha256 }]]) });
  const SHA_OF_TWO = "27dd8ed44a83ff94d557f9fd0412ed5a8cbca69ea04922d88c01184a07300a5a";

  test.each<[string, string, () => unknown, (() => Parameters<typeof box.save>[1])?]>([
    ["deleted", "bring back", () => rmSync(box.at("a/b.txt"))],
    ["deleted with its directory", "bring back", () => rmSync(box.at("a"), { recursive: true })],
    ["overwritten just now", "bring back", () => box.write("a/b.txt", "two\n")],
    ["untouched", "same", () => undefined],
    ["as the call said", "bring back", () => box.write("a/b.txt", "two\n"), () => left(box.at("a/b.txt"), SHA_OF_TWO)],
    [
      "otherwise than the call said",
      "changed",
      () => box.write("a/b.txt", "three\n"),
      () => left(box.at("a/b.txt"), SHA_OF_TWO),
    ],
    [
      "made again after it was deleted",
      "changed",
      () => box.write("a/b.txt", "new\n"),
      () => ({ expected: new Map([[box.at("a/b.txt"), "absent"]]) }),
    ],
    ["a directory in its place", "blocked", () => [rmSync(box.at("a/b.txt")), mkdirSync(box.at("a/b.txt"))]],
    [
      "a link for its directory",
      "blocked",
      () => [rmSync(box.at("a"), { recursive: true }), symlinkSync("/tmp", box.at("a"))],
    ],
  ])("%s: %s", (_, verdict, change, more) => {
    expect(verdicts(saveThen(change, more?.()))).toEqual({ "a/b.txt": verdict });
  });

  test("what was seen after the call counts, and what changed then is left alone", () => {
    const id = saveThen(() => box.write("a/b.txt", "two\n"));
    box.points.noteAfter({ session: "s", key: "k", toolUseId: "t" });
    expect(verdicts(id)).toEqual({ "a/b.txt": "bring back" });
    box.write("a/b.txt", "the person's\n");
    expect(verdicts(id)).toEqual({ "a/b.txt": "changed" });
  });

  test("later than a call takes, somebody else changed it", () => {
    const id = saveThen(() => box.write("a/b.txt", "two\n"));
    const point = pointAt(id);
    const earlier = { ...point, head: { ...point.head, at: point.head.at - 120_000 } };
    expect(planUndo(earlier, box.shelf).map(({ verdict }) => verdict)).toEqual(["changed"]);
  });

  test("what is there now is saved first, and that can be undone too", () => {
    const id = saveThen(() => box.write("a/b.txt", "two\n"));
    const { savedAs } = bringAllBack(id);
    expect(box.read("a/b.txt")).toBe("one\n");
    expect(bringAllBack(savedAs).done).toEqual([box.at("a/b.txt")]);
    expect(box.read("a/b.txt")).toBe("two\n");
  });

  test("nothing is written where the present cannot be saved", () => {
    const id = saveThen(() => box.write("a/b.txt", "two\n"));
    const items = plan(id).items;
    const done = undo({ items, remove: [], title: "" }, { ...box.parts, limits: { ...box.parts.limits, maxBytes: 1 } });
    expect(done.ok).toBe(false);
    expect(box.read("a/b.txt")).toBe("two\n");
  });

  test("a link put in its place, or on its way, after the plan was made", () => {
    const id = saveThen(() => rmSync(box.at("a/b.txt")));
    const items = plan(id).items;
    const target = join(box.top, "victim");
    writeFileSync(target, "victim\n");
    symlinkSync(target, box.at("a/b.txt"));
    const first = undo({ items, remove: [], title: "" }, box.parts);
    expect(first.ok && first.value.failures[0]).toContain("just changed");
    rmSync(box.at("a"), { recursive: true });
    mkdirSync(join(box.top, "elsewhere"));
    symlinkSync(join(box.top, "elsewhere"), box.at("a"));
    const second = undo({ items, remove: [], title: "" }, box.parts);
    expect(second.ok && second.value.done.length > 0).toBe(false);
    expect(readdirSync(join(box.top, "elsewhere"))).toEqual([]);
    expect(readFileSync(target, "utf8")).toBe("victim\n");
  });

  describe("a directory that the call replaced", () => {
    const replace = (make: (at: string) => void): string | null => {
      box.write("src/tracked.txt", "t\n");
      box.commit();
      box.write("src/deep/mine.txt", "one\n");
      const saved = box.saveProject();
      if (!saved.ok) throw new Error(saved.error.why);
      rmSync(box.at("src"), { recursive: true });
      mkdirSync(join(box.top, "elsewhere"), { recursive: true });
      make(box.at("src"));
      return saved.value;
    };
    test.each<[string, (at: string) => void]>([
      ["by a link to elsewhere", (at) => symlinkSync(join(box.top, "elsewhere"), at)],
      ["by a link to nowhere", (at) => symlinkSync("/nowhere/at/all", at)],
      ["by a file", (at) => writeFileSync(at, "file\n")],
      ["further down, by a link", (at) => [mkdirSync(at), symlinkSync(join(box.top, "elsewhere"), join(at, "deep"))]],
    ])("%s comes back, and what stood there can be had back too", (_, make) => {
      const id = replace(make);
      box.points.noteAfter({ session: "s", key: "k", toolUseId: "t" });
      expect(verdicts(id)).toEqual({ "src/deep/mine.txt": "bring back" });
      const { failures, savedAs } = bringAllBack(id, plan(id).created);
      expect(failures).toEqual([]);
      expect(box.read("src/deep/mine.txt")).toBe("one\n");
      expect(readdirSync(join(box.top, "elsewhere"))).toEqual([]);
      expect(pointAt(savedAs).entries.length).toBeGreaterThan(0);
    });

    test("by somebody else, later, is left alone; and so is the way to the project", () => {
      const id = replace((at) => mkdirSync(at));
      box.points.noteAfter({ session: "s", key: "k", toolUseId: "t" });
      rmSync(box.at("src"), { recursive: true });
      symlinkSync(join(box.top, "elsewhere"), box.at("src"));
      expect(verdicts(id)).toEqual({ "src/deep/mine.txt": "changed" });
      renameSync(box.root, `${box.root}.moved`);
      symlinkSync(`${box.root}.moved`, box.root);
      expect(verdicts(id)).toEqual({ "src/deep/mine.txt": "blocked" });
    });
  });

  test("made since is what was not there: no tracked file, touched, changed or in conflict, and nothing older", () => {
    for (const name of ["touched", "changed", "staged", "dist/old.js"]) box.write(name, "one\n");
    box.write(".gitignore", "dist/\n");
    box.commit();
    const past = Date.now() / 1000 - 3_600;
    utimesSync(box.at("dist/old.js"), past, past);
    const later = { ...box.parts, now: () => Date.now() + 5_000 };
    const saved = openRestorePoints(later).saveProject({ call: CALL, roots: [box.root], places: box.places, held: [] });
    if (!saved.ok) throw new Error(saved.error.why);
    const created = (): readonly string[] => plan(saved.value).created;
    utimesSync(box.at("touched"), past, past);
    box.write("changed", "two\n");
    box.write("staged", "two\n");
    box.git("add", "-N", "-f", box.write("noted"));
    box.git("add", "staged");
    box.write(".gitignore", "");
    expect(created()).toEqual([]);
    const id = box.saveProject({});
    box.write("fresh.txt");
    expect(id.ok && plan(id.value).created).toContain(box.at("fresh.txt"));
    expect(id.ok && plan(id.value).created).not.toContain(box.at("touched"));
  });

  test("what was made since is said, and goes only when asked for", () => {
    const id = saveThen(() => box.write("new.txt"), { creates: [box.at("new.txt")] });
    expect(plan(id).created).toEqual([box.at("new.txt")]);
    expect(bringAllBack(id).removed).toEqual([]);
    expect(existsSync(box.at("new.txt"))).toBe(true);
    const { savedAs } = bringAllBack(id, plan(id).created);
    expect(existsSync(box.at("new.txt"))).toBe(false);
    expect(bringAllBack(savedAs).done).toEqual([box.at("new.txt")]);
  });

  test("damage is noticed: a cut file is no point, changed bytes are not brought back", () => {
    const id = saveThen(() => rmSync(box.at("a/b.txt")));
    const file = join(box.shelf, `${id}.point`);
    const whole = readFileSync(file);
    writeFileSync(file, Buffer.concat([Buffer.from("ONE\n"), whole.subarray(4)]));
    expect(bringAllBack(id).failures[0]).toContain("damaged");
    truncateSync(file, whole.length - 3);
    expect(listPoints(box.stateDir).map((head) => head.id)).not.toContain(id);
    expect(existsSync(box.at("a/b.txt"))).toBe(false);
  });
});

test("killed in the middle of a copy there is no point, and what is left of it goes with time", async () => {
  box.remove();
  box = restoreBox({ maxBytes: 2 ** 40, maxMs: 600_000 });
  const path = box.write("big", Buffer.alloc(1 << 20));
  truncateSync(path, 8 * 2 ** 30);
  const worker = spawn(process.execPath, [builtWorker(), box.stateDir, path]);
  const drafts = (): readonly string[] =>
    existsSync(box.shelf) ? readdirSync(box.shelf).filter((name) => name.endsWith(SUFFIX.draft)) : [];
  while (drafts().length === 0 && worker.exitCode === null) await pause(5);
  worker.kill("SIGKILL");
  expect(drafts()).toHaveLength(1);
  expect(listPoints(box.stateDir)).toEqual([]);
  prunePoints(box.stateDir, { keepDays: 7, keepBytes: 1 }, Date.now());
  expect(drafts()).toHaveLength(1);
  prunePoints(box.stateDir, { keepDays: 7, keepBytes: 1 }, Date.now() + 2 * 3_600_000);
  expect(drafts()).toEqual([]);
});

describe("keeping", () => {
  test("old ones go, then the oldest until there is room", () => {
    const ids = ["a", "b", "c"].map((name, n) => {
      box.write(name, Buffer.alloc(10_000));
      const points = openRestorePoints({ ...box.parts, now: () => 1_000_000 + n * 1000 });
      const saved = points.save({ call: CALL, paths: [box.at(name)], creates: [], expected: new Map() });
      if (!saved.ok) throw new Error(saved.error.why);
      return saved.value ?? "";
    });
    prunePoints(box.stateDir, { keepDays: 1, keepBytes: 25_000 }, 1_010_000);
    expect(listPoints(box.stateDir).map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    prunePoints(box.stateDir, { keepDays: 1, keepBytes: 25_000 }, 1_002_000 + 86_400_000);
    expect(listPoints(box.stateDir).map(({ id }) => id)).toEqual([ids[2]]);
    // An hour later nobody can still be using what went.
    prunePoints(box.stateDir, { keepDays: 1000, keepBytes: 25_000 }, Date.now() + 2 * 3_600_000);
    expect(idsOf(box.shelf, SUFFIX.kept)).toEqual([]);
  });

  test("many large ones push out no small one that holds the only copy, nor the newest; what is there still goes first", () => {
    const save = (name: string, { bytes, n }: { bytes: number; n: number }): string => {
      box.write(name, Buffer.alloc(bytes, n));
      const points = openRestorePoints({ ...box.parts, now: () => 1_000_000 + n * 1000 });
      const saved = points.save({ call: CALL, paths: [box.at(name)], creates: [], expected: new Map() });
      return saved.ok ? (saved.value ?? "") : "none";
    };
    const only = save("mine.txt", { bytes: 100, n: 0 });
    rmSync(box.at("mine.txt"));
    const there = save("there.txt", { bytes: 5_000, n: 1 });
    const large = Array.from({ length: 10 }, (_, n) => save("big.bin", { bytes: 20_000, n: n + 2 }));
    prunePoints(box.stateDir, { keepDays: 1, keepBytes: 210_000 }, 1_020_000);
    const left = (): readonly string[] => listPoints(box.stateDir).map(({ id }) => id);
    expect(left()).not.toContain(there);
    expect(left()).toEqual(expect.arrayContaining([only, ...large]));
    prunePoints(box.stateDir, { keepDays: 1, keepBytes: 30_000 }, 1_020_000);
    expect(left()).toEqual([large.at(-1), only]);
  });

  test("two at once are two points", () => {
    box.write("a");
    const ids = [box.save(["a"]), box.save(["a"])].map((saved) => saved.ok && saved.value);
    expect(new Set(ids).size).toBe(2);
    expect(listPoints(box.stateDir)).toHaveLength(2);
  });
});
