/** Names that an eye or a file system takes for one another. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldedSegments, foldSegment } from "./fold.ts";

describe("folding", () => {
  test.each([
    [".git", ".git"],
    [".GIT", ".git"],
    [".git.", ".git"],
    [".git ", ".git"],
    [".git. . ", ".git"],
    [".g\u200bit", ".git"],
    [".g\u202eit", ".git"],
    [".\uff47it", ".git"],
    ["GIT~1", ".git"],
    [".git::$INDEX_ALLOCATION", ".git"],
    [".git:stream", ".git"],
    ["\u24d6it", "git"],
    ["README.md", "readme.md"],
    [".git\ufe0f", ".git"],
    ["node_modules", "node_modules"],
  ])("%j folds to %j", (name, folded) => expect(foldSegment(name)).toBe(folded));
  test("folding twice changes nothing more", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => foldSegment(foldSegment(name)) === foldSegment(name)),
    );
  });
  test("a backslash separates too", () => expect(foldedSegments("a\\.GIT\\Hooks")).toEqual(["a", ".git", "hooks"]));
});
