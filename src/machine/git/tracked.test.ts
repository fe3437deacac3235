import { appendFileSync, readdirSync, rmSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeBox } from "../../core/git/testing/box.ts";
import { applyDelta, objectStore, readObject } from "./objects.ts";
import { findRepo } from "./repo.ts";
import { isCommitted, stagedFiles } from "./staged.ts";
import { type Sandbox, sandbox } from "./testing.ts";
import { uncommittedWork } from "./work.ts";

describe("committed as it stands", () => {
  test.each<[string, (git: (...words: string[]) => unknown, write: (text: string) => unknown) => unknown, boolean]>([
    ["as committed", () => 0, true],
    ["packed", (git) => git("gc", "-q"), true],
    ["changed", (_, write) => write("2\n"), false],
    ["changed and staged", (git, write) => [write("2\n"), git("add", "a.txt")], false],
    ["before the first commit", (git) => git("checkout", "-q", "--orphan", "new"), false],
  ])("%s: %s", (_, arrange, is) => {
    const box = makeBox();
    try {
      box.repo("work", { "a.txt": "1\n" });
      arrange(
        (...words) => box.git("work", ...words),
        (text) => box.write("work/a.txt", text),
      );
      expect(isCommitted(box.at("work/a.txt"), box.scene())).toBe(is);
    } finally {
      box.remove();
    }
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
    expect(stagedFiles(repo as NonNullable<typeof repo>, box.world)).toEqual([]);
  });
  test("the same without reading in parts", () => {
    const { readRange: _, ...whole } = box.world;
    const repo = findRepo(box.at("repo"), whole);
    expect(repo && stagedFiles(repo, whole)).toEqual([]);
  });
});

describe("damaged input never throws", () => {
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
  test("the counts are git's", () => {
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
