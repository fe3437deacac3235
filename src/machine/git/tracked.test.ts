import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseIndex, readIndex } from "./gitindex.ts";
import { applyDelta, objectStore, readObject } from "./objects.ts";
import { findRepo } from "./repo.ts";
import { type Sandbox, sandbox } from "./testing.ts";
import { trackedClean } from "./tracked.ts";
import { uncommittedWork } from "./work.ts";

/** What git says of a path: clean only if it tracks something there and reports nothing at all. */
function gitSays(box: Sandbox, dir: string, path: string): "clean" | "not clean" {
  const listed = box.git(dir, "ls-files", "--", `:(literal)${path}`);
  const status = box.git(dir, "status", "--porcelain", "--ignored", "-uall", "--no-renames", "--", `:(literal)${path}`);
  return listed !== "" && status === "" ? "clean" : "not clean";
}
const weSay = (box: Sandbox, dir: string, path: string): "clean" | "not clean" =>
  trackedClean(box.at(`${dir}/${path}`), box.world) === "clean" ? "clean" : "not clean";

describe("one file", () => {
  let box: Sandbox;
  const template = sandbox();
  template.repo("repo", { "a.txt": "one\n", "dir/b.txt": "two\n", "dir/deep/c.txt": "three\n", "x y/ü.txt": "four\n" });
  afterAll(() => template.remove());
  beforeEach(() => {
    box = sandbox();
    box.copy(template, "repo");
  });
  afterEach(() => box.remove());

  test.each<[string, () => unknown, string]>([
    ["a.txt", () => 0, "clean"],
    ["dir/deep/c.txt", () => 0, "clean"],
    ["x y/ü.txt", () => 0, "clean"],
    ["dir", () => 0, "clean"],
    ["a.txt", () => box.write("repo/a.txt", "changed\n"), "modified"],
    ["a.txt", () => box.write("repo/a.txt", "ONE\n"), "modified"],
    ["a.txt", () => [box.write("repo/a.txt", "ONE\n"), box.git("repo", "add", "a.txt")], "modified"],
    ["a.txt", () => chmodSync(box.at("repo/a.txt"), 0o755), "modified"],
    [
      "a.txt",
      () => [chmodSync(box.at("repo/a.txt"), 0o755), box.git("repo", "config", "core.fileMode", "false")],
      "clean",
    ],
    ["new.txt", () => box.write("repo/new.txt", ""), "untracked"],
    ["new.txt", () => [box.write("repo/new.txt", "x"), box.git("repo", "add", "new.txt")], "modified"],
    ["new.txt", () => [box.write("repo/new.txt", ""), box.git("repo", "add", "-N", "new.txt")], "modified"],
    ["absent", () => 0, "unknown"],
    ["dir", () => box.write("repo/dir/new.txt", ""), "untracked"],
    ["dir", () => [box.write("repo/.gitignore", "*.log\n"), box.write("repo/dir/x.log", "")], "untracked"],
    ["dir", () => rmSync(box.at("repo/dir/b.txt")), "modified"],
    ["dir", () => box.git("repo", "rm", "-q", "--cached", "dir/b.txt"), "untracked"],
    ["dir", () => box.git("repo", "rm", "-q", "dir/b.txt"), "modified"],
    ["dir", () => mkdirSync(box.at("repo/dir/empty")), "clean"],
    ["dir", () => box.git("repo/dir", "init", "-q", "inner"), "unknown"],
    ["empty", () => mkdirSync(box.at("repo/empty")), "untracked"],
    [".", () => 0, "untracked"],
    [".git", () => 0, "unknown"],
    [".git/config", () => 0, "unknown"],
    [
      "link",
      () => [
        symlinkSync("a.txt", box.at("repo/link")),
        box.git("repo", "add", "link"),
        box.git("repo", "commit", "-q", "-m", "x"),
      ],
      "clean",
    ],
    ["a.txt", () => [rmSync(box.at("repo/a.txt")), symlinkSync("one\n", box.at("repo/a.txt"))], "modified"],
    ["a.txt", () => box.git("repo", "checkout", "-q", "--orphan", "new"), "modified"],
    ["a.txt", () => box.git("repo", "gc", "-q"), "clean"],
    ["a.txt", () => box.git("repo", "update-index", "--index-version", "4"), "clean"],
    ["dir", () => box.git("repo", "update-index", "--index-version", "4"), "clean"],
    [
      "a.txt",
      () => [box.git("repo", "update-index", "--assume-unchanged", "a.txt"), box.write("repo/a.txt", "ONE\n")],
      "modified",
    ],
    [
      "a.txt",
      () => [box.git("repo", "update-index", "--skip-worktree", "a.txt"), box.write("repo/a.txt", "ONE\n")],
      "modified",
    ],
    ["a.txt", () => box.git("repo", "update-index", "--skip-worktree", "dir/b.txt"), "clean"],
    ["a.txt", () => box.git("repo", "update-index", "--untracked-cache"), "clean"],
    ["a.txt", () => box.git("repo", "update-index", "--split-index"), "unknown"],
    ["a.txt", () => box.write("repo/.git/index", "DIRC"), "unknown"],
    ["a.txt", () => rmSync(box.at("repo/.git/objects"), { recursive: true }), "untracked"],
    ["a.txt", () => dropObject("a.txt"), "unknown"],
    ["a.txt", () => dropObject(""), "unknown"],
    ["a.txt", () => rmSync(box.at("repo/.git/index")), "untracked"],
    [
      "a.txt",
      () => [box.write("repo/a.txt", "one\r\n"), box.git("repo", "config", "core.autocrlf", "true")],
      "modified",
    ],
  ])("%s", (path, arrange, expected) => {
    arrange();
    expect(trackedClean(box.at(`repo/${path}`), box.world)).toBe(expected);
  });

  /** Removes the loose object of a path, or HEAD's tree. */
  function dropObject(path: string): void {
    const oid = box.git("repo", "rev-parse", `HEAD:${path}`).trim();
    rmSync(box.at(`repo/.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`), { force: true });
  }

  test("an object that is not what its name says", () => {
    const tree = box.git("repo", "rev-parse", "HEAD:").trim();
    const other = box.git("repo", "rev-parse", "HEAD:dir").trim();
    const loose = (oid: string): string => box.at(`repo/.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
    chmodSync(loose(tree), 0o644);
    box.git("repo", "cat-file", "-e", other);
    writeFileSync(loose(tree), box.world.readFile(loose(other), 1 << 16) ?? "");
    expect(trackedClean(box.at("repo/a.txt"), box.world)).toBe("unknown");
  });
  test("no repository", () => {
    box.write("loose.txt", "");
    expect(trackedClean(box.at("loose.txt"), box.world)).toBe("untracked");
  });
  test("SHA-256", () => {
    box.git("", "init", "-q", "--object-format=sha256", "sha256");
    box.write("sha256/a", "x");
    box.git("sha256", "add", "a");
    box.git("sha256", "commit", "-q", "-m", "x");
    expect(trackedClean(box.at("sha256/a"), box.world)).toBe("unknown");
  });
  test("through a link on the way", () => {
    symlinkSync(box.at("repo/dir"), box.at("way"));
    expect(trackedClean(box.at("way/b.txt"), box.world)).toBe("clean");
    expect(trackedClean(box.at("way"), box.world)).toBe("untracked");
  });
  test("linked work trees, submodules and shared objects", () => {
    box.git("repo", "worktree", "add", "-q", "-b", "side", "../linked");
    expect(trackedClean(box.at("linked/a.txt"), box.world)).toBe("clean");
    box.write("linked/a.txt", "ONE\n");
    expect(trackedClean(box.at("linked/a.txt"), box.world)).toBe("modified");
    box.repo("lib", { "l.txt": "lib\n" });
    box.git("repo", "submodule", "--quiet", "add", box.at("lib"), "lib");
    box.git("repo", "commit", "-q", "-m", "lib");
    expect(trackedClean(box.at("repo/lib/l.txt"), box.world)).toBe("clean");
    expect(trackedClean(box.at("repo/lib"), box.world)).toBe("unknown");
    box.git("", "clone", "-q", "--shared", "lib", "copy");
    expect(trackedClean(box.at("copy/l.txt"), box.world)).toBe("clean");
  });
});

describe("packs", () => {
  let box: Sandbox;
  /** Long enough, and changed little enough from round to round, that git makes deltas of it. */
  const body = (file: number, round: number): string =>
    Array.from({ length: 200 }, (_, line) => `${file} ${(line * 7919) ** 2} ${line % 40 < round ? round : 0}\n`).join(
      "",
    );
  beforeAll(() => {
    box = sandbox();
    box.repo("repo");
    for (let round = 0; round < 12; round++) {
      for (let file = 0; file < 30; file++) box.write(`repo/d/${file}/f.txt`, body(file, round));
      box.git("repo", "add", "-A");
      box.git("repo", "commit", "-q", "-m", `round ${round}`);
    }
    box.git("repo", "gc", "-q", "--aggressive");
  });
  afterAll(() => box.remove());

  test("every object reads as git reads it, deltas included", () => {
    const repo = findRepo(box.at("repo"), box.world);
    const store = repo === undefined ? undefined : objectStore(repo, box.world);
    if (!store?.ok) throw new Error("no store");
    expect(readdirSync(box.at("repo/.git/objects")).sort()).toEqual(["info", "pack"]);
    const all = box.git("repo", "cat-file", "--batch-all-objects", "--batch-check").trim().split("\n");
    const idx = readdirSync(box.at("repo/.git/objects/pack")).find((name) => name.endsWith(".idx")) ?? "";
    expect(box.git("repo", "verify-pack", "-v", `.git/objects/pack/${idx}`)).toMatch(/chain length = 2/);
    for (const line of all) {
      const [oid = "", type, size] = line.split(" ");
      const object = readObject(store.value, oid, box.world);
      expect(object.ok && [object.value.type, object.value.data.length]).toEqual([type, Number(size)]);
    }
    expect(readObject(store.value, "0".repeat(40), box.world).ok).toBe(false);
    expect(trackedClean(box.at("repo/d"), box.world)).toBe("clean");
  });
  test("the same without reading in parts", () => {
    const { readRange: _, ...whole } = box.world;
    expect(trackedClean(box.at("repo/d/7/f.txt"), whole)).toBe("clean");
  });
});

describe("damaged input never throws", () => {
  test("an index with any byte changed or its end cut", () => {
    const box = sandbox();
    box.repo("repo", { a: "1", "b/c": "2" });
    const repo = findRepo(box.at("repo"), box.world);
    expect(repo !== undefined && readIndex(repo, box.world).ok).toBe(true);
    const whole = Buffer.from(box.world.readFile(box.at("repo/.git/index"), 1 << 20) ?? []);
    box.remove();
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(255), fc.nat(whole.length), (at, byte, cut) => {
        const changed = Buffer.from(whole);
        changed[at] = byte;
        expect(parseIndex(changed).ok).toBe(changed.equals(whole));
        expect(parseIndex(whole.subarray(0, cut)).ok).toBe(cut === whole.length);
        changed.fill(0, whole.length - 20);
        parseIndex(changed);
      }),
    );
  });
  test("any bytes as a delta", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (base, delta) => {
        applyDelta(Buffer.from(base), Buffer.from(delta));
      }),
    );
  });
});

describe("random work, with git as the referee", () => {
  const names = ["a", "b.log", "d/c", "d/e/f", "d/e/g.log", "h i"];
  const name = fc.constantFrom(...names);
  const step = fc.oneof(
    fc.record({ do: fc.constant("write" as const), name, text: fc.constantFrom("1", "2", "1\r\n", "") }),
    fc.record({ do: fc.constantFrom("remove", "add", "unstage", "exec", "link"), name }),
    fc.record({ do: fc.constantFrom("commit", "gc", "v4", "ignore", "keep", "nested"), name }),
  );
  test("clean is clean, and the counts are git's", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
        const box = sandbox();
        try {
          box.repo("repo", { a: "1", "b.log": "1", "d/c": "1", "d/e/f": "2" });
          for (const one of steps) {
            const path = box.at(`repo/${one.name}`);
            if (one.do === "write") box.write(`repo/${one.name}`, "text" in one ? one.text : "");
            else if (one.do === "remove") rmSync(path, { force: true });
            else if (one.do === "add") box.tryGit("repo", "add", "-f", "--", one.name);
            else if (one.do === "unstage") box.tryGit("repo", "reset", "-q", "--", one.name);
            else if (one.do === "exec") box.tryGit("repo", "update-index", "--chmod=+x", one.name);
            else if (one.do === "link") box.tryGit("repo", "stash", "-q");
            else if (one.do === "commit") box.tryGit("repo", "commit", "-q", "-m", "x");
            else if (one.do === "gc") box.git("repo", "gc", "-q");
            else if (one.do === "v4") box.git("repo", "update-index", "--index-version", "4");
            else if (one.do === "nested") box.git("repo", "init", "-q", "n");
            else
              appendFileSync(
                box.at("repo/.gitignore"),
                one.do === "keep" ? `!/${one.name}\n` : `*.log\n/${one.name}/\n`,
              );
          }
          for (const path of [...names, "d", "d/e", "n"]) {
            if (box.world.lstat(box.at(`repo/${path}`)).kind === "absent") continue;
            expect([path, weSay(box, "repo", path)]).toEqual([path, gitSays(box, "repo", path)]);
          }
          const lines = box
            .git("repo", "status", "--porcelain", "-uall", "--no-renames", "-z")
            .split("\0")
            .slice(0, -1);
          expect(uncommittedWork(box.at("repo/d"), box.world) ?? uncommittedWork(box.at("repo"), box.world)).toEqual({
            staged: lines.filter((line) => /^[MADTC]/.test(line)).length,
            modified: lines.filter((line) => /^.[MDT]/.test(line)).length,
            untracked: lines.filter((line) => line.startsWith("??")).length,
            complete: true,
          });
        } finally {
          box.remove();
        }
      }),
      { numRuns: 20 },
    );
  });
});
