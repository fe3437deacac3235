import { appendFileSync, rmSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sandbox } from "../machine/git/testing.ts";
import { uncommittedWork } from "./uncommitted.ts";

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
