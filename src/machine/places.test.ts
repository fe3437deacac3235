import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exact, unknownTarget } from "../contract/effect.ts";
import { AGENT_FILES } from "../hosts/index.ts";
import {
  absolutePath,
  diskWorld,
  isInside,
  normalise,
  type ProtectedContext,
  protectedPlace,
  realPath,
  toTarget,
} from "./index.ts";

const world = diskWorld({ home: "/home/me", platform: "linux" });

describe("from a raw path to an absolute one", () => {
  test.each([
    ["a.ts", "/p/a.ts"],
    ["./a/../b", "/p/b"],
    ["../x", "/x"],
    ["../../../x", "/x"],
    ["~", "/home/me"],
    ["~/n", "/home/me/n"],
    ["~x", "/p/~x"],
    ["/a//b/./c/", "/a/b/c"],
    ["/", "/"],
    ["", "/p"],
    [".", "/p"],
  ])("%j from /p is %j", (raw, path) => expect(absolutePath(raw, "/p", world)).toBe(path));

  test.each([
    ["C:\\Users\\me\\a", "C:/Users/me/a"],
    ["c:/x/..", "C:/"],
    ["\\\\?\\C:\\x", "C:/x"],
    ["a\\b", "C:/p/a/b"],
    ["\\\\srv\\share\\x", "/srv/share/x"],
  ])("on Windows %j is %j", (raw, path) => {
    expect(absolutePath(raw, "C:/p", { home: "C:/Users/me", platform: "win32" })).toBe(path);
  });

  test("normalising is done once and for all", () => {
    const part = fc.constantFrom("a", "b", ".", "..", "", "x.y", "...");
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const path = normalise(`/${parts.join("/")}`);
        return path === normalise(path) && path.startsWith("/") && !path.split("/").includes("..");
      }),
    );
  });
});

