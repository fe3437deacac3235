import { readdirSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeBox } from "../../core/git/testing/box.ts";
import { applyDelta, objectStore, readObject } from "./objects.ts";
import { findRepo } from "./repo.ts";
import { isCommitted, stagedFiles } from "./staged.ts";
import { type Sandbox, sandbox } from "./testing.ts";

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
