import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exact, globTarget, unknownTarget } from "../contract/effect.ts";
import { AGENT_FILES } from "../hosts/index.ts";
import {
  absolutePath,
  compilePattern,
  diskWorld,
  foldPath,
  foldSegment,
  foldText,
  isInside,
  looker,
  matchesExactly,
  meets,
  normalise,
  type ProtectedContext,
  protectedPlace,
  reaches,
  realPath,
  segmentsOf,
  toTarget,
} from "./index.ts";

const world = diskWorld({ home: "/home/me", platform: "linux" });

describe("folding: names that an eye or a file system takes for one another", () => {
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

  test("a backslash separates too", () => expect(foldPath("a\\.GIT\\Hooks")).toBe("a/.git/hooks"));
});

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
  test("a link that a glob matches reaches where it leads", () => {
    const pattern = compilePattern(foldPath(`${dir}/real/deep`));
    const ways = looker(disk)(globTarget(`${dir}/fa*`));
    expect(pattern !== undefined && reaches(pattern, ways, false)).toBe(true);
  });
});

describe("patterns", () => {
  const at = (pattern: string, path: string): string => {
    const compiled = compilePattern(pattern);
    return compiled === undefined ? "too many" : meets(compiled, segmentsOf(path), false);
  };
  test.each([
    ["/p/src/**", "/p/src/a/b.ts", "at"],
    ["/p/src/**", "/p/src", "at"],
    ["/p/*.env", "/p/x.env", "at"],
    ["/p/*.env", "/p/a/x.env", "none"],
    ["/**/.env", "/p/a/.env", "at"],
    ["/p/secrets", "/p/secrets/key", "at"],
    ["/p/secrets/key", "/p", "below"],
    ["/p/{a,b}/x", "/p/b/x", "at"],
    ["/p/[ab]c", "/p/bc", "at"],
    ["/p/[!ab]c", "/p/bc", "none"],
    ["/p/?", "/p/xy", "none"],
    ["/**", "/anything/at/all", "at"],
    ["/p/a*b*c", "/p/axxbyyc", "at"],
  ])("%s and %s: %s", (pattern, path, reach) => expect(at(pattern, path)).toBe(reach));

  test("a pattern with a thousand alternatives is refused, not tried", () => {
    expect(compilePattern(`/${"{a,b}".repeat(12)}`)).toBeUndefined();
  });

  test("two patterns that share a name meet", () => {
    const compiled = compilePattern("/p/*.env");
    expect(compiled !== undefined && meets(compiled, ["p", "prod*"], true)).toBe("at");
    expect(compiled !== undefined && meets(compiled, ["p", "*.txt"], true)).toBe("none");
  });

  test("a literal pattern matches itself and nothing else", () => {
    const name = fc.stringMatching(/^[a-z.]{1,6}$/).filter((text) => text !== "." && text !== "..");
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.array(name, { minLength: 1 }), (one, other) => {
        const compiled = compilePattern(`/${one.join("/")}`);
        return compiled !== undefined && matchesExactly(compiled, other) === (one.join("/") === other.join("/"));
      }),
    );
  });

  test("stars cost no more than linear time in practice", () => {
    const compiled = compilePattern(`/${"a*".repeat(50)}b`);
    expect(compiled !== undefined && meets(compiled, ["a".repeat(5000)], false)).toBe("none");
  });
});

describe("what an effect could reach", () => {
  const secret = compilePattern("/home/me/.ssh");
  const reach = (target: Parameters<ReturnType<typeof looker>>[0], recursive: boolean): boolean =>
    secret !== undefined && reaches(secret, looker(world)(target), recursive);
  test.each([
    [exact("/home/me/.ssh/id_rsa"), false, true],
    [exact("/home/me"), true, true],
    [exact("/home/me"), false, false],
    [exact("/home/me/code"), true, false],
    [globTarget("/home/me/.s*/x"), false, true],
    [globTarget("/home/*/code"), true, false],
    [unknownTarget("/home/me"), false, true],
    [unknownTarget("/tmp"), false, false],
    [unknownTarget(), false, true],
    [exact("/home/me/.SSH/x"), false, true],
  ])("%j recursive %s: %s", (target, recursive, yes) => expect(reach(target, recursive)).toBe(yes));
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
    ["/home/me/.config/opencode/x", "opencode", true],
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
  test("folding marks, dots, streams and separators", () => {
    expect(foldSegment(`${".".repeat(4_000_000)}x`)).toHaveLength(4_000_001);
    expect(foldSegment(`a${":$a\u2028".repeat(1_000_000)}`)).toBe("a");
    expect(foldText(marks).length).toBeGreaterThan(0);
    expect(foldText(`${"a".repeat(127)}e\u0301${marks}`).startsWith(`${"a".repeat(127)}\u00e9`)).toBe(true);
  });
  test.each([1, 127, 128, 129, 255, 256, 257, 1000])("a letter and its mark stay together after %i others", (n) => {
    const text = `${"x".repeat(n)}e\u0301${"y".repeat(300)}`;
    expect(foldText(text)).toBe(text.normalize("NFKC"));
  });
  test("a path longer than any is no place", () => {
    expect(toTarget(marks, "/p", world)).toEqual(unknownTarget());
    expect(realPath(`/${"a/".repeat(100_000)}`, world).problem).toBe("long");
    expect(looker(world)(exact(`/${"a/".repeat(100_000)}`)).anything).toBe(true);
  });
  test("a segment of a pattern longer than any name could match anything, and surely matches nothing", () => {
    const long = compilePattern(`/p/${"*a".repeat(5_000)}`);
    expect(long !== undefined && meets(long, ["p", "x"], false)).toBe("at");
    expect(long !== undefined && matchesExactly(long, ["p", "a".repeat(5_000)])).toBe(false);
  });
});

describe("brackets: what some shell could match, and what all of them do", () => {
  test.each([
    ["[abc]", "b", true, true],
    ["[abc]", "d", false, false],
    ["[!abc]", "d", true, true],
    ["[!abc]", "a", false, false],
    ["[^abc]", "a", true, false],
    ["[^abc]", "d", true, true],
    ["[a-c]", "b", true, true],
    ["[a-c]", "B", true, false],
    ["[a-c]", "-", false, false],
    ["[0-9]", "5", true, true],
    ["[0-9]", "a", false, false],
    ["[ -~]", "a", true, true],
    ["[]x]", "]", true, true],
    ["[[:alpha:]]", "z", true, false],
    ["[[:alpha:]]", "-", true, false],
    ["[[.hyphen.]]x", "-x", true, false],
    ["[[=a=]]b", "\u00e4b", true, false],
    ["[\\]x]", "]", true, false],
    ["[x", "[x", true, true],
    ["[x", "x", false, false],
    ["??", "\u00e9", true, false],
    ["\\*", "*", true, true],
    ["\\*", "a", false, false],
  ])("%s and %s", (pattern, name, could, surely) => {
    const compiled = compilePattern(`/${pattern}`);
    expect(compiled !== undefined && meets(compiled, [name], false)).toBe(could ? "at" : "none");
    expect(compiled !== undefined && matchesExactly(compiled, [name])).toBe(surely);
  });
});