describe("links", () => {
  let dir = "";
  const disk = diskWorld({ home: "/nowhere" });
  beforeAll(() => {
    dir = realpathSync(mkdtempSync(join(tmpdir(), "places-")));
    mkdirSync(join(dir, "real/deep"), { recursive: true });
    writeFileSync(join(dir, "real/file"), "");
    symlinkSync("real", join(dir, "link"));
    symlinkSync(join(dir, "real/deep"), join(dir, "far"));
    symlinkSync("loop", join(dir, "loop"));
    symlinkSync("missing/x", join(dir, "dangling"));
    linkSync(join(dir, "real/file"), join(dir, "hard"));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  test.each([
    ["link/file", "real/file"],
    ["far/../file", "real/file"],
    ["link/deep/new/x", "real/deep/new/x"],
    ["dangling", "missing/x"],
    ["absent/../real", "real"],
    ["real/deep", "real/deep"],
  ])("%s leads to %s", (from, to) => expect(realPath(`${dir}/${from}`, disk).path).toBe(`${dir}/${to}`));

  test("a loop is a problem, not a hang", () => expect(realPath(`${dir}/loop/x`, disk).problem).toBe("loop"));
  test("hard links are counted", () => expect(disk.lstat(`${dir}/hard`).links).toBe(2));
  test("`..` behind a link has two readings, so the target is unknown", () => {
    expect(toTarget("far/../file", dir, disk).certainty).toBe("unknown");
    expect(toTarget("real/../hard", dir, disk)).toEqual(exact(`${dir}/hard`));
  });
});

describe("protected places", () => {
  const context: ProtectedContext = {
    projectRoot: "/home/me/app",
    home: "/home/me",
    gateDirectories: ["/etc/sallyport", "/home/me/.local/state/sallyport"],
    movedPlaces: [],
    gatePrograms: [],
    agentFiles: AGENT_FILES,
  };
  test.each([
    ["/home/me/app/.git/hooks/pre-commit", ".git", true],
    ["/home/me/app/.GIT/x", ".git", true],
    ["/home/me/app/sub/.git./x", ".git", true],
    ["/home/me/.claude/settings.json", ".claude", true],
    ["/home/me/.config/opencode/x", "~/.config/opencode", true],
    ["/home/me/app/.mcp.json", ".mcp.json", true],
    ["/etc/sallyport/settings.json", "/etc/sallyport", true],
    ["/home/me/.local/state/sallyport/x", "/home/me/.local/state/sallyport", true],
    ["/home/me/app/.vscode/tasks.json", ".vscode", false],
    ["/home/me/app/.github/workflows/ci.yml", ".github/workflows", false],
    ["/home/me/app/.env.production", ".env*", false],
    ["/home/me/app/main.tf", "*.tf", false],
    ["/home/me/app/AGENTS.md", "agents.md", false],
    ["/home/me/app/CLAUDE.local.md", "claude.local.md", false],
    ["/home/me/app/agents.override.md", "agents.override.md", false],
    ["/home/me/app/GEMINI.md", "gemini.md", false],
    ["/home/me/.claude.json", ".claude.json", true],
    ["/home/me/app/node_modules/x/index.js", "node_modules", false],
    ["/home/me/.bashrc", ".bashrc", false],
    ["/home/me/app/gradle/wrapper/gradle-wrapper.properties", "*-wrapper.properties", false],
  ])("%s is %s (guarded %s)", (path, name, guarded) =>
    expect(protectedPlace(path, context)).toMatchObject({ name, kind: guarded ? "ask" : "judge" }),
  );

  test.each([
    "/home/me/app/src/a.ts",
    "/home/me/app/.github/ISSUE_TEMPLATE.md",
    "/home/me/app/.gitignore",
    "/home/me/app/git/x",
    "/home/me/app/docs/env.md",
  ])("%s is not protected", (path) => expect(protectedPlace(path, context)).toBeUndefined());

  test("a session inside a Claude work tree edits that tree, and nothing else of .claude", () => {
    const inside = { ...context, projectRoot: "/home/me/app/.claude/worktrees/fix" };
    expect(protectedPlace("/home/me/app/.claude/worktrees/fix/src/a.ts", inside)).toBeUndefined();
    expect(protectedPlace("/home/me/app/.claude/worktrees/fix/.git/x", inside)?.kind).toBe("ask");
    expect(protectedPlace("/home/me/app/.claude/settings.json", inside)?.kind).toBe("ask");
    expect(protectedPlace("/home/me/app/.claude/worktrees/other/a.ts", inside)?.kind).toBe("ask");
  });

  test("no spelling of a guarded name escapes", () => {
    const trick = fc.constantFrom(
      (s: string) => s,
      (s: string) => s.toUpperCase(),
      (s: string) => `${s}.`,
      (s: string) => `${s} `,
      (s: string) => s.replace("i", "\u0131\u0307".normalize("NFC")).replace("\u0131\u0307", "i"),
      (s: string) => `${s[0]}\u200d${s.slice(1)}`,
      (s: string) => s.replace("g", "\uff47"),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(".git", ".sallyport", ...AGENT_FILES.directories),
        trick,
        fc.constantFrom("", "/x", "/a/b"),
        (name, bend, rest) => protectedPlace(`/home/me/app/${bend(name)}${rest}`, context)?.kind === "ask",
      ),
    );
  });
});

test("isInside means at or below, not beginning with", () => {
  expect(isInside("/a/bc", "/a/b")).toBe(false);
  expect(isInside("/a/b", "/a/b")).toBe(true);
  expect(isInside("/a", "/")).toBe(true);
});

describe("what costs no more than its length", () => {
  const marks = "\u0301\u0316".repeat(1_000_000);
  test("a path longer than any is no place", () => {
    expect(toTarget(marks, "/p", world)).toEqual(unknownTarget());
    expect(realPath(`/${"a/".repeat(100_000)}`, world).problem).toBe("long");
  });
});
